import { h } from './dom.ts';

export interface Heading {
  scene(title: string, description: string): void;
  /** What is being prepared, and how far it is from 0 to 1; null when done. */
  building(what: string | null, part?: number): void;
}

/**
 * Title of the scene, a line about it, and a bar while one is being built. The bar lies over `free`, the free part of the window: in the heading it
 * would move the picture whenever it comes and goes.
 */
export function createHeading(holder: HTMLElement, free: HTMLElement): Heading {
  const title = h('h1', {}, 'Pliant');
  const text = h('p', {});
  const bar = h('progress', { max: '1', 'aria-label': 'Building the scene' });
  const what = h('span', {});
  const building = h('div', { class: 'building', role: 'status', hidden: true }, what, bar);
  holder.append(title, text);
  free.append(building);
  return {
    scene(newTitle, description) {
      title.textContent = newTitle;
      text.textContent = description;
      document.title = `${newTitle} – Pliant`;
    },
    building(name, part) {
      building.hidden = name === null;
      what.textContent = name === null ? '' : `Building ${name}…`;
      if (part === undefined) bar.removeAttribute('value');
      else bar.value = part;
    },
  };
}
