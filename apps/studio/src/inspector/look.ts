import { h } from '../ui/dom.ts';
import { createSwitch } from '../ui/switch.ts';

/** How the picture looks, whatever is in it. */
export interface LookSettings {
  readonly theme: 'system' | 'light' | 'dark';
  /** Whether there is a floor, where it is only drawn. */
  readonly floor: boolean;
  readonly shadows: boolean;
  readonly contactShadows: boolean;
}

export interface LookActions {
  now(): LookSettings;
  set(change: Partial<LookSettings>): void;
  /** What the picture does without at the moment, since it took too long; empty for nothing. */
  missing(): string;
}

const THEMES = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** Theme, floor and shadows. What bodies are made of is at Body; their colours follow from it unless they have one. */
export function createLookPanel(actions: LookActions): {
  readonly element: HTMLElement;
  refresh(): void;
} {
  const themes = THEMES.map(([theme, title]) =>
    h('button', { type: 'button', click: () => change({ theme }) }, title),
  );
  const switches = [
    ['Floor', 'A floor under scenes that have none', 'floor'],
    ['Shadows', 'Shadows of the sun', 'shadows'],
    ['Contact shadows', 'Darker where things are near the ground or each other', 'contactShadows'],
  ] as const;
  const own = switches.map(([title, hint, key]) => ({
    key,
    knob: createSwitch(title, hint, (on) => change({ [key]: on })),
  }));
  const note = h('p', { class: 'note' });

  function change(to: Partial<LookSettings>): void {
    actions.set(to);
    refresh();
  }

  function refresh(): void {
    const now = actions.now();
    themes.forEach((button, i) => {
      button.setAttribute('aria-pressed', String(THEMES[i][0] === now.theme));
    });
    for (const { key, knob } of own) knob.set(now[key]);
    note.textContent = actions.missing();
  }

  return {
    element: h(
      'div',
      { class: 'look' },
      h('h2', {}, 'Theme'),
      h('div', { class: 'cards', role: 'group', 'aria-label': 'Theme' }, ...themes),
      h('h2', {}, 'Picture'),
      ...own.map(({ knob }) => knob.element),
      note,
    ),
    refresh,
  };
}
