import type { Json } from './document/json.ts';

type ModelInput = { readonly [key: string]: Json | undefined };

/** How bodies are computed, in a few words: all that a panel needs to know of a model. */
export interface ModelAbout {
  readonly type: string;
  readonly title: string;
  readonly about: string;
  /** What an adaptive model is fairly compared with: the same accuracy everywhere, all the time. */
  readonly baseline?: {
    readonly title: string;
    /** The model of the other body; null if there is none that can do the same. */
    model(own: ModelInput): Json | null;
  };
}

export const MODELS: readonly ModelAbout[] = [
  { type: 'solid', title: 'Solid', about: 'finite elements, all of them at once' },
  {
    type: 'frames',
    title: 'Frames',
    about: 'wake where it bends, sleep in any pose',
    baseline: { title: 'All frames', model: (own) => ({ ...own, adaptive: false }) },
  },
  {
    type: 'octree',
    title: 'Octree',
    about: 'cells to be cut and divided',
    baseline: {
      title: 'Regular lattice',
      model: ({ cell, width, plastic }) => ({ type: 'lattice', cell, width, plastic }),
    },
  },
  {
    type: 'tets',
    title: 'Tetrahedra',
    about: 'coarse elements that know their inside',
    baseline: { title: 'All split', model: (own) => ({ ...own, adaptive: false }) },
  },
  {
    type: 'layers',
    title: 'Layers',
    about: 'coarse motion with detail on top',
    baseline: { title: 'Uniform elements', model: uniformElements },
  },
  { type: 'lattice', title: 'Lattice', about: 'equal cells, simple and robust' },
  { type: 'rigid', title: 'Rigid', about: 'does not deform' },
];

/** Kinds of layers that are told how to move: elements cannot be. */
const TOLD = ['script', 'skeleton'];

/** Elements as fine as the finest layer, everywhere. */
function uniformElements({ layers }: ModelInput): Json | null {
  if (!Array.isArray(layers)) return null;
  const kinds = layers as readonly { kind?: string; cell?: number }[];
  if (kinds.some(({ kind }) => TOLD.includes(kind ?? ''))) return null;
  const cells = kinds.flatMap(({ cell }) => (typeof cell === 'number' ? [cell] : []));
  return { type: 'solid', ...(cells.length > 0 ? { cell: Math.min(...cells) } : {}) };
}
