import { getAt, leafPaths, measuresOf } from '@pliant/sweep/core';
import type { Scene, SweepInput } from 'pliant';
import { h } from '../ui/dom.ts';

/** Values that are worth varying stand first. */
const FIRST = [
  'material.young',
  'material.poisson',
  'material.density',
  'velocity',
  'position',
  'friction',
];
/** More places than this do not help anybody in a list. */
const MOST_PLACES = 400;
/** Runs in a page: more want the command line. */
const MOST_RUNS = 2000;

export interface SweepForm {
  readonly element: HTMLElement;
  /** The sweep as it is filled in, of the scene that the form was made for. */
  read(): SweepInput;
}

/** What is varied between what, how, and what is looked at. */
export function createForm(scene: Scene): SweepForm {
  const places = numericPlaces(scene);
  const rows = [0, 1].map((k) => placeRow(scene, places, k === 0 ? places[0] : undefined));
  const how = select('How', [
    ['grid', 'grid'],
    ['sobol', 'evenly filled'],
    ['random', 'random'],
  ]);
  const count = input('Runs', '24');
  const measure = select(
    'Measure',
    measureNames(scene).map((name) => [name, name]),
  );
  const limit = input('Seconds a run at most', '60');
  const element = h(
    'div',
    { class: 'sweep-form' },
    ...rows.map(({ element: row }) => row),
    h(
      'div',
      { class: 'sweep-row' },
      labelled('How', how),
      labelled('Runs', count),
      labelled('Limit [s]', limit),
    ),
    h('div', { class: 'sweep-row' }, labelled('Measure', measure, 'wide')),
  );
  return {
    element,
    read() {
      const chosen = rows.flatMap(({ read }) => read() ?? []);
      const runs = Math.max(1, Math.min(MOST_RUNS, Math.round(Number(count.value) || 1)));
      const isGrid = how.value === 'grid';
      const each = Math.max(2, Math.round(runs ** (1 / Math.max(1, chosen.length))));
      return {
        format: 'pliant-sweep/1',
        name: scene.name.replace(/[^A-Za-z0-9_-]/g, '_'),
        scene: scene as unknown as Record<string, unknown>,
        how: how.value as 'grid' | 'sobol' | 'random',
        ...(isGrid ? {} : { count: runs }),
        vary: Object.fromEntries(
          chosen.map(({ path, from, to, spacing }) => {
            const range: [number, number] | [number, number, number] = isGrid
              ? [from, to, each]
              : [from, to];
            return [path, spacing === 'log' ? { log: range } : { linear: range }];
          }),
        ),
        measure: [measure.value],
        limit: Number(limit.value) || undefined,
      };
    },
  };
}

/** Places of a scene that hold a number, those of materials and motion first. */
function numericPlaces(scene: Scene): string[] {
  const rank = (path: string): number => {
    const at = FIRST.findIndex((part) => path.includes(`.${part}`));
    return at < 0 ? FIRST.length : at;
  };
  return leafPaths(scene)
    .filter((path) => typeof getAt(scene, path) === 'number')
    .filter((path) => !/^(camera|checks)/.test(path))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST_PLACES);
}

function measureNames(scene: Scene): string[] {
  const ends = measuresOf(undefined, scene).map(({ name }) => name);
  return [...ends.map((name) => `max(${name})`), ...ends.map((name) => `min(${name})`), ...ends];
}

function placeRow(scene: Scene, places: readonly string[], first: string | undefined) {
  const path = select('Place', [
    ['', 'nothing else'],
    ...places.map((p): [string, string] => [p, p]),
  ]);
  const [from, to] = [input('From', ''), input('To', '')];
  const spacing = select('Spacing', [
    ['linear', 'linear'],
    ['log', 'log'],
  ]);
  const fill = (): void => {
    const value = getAt(scene, path.value);
    if (typeof value !== 'number') return;
    const isStiffness = path.value.endsWith('young');
    spacing.value = isStiffness ? 'log' : 'linear';
    const near = value === 0 ? [-1, 1] : [0.5 * value, 1.5 * value];
    [from.value, to.value] = (isStiffness ? [0.1 * value, 10 * value] : near).map(String);
  };
  path.addEventListener('change', fill);
  if (first !== undefined) path.value = first;
  fill();
  return {
    element: h(
      'div',
      { class: 'sweep-row' },
      labelled('Vary', path, 'wide'),
      labelled('From', from),
      labelled('To', to),
      labelled('Spaced', spacing),
    ),
    read: () =>
      path.value === ''
        ? null
        : {
            path: path.value,
            from: Number(from.value),
            to: Number(to.value),
            spacing: spacing.value,
          },
  };
}

function select(label: string, options: readonly (readonly [string, string])[]): HTMLSelectElement {
  return h(
    'select',
    { 'aria-label': label },
    ...options.map(([value, text]) => h('option', { value }, text)),
  );
}

function input(label: string, value: string): HTMLInputElement {
  return h('input', { type: 'text', inputmode: 'decimal', 'aria-label': label, value });
}

function labelled(text: string, field: HTMLElement, kind = ''): HTMLElement {
  return h('label', { class: kind }, h('span', {}, text), field);
}
