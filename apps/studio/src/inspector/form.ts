import { canonical, type Json, type Path } from '../document/json.ts';
import { h } from '../ui/dom.ts';
import { icon } from '../ui/icons.ts';
import { createControl, type FieldControl } from './controls.ts';
import type { Field, SchemaReader } from './fields.ts';

export interface FormActions {
  /** Puts a value at a place of the scene; undefined leaves it to the default. */
  set(path: Path, value: Json | undefined, label: string): void;
  /** Whether a place changes while the scene runs; what does not is rebuilt. */
  isLive(path: Path): boolean;
}

/** Fields of a scene as rows to fill in. */
export interface Form {
  readonly element: HTMLElement;
  /** Shows the scene as it is now: values in place where the rows are the same, new rows where not. */
  show(scene: Json): void;
}

/** What is shown of a scene: the fields at a place, some of them left out. */
export interface FormOptions {
  readonly path: Path;
  readonly without?: readonly string[];
  /** If given, these alone. */
  readonly only?: readonly string[];
  /** Keys that are unfolded at first. */
  readonly unfolded?: readonly string[];
}

export function createForm(reader: SchemaReader, options: FormOptions, actions: FormActions): Form {
  const element = h('div', { class: 'form' });
  /** Groups that are unfolded, by place. */
  const unfolded = new Set(
    (options.unfolded ?? []).map((key) => canonical([...options.path, key])),
  );
  let controls: FieldControl[] = [];
  let shape = '';
  let scene: Json = {};

  const redraw = (): void => {
    shape = '';
    show(scene);
  };

  function rowOf(field: Field): HTMLElement {
    if (['group', 'list', 'record'].includes(field.kind)) return groupOf(field);
    const control = createControl(field, (value) => actions.set(field.path, value, field.label));
    controls.push(control);
    return labelled(field, control.element);
  }

  function labelled(field: Field, control: HTMLElement): HTMLElement {
    const row = h(
      'div',
      { class: 'field', title: field.about },
      h('span', { class: 'name' }, field.label, ...unitOf(field)),
      control,
    );
    if (field.forms.length > 0) row.append(formChoice(field));
    if (field.value !== undefined && !field.isRequired) row.append(remover(field));
    row.classList.toggle('live', actions.isLive(field.path));
    return row;
  }

  function formChoice(field: Field): HTMLElement {
    const choice = h(
      'select',
      { 'aria-label': `Form of ${field.label}` },
      ...field.forms.map((form) =>
        h('option', { value: form, selected: form === field.form }, form),
      ),
    );
    choice.addEventListener('change', () =>
      actions.set(field.path, reader.sample(field, choice.value), field.label),
    );
    return choice;
  }

  function remover(field: Field): HTMLElement {
    const word = field.fallback === undefined ? 'Remove' : 'Back to the default of';
    return h(
      'button',
      {
        type: 'button',
        class: 'remove',
        'aria-label': `${word} ${field.label}`,
        title: `${word} ${field.label}`,
        click: () => actions.set(field.path, undefined, field.label),
      },
      icon('close'),
    );
  }

  /** A group that unfolds; what is in it is made when it does. */
  function groupOf(field: Field): HTMLElement {
    const key = canonical(field.path);
    const isOpen = unfolded.has(key);
    const group = h('details', { class: 'group', open: isOpen });
    const count = Array.isArray(field.value) ? ` · ${field.value.length}` : '';
    const [title, name] = titleOf(field);
    const more = name === '' ? count : ` · ${name}`;
    group.append(h('summary', { title: field.about }, title, h('small', {}, more)));
    if (field.forms.length > 0) group.append(h('div', { class: 'group-head' }, formChoice(field)));
    if (field.value !== undefined && !field.isRequired) group.append(remover(field));
    if (isOpen) group.append(...reader.fields(scene, field.path).map(rowOf), ...adders(field));
    group.addEventListener('toggle', () => {
      if (group.open === unfolded.has(key)) return;
      if (group.open) unfolded.add(key);
      else unfolded.delete(key);
      redraw();
    });
    return group;
  }

  /** Ways to put something more into a list or a record. */
  function adders(field: Field): HTMLElement[] {
    if (field.kind === 'group') return [];
    const add = (): void => {
      if (field.kind === 'list') {
        const item = reader.sampleItem(field);
        const items = Array.isArray(field.value) ? field.value : [];
        if (item !== null) actions.set(field.path, [...items, uniquely(item, items)], field.label);
        return;
      }
      const name = `probe-${Object.keys((field.value as object) ?? {}).length + 1}`;
      actions.set([...field.path, name], [0, 0, 0], field.label);
    };
    return [h('button', { type: 'button', class: 'add', click: add }, `Add to ${field.label}`)];
  }

  /** The rows there are, as text: values are not in it. */
  function shapeOf(fields: readonly Field[]): string {
    return fields
      .map((field) => {
        const isSet = field.value !== undefined;
        const own = [field.path, field.kind, field.form, isSet] as Json;
        const isOpen = unfolded.has(canonical(field.path));
        const size = Array.isArray(field.value) ? field.value.length : '';
        return `${canonical(own)}${size}${isOpen ? shapeOf(reader.fields(scene, field.path)) : ''}`;
      })
      .join('\n');
  }

  function show(next: Json): void {
    scene = next;
    const fields = reader.fields(scene, options.path).filter(({ path }) => {
      const key = String(path[path.length - 1]);
      return !options.without?.includes(key) && (options.only?.includes(key) ?? true);
    });
    const now = shapeOf(fields);
    if (now === shape) {
      for (const control of controls) {
        const field = reader.field(scene, control.path);
        if (field !== null) control.show(field);
      }
      return;
    }
    shape = now;
    controls = [];
    element.replaceChildren(...fields.map(rowOf));
  }

  return { element, show };
}

/** The unit that stands in the description of a field, as in “Density [kg/m³]”. */
function unitOf({ about }: Field): HTMLElement[] {
  const [, unit] =
    /\[(Pa|m|s|kg|kg\/m³|m\/s|m\/s²|rad\/s|degrees|N|N\/m|1\/s|J)\]/.exec(about) ?? [];
  return unit === undefined ? [] : [h('small', { class: 'unit' }, unit === 'degrees' ? '°' : unit)];
}

/** What a group is called, and the name of the thing in it, if it has one; a thing in a list is called by that. */
function titleOf({ label, value, path }: Field): [title: string, name: string] {
  const name = (value as { name?: unknown } | undefined)?.name;
  if (typeof name !== 'string') return [label, ''];
  return typeof path[path.length - 1] === 'number' ? [name, ''] : [label, name];
}

/** A new item with a name that no other has. */
function uniquely(item: Json, others: readonly Json[]): Json {
  if (typeof item !== 'object' || item === null || !('name' in item)) return item;
  const taken = new Set(others.map((other) => (other as { name?: unknown }).name));
  let number = others.length + 1;
  while (taken.has(`new-${number}`)) number++;
  return { ...item, name: `new-${number}` };
}
