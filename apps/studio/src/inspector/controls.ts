import { canonical, type Json, type Path } from '../document/json.ts';
import { h } from '../ui/dom.ts';
import type { Field } from './fields.ts';

/** What a value is entered with. */
export interface FieldControl {
  readonly element: HTMLElement;
  readonly path: Path;
  /** Shows a value, unless a hand is on it. */
  show(field: Field): void;
}

/** Numbers that have a slider: from, to, and whether in equal ratios. */
const SLIDERS: Readonly<Record<string, readonly [number, number, boolean]>> = {
  young: [1e2, 1e9, true],
  poisson: [0, 0.49, false],
  density: [10, 10_000, true],
  friction: [0, 1.5, false],
  restitution: [0, 1, false],
  tolerance: [1e-3, 1, true],
  mass: [0, 10, false],
};
/** Steps of a slider from end to end. */
const STEPS = 200;

export function createControl(field: Field, set: (value: Json | undefined) => void): FieldControl {
  switch (field.kind) {
    case 'number':
      return numberControl(field, set);
    case 'vector':
      return vectorControl(field, set);
    case 'flag':
      return flagControl(field, set);
    case 'choice':
      return choiceControl(field, set);
    case 'color':
      return colorControl(field, set);
    case 'text':
      return textControl(field, (text) => set(text));
    default:
      return jsonControl(field, set);
  }
}

/** Three or four digits, as people write numbers. */
export function written(value: Json | undefined): string {
  if (typeof value !== 'number') return '';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e5 || size < 1e-3))
    return value
      .toExponential()
      .replace('e+', 'e')
      .replace(/(\.\d{4})\d+/, '$1');
  return String(Number(value.toPrecision(6)));
}

/** As much of a number as its field has room for. */
const brief = (value: Json | undefined): string =>
  written(typeof value === 'number' ? Number(value.toPrecision(4)) : value);

/** A text field for one number; `read` gets what was typed if it is one within the limits. */
function numberInput(label: string, field: Field, read: (value: number) => void): HTMLInputElement {
  const input = h('input', { type: 'text', inputmode: 'decimal', 'aria-label': label });
  input.addEventListener('change', () => {
    const value = Number(input.value.replace(',', '.').replace('−', '-'));
    const isGood =
      input.value.trim() !== '' &&
      value >= field.least &&
      value <= field.most &&
      (field.schema.type !== 'integer' || Number.isInteger(value));
    input.setAttribute('aria-invalid', String(!isGood));
    input.title = isGood ? '' : `from ${written(field.least)} to ${written(field.most)}`;
    if (isGood) read(value);
  });
  return input;
}

function show(input: HTMLInputElement | HTMLTextAreaElement, text: string, hint: string): void {
  if (document.activeElement === input) return;
  input.value = text;
  input.placeholder = hint;
  input.removeAttribute('aria-invalid');
}

function numberControl(field: Field, set: (value: number) => void): FieldControl {
  const name = String(field.path[field.path.length - 1]);
  const input = numberInput(field.label, field, set);
  // Fields of bodies only: the solver has a tolerance, too, of another kind.
  const range = field.path[0] === 'bodies' ? SLIDERS[name] : undefined;
  const slider = range && sliderFor(field.label, range, set);
  const element = h('span', { class: 'control' }, ...(slider ? [slider.element] : []), input);
  const control: FieldControl = {
    element,
    path: field.path,
    show({ value, fallback }) {
      show(input, written(value), brief(fallback));
      const now = value ?? fallback;
      if (typeof now === 'number') slider?.show(now);
    },
  };
  control.show(field);
  return control;
}

function sliderFor(
  label: string,
  [from, to, isLog]: readonly [number, number, boolean],
  set: (value: number) => void,
) {
  const place = (value: number): number =>
    isLog
      ? Math.log(Math.max(value, 1e-30) / from) / Math.log(to / from)
      : (value - from) / (to - from);
  const valueAt = (t: number): number => (isLog ? from * (to / from) ** t : from + t * (to - from));
  const element = h('input', {
    type: 'range',
    min: '0',
    max: '1',
    step: String(1 / STEPS),
    'aria-label': `${label}, slider`,
  });
  const fill = (): void => element.style.setProperty('--part', `${100 * Number(element.value)}%`);
  element.addEventListener('input', () => {
    fill();
    set(Number(valueAt(Number(element.value)).toPrecision(3)));
  });
  return {
    element,
    show(value: number) {
      const at = Math.min(1, Math.max(0, place(value)));
      // The hand that moves it is where it should be already, up to the digits that are kept.
      if (Math.abs(Number(element.value) - at) > 1.5 / STEPS || document.activeElement !== element)
        element.value = String(at);
      element.setAttribute('aria-valuetext', written(value));
      fill();
    },
  };
}

function vectorControl(field: Field, set: (value: Json) => void): FieldControl {
  const letters = ['x', 'y', 'z', 'w'];
  const parts = field.schema.prefixItems ?? [];
  let now: number[] = [];
  const inputs = parts.map((part, i) => {
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = part;
    const own = { ...field, schema: part, least: minimum, most: maximum };
    return numberInput(`${field.label} ${letters[i] ?? i + 1}`, own, (value) => {
      set(now.map((old, k) => (k === i ? value : old)));
    });
  });
  const control: FieldControl = {
    element: h('span', { class: 'control vector' }, ...inputs),
    path: field.path,
    show({ value, fallback }) {
      const base = (value ?? fallback) as number[] | undefined;
      now = parts.map((_, i) => base?.[i] ?? 0);
      inputs.forEach((input, i) => {
        const own = Array.isArray(value) ? written(value[i]) : '';
        show(input, own, written(now[i]));
      });
    },
  };
  control.show(field);
  return control;
}

function flagControl(field: Field, set: (value: boolean) => void): FieldControl {
  const input = h('input', { type: 'checkbox', 'aria-label': field.label });
  input.addEventListener('change', () => set(input.checked));
  const control: FieldControl = {
    element: h('span', { class: 'control' }, input),
    path: field.path,
    show({ value, fallback }) {
      input.checked = (value ?? fallback) === true;
    },
  };
  control.show(field);
  return control;
}

function choiceControl(field: Field, set: (value: Json) => void): FieldControl {
  const select = h(
    'select',
    { 'aria-label': field.label },
    h('option', { value: '' }, field.fallback === undefined ? '–' : `${field.fallback}`),
    ...field.options.map((option) => h('option', { value: canonical(option) }, String(option))),
  );
  select.addEventListener('change', () => {
    if (select.value !== '') set(JSON.parse(select.value));
  });
  const control: FieldControl = {
    element: h('span', { class: 'control' }, select),
    path: field.path,
    show({ value }) {
      select.value = value === undefined ? '' : canonical(value);
    },
  };
  control.show(field);
  return control;
}

function colorControl(field: Field, set: (value: string) => void): FieldControl {
  const input = h('input', { type: 'color', 'aria-label': field.label });
  input.addEventListener('input', () => set(input.value));
  const control: FieldControl = {
    element: h('span', { class: 'control' }, input),
    path: field.path,
    show({ value }) {
      if (typeof value === 'string') input.value = value.slice(0, 7);
    },
  };
  control.show(field);
  return control;
}

function textControl(field: Field, set: (value: string) => void): FieldControl {
  const input = h('input', { type: 'text', class: 'words', 'aria-label': field.label });
  input.addEventListener('change', () => set(input.value));
  const control: FieldControl = {
    element: h('span', { class: 'control' }, input),
    path: field.path,
    show({ value, fallback }) {
      show(input, typeof value === 'string' ? value : '', String(fallback ?? ''));
    },
  };
  control.show(field);
  return control;
}

/** What has no form of its own is written as JSON. */
function jsonControl(field: Field, set: (value: Json) => void): FieldControl {
  const input = h('textarea', { rows: '2', spellcheck: 'false', 'aria-label': field.label });
  input.addEventListener('change', () => {
    try {
      const value = JSON.parse(input.value) as Json;
      input.removeAttribute('aria-invalid');
      set(value);
    } catch {
      input.setAttribute('aria-invalid', 'true');
    }
  });
  const control: FieldControl = {
    element: h('span', { class: 'control' }, input),
    path: field.path,
    show({ value, fallback }) {
      const text = (given: Json | undefined): string =>
        given === undefined ? '' : JSON.stringify(given).slice(0, 20_000);
      show(input, text(value), text(fallback));
    },
  };
  control.show(field);
  return control;
}
