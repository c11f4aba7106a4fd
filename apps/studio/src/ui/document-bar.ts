import { h } from './dom.ts';
import { type IconName, icon } from './icons.ts';

export interface DocumentActions {
  undo(): void;
  redo(): void;
  share(): void;
}

/** What can be done with the document as a whole. */
export interface DocumentBar {
  /** What undoing and redoing would do; null if there is nothing. */
  show(undoes: string | null, redoes: string | null): void;
}

export function createDocumentBar(bar: HTMLElement, actions: DocumentActions): DocumentBar {
  const button = (name: IconName, label: string, act: () => void): HTMLButtonElement =>
    h('button', { type: 'button', 'aria-label': label, click: act }, icon(name));
  const undo = button('undo', 'Undo', actions.undo);
  const redo = button('redo', 'Redo', actions.redo);
  const share = button('share', 'Share and export', actions.share);
  share.title = 'Share and export (e)';
  const mark = h('span', { class: 'drop-mark', 'aria-hidden': 'true' });
  bar.append(h('p', { class: 'brand' }, mark, 'Pliant'), undo, redo, share);
  const set = (one: HTMLButtonElement, word: string, what: string | null, key: string): void => {
    one.disabled = what === null;
    one.title = what === null ? `Nothing to ${word.toLowerCase()}` : `${word}: ${what} (${key})`;
  };
  const bars: DocumentBar = {
    show(undoes, redoes) {
      set(undo, 'Undo', undoes, 'Ctrl+Z');
      set(redo, 'Redo', redoes, 'Ctrl+Shift+Z');
    },
  };
  bars.show(null, null);
  return bars;
}
