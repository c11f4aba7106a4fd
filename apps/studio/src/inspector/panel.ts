import { getAt, type Json, type Path } from '../document/json.ts';
import { isLive } from '../document/live.ts';
import type { Edit } from '../document/store.ts';
import { MATERIALS, type NamedMaterial, nameOfMaterial } from '../materials.ts';
import { MODELS } from '../models/models.ts';
import { h } from '../ui/dom.ts';
import { quantity } from '../ui/format.ts';
import { createSlider } from '../ui/slider.ts';
import { type Field, readSchema, type Schema } from './fields.ts';
import { createForm, type Form } from './form.ts';
import { gravityCards } from './gravity.ts';
import { createLookPanel, type LookActions } from './look.ts';
import { modelCards } from './model-cards.ts';
import { upButtons } from './upright.ts';

export type InspectorTab = 'body' | 'adapt' | 'world' | 'look';

export interface InspectorActions {
  scene(): Json;
  edit(label: string, edits: readonly Edit[]): void;
  readonly look: LookActions;
}

/** All fields of the scene, made from its schema. */
export interface InspectorPanel {
  show(tab: InspectorTab): void;
  /** Chooses a body by its place in the scene. */
  select(body: number): void;
  /** Brings everything after the document. */
  refresh(): void;
}

/** From the softest jelly to hard rubber [Pa]; what a body has that says nothing of it. */
const STIFFNESS = { least: 1e3, most: 1e8 } as const;
const USUAL_YOUNG = 1e5;

/** Fields of a body that stand first, and those that are unfolded. */
const OPEN_GROUPS = ['material', 'model'];
/** What the switches above the fields of `adapt` set for all bodies of frames at once: see `tuning.ts`. */
const TUNED = ['adaptive', 'tolerance'];
/** What a scene is called, last: it changes nothing that is seen. */
const NAMING = ['name', 'title', 'description'];

export function createInspectorPanel(
  panel: HTMLElement,
  schema: Schema,
  actions: InspectorActions,
): InspectorPanel {
  const reader = readSchema(schema);
  let tab: InspectorTab = 'body';
  let body = 0;
  let forms: Form[] = [];
  let shown = '';
  const content = h('div', { class: 'inspector-content' });
  const refreshers: (() => void)[] = [];
  panel.append(content);

  const set = (path: Path, value: Json | undefined, label: string): void =>
    actions.edit(label, [[['scene', ...path], value]]);
  const formActions = { set, isLive: (path: Path) => isLive(actions.scene(), path) };
  const bodies = (): readonly Json[] => (getAt(actions.scene(), ['bodies']) as Json[]) ?? [];

  /** A list to choose the body from; null if there is none. */
  function bodyChoice(): HTMLElement | null {
    const names = bodies().map((_, i) => String(getAt(actions.scene(), ['bodies', i, 'name'])));
    if (names.length === 0) return null;
    body = Math.min(body, names.length - 1);
    const choice = h(
      'select',
      { 'aria-label': 'Body' },
      ...names.map((name, i) => h('option', { value: String(i), selected: i === body }, name)),
    );
    choice.addEventListener('change', () => select(Number(choice.value)));
    return h('label', { class: 'field chooser' }, h('span', { class: 'name' }, 'Body'), choice);
  }

  const noBodies = (): HTMLElement[] => [
    h('p', { class: 'note' }, 'The scene has no bodies. Drop a mesh here.'),
  ];

  function drawBody(): HTMLElement[] {
    const choice = bodyChoice();
    if (choice === null) return noBodies();
    const path = ['bodies', body];
    const models = modelCards({ scene: actions.scene, body, take: takeModel });
    refreshers.push(models.refresh);
    const form = createForm(reader, { path, unfolded: OPEN_GROUPS }, formActions);
    forms = [form];
    return [
      choice,
      h('h2', {}, 'Material'),
      ...materialCards(path),
      h('h2', {}, 'Model'),
      models.element,
      h('h2', {}, 'Fields'),
      upButtons(path, actions),
      form.element,
    ];
  }

  function takeModel(type: string, title: string): void {
    const at = ['bodies', body, 'model'];
    const field = reader.field(actions.scene(), at) as Field;
    set(at, reader.sample(field, type), `model ${title.toLowerCase()}`);
  }

  /** How the body spends its unknowns. */
  function drawAdapt(): HTMLElement[] {
    const choice = bodyChoice();
    if (choice === null) return noBodies();
    const path = ['bodies', body, 'model'];
    const type = getAt(actions.scene(), [...path, 'type']) ?? 'solid';
    const about = MODELS.find((one) => one.type === type);
    const words = h('p', { class: 'note' });
    if (about?.adapts === undefined) {
      const able = MODELS.filter(({ adapts }) => adapts !== undefined).map(({ title }) => title);
      words.textContent = `${about?.title ?? type}: ${about?.about ?? ''}. It does not adapt; ${able.join(', ')} do.`;
      return [choice, words];
    }
    words.textContent = `${about.title}: ${about.about}. “Compare” runs it beside: ${about.baseline?.title.toLowerCase() ?? 'nothing'}.`;
    // One body alone is told by the switches above.
    const above = type === 'frames' && bodies().length === 1 ? TUNED : [];
    const only = about.adapts.filter((field) => !above.includes(field));
    const form = createForm(reader, { path, only }, formActions);
    forms = [form];
    return [choice, words, form.element];
  }

  function materialCards(path: Path): HTMLElement[] {
    const numbersOf = ({ young, poisson, density }: NamedMaterial): string =>
      `E ${quantity(young, 'Pa')} · ν ${poisson} · ρ ${density} kg/m³`;
    const said = h('p', { class: 'note source' });
    const stiffness = createSlider(
      {
        label: 'Stiffness',
        name: 'Young’s modulus',
        hint: 'Young’s modulus E: the running body changes with it',
        ...STIFFNESS,
        powers: true,
        text: (value) => quantity(value, 'Pa'),
      },
      (value) => set([...path, 'material', 'young'], value, 'stiffness'),
    );
    const holder = h('div', { class: 'cards materials', role: 'group', 'aria-label': 'Material' });
    const take = ({ name, young, poisson, density }: NamedMaterial): void =>
      actions.edit(
        name.toLowerCase(),
        Object.entries({ young, poisson, density }).map(
          ([field, value]): Edit => [['scene', ...path, 'material', field], value],
        ),
      );
    for (const one of MATERIALS) {
      holder.append(
        h(
          'button',
          { type: 'button', title: `${numbersOf(one)}\n${one.source}`, click: () => take(one) },
          h('i', { style: `background: ${one.color}` }),
          one.name,
        ),
      );
    }
    refreshers.push(() => {
      const value = (field: string): Json | undefined =>
        getAt(actions.scene(), [...path, 'material', field]);
      const name = nameOfMaterial(
        value('young'),
        value('poisson') ?? 0.3,
        value('density') ?? 1000,
      );
      stiffness.set(Number(value('young') ?? USUAL_YOUNG));
      for (const card of holder.children)
        card.setAttribute('aria-pressed', String(card.textContent === name));
      const one = MATERIALS.find((material) => material.name === name);
      said.replaceChildren(
        ...(one === undefined
          ? ['Custom values.']
          : [h('b', {}, numbersOf(one)), h('br'), one.source]),
      );
    });
    return [holder, stiffness.element, said];
  }

  function drawWorld(): HTMLElement[] {
    const gravity = gravityCards(actions);
    refreshers.push(gravity.refresh);
    const without = ['bodies', 'format', 'checks', '$schema', ...NAMING];
    const fields = createForm(reader, { path: [], without, unfolded: ['solver'] }, formActions);
    const names = createForm(reader, { path: [], only: NAMING }, formActions);
    forms = [fields, names];
    return [
      h('h2', {}, 'Gravity'),
      gravity.element,
      h('h2', {}, 'Fields'),
      fields.element,
      h('h2', {}, 'Document'),
      names.element,
    ];
  }

  function drawLook(): HTMLElement[] {
    const look = createLookPanel(actions.look);
    refreshers.push(look.refresh);
    return [look.element];
  }

  const draw = { body: drawBody, adapt: drawAdapt, world: drawWorld, look: drawLook };

  function refresh(): void {
    const model = getAt(actions.scene(), ['bodies', body, 'model', 'type']);
    const wanted = `${tab} ${body} ${bodies().length} ${tab === 'adapt' ? model : ''}`;
    if (wanted !== shown) {
      shown = wanted;
      refreshers.length = 0;
      forms = [];
      content.replaceChildren(...draw[tab]());
    }
    for (const form of forms) form.show(actions.scene());
    for (const one of refreshers) one();
  }

  function select(next: number): void {
    body = next;
    refresh();
  }

  return {
    show(next) {
      tab = next;
      refresh();
    },
    select,
    refresh,
  };
}
