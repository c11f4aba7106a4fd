import { h } from './dom.ts';

/** Something that can be asked for by name. */
export interface PaletteCommand {
  readonly name: string;
  /** The key that does it, if one does. */
  readonly key?: string;
  act(): void;
}

/** All commands with their keys, to be found by typing: help and palette in one. */
export function openPalette(commands: readonly PaletteCommand[]): void {
  const input = h('input', {
    type: 'search',
    placeholder: 'Search commands and scenes',
    'aria-label': 'Command',
    autocomplete: 'off',
  });
  const list = h('ul', { role: 'listbox', 'aria-label': 'Commands', tabindex: '0' });
  const dialog = h('dialog', { class: 'palette', 'aria-label': 'Commands and keys' }, input, list);
  let chosen = 0;
  let found: readonly PaletteCommand[] = [];

  const run = (command: PaletteCommand | undefined): void => {
    dialog.close();
    command?.act();
  };
  function choose(next: number): void {
    chosen = Math.max(0, Math.min(found.length - 1, next));
    [...list.children].forEach((row, i) => {
      row.setAttribute('aria-selected', String(i === chosen));
      if (i === chosen) row.scrollIntoView({ block: 'nearest' });
    });
  }
  function search(): void {
    found = matching(commands, input.value);
    list.replaceChildren(
      ...found.map((command) =>
        h(
          'li',
          { role: 'option', click: () => run(command) },
          command.name,
          ...(command.key ? [h('kbd', {}, command.key)] : []),
        ),
      ),
    );
    choose(0);
  }
  input.addEventListener('input', search);
  dialog.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) choose(chosen + step);
    else if (event.key === 'Enter') run(found[chosen]);
    else return;
    event.preventDefault();
  });
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  search();
}

/** Commands that have all the words, in any order; those that begin with the first one come first. */
export function matching(
  commands: readonly PaletteCommand[],
  text: string,
): readonly PaletteCommand[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = commands.filter(({ name }) =>
    words.every((word) => name.toLowerCase().includes(word)),
  );
  const begins = ({ name }: PaletteCommand): number =>
    name.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1;
  return [...hits].sort((a, b) => begins(a) - begins(b));
}
