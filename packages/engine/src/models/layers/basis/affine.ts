import type { WeightGrid } from '../../frames/index.ts';
import { cornerSlopes, frameShape } from '../../frames/index.ts';
import type { FrameTree } from '../adaptive/tree.ts';
import { type LayerData, ROLE, type Rows } from '../model.ts';

/** Rows of affine frames from weights: four functions a frame, w(X − X_f) along x, y, z and w. */
export function affineRows(
  points: Float64Array,
  ptr: Int32Array,
  frame: Int32Array,
  weight: Float64Array,
  slope: Float64Array,
  places: Float64Array,
): Rows {
  const rows = {
    ptr: ptr.map((e) => 4 * e),
    fn: new Int32Array(4 * frame.length),
    value: new Float64Array(4 * frame.length),
    slope: new Float64Array(12 * frame.length),
  };
  for (let i = 0; i < ptr.length - 1; i++) {
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      for (let p = 0; p < 4; p++) {
        const out = 4 * e + p;
        const arm = p === 3 ? 1 : points[3 * i + p] - places[3 * frame[e] + p];
        rows.fn[out] = 4 * frame[e] + p;
        rows.value[out] = weight[e] * arm;
        for (let c = 0; c < 3; c++) {
          rows.slope[3 * out + c] = slope[3 * e + c] * arm + (c === p ? weight[e] : 0);
        }
      }
    }
  }
  return rows;
}

/** Affine frames by their weights on voxels. */
export interface FramesBasis {
  readonly kind: 'affine';
  readonly grid: WeightGrid;
  /** Where frames are [m], shape [frames, 3]. */
  readonly places: Float64Array;
}

export function framesRows({ grid, places }: FramesBasis): (points: Float64Array) => Rows {
  // Gradients of this layer move the displacement of finer ones: a jump in them would show on the surface.
  const smooth = cornerSlopes(grid);
  return (points) => {
    const { ptr, cols, phi, slope } = frameShape(grid, points, smooth);
    return affineRows(points, ptr, cols, phi, slope, places);
  };
}

/** One frame everywhere, at the origin. */
export function scriptRows(points: Float64Array): Rows {
  const n = points.length / 3;
  const ptr = Int32Array.from({ length: n + 1 }, (_, i) => i);
  const one = new Float64Array(n).fill(1);
  const [none, flat] = [new Int32Array(n), new Float64Array(3 * n)];
  return affineRows(points, ptr, none, one, flat, new Float64Array(3));
}

/** The common part of affine layers, for any source of weights. */
export function affineBasis(
  count: number,
  places: Float64Array,
): Pick<LayerData, 'form' | 'functions' | 'unknowns' | 'pinned' | 'places' | 'role' | 'centre'> {
  const at = new Float64Array(12 * count);
  for (let f = 0; f < 4 * count; f++)
    for (let c = 0; c < 3; c++) at[3 * f + c] = places[3 * (f >> 2) + c];
  return {
    form: 'scalar',
    functions: 4 * count,
    unknowns: 12 * count,
    pinned: new Uint8Array(4 * count),
    places: at,
    role: Uint8Array.from({ length: 4 * count }, (_, f) =>
      f % 4 === 3 ? ROLE.translation : f % 4,
    ),
    centre: new Float64Array(3),
  };
}

/** Affine frames with the shape functions of the frames model. */
export function affineLayer(name: string, grid: WeightGrid, places: Float64Array): LayerData {
  const count = places.length / 3;
  const basis = { kind: 'affine', grid, places } as const;
  return {
    name,
    kind: 'affine',
    ...affineBasis(count, places),
    scripted: false,
    tracks: 0,
    region: null,
    strict: false,
    basis,
    rows: framesRows(basis),
  };
}

/** One frame that moves everything alike: a keyframed motion. */
export function scriptLayer(name: string): LayerData {
  const places = new Float64Array(3);
  return {
    name,
    kind: 'script',
    ...affineBasis(1, places),
    scripted: true,
    tracks: 1,
    region: null,
    strict: false,
    basis: { kind: 'script' },
    rows: scriptRows,
  };
}

/**
 * Affine frames in a hierarchy, which sleep while the motion does not need them. Their maps are those of the body's own
 * coordinates (arms from its origin), so that a frame that follows others does so by a matrix.
 */
export function framesLayer(name: string, grid: WeightGrid, tree: FrameTree): LayerData {
  const places = new Float64Array(3 * tree.nodes);
  const basis = { kind: 'affine', grid, places } as const;
  return {
    name,
    kind: 'frames',
    ...affineBasis(tree.nodes, places),
    scripted: false,
    tracks: 0,
    region: null,
    strict: false,
    tree,
    basis,
    rows: framesRows(basis),
  };
}
