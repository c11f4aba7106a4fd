import { h } from './dom.ts';
import { icon } from './icons.ts';
import type { PaletteCommand } from './palette.ts';

/** What hands can do, without any key. */
const GESTURES: readonly (readonly [string, string])[] = [
  ['Drag a body', 'pull it'],
  ['Several fingers', 'pull in several places'],
  ['Drag beside it', 'look around'],
  ['Wheel or pinch', 'nearer and farther'],
  ['Drop a file', 'a mesh becomes a body, a scene opens'],
  ['Drag on the strip', 'see a moment again'],
];

/** A sheet of all keys, and of what hands can do. */
export function openKeysSheet(commands: readonly PaletteCommand[]): void {
  const row = (key: string, name: string): HTMLElement =>
    h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, name));
  const close = h(
    'button',
    { type: 'button', class: 'shut', 'aria-label': 'Close', click: () => dialog.close() },
    icon('close'),
  );
  const dialog = h(
    'dialog',
    { class: 'keys-sheet', 'aria-label': 'Hands and keys' },
    h('header', {}, h('h2', {}, 'Hands and keys'), close),
    h('dl', {}, ...GESTURES.map(([what, does]) => row(what, does))),
    h(
      'dl',
      { class: 'keys' },
      ...commands.flatMap(({ key, name }) => (key ? [row(key, name)] : [])),
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
