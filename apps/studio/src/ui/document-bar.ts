import { h } from './dom.ts';
import { type IconName, icon } from './icons.ts';

export interface DocumentActions {
  undo(): void;
  redo(): void;
  share(): void;
  /** Gives the document another name. */
  rename(title: string): void;
}

/** What can be done with the document as a whole. */
export interface DocumentBar {
  /** What it is called. */
  name(title: string): void;
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
  // What is not being written is shown in three lines that end in dots; a text field cannot.
  const shown = h('span', { class: 'document-title', 'aria-hidden': 'true' }, 'Pliant');
  const name = h('textarea', {
    rows: '1',
    class: 'document-name',
    'aria-label': 'Name of the document',
    title: 'Name of the document',
    maxlength: '80',
  });
  name.value = 'Pliant';
  let title = '';
  name.addEventListener('change', () => {
    const next = name.value.trim().replace(/\s+/g, ' ');
    if (next !== '' && next !== title) actions.rename(next);
    else name.value = title;
  });
  name.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    name.blur();
  });
  bar.append(h('p', { class: 'brand' }, mark, name, shown), undo, redo, share);
  const set = (one: HTMLButtonElement, word: string, what: string | null, key: string): void => {
    one.disabled = what === null;
    one.title = what === null ? `Nothing to ${word.toLowerCase()}` : `${word}: ${what} (${key})`;
  };
  const bars: DocumentBar = {
    name(next) {
      title = next;
      shown.textContent = next;
      if (document.activeElement !== name) name.value = next;
      name.title = `${next} (click to rename)`;
    },
    show(undoes, redoes) {
      set(undo, 'Undo', undoes, 'Ctrl+Z');
      set(redo, 'Redo', redoes, 'Ctrl+Shift+Z');
    },
  };
  bars.show(null, null);
  return bars;
}
