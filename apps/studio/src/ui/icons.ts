const PATHS = {
  play: 'M8 5.5v13a1 1 0 0 0 1.5.86l10.5-6.5a1 1 0 0 0 0-1.72L9.5 4.64A1 1 0 0 0 8 5.5Z',
  pause:
    'M7 4.5h3a.5.5 0 0 1 .5.5v14a.5.5 0 0 1-.5.5H7a.5.5 0 0 1-.5-.5V5a.5.5 0 0 1 .5-.5Zm7 0h3a.5.5 0 0 1 .5.5v14a.5.5 0 0 1-.5.5h-3a.5.5 0 0 1-.5-.5V5a.5.5 0 0 1 .5-.5Z',
  step: 'M6 5.6v12.8a.9.9 0 0 0 1.4.75l8.6-6.4a.9.9 0 0 0 0-1.5L7.4 4.85A.9.9 0 0 0 6 5.6ZM17.5 5h1a.5.5 0 0 1 .5.5v13a.5.5 0 0 1-.5.5h-1a.5.5 0 0 1-.5-.5v-13a.5.5 0 0 1 .5-.5Z',
  reset:
    'M12 5a7 7 0 1 1-6.6 4.7.95.95 0 0 1 1.8.64A5.1 5.1 0 1 0 12 6.9c-1.5 0-2.85.65-3.8 1.7h1.6a.95.95 0 0 1 0 1.9H6a.95.95 0 0 1-.95-.95v-3.8a.95.95 0 0 1 1.9 0v1.4A7 7 0 0 1 12 5Z',
  scenes: 'M5 5h6v6H5V5Zm8 0h6v6h-6V5ZM5 13h6v6H5v-6Zm8 0h6v6h-6v-6Z',
  sweep:
    'M5 18.5h15V20H4V5h1.5v13.5Zm3-3.2a1.4 1.4 0 1 1 0-2.8 1.4 1.4 0 0 1 0 2.8Zm3.6-4.4a1.4 1.4 0 1 1 0-2.8 1.4 1.4 0 0 1 0 2.8Zm3.4 2.6a1.4 1.4 0 1 1 0-2.8 1.4 1.4 0 0 1 0 2.8Zm3-5.7a1.4 1.4 0 1 1 0-2.8 1.4 1.4 0 0 1 0 2.8Z',
  numbers: 'M4 18.5h16V20H4v-1.5ZM5.5 11h2.5v6H5.5v-6Zm5.25-6h2.5v12h-2.5V5ZM16 8.5h2.5V17H16V8.5Z',
  layers:
    'm12 4 9 4.5-9 4.5-9-4.5L12 4Zm-7.2 7.6L12 15.2l7.2-3.6L21 12.5 12 17l-9-4.5 1.8-.9Zm0 3.8L12 19l7.2-3.6 1.8.9-9 4.5-9-4.5 1.8-.9Z',
  eye: 'M12 5.5c4.4 0 8 2.9 9.7 6.5-1.7 3.6-5.3 6.5-9.7 6.5S4 15.6 2.3 12C4 8.4 7.6 5.5 12 5.5Zm0 2.2a4.3 4.3 0 1 0 0 8.6 4.3 4.3 0 0 0 0-8.6Zm0 2.1a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4Z',
  hidden:
    'M3.5 11.2c2 2.6 5 4.3 8.5 4.3s6.5-1.7 8.5-4.3l1.5 1.2a13 13 0 0 1-2.6 2.5l1.6 2-1.5 1.2-1.8-2.2a11.5 11.5 0 0 1-4.7 1.3V20h-2v-2.8a11.5 11.5 0 0 1-4.7-1.3l-1.8 2.2L3 16.9l1.6-2A13 13 0 0 1 2 12.4l1.5-1.2Z',
  grip: 'M9 5h2v2H9V5Zm4 0h2v2h-2V5ZM9 11h2v2H9v-2Zm4 0h2v2h-2v-2ZM9 17h2v2H9v-2Zm4 0h2v2h-2v-2Z',
  undo: 'M10.2 5.2a1 1 0 0 1 0 1.4L7.8 9H13a6 6 0 1 1 0 12h-2a1 1 0 1 1 0-2h2a4 4 0 1 0 0-8H7.8l2.4 2.4a1 1 0 1 1-1.4 1.4l-4.1-4.1a1 1 0 0 1 0-1.4l4.1-4.1a1 1 0 0 1 1.4 0Z',
  redo: 'M13.8 5.2a1 1 0 0 0 0 1.4L16.2 9H11a6 6 0 1 0 0 12h2a1 1 0 1 0 0-2h-2a4 4 0 1 1 0-8h5.2l-2.4 2.4a1 1 0 1 0 1.4 1.4l4.1-4.1a1 1 0 0 0 0-1.4l-4.1-4.1a1 1 0 0 0-1.4 0Z',
  close:
    'm6.7 5.3 5.3 5.3 5.3-5.3 1.4 1.4L13.4 12l5.3 5.3-1.4 1.4L12 13.4l-5.3 5.3-1.4-1.4L10.6 12 5.3 6.7l1.4-1.4Z',
} as const;

export type IconName = keyof typeof PATHS;

/** A drawn sign of 24 by 24; the button around it carries the words. */
export function icon(name: IconName): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}
