import { h } from './dom.ts';

/** A button that is on or off. */
export interface Switch {
  readonly element: HTMLButtonElement;
  readonly on: boolean;
  set(on: boolean): void;
  /** Cannot be used for now. */
  disable(is: boolean): void;
}

/** `changed` is called when a hand has switched it. */
export function createSwitch(label: string, hint: string, changed: (on: boolean) => void): Switch {
  let on = false;
  const set = (now: boolean): void => {
    on = now;
    element.setAttribute('aria-checked', String(now));
  };
  const element = h(
    'button',
    {
      type: 'button',
      class: 'switch',
      role: 'switch',
      title: hint,
      click: () => {
        set(!on);
        changed(on);
      },
    },
    h('span', { class: 'knob', 'aria-hidden': 'true' }),
    label,
  );
  set(false);
  return {
    element,
    get on() {
      return on;
    },
    set,
    disable(is) {
      element.disabled = is;
    },
  };
}
