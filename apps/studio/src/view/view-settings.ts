import type { BodyInfo, CellsInfo } from '../protocol.ts';

/** Ways to look at bodies. */
export const VIEWS = ['surface', 'ghost', 'structure', 'slice', 'heat'] as const;
export type ViewName = (typeof VIEWS)[number];

/** A thing that colours can show: frames by their status, cells by what they belong to, or something that varies. */
export interface Coloring {
  readonly kind: 'frames' | 'key' | 'value' | 'stretch';
  /** As people choose it. */
  readonly name: string;
}

/** Where bodies are cut open: across axis 0, 1 or 2, at a part of each body's length along it. */
export interface SliceSettings {
  readonly axis: number;
  readonly at: number;
}

/** How bodies are shown. */
export interface ViewSettings {
  readonly view: ViewName;
  readonly coloring: Coloring;
  readonly slice: SliceSettings;
}

export const SLICE_DEFAULTS: SliceSettings = { axis: 2, at: 0.5 };
export const PLAIN: ViewSettings = {
  view: 'surface',
  coloring: { kind: 'stretch', name: 'stretch' },
  slice: SLICE_DEFAULTS,
};

/** What a scene's bodies have inside. */
export interface Insides {
  readonly hasParts: boolean;
  readonly hasLayers: boolean;
  /** Of all bodies that have cells. */
  readonly cells: readonly CellsInfo[];
}

export function insidesOf(bodies: readonly BodyInfo[]): Insides {
  return {
    hasParts: bodies.some(({ parts }) => parts !== null),
    hasLayers: bodies.some(({ layers }) => layers !== null),
    cells: bodies.flatMap(({ cells }) => cells ?? []),
  };
}

/** What the colours of a view can show, the usual one first; none in views without a legend. */
export function coloringsOf(view: ViewName, { hasParts, cells }: Insides): Coloring[] {
  // Where bodies of several kinds are shown, one that offers a choice speaks for all.
  const info = cells.find(({ choices }) => choices !== undefined) ?? cells[0];
  const values = (info === undefined ? [] : (info.choices ?? [info.valueLabel])).map(
    (name): Coloring => ({ kind: 'value', name }),
  );
  const keys: Coloring[] = info === undefined ? [] : [{ kind: 'key', name: info.label }];
  if (view === 'heat') return [{ kind: 'stretch', name: 'stretch' }, ...values];
  if (view === 'slice') return [...keys, ...values];
  if (view !== 'structure') return [];
  const frames: Coloring[] = hasParts ? [{ kind: 'frames', name: 'frames' }] : [];
  return [...frames, ...keys, ...values];
}

/** Whether a view has something to show of such bodies. */
export function isOffered(view: ViewName, { hasParts, hasLayers, cells }: Insides): boolean {
  return view !== 'structure' || hasParts || hasLayers || cells.length > 0;
}

/** How a scene is first looked at: by its structure, if it has one. */
export function usualView(insides: Insides): ViewName {
  return isOffered('structure', insides) ? 'structure' : 'surface';
}

/** Whether pictures need the cells. */
export function needsCells({ view, coloring }: ViewSettings, { cells }: Insides): boolean {
  if (cells.length === 0) return false;
  if (view === 'heat') return coloring.kind === 'value';
  return view === 'slice' || view === 'structure';
}
