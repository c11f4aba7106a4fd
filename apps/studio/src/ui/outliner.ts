import { bodyColor } from '@pliant/three';
import { getAt, type Json } from '../document/json.ts';
import { MODELS } from '../models/models.ts';
import { h } from './dom.ts';
import { type IconName, icon } from './icons.ts';

/** Something of a scene: a body or an obstacle, by its place in the scene's list. */
export interface Item {
  readonly kind: 'bodies' | 'obstacles';
  readonly index: number;
}

export interface OutlinerActions {
  /** What is hidden, and what no hand takes hold of, has changed. */
  changed(): void;
  /** Opens the panel of a body, or of the world. */
  select(item: Item | null): void;
  /** Lets an attachment of a body go, by their places in the scene's lists. */
  release(body: number, attachment: number): void;
}

/** Things that are hidden or locked, as `kind index`. */
export interface KeptOutline {
  readonly hidden: readonly string[];
  readonly locked: readonly string[];
}

/** What a scene is made of, as a list: hide, lock, select. */
export interface Outliner {
  /** Brings it after the document; another scene shows everything. */
  show(scene: Json, isOther: boolean): void;
  /** What is hidden and locked, to be kept for the next visit. */
  kept(): KeptOutline;
  restore(kept: KeptOutline | undefined): void;
  isHidden(kind: Item['kind'], index: number): boolean;
  isLocked(index: number): boolean;
  readonly selected: Item | null;
}

interface Entry {
  readonly name: string;
  readonly about: string;
  /** Takes it out of the scene. */
  readonly remove?: () => void;
}

export function createOutliner(holder: HTMLElement, actions: OutlinerActions): Outliner {
  let scene: Json = {};
  let shown = '';
  let selected: Item | null = null;
  const hidden = new Set<string>();
  const locked = new Set<string>();
  const keyOf = ({ kind, index }: Item): string => `${kind} ${index}`;
  const list = (path: (string | number)[]): readonly Json[] =>
    (getAt(scene, path) ?? []) as readonly Json[];
  const text = (item: Json, field: string, otherwise = ''): string =>
    String(getAt(item, [field]) ?? otherwise);

  function toggle(set: Set<string>, key: string): void {
    if (!set.delete(key)) set.add(key);
    draw();
    actions.changed();
  }

  function press(sign: IconName, label: string, isOn: boolean, act: () => void): HTMLElement {
    return h(
      'button',
      {
        type: 'button',
        class: 'mark',
        'aria-label': label,
        'aria-pressed': String(isOn),
        click: act,
      },
      icon(sign),
    );
  }

  function row(item: Item, { name, about }: Entry, color: string | null): HTMLElement {
    const key = keyOf(item);
    const isHidden = hidden.has(key);
    const isSelected = selected !== null && keyOf(selected) === key;
    const title = h(
      'button',
      {
        type: 'button',
        class: 'title',
        'aria-pressed': String(isSelected),
        click() {
          selected = isSelected ? null : item;
          draw();
          actions.select(selected);
        },
      },
      ...(color === null ? [] : [h('i', { style: `background: ${color}` })]),
      h('b', {}, name),
      h('small', {}, about),
    );
    const isLocked = locked.has(key);
    return h(
      'div',
      { class: isHidden ? 'outline-row faded' : 'outline-row' },
      title,
      ...(item.kind === 'bodies'
        ? [press(isLocked ? 'lock' : 'unlock', `Lock ${name}`, isLocked, () => toggle(locked, key))]
        : []),
      press(isHidden ? 'hidden' : 'eye', `Hide ${name}`, isHidden, () => toggle(hidden, key)),
    );
  }

  /** Parts of something, which are told and no more. */
  const inner = (entries: readonly Entry[]): HTMLElement[] =>
    entries.length === 0
      ? []
      : [
          h(
            'ul',
            { class: 'inner' },
            ...entries.map(({ name, about, remove }) =>
              h(
                'li',
                {},
                name,
                h('small', {}, about),
                ...(remove ? [press('close', `Let ${name} go`, false, remove)] : []),
              ),
            ),
          ),
        ];

  function body(item: Json, index: number): HTMLElement {
    const model = text(getAt(item, ['model']) ?? {}, 'type', 'solid');
    const about = MODELS.find(({ type }) => type === model)?.title ?? model;
    const layers = (getAt(item, ['model', 'layers']) ?? []) as readonly Json[];
    const held = (getAt(item, ['attachments']) ?? []) as readonly Json[];
    const color = bodyColor(getAt(item, ['color']) as string | undefined, index);
    const entry = { name: text(item, 'name', `body ${index + 1}`), about: about.toLowerCase() };
    return h(
      'li',
      {},
      row({ kind: 'bodies', index }, entry, color),
      ...inner([
        ...layers.map((layer) => ({
          name: text(layer, 'name', text(layer, 'kind')),
          about: `layer, ${text(layer, 'kind')}`,
        })),
        ...held.map((one, i) => ({
          name: text(one, 'name'),
          about: getAt(one, ['keyframes']) || getAt(one, ['bone']) ? 'moved' : 'held',
          remove: () => actions.release(index, i),
        })),
      ]),
    );
  }

  function section(title: string, rows: readonly HTMLElement[]): HTMLElement[] {
    if (rows.length === 0) return [];
    return [
      h(
        'section',
        { role: 'group', 'aria-label': title },
        h('h2', {}, title),
        h('ul', {}, ...rows),
      ),
    ];
  }

  function draw(): void {
    const focused = holder.contains(document.activeElement)
      ? [...holder.querySelectorAll('button')].indexOf(document.activeElement as HTMLButtonElement)
      : -1;
    const joints = list(['joints']).map((joint) => ({
      name: text(joint, 'name'),
      about: `${text(joint, 'type')}, ${text(getAt(joint, ['a']) ?? {}, 'body')} – ${
        text(getAt(joint, ['b']) ?? {}, 'body') ||
        text(getAt(joint, ['b']) ?? {}, 'obstacle', 'world')
      }`,
    }));
    holder.replaceChildren(
      h(
        'div',
        { class: 'scenes outline' },
        ...section('Bodies', list(['bodies']).map(body)),
        ...section(
          'Obstacles',
          list(['obstacles']).map((item, index) => {
            const about = text(getAt(item, ['shape']) ?? {}, 'type');
            const entry = { name: text(item, 'name', `obstacle ${index + 1}`), about };
            return h('li', {}, row({ kind: 'obstacles', index }, entry, null));
          }),
        ),
        ...section('Joints', inner(joints)),
      ),
    );
    holder.querySelectorAll('button')[focused]?.focus();
  }

  return {
    show(next, isOther) {
      if (isOther) {
        hidden.clear();
        locked.clear();
        selected = null;
      }
      scene = next;
      const told = ['bodies', 'obstacles', 'joints'].map((field) =>
        list([field]).map((item) => [
          ...['name', 'type', 'color', 'attachments'].map((own) => getAt(item, [own])),
          getAt(item, ['model', 'type']),
          getAt(item, ['shape', 'type']),
          getAt(item, ['model', 'layers']),
        ]),
      );
      const now = JSON.stringify(told);
      if (now === shown && !isOther) return;
      shown = now;
      draw();
    },
    kept: () => ({ hidden: [...hidden], locked: [...locked] }),
    restore(kept) {
      for (const key of kept?.hidden ?? []) hidden.add(key);
      for (const key of kept?.locked ?? []) locked.add(key);
      draw();
    },
    isHidden: (kind, index) => hidden.has(keyOf({ kind, index })),
    isLocked: (index) => locked.has(keyOf({ kind: 'bodies', index })),
    get selected() {
      return selected;
    },
  };
}
