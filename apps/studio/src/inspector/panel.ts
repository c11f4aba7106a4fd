import { getAt, type Json, type Path } from '../document/json.ts';
import { isLive } from '../document/live.ts';
import type { Edit } from '../document/store.ts';
import { MATERIALS, type NamedMaterial, nameOfMaterial } from '../materials.ts';
import { MODELS } from '../models.ts';
import { h } from '../ui/dom.ts';
import { quantity } from '../ui/format.ts';
import { type Field, readSchema, type Schema } from './fields.ts';
import { createForm, type Form } from './form.ts';

export type InspectorTab = 'body' | 'world';

export interface InspectorActions {
  scene(): Json;
  edit(label: string, edits: readonly Edit[]): void;
}

/** All fields of the scene, made from its schema. */
export interface InspectorPanel {
  show(tab: InspectorTab): void;
  /** Chooses a body by its place in the scene. */
  select(body: number): void;
  /** Brings everything after the document. */
  refresh(): void;
}

/** Fields of a body that stand first, and those that are unfolded. */
const OPEN_GROUPS = ['material', 'model'];

export function createInspectorPanel(
  panel: HTMLElement,
  schema: Schema,
  actions: InspectorActions,
): InspectorPanel {
  const reader = readSchema(schema);
  let tab: InspectorTab = 'body';
  let body = 0;
  let form: Form | null = null;
  let shown = '';
  const content = h('div', { class: 'inspector-content' });
  const refreshers: (() => void)[] = [];
  panel.append(content);

  const set = (path: Path, value: Json | undefined, label: string): void =>
    actions.edit(label, [[['scene', ...path], value]]);
  const formActions = { set, isLive: (path: Path) => isLive(actions.scene(), path) };
  const bodies = (): readonly Json[] => (getAt(actions.scene(), ['bodies']) as Json[]) ?? [];

  function drawBody(): HTMLElement[] {
    const names = bodies().map((_, i) => String(getAt(actions.scene(), ['bodies', i, 'name'])));
    if (names.length === 0)
      return [h('p', { class: 'note' }, 'The scene has no bodies. Drop a mesh here.')];
    body = Math.min(body, names.length - 1);
    const choice = h(
      'select',
      { 'aria-label': 'Body' },
      ...names.map((name, i) => h('option', { value: String(i), selected: i === body }, name)),
    );
    choice.addEventListener('change', () => select(Number(choice.value)));
    const path = ['bodies', body];
    form = createForm(reader, { path, unfolded: OPEN_GROUPS }, formActions);
    return [
      h('label', { class: 'field chooser' }, h('span', { class: 'name' }, 'Body'), choice),
      materialCards(path),
      modelCards(path),
      form.element,
    ];
  }

  function materialCards(path: Path): HTMLElement {
    const holder = h('div', { class: 'cards materials', role: 'group', 'aria-label': 'Material' });
    const take = ({ name, young, poisson, density }: NamedMaterial): void =>
      actions.edit(
        name.toLowerCase(),
        Object.entries({ young, poisson, density }).map(
          ([field, value]): Edit => [['scene', ...path, 'material', field], value],
        ),
      );
    for (const one of MATERIALS) {
      const numbers = `E ${quantity(one.young, 'Pa')}, ν ${one.poisson}, ρ ${one.density} kg/m³`;
      holder.append(
        h(
          'button',
          { type: 'button', title: `${numbers}\n${one.source}`, click: () => take(one) },
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
      for (const card of holder.children)
        card.setAttribute('aria-pressed', String(card.textContent === name));
    });
    return holder;
  }

  function modelCards(path: Path): HTMLElement {
    const holder = h('div', { class: 'cards models', role: 'group', 'aria-label': 'Model' });
    const at = [...path, 'model'];
    for (const { type, title, about } of MODELS) {
      const take = (): void => {
        const field = reader.field(actions.scene(), at) as Field;
        set(at, reader.sample(field, type), `model ${title.toLowerCase()}`);
      };
      holder.append(
        h('button', { type: 'button', 'data-type': type, title: about, click: take }, title),
      );
    }
    refreshers.push(() => {
      const now = getAt(actions.scene(), [...at, 'type']) ?? 'solid';
      for (const card of holder.children)
        card.setAttribute('aria-pressed', String((card as HTMLElement).dataset.type === now));
    });
    return holder;
  }

  function drawWorld(): HTMLElement[] {
    const without = ['bodies', 'format', 'checks'];
    form = createForm(reader, { path: [], without, unfolded: ['solver'] }, formActions);
    return [form.element];
  }

  function refresh(): void {
    const wanted = `${tab} ${body} ${bodies().length}`;
    if (wanted !== shown) {
      shown = wanted;
      refreshers.length = 0;
      content.replaceChildren(...(tab === 'body' ? drawBody() : drawWorld()));
    }
    form?.show(actions.scene());
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
