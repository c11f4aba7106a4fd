import { type CellColoring, cellColor, valueColor } from '@pliant/three';
import { Color } from 'three';
import type { CellsInfo } from '../protocol.ts';
import type { ShownCells } from '../view/scene-view.ts';
import { h } from './dom.ts';
import { quantity } from './format.ts';

/** What the colours of cells mean, and which of several things they show. */
export interface Legend {
  /** The cells that are shown now; null hides it. */
  show(cells: ShownCells | null): void;
}

/** More keys than this are not listed: then neighbours just differ. */
const MOST_KEYS = 8;
/** Colours of the bar from least to most. */
const STOPS = [0, 0.25, 0.5, 0.75, 1];

/** `choose` is called when a hand has chosen what gives the colour: the key, or a value, and which if there are several. */
export function createLegend(
  holder: HTMLElement,
  choose: (what: CellColoring, value: string | null) => void,
): Legend {
  /** The value that was chosen; null for the key. */
  let chosen: string | null = null;
  let offered = '';
  let listed = '';
  const buttons = h('span', { class: 'choices' });
  const keys = h('ul', { class: 'legend' });
  const [low, high] = [h('span', {}), h('span', {})];
  const ramp = h('p', { class: 'ramp' });
  const element = h(
    'div',
    { class: 'cells-legend', role: 'group', 'aria-label': 'Colours of cells', hidden: true },
    buttons,
    keys,
    ramp,
  );
  holder.append(element);
  const stops = STOPS.map((value) => css(valueColor(new Color(), 0, value)));
  const bar = h('i', { style: `background: linear-gradient(to right, ${stops.join(', ')})` });
  ramp.append(low, bar, high);

  function set(value: string | null): void {
    chosen = value;
    press();
    choose(chosen === null ? 'key' : 'value', chosen);
  }

  /** Shows what is chosen; a value that is not offered here stands for the first. */
  function press(): void {
    const all = [...buttons.children];
    const at = all.findIndex((button) => button.textContent === chosen);
    const on = chosen === null ? 0 : Math.max(1, at);
    all.forEach((button, i) => {
      button.setAttribute('aria-pressed', String(i === on));
    });
    keys.hidden = chosen !== null;
    ramp.hidden = chosen === null;
  }

  function offer({ label, valueLabel, choices }: CellsInfo): void {
    const names = [label, ...(choices ?? [valueLabel])];
    if (names.join() === offered) return;
    offered = names.join();
    buttons.replaceChildren(
      ...names.map((name, i) =>
        h('button', { type: 'button', click: () => set(i === 0 ? null : name) }, name),
      ),
    );
    press();
  }

  function list(label: string, sizes: ReadonlyMap<number, number>): void {
    const known = sizes.size <= MOST_KEYS && label === 'level';
    const rows = [...sizes].sort((a, b) => b[1] - a[1]);
    const text = known ? rows.map(([key, size]) => `${key} ${quantity(size, 'm')}`).join() : label;
    if (text === listed) return;
    listed = text;
    keys.replaceChildren(
      ...(known
        ? rows.map(([key, size]) =>
            h(
              'li',
              {},
              h('i', { style: `background: ${css(cellColor(new Color(), key, 0.3))}` }),
              quantity(size, 'm'),
            ),
          )
        : [h('li', {}, `one colour a ${label}`)]),
    );
  }

  return {
    show(cells) {
      element.hidden = cells === null;
      if (cells === null) return;
      offer(cells.info);
      list(cells.info.label, cells.sizes);
      const { unit } = cells.info;
      const isKnown = unit !== undefined && cells.high > 0;
      low.textContent = isKnown ? quantity(cells.low, unit) : 'low';
      high.textContent = isKnown ? quantity(cells.high, unit) : 'high';
    },
  };
}

function css(color: Color): string {
  return `#${color.getHexString()}`;
}
