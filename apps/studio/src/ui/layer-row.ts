import type { LayerTuning } from 'pliant';
import type { LayerState } from '../protocol.ts';
import { h } from './dom.ts';
import { digits, whole } from './format.ts';
import { type IconName, icon } from './icons.ts';
import type { LayerUse } from './layers-panel.ts';
import { createSlider } from './slider.ts';

export interface LayerRowActions {
  change(settings: Omit<LayerTuning, 'layer'>): void;
  /** Looks at the layer apart, paints or erases; the same again ends it. */
  use(how: LayerUse): void;
  /** Shows this row's settings. */
  open(): void;
  /** Let go at a height of the page [px], after being dragged. */
  drop(y: number): void;
  /** Moves by some places, with the keys. */
  step(by: number): void;
}

export interface LayerRow {
  readonly element: HTMLElement;
  show(layer: LayerState): void;
  /** Shows or hides the settings. */
  expand(on: boolean): void;
  /** What is done with the layer now. */
  using(how: LayerUse | null): void;
}

/** Least and most factor on stiffness and damping. */
const FACTOR = { least: 0.05, most: 20, powers: true } as const;

/** One layer: eye, name, kind and count, solo, weight; when open, its material, and its own motion. */
export function createLayerRow(layer: LayerState, actions: LayerRowActions): LayerRow {
  const { name, kind, unknowns, canHide, canPaint } = layer;
  let now = layer;
  const press = (sign: IconName, label: string, act: () => void): HTMLButtonElement =>
    h(
      'button',
      { type: 'button', 'aria-label': `${label} ${name}`, title: label, click: act },
      icon(sign),
    );
  const eye = press('eye', 'Show or hide', () => actions.change({ mute: !now.muted }));
  eye.classList.add('eye');
  eye.disabled = !canHide;
  if (!canHide) eye.title = 'The layer that carries the others is always shown';
  const solo = h(
    'button',
    {
      type: 'button',
      class: 'solo',
      'aria-label': `Solo ${name}`,
      title: 'Show only this layer and the coarsest one',
      click: () => actions.change({ solo: !now.solo }),
    },
    'Solo',
  );
  const title = h(
    'button',
    { type: 'button', class: 'title', 'aria-expanded': 'false', click: actions.open },
    h('b', {}, name),
    h('small', {}, unknowns > 0 ? `${kind} · ${whole(unknowns)} unknowns` : kind),
  );
  const grip = press('grip', 'Drag to another place:', () => {});
  grip.classList.add('grip');
  grip.hidden = !canHide;
  const weight = createSlider(
    {
      label: 'Weight',
      name: `Weight of ${name}`,
      hint: 'How much of its motion is shown and takes part in contact',
      least: 0,
      most: 1,
      text: (value) => `${Math.round(100 * value)} %`,
    },
    (value) => actions.change({ weight: value }),
  );
  weight.element.hidden = !canHide;
  const factor = (setting: 'stiffness' | 'damping', label: string) =>
    createSlider(
      {
        label,
        name: `${label} of ${name}`,
        hint: `Factor on the ${setting} of its material`,
        ...FACTOR,
        text: (value) => `× ${digits(value)}`,
      },
      (value) => actions.change({ [setting]: value }),
    );
  const stiffness = factor('stiffness', 'Stiffness');
  const damping = factor('damping', 'Damping');
  const uses = new Map<LayerUse, HTMLButtonElement>();
  const useButton = (how: LayerUse, text: string, hint: string): HTMLButtonElement => {
    const button = h(
      'button',
      { type: 'button', 'aria-pressed': 'false', title: hint, click: () => actions.use(how) },
      text,
    );
    uses.set(how, button);
    return button;
  };
  const buttons = h(
    'div',
    { class: 'uses' },
    useButton('apart', 'View apart', 'This layer’s own motion, without the others'),
  );
  if (canPaint) {
    buttons.append(
      useButton('paint', 'Paint', 'Let the layer move where you paint'),
      useButton('erase', 'Erase', 'Keep the layer still where you paint'),
    );
  }
  const settings = h(
    'div',
    { class: 'settings', hidden: true },
    stiffness.element,
    damping.element,
    buttons,
  );
  const element = h(
    'li',
    { class: 'layer', 'aria-label': name },
    h('div', { class: 'line' }, eye, title, solo, grip),
    weight.element,
    settings,
  );
  dragBy(grip, element, actions);

  return {
    element,
    show(next) {
      now = next;
      eye.setAttribute('aria-pressed', String(!next.muted));
      eye.replaceChildren(icon(next.muted ? 'hidden' : 'eye'));
      solo.setAttribute('aria-pressed', String(next.solo));
      element.classList.toggle('faded', next.shown === 0);
      weight.set(next.weight);
      stiffness.set(next.stiffness);
      damping.set(next.damping);
    },
    expand(on) {
      settings.hidden = !on;
      title.setAttribute('aria-expanded', String(on));
    },
    using(how) {
      for (const [own, button] of uses) button.setAttribute('aria-pressed', String(own === how));
    },
  };
}

/** Lets the row be moved up and down by its grip, with a hand or with the arrow keys. */
function dragBy(grip: HTMLElement, row: HTMLElement, { drop, step }: LayerRowActions): void {
  let from: number | null = null;
  grip.addEventListener('pointerdown', (event) => {
    from = event.clientY;
    grip.setPointerCapture(event.pointerId);
    row.classList.add('moved');
  });
  grip.addEventListener('pointermove', (event) => {
    if (from !== null) row.style.translate = `0 ${event.clientY - from}px`;
  });
  const end = (event: PointerEvent): void => {
    if (from === null) return;
    from = null;
    row.style.translate = '';
    row.classList.remove('moved');
    if (event.type === 'pointerup') drop(event.clientY);
  };
  grip.addEventListener('pointerup', end);
  grip.addEventListener('pointercancel', end);
  grip.addEventListener('keydown', (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  });
}
