import { getAt, type Json } from '../document/json.ts';
import type { ModelAbout } from './about.ts';

interface LayerInput {
  readonly kind?: string;
  readonly cell?: number;
}

/** Kinds of layers that are told how to move: elements cannot be. */
const TOLD = ['script', 'skeleton'];
const layersOf = (layers: Json | undefined): readonly LayerInput[] =>
  Array.isArray(layers) ? (layers as readonly LayerInput[]) : [];
const toldLayers = (layers: Json | undefined): readonly LayerInput[] =>
  layersOf(layers).filter(({ kind }) => TOLD.includes(kind ?? ''));

/** Elements as fine as the finest layer, everywhere. */
function uniformElements(layers: Json | undefined): Json | null {
  if (!Array.isArray(layers) || toldLayers(layers).length > 0) return null;
  const cells = layersOf(layers).flatMap(({ cell }) => (typeof cell === 'number' ? [cell] : []));
  return { type: 'solid', ...(cells.length > 0 ? { cell: Math.min(...cells) } : {}) };
}

export const about: ModelAbout = {
  type: 'layers',
  title: 'Layers',
  about: 'coarse motion with detail on top',
  order: 4,
  picture: 'M6 22 24 15 42 22 24 29ZM6 15 24 8l18 7M6 9 24 2l18 7',
  cost: { box: 39, other: 20 },
  suits: {
    rank: 3,
    why: 'bones move it',
    when: ({ body }) => toldLayers(getAt(body, ['model', 'layers'])).length > 0,
  },
  adapts: ['solve', 'contactSpacing'],
  baseline: { title: 'Uniform elements', model: ({ layers }) => uniformElements(layers) },
};
