import type { BodyInput } from '../../src/index.ts';

/** A small body of every model. */
export const BODIES: Record<string, Partial<BodyInput>> = {
  solid: {},
  quadratic: { model: { type: 'solid', cell: 0.1 } },
  frames: { model: { type: 'frames', frames: [1, 4] } },
  octree: { model: { type: 'octree', cell: 0.05, levels: 1 } },
  lattice: { model: { type: 'lattice', cell: 0.05 } },
  tets: { model: { type: 'tets', cell: 0.1 } },
  'layers, rigid': {
    model: {
      type: 'layers',
      layers: [
        { kind: 'rigid', name: 'pose' },
        { kind: 'hex', name: 'detail', cell: 0.1 },
      ],
    },
  },
  'layers, affine': {
    model: {
      type: 'layers',
      layers: [
        { kind: 'affine', name: 'pose', frames: 1 },
        { kind: 'modes', name: 'wobble', count: 6, cell: 0.1 },
      ],
    },
  },
  rigid: { model: { type: 'rigid' } },
};
