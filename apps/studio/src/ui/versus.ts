import type { Stats } from '../protocol.ts';
import { h } from './dom.ts';
import { digits, quantity, whole } from './format.ts';

/** Numbers over two runs of a scene, each over its own picture. */
export interface Versus {
  /** `apart`: how far the two shapes are from each other at most [m]; null if they cannot be laid over each other. */
  show(adaptive: Stats, full: Stats, apart: number | null): void;
  /** What the second run is called. */
  name(title: string): void;
  hide(): void;
}

/** Times closer than this are called equal. */
const SAME = 1.05;

/** `holder` is the free part of the window, whose halves are those of the pictures. */
export function createVersus(holder: HTMLElement): Versus {
  const left = createSide('Adaptive');
  const right = createSide('All frames');
  const element = h('div', { class: 'versus', hidden: true }, left.element, right.element);
  holder.append(element);
  return {
    show(adaptive, full, apart) {
      element.hidden = false;
      left.show(adaptive, advantage(adaptive, full));
      right.show(full, apart === null ? '' : `shapes ${quantity(apart, 'm')} apart at most`);
    },
    name: right.name,
    hide() {
      element.hidden = true;
    },
  };
}

/** How much less time all steps since the start took, or how much more. */
function advantage({ spent, steps }: Stats, full: Stats): string {
  const ratio = full.spent / spent;
  if (steps === 0 || full.steps === 0 || !(ratio > 1e-3 && ratio < 1e3)) return '';
  if (ratio > SAME) return `${digits(ratio)}× as fast so far`;
  return ratio < 1 / SAME ? `${digits(1 / ratio)}× slower so far` : 'as fast so far';
}

function createSide(title: string) {
  const time = h('b', {}, '–');
  const unknowns = h('span', {}, '');
  const word = h('span', {}, '');
  const name = h('strong', {}, title);
  const label = h(
    'p',
    { title: 'The mean of all steps since the start' },
    name,
    time,
    ' ms a step',
  );
  const element = h('section', { 'aria-label': title }, h('div', {}, label, unknowns, word));
  return {
    element,
    name(next: string): void {
      name.textContent = next;
      element.setAttribute('aria-label', next);
    },
    show({ spent, range, parts, dofs }: Stats, more: string): void {
      time.textContent = digits(spent / Math.max(1, range.last));
      word.textContent = more;
      if (parts !== null) {
        const awake = parts.active + parts.driven;
        unknowns.textContent = `${whole(awake)} of ${whole(awake + parts.passive)} frames`;
        return;
      }
      const sum = (of: 'active' | 'total'): number => dofs.reduce((n, body) => n + body[of], 0);
      unknowns.textContent = `${whole(sum('active'))} of ${whole(sum('total'))} unknowns`;
    },
  };
}
