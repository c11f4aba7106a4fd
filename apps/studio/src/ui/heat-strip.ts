import type { AwakeLog } from '../awake.ts';

/** How much of the scene is awake, over time: a bar for every part of the strip. */
export interface HeatStrip {
  readonly element: SVGSVGElement;
  /** Steps from `least` to `most`; what came before `first` cannot be shown again, what comes after `last` is not known. */
  show(log: AwakeLog, least: number, most: number, first: number, last: number): void;
}

const BARS = 240;
/** The least a bar is high, as a part: sleep is something, too. */
const FLOOR = 0.08;
/** As many shades as the eye tells apart in a bar two pixels wide. */
const SHADES = 5;

/**
 * One path for each shade. Not a canvas: that would wait for the graphics card, which compiles programs just when a scene opens. Nor does this ask
 * how large the page is.
 */
export function createHeatStrip(): HeatStrip {
  const space = 'http://www.w3.org/2000/svg';
  const element = document.createElementNS(space, 'svg');
  element.setAttribute('viewBox', `0 0 ${BARS} 1`);
  element.setAttribute('preserveAspectRatio', 'none');
  element.setAttribute('aria-hidden', 'true');
  element.setAttribute('shape-rendering', 'crispEdges');
  // The last one is for what is forgotten.
  const paths = Array.from({ length: SHADES + 1 }, (_, k) => {
    const path = document.createElementNS(space, 'path');
    path.setAttribute('opacity', k === SHADES ? '0.25' : String(0.4 + (0.6 * k) / (SHADES - 1)));
    element.append(path);
    return path;
  });
  return {
    element,
    show(log, least, most, first, last) {
      const lines = paths.map(() => '');
      const stepAt = (bar: number): number => least + (bar / BARS) * (most - least);
      for (let bar = 0; bar < BARS; bar++) {
        const [from, to] = [Math.floor(stepAt(bar)), Math.ceil(stepAt(bar + 1))];
        if (from >= last) break;
        const part = FLOOR + (1 - FLOOR) * log.share(from, to);
        const shade = from < first ? SHADES : Math.round(part * (SHADES - 1));
        lines[shade] += `M${bar} 1v${-part.toFixed(3)}h1v${part.toFixed(3)}z`;
      }
      paths.forEach((path, k) => {
        path.setAttribute('d', lines[k]);
      });
    },
  };
}
