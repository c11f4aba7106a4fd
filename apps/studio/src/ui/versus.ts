import type { Stats } from '../protocol.ts';
import { h } from './dom.ts';
import { digits, whole } from './format.ts';

/** Numbers over two runs of a scene, each over its own picture. */
export interface Versus {
  show(adaptive: Stats, full: Stats): void;
  hide(): void;
}

/** Step times closer than this are called equal. */
const SAME = 1.05;

/** `holder` is the free part of the window, whose halves are those of the pictures. */
export function createVersus(holder: HTMLElement): Versus {
  const left = createSide('Adaptive');
  const right = createSide('All frames');
  const element = h('div', { class: 'versus', hidden: true }, left.element, right.element);
  holder.append(element);
  return {
    show(adaptive, full) {
      element.hidden = false;
      left.show(adaptive, advantage(adaptive, full));
      right.show(full, '');
    },
    hide() {
      element.hidden = true;
    },
  };
}

/** How much faster steps are, as soon as that can be due to frames that sleep. */
function advantage({ stepTime, parts }: Stats, full: Stats): string {
  const ratio = full.stepTime / stepTime;
  if (parts === null || parts.passive === 0 || !(ratio > SAME && ratio < 1e3)) return '';
  return ` · ${digits(ratio)}× as fast`;
}

function createSide(title: string) {
  const time = h('b', {}, '–');
  const frames = h('span', {}, '');
  const label = h('p', {}, h('strong', {}, title), time, ' ms a step');
  return {
    element: h('section', { 'aria-label': title }, h('div', {}, label, frames)),
    show({ stepTime, parts }: Stats, more: string): void {
      time.textContent = digits(stepTime);
      if (parts === null) return;
      const awake = parts.active + parts.driven;
      frames.textContent = `${whole(awake)} of ${whole(awake + parts.passive)} frames${more}`;
    },
  };
}
