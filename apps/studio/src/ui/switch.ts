import { h } from './dom.ts';
import { type IconName, icon } from './icons.ts';

/** A button that is on or off. */
export interface Switch {
  readonly element: HTMLButtonElement;
  readonly on: boolean;
  set(on: boolean): void;
  /** Cannot be used for now. */
  disable(is: boolean): void;
}

/** `changed` is called when a hand has switched it. With a `sign` the label stands small below it. */
export function createSwitch(
  label: string,
  hint: string,
  changed: (on: boolean) => void,
  sign?: IconName,
): Switch {
  let on = false;
  const set = (now: boolean): void => {
    on = now;
    element.setAttribute('aria-checked', String(now));
  };
  const element = h(
    'button',
    {
      type: 'button',
      class: sign === undefined ? 'switch' : 'hand',
      role: 'switch',
      title: hint,
      'aria-label': label,
      click: () => {
        set(!on);
        changed(on);
      },
    },
    ...(sign === undefined
      ? [h('span', { class: 'knob', 'aria-hidden': 'true' }), label]
      : [icon(sign), h('small', {}, label)]),
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
