import { h } from './dom.ts';
import { type IconName, icon } from './icons.ts';

export interface Sheets {
  close(): void;
  /** Whether a panel has something to show, and so a button. */
  offer(panel: string, on: boolean): void;
}

/** On a phone the panels are sheets that come up from below, one at a time; on a wide window the buttons are not shown. */
export function createSheets(
  bar: HTMLElement,
  panels: Readonly<Record<string, HTMLElement>>,
  opened: (panel: string) => void = () => {},
): Sheets {
  const buttons = new Map<HTMLElement, HTMLButtonElement>();
  const open = (wanted: HTMLElement | null): void => {
    for (const [panel, button] of buttons) {
      const on = panel === wanted && !panel.classList.contains('open');
      panel.classList.toggle('open', on);
      if (on) opened(panel.id);
      button.setAttribute('aria-expanded', String(on));
    }
  };
  const add = (name: IconName, label: string, panel: HTMLElement): HTMLButtonElement => {
    const button = h(
      'button',
      {
        type: 'button',
        class: 'sheet-button',
        'aria-label': label,
        'aria-expanded': 'false',
        'aria-controls': panel.id,
        click: () => open(panel),
      },
      icon(name),
    );
    buttons.set(panel, button);
    return button;
  };
  bar.prepend(add('scenes', 'Scenes', panels['scenes']));
  bar.append(add('layers', 'Layers', panels['layers']));
  bar.append(add('sliders', 'Inspector', panels['inspector']));
  bar.append(add('numbers', 'Measurements', panels['numbers']));
  for (const [panel, button] of buttons) button.hidden = panel.hidden;
  return {
    close: () => open(null),
    offer(name, on) {
      const button = buttons.get(panels[name]);
      if (button !== undefined) button.hidden = !on;
    },
  };
}
