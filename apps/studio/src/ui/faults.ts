import { h } from './dom.ts';
import { icon } from './icons.ts';

export interface Faults {
  /** `remedy` is offered as a button. */
  show(title: string, messages: readonly string[], remedy?: Remedy): void;
  hide(): void;
  readonly shown: boolean;
}

export interface Remedy {
  readonly label: string;
  act(): void;
}

/** A panel that lists what is wrong with a scene, each fault with its place. What runs goes on running behind it. */
export function createFaults(holder: HTMLElement): Faults {
  const hide = (): void => holder.replaceChildren();
  return {
    show(title, messages, remedy) {
      const act = (): void => {
        hide();
        remedy?.act();
      };
      const close = h(
        'button',
        { type: 'button', 'aria-label': 'Close', click: hide },
        icon('close'),
      );
      holder.replaceChildren(
        h(
          'div',
          { class: 'faults', role: 'alertdialog', 'aria-label': title },
          h('header', {}, h('h2', {}, title), close),
          h('ul', {}, ...messages.map(line)),
          ...(remedy
            ? [h('button', { type: 'button', class: 'remedy', click: act }, remedy.label)]
            : []),
        ),
      );
      close.focus();
    },
    hide,
    get shown() {
      return holder.childElementCount > 0;
    },
  };
}

/** `bodies[2].material.young: must be …` with the place set apart. */
function line(message: string): HTMLElement {
  const place = /^([\w$.[\]-]+): (.*)$/s.exec(message);
  if (place === null) return h('li', {}, message);
  return h('li', {}, h('code', {}, place[1]), place[2]);
}
