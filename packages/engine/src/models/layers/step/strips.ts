import type { Allocator } from '../../../kernels/arena.ts';
import type { Hierarchy } from '../model.ts';
import type { LayerPoints } from './compose.ts';
import type { DenseBlock } from './dense.ts';
import { allSamples, type Samples } from './samples.ts';
import type { LayerSystem } from './system.ts';

/** Columns of the matrix that a strip of points fills: 16 integration points of six, or 32 mass points of three. */
const COLUMNS = 96;

/**
 * The dense block as X Xᵀ: every unknown has a row, every integration point six columns (the square root of its
 * stiffness), every mass point three. Points are taken in strips whose rows stay in the cache. Coarse functions are
 * nearly everywhere, so hardly a number of X is zero.
 */
export interface Strips {
  readonly X: Float64Array;
  /** Row of each function's first unknown, by layer; −1 outside the block. */
  readonly rows: readonly Int32Array[];
  readonly composed: { readonly all: Samples; readonly some: Samples };
  readonly mass: { readonly all: Samples; readonly some: Samples };
  /** Square roots of stiffness, two numbers a point, or of mass, in the order of the samples. */
  readonly root: Float64Array;
}

export function allocateStrips(
  a: Allocator,
  size: number,
  layers: Hierarchy['layers'],
  counts: { composed: number; mass: number },
) {
  return {
    X: a.f64(size * COLUMNS),
    rows: layers.map((l) => a.i32(l.functions)),
    root: a.f64(Math.max(2 * counts.composed, counts.mass)),
    lists: [counts.composed, counts.composed, counts.mass, counts.mass].map((n) => a.i32(n)),
  };
}

export function createStrips(
  memory: ReturnType<typeof allocateStrips>,
  samples: { composed: Samples; mass: Samples },
  composed: number,
  mass: number,
): Strips {
  const [c, cs, m, ms] = memory.lists;
  const keep = (to: Int32Array, { list, share }: Samples): Samples => {
    to.set(list);
    return { list: to.subarray(0, list.length), share };
  };
  return {
    X: memory.X,
    rows: memory.rows,
    root: memory.root,
    composed: { all: keep(c, allSamples(composed)), some: keep(cs, samples.composed) },
    mass: { all: keep(m, allSamples(mass)), some: keep(ms, samples.mass) },
  };
}

/** Lower half of matrix += stiffness of the integration points, corotational law. */
export function addStressPoints(
  { X, rows, root, composed }: Strips,
  block: DenseBlock,
  s: LayerSystem,
  all: boolean,
): void {
  const { h, stress, kernels, hierarchy } = s;
  const { list, share } = all ? composed.all : composed.some;
  const set = s.composed;
  for (let j = 0; j < list.length; j++) {
    const i = list[j];
    const scale = share[j] * stress.volume[i] * (h * h + stress.beta[i] * h);
    const a = Math.sqrt(2 * scale * stress.mu[i]);
    root[2 * j] = a;
    root[2 * j + 1] = (Math.sqrt(a * a + 3 * scale * stress.lambda[i]) - a) / 3;
  }
  for (let first = 0; first < list.length; first += COLUMNS / 6) {
    const last = Math.min(list.length, first + COLUMNS / 6);
    X.fill(0, 0, block.size * COLUMNS);
    for (let k = 0; k < rows.length; k++) {
      if (block.straining[k] === 0) continue;
      const modes = hierarchy.layers[k].form === 'modes' ? 1 : 0;
      const { ptr, fn } = set.rows[k];
      const slope = set.slope[k];
      const frame = set.frame[k];
      kernels.strainRows(
        X,
        COLUMNS,
        rows[k],
        ptr,
        fn,
        slope,
        frame,
        stress.R,
        root,
        list,
        modes,
        first,
        last,
      );
    }
    kernels.addRowProducts(block.matrix, X, block.size, COLUMNS);
  }
}

/** Lower half of matrix += mass of the mass points. */
export function addMassPoints(
  { X, rows, root, mass }: Strips,
  block: DenseBlock,
  s: LayerSystem,
  all: boolean,
): void {
  const { h, weight, alpha, kernels, hierarchy } = s;
  const { list, share } = all ? mass.all : mass.some;
  const set: LayerPoints = s.mass;
  for (let j = 0; j < list.length; j++) {
    const i = list[j];
    root[j] = Math.sqrt(share[j] * weight[i] * (1 + alpha[i] * h));
  }
  for (let first = 0; first < list.length; first += COLUMNS / 3) {
    const last = Math.min(list.length, first + COLUMNS / 3);
    X.fill(0, 0, block.size * COLUMNS);
    for (let k = 0; k < rows.length; k++) {
      if (block.of[k] === 0) continue;
      const modes = hierarchy.layers[k].form === 'modes' ? 1 : 0;
      const { ptr, fn } = set.rows[k];
      const value = set.value[k];
      const frame = set.frame[k];
      kernels.velocityRows(
        X,
        COLUMNS,
        rows[k],
        ptr,
        fn,
        value,
        frame,
        root,
        list,
        modes,
        first,
        last,
      );
    }
    kernels.addRowProducts(block.matrix, X, block.size, COLUMNS);
  }
}
