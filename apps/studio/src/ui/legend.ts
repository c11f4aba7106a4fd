import { type CellColoring, cellColor, valueColor } from '@pliant/three';
import { Color } from 'three';
import type { CellsInfo } from '../protocol.ts';
import { h } from './dom.ts';
import { quantity } from './format.ts';

/** What the colours of cells mean, and which of two things they show. */
export interface Legend {
  /** The cells that are shown now: what they are, and the edge of the largest cell of each key [m]. Null hides it. */
  show(cells: { info: CellsInfo; sizes: ReadonlyMap<number, number> } | null): void;
}

/** More keys than this are not listed: then neighbours just differ. */
const MOST_KEYS = 8;
/** Colours of the bar from least to most. */
const STOPS = [0, 0.25, 0.5, 0.75, 1];

/** `choose` is called when a hand has chosen what gives the colour. */
export function createLegend(holder: HTMLElement, choose: (what: CellColoring) => void): Legend {
  let what: CellColoring = 'key';
  let shown = '';
  const byKey = h('button', { type: 'button', click: () => set('key') });
  const byValue = h('button', { type: 'button', click: () => set('value') });
  const keys = h('ul', { class: 'legend' });
  const ramp = h('p', { class: 'ramp' });
  const element = h(
    'div',
    { class: 'cells-legend', role: 'group', 'aria-label': 'Colours of cells', hidden: true },
    byKey,
    byValue,
    keys,
    ramp,
  );
  holder.append(element);
  const stops = STOPS.map((value) => css(valueColor(new Color(), 0, value)));
  const bar = h('i', { style: `background: linear-gradient(to right, ${stops.join(', ')})` });
  ramp.append('low', bar, 'high');

  function set(next: CellColoring): void {
    what = next;
    byKey.setAttribute('aria-pressed', String(what === 'key'));
    byValue.setAttribute('aria-pressed', String(what === 'value'));
    keys.hidden = what !== 'key';
    ramp.hidden = what !== 'value';
    choose(what);
  }
  set('key');

  return {
    show(cells) {
      element.hidden = cells === null;
      if (cells === null) return;
      const { info, sizes } = cells;
      byKey.textContent = info.label;
      byValue.textContent = info.valueLabel;
      const known = sizes.size <= MOST_KEYS && info.label === 'level';
      const list = [...sizes].sort((a, b) => b[1] - a[1]);
      const text = known ? list.map(([key, size]) => `${key} ${quantity(size, 'm')}`).join() : '';
      if (text === shown) return;
      shown = text;
      keys.replaceChildren(
        ...(known
          ? list.map(([key, size]) =>
              h(
                'li',
                {},
                h('i', { style: `background: ${css(cellColor(new Color(), key, 0.3))}` }),
                quantity(size, 'm'),
              ),
            )
          : [h('li', {}, `one colour a ${info.label}`)]),
      );
    },
  };
}

function css(color: Color): string {
  return `#${color.getHexString()}`;
}
