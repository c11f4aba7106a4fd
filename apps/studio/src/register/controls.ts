import { REGISTER_DEFAULTS, type RegisterOptions } from 'pliant/register';
import { h } from '../ui/dom.ts';
import { whole } from '../ui/format.ts';
import type { RegisterSide } from './protocol.ts';

/** What a click or a drag on a mesh does. */
export type Pointing = 'landmarks' | 'brush';

/** Ends of the last stiffness that can be chosen. */
const [LOOSE, STIFF] = [1e-5, 1e-2];

/** The two places for meshes. */
export function createSlots(chosen: (side: RegisterSide, file: File) => void) {
  const input = h('input', { type: 'file', hidden: true, 'aria-label': 'Mesh file' });
  let asked: RegisterSide = 'template';
  input.addEventListener('change', () => {
    for (const file of input.files ?? []) chosen(asked, file);
    input.value = '';
  });
  const slot = (side: RegisterSide, title: string, about: string): HTMLButtonElement =>
    h(
      'button',
      {
        type: 'button',
        class: 'slot',
        click() {
          asked = side;
          input.click();
        },
      },
      h('b', {}, title),
      h('small', {}, about),
    );
  const slots = {
    template: slot('template', 'Template', 'drop or choose the mesh to fit'),
    scan: slot('scan', 'Scan', 'drop or choose what to fit it to'),
  };
  return {
    element: h('div', { class: 'register-slots' }, slots.template, slots.scan, input),
    name(side: RegisterSide, name: string, vertices: number): void {
      const about = `${side}, ${whole(vertices)} vertices`;
      slots[side].replaceChildren(h('b', {}, name), h('small', {}, about));
    },
  };
}

/** What a person chooses of a fit's options. */
export function createSettings() {
  const select = (label: string, values: readonly [string, string][]): HTMLSelectElement =>
    h(
      'select',
      { 'aria-label': label },
      ...values.map(([value, text]) => h('option', { value }, text)),
    );
  const prealign = select('How far they lie apart', [
    ['near', 'nearly in place'],
    ['full', 'in any pose'],
    ['given', 'exactly in place'],
  ]);
  const prior = select('What holds the template together', [
    ['mixed', 'usual'],
    ['smooth', 'may grow and shrink'],
    ['elastic', 'same body, other pose'],
  ]);
  const stiffness = h('input', {
    type: 'range',
    min: String(Math.log10(LOOSE)),
    max: String(Math.log10(STIFF)),
    step: '0.05',
    value: String(Math.log10(REGISTER_DEFAULTS.stiffness[1])),
    'aria-label': 'How stiff the template is in the end',
  });
  const loose = h('label', { class: 'row' }, 'Loose', stiffness, 'stiff');
  return {
    element: h(
      'div',
      { class: 'register-settings' },
      h('label', { class: 'row' }, 'They are', prealign),
      h('label', { class: 'row' }, 'Template', prior),
      loose,
    ),
    options(): RegisterOptions {
      const last = 10 ** Number(stiffness.value);
      return {
        prealign: prealign.value as RegisterOptions['prealign'],
        prior: prior.value as RegisterOptions['prior'],
        stiffness: [REGISTER_DEFAULTS.stiffness[0], last, REGISTER_DEFAULTS.stiffness[2]],
      };
    },
  };
}

/** Landmarks or a brush. */
export function createPills(chosen: (pointing: Pointing) => void): HTMLElement {
  const names = { landmarks: 'Landmarks', brush: 'Leave parts out' } as const;
  const pills = (Object.keys(names) as Pointing[]).map((name, i) =>
    h(
      'button',
      {
        type: 'button',
        role: 'radio',
        'aria-checked': String(i === 0),
        click() {
          for (const pill of pills) pill.setAttribute('aria-checked', String(pill === pills[i]));
          chosen(name);
        },
      },
      names[name],
    ),
  );
  return h('div', { role: 'radiogroup', 'aria-label': 'Pointing', class: 'pills' }, ...pills);
}
