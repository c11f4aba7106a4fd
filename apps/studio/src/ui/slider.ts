import { h } from './dom.ts';

/** A labelled slider with its value beside it. */
export interface Slider {
  readonly element: HTMLElement;
  /** Shows a value, unless a hand is on it. */
  set(value: number): void;
}

export interface SliderOptions {
  readonly label: string;
  readonly hint: string;
  readonly least: number;
  readonly most: number;
  /** In powers of ten: each doubling is as far as the one before. */
  readonly powers?: boolean;
  readonly text: (value: number) => string;
  /** What a screen reader calls it, if the label alone would not do. */
  readonly name?: string;
}

/** Steps from end to end. */
const STEPS = 150;

/** `changed` is called while a hand moves it. */
export function createSlider(options: SliderOptions, changed: (value: number) => void): Slider {
  const { label, hint, least, most, powers = false, text, name = label } = options;
  const to = powers ? Math.log10 : (value: number): number => value;
  const from = powers ? (place: number): number => 10 ** place : (place: number): number => place;
  const shown = h('output', {}, '');
  const input = h('input', {
    type: 'range',
    min: String(to(least)),
    max: String(to(most)),
    step: String((to(most) - to(least)) / STEPS),
    'aria-label': name,
  });
  let isHeld = false;
  const write = (value: number): void => {
    const part = (to(value) - to(least)) / (to(most) - to(least));
    shown.textContent = text(value);
    input.setAttribute('aria-valuetext', text(value));
    input.style.setProperty('--part', `${100 * Math.min(1, Math.max(0, part))}%`);
  };
  input.addEventListener('pointerdown', () => {
    isHeld = true;
  });
  for (const end of ['pointerup', 'pointercancel', 'blur']) {
    input.addEventListener(end, () => {
      isHeld = false;
    });
  }
  input.addEventListener('input', () => {
    const value = Number(from(Number(input.value)).toPrecision(3));
    write(value);
    changed(value);
  });
  return {
    element: h('label', { class: 'slider', title: hint }, h('span', {}, label), input, shown),
    set(value) {
      if (isHeld) return;
      input.value = String(to(value));
      write(value);
    },
  };
}
