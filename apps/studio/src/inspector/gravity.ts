import { getAt, type Json } from '../document/json.ts';
import type { Edit } from '../document/store.ts';
import { h } from '../ui/dom.ts';

/** Where bodies fall how fast [m/s²]. */
const PLACES = [
  { name: 'Earth', pull: 9.81 },
  { name: 'Mars', pull: 3.71 },
  { name: 'Moon', pull: 1.62 },
  { name: 'None', pull: 0 },
] as const;

const FIELD = ['scene', 'gravity'];

/** Gravity as cards: the running world changes with it. */
export function gravityCards(actions: {
  scene(): Json;
  edit(label: string, edits: readonly Edit[]): void;
}): { readonly element: HTMLElement; refresh(): void } {
  const buttons = PLACES.map(({ name, pull }) =>
    h(
      'button',
      {
        type: 'button',
        title: `${pull} m/s² downwards`,
        click: () => actions.edit(`gravity ${name.toLowerCase()}`, [[FIELD, [0, -pull, 0]]]),
      },
      name,
    ),
  );
  return {
    element: h('div', { class: 'cards', role: 'group', 'aria-label': 'Gravity' }, ...buttons),
    refresh() {
      const [x, y, z] = (getAt(actions.scene(), ['gravity']) as number[] | undefined) ?? [
        0,
        -PLACES[0].pull,
        0,
      ];
      buttons.forEach((button, i) => {
        const isHere = x === 0 && z === 0 && -y === PLACES[i].pull;
        button.setAttribute('aria-pressed', String(isHere));
      });
    },
  };
}
