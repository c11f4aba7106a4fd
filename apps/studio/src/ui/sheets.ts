import { h } from './dom.ts';
import { type IconName, icon } from './icons.ts';

export interface Sheets {
  close(): void;
}

/** What comes up on a phone: the scenes, tools over the playback, and all panels in one sheet with tabs. */
export interface SheetPanels {
  readonly scenes: HTMLElement;
  readonly tools: HTMLElement;
  readonly panels: HTMLElement;
}

const BUTTONS: readonly (readonly [keyof SheetPanels, IconName, string])[] = [
  ['scenes', 'scenes', 'Scenes'],
  ['tools', 'hand', 'Tools'],
  ['panels', 'sliders', 'Panels'],
];

/** On a phone they come one at a time, by three buttons; on a wide window all stand where they belong, and there are no buttons. */
export function createSheets(bar: HTMLElement, parts: SheetPanels): Sheets {
  const buttons = BUTTONS.map(([part, sign, label]) => ({
    panel: parts[part],
    button: h(
      'button',
      {
        type: 'button',
        class: 'sheet-button',
        'aria-label': label,
        'aria-expanded': 'false',
        'aria-controls': parts[part].id,
        click: () => open(parts[part]),
      },
      icon(sign),
    ),
  }));

  function open(wanted: HTMLElement | null): void {
    for (const { panel, button } of buttons) {
      const on = panel === wanted && !panel.classList.contains('open');
      panel.classList.toggle('open', on);
      button.setAttribute('aria-expanded', String(on));
    }
  }

  const [scenes, ...others] = buttons;
  bar.prepend(scenes.button);
  bar.append(...others.map(({ button }) => button));
  return { close: () => open(null) };
}
