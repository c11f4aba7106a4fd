import { valueColor } from '@pliant/three';
import { Color } from 'three';
import { h } from './dom.ts';

/** What the colours of the picture mean. */
export interface LegendState {
  /** What they may show, and what they do. */
  readonly choices: readonly string[];
  readonly chosen: string;
  /** Single colours with their meaning. */
  readonly rows: readonly { readonly color: string; readonly text: string }[];
  /** What the ends of a row of colours stand for. */
  readonly ramp: { readonly low: string; readonly high: string } | null;
  /** Said instead of rows. */
  readonly words: string;
}

export interface Legend {
  /** Null hides it. */
  show(state: LegendState | null): void;
}

/** Colours of the bar from least to most. */
const STOPS = [0, 0.25, 0.5, 0.75, 1];

/** `choose` is called when a hand has chosen what the colours show. */
export function createLegend(holder: HTMLElement, choose: (name: string) => void): Legend {
  let shown = '';
  const buttons = h('span', { class: 'choices' });
  const keys = h('ul', { class: 'legend' });
  const [low, high] = [h('span', {}), h('span', {})];
  const ramp = h('p', { class: 'ramp' });
  const element = h(
    'div',
    { class: 'cells-legend', role: 'group', 'aria-label': 'Colours', hidden: true },
    buttons,
    keys,
    ramp,
  );
  holder.append(element);
  const stops = STOPS.map((value) => cssOf(valueColor(new Color(), 0, value)));
  const bar = h('i', { style: `background: linear-gradient(to right, ${stops.join(', ')})` });
  ramp.append(low, bar, high);
  return {
    show(state) {
      const text = JSON.stringify(state);
      if (text === shown) return;
      shown = text;
      element.hidden = state === null;
      if (state === null) return;
      const { choices, chosen, rows, words } = state;
      if ([...buttons.children].map((b) => b.textContent).join() !== choices.join())
        buttons.replaceChildren(
          ...choices.map((name) =>
            h('button', { type: 'button', click: () => choose(name) }, name),
          ),
        );
      for (const button of buttons.children)
        button.setAttribute('aria-pressed', String(button.textContent === chosen));
      keys.hidden = state.ramp !== null;
      keys.replaceChildren(
        ...rows.map(({ color, text: meaning }) =>
          h('li', {}, h('i', { style: `background: ${color}` }), meaning),
        ),
        ...(words === '' ? [] : [h('li', {}, words)]),
      );
      ramp.hidden = state.ramp === null;
      low.textContent = state.ramp?.low ?? '';
      high.textContent = state.ramp?.high ?? '';
    },
  };
}

export function cssOf(color: Color): string {
  return `#${color.getHexString()}`;
}
