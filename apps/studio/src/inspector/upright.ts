import type { Json, Path } from '../document/json.ts';
import type { Edit } from '../document/store.ts';
import { h } from '../ui/dom.ts';

/** Turns [degrees] that bring an axis of a body's own to point up. */
const UP: readonly { readonly axis: string; readonly rotation: Json }[] = [
  { axis: '+x', rotation: [0, 0, 90] },
  { axis: '−x', rotation: [0, 0, -90] },
  { axis: '+y', rotation: [0, 0, 0] },
  { axis: '−y', rotation: [180, 0, 0] },
  { axis: '+z', rotation: [-90, 0, 0] },
  { axis: '−z', rotation: [90, 0, 0] },
];

/** Buttons for the axis of a body that points up. */
export function upButtons(
  path: Path,
  actions: { edit(label: string, edits: readonly Edit[]): void },
): HTMLElement {
  return h(
    'div',
    { class: 'field up', title: 'The axis of the body that points up' },
    h('span', { class: 'name' }, 'up'),
    h(
      'span',
      { class: 'control', role: 'group', 'aria-label': 'Up axis' },
      ...UP.map(({ axis, rotation }) =>
        h(
          'button',
          {
            type: 'button',
            click: () => actions.edit(`${axis} up`, [[['scene', ...path, 'rotation'], rotation]]),
          },
          axis,
        ),
      ),
    ),
  );
}
