import type { ModelInput } from './types.ts';

/** What a model may know of the body before it is built. */
export interface Sizes {
  /** The side of the thinnest part that must bend [m]. */
  readonly side: number;
  /** Size of elements where a model must be told one [m]; a quarter of the side if missing. */
  readonly cell?: number;
}

const cellOf = ({ side, cell }: Sizes): number => cell ?? side / 4;

function layers(
  root: 'rigid' | 'affine' | 'frames' | 'none',
  detail: 'hex' | 'tet' | 'affine' | 'modes',
): (sizes: Sizes) => ModelInput {
  return (sizes) => {
    const cell = cellOf(sizes);
    const first = {
      rigid: [{ kind: 'rigid', name: 'root' }],
      affine: [{ kind: 'affine', name: 'root', frames: 6 }],
      frames: [{ kind: 'frames', name: 'root', frames: 15 }],
      none: [],
    }[root];
    const second = {
      hex: { kind: 'hex', name: 'detail', cell },
      tet: { kind: 'tet', name: 'detail', cell },
      affine: { kind: 'affine', name: 'detail', frames: 20 },
      modes: { kind: 'modes', name: 'detail', count: 20, cell },
    }[detail];
    return { type: 'layers', layers: [...first, second] } as ModelInput;
  };
}

/** All models of the suite by the name they have in the tables. Where nothing is said the model chooses its own resolution. */
export const MODELS: Readonly<Record<string, (sizes: Sizes) => ModelInput>> = {
  solid: () => ({ type: 'solid' }),
  tets: () => ({ type: 'tets' }),
  'tets finest': () => ({ type: 'tets', adaptive: false }),
  'frames 15': () => ({ type: 'frames', frames: 15, adaptive: false }),
  'frames 30': () => ({ type: 'frames', frames: 30, adaptive: false }),
  'frames 60': () => ({ type: 'frames', frames: 60, adaptive: false }),
  'frames 120': () => ({ type: 'frames', frames: 120, adaptive: false }),
  'frames adaptive': () => ({ type: 'frames' }),
  'rigid + hex': layers('rigid', 'hex'),
  'frames + hex': layers('frames', 'hex'),
  'affine + hex': layers('affine', 'hex'),
  'hex alone': layers('none', 'hex'),
  'rigid + affine': layers('rigid', 'affine'),
  'rigid + tet': layers('rigid', 'tet'),
  'rigid + modes': layers('rigid', 'modes'),
  'octree 4': (sizes) => ({ type: 'octree', cell: cellOf(sizes) }),
  'octree 8': (sizes) => ({ type: 'octree', cell: cellOf(sizes) / 2 }),
  rigid: () => ({ type: 'rigid' }),
};

/** Models of the static cases: those that run on every case, on half of them, and (slow, or nothing promised) on a few. */
export const STATIC_MODELS = {
  every: ['solid', 'tets', 'tets finest', 'frames 15', 'frames 30', 'frames 60', 'rigid + hex'],
  half: ['frames 120', 'frames + hex', 'octree 4'],
  few: ['frames adaptive', 'rigid + affine', 'rigid + tet', 'rigid + modes', 'octree 8'],
} as const;
