import type { Sdf } from '../../geometry/types.ts';
import { remember } from '../shared/remember.ts';
import type { FrameTree } from './adaptive/tree.ts';

/**
 * How a layer moves a material point X, seen by its parent layer: a displacement J(X) with gradient G = ∂J/∂X.
 * `scalar`: J = Σ N_a(X) q_a, three unknowns a function. `modes`: J = Σ φ_j(X) q_j, one unknown a mode.
 * `rigid`: X + J = c + R(X − X0), six unknowns (velocity of c, angular velocity).
 */
export type LayerForm = 'scalar' | 'modes' | 'rigid';

export type LayerKind =
  | 'rigid'
  | 'affine'
  | 'frames'
  | 'hex'
  | 'tet'
  | 'modes'
  | 'shell'
  | 'script'
  | 'skeleton';

/**
 * A layer's functions at a set of points: point i knows functions fn[ptr[i] .. ptr[i+1]). Scalar: one value and three
 * slopes [1/m] an entry. Modes: three values and nine slopes (row-major ∂φ_r/∂X_c) an entry. A rigid layer has no
 * entries.
 */
export interface Rows {
  readonly ptr: Int32Array;
  readonly fn: Int32Array;
  readonly value: Float64Array;
  readonly slope: Float64Array;
}

/**
 * What a scalar function's coefficient means: columns 0 to 2 of an affine map, its translation, or the displacement of
 * a place.
 */
export const ROLE = { translation: 3, place: 4 } as const;

/** Everything about a layer that never changes. */
export interface LayerData {
  readonly name: string;
  readonly kind: LayerKind;
  readonly form: LayerForm;
  /** Functions (scalar), modes, or 1 for a rigid layer; scalar unknowns. */
  readonly functions: number;
  readonly unknowns: number;
  /** True if its motion is prescribed: it then has velocities but nothing to be solved for. */
  readonly scripted: boolean;
  /** Tracks that drive a scripted layer: one, or one a bone. */
  readonly tracks: number;
  /** What its functions are made from, as plain data: a stored layer has it, and `rowsOf` reads it. */
  readonly basis: { readonly kind: string };
  /** Functions at points X, shape [n, 3]. */
  rows(points: Float64Array): Rows;
  /** 1 for functions that never move, shape [functions]. */
  readonly pinned: Uint8Array;
  /** Where functions are [m], shape [functions, 3], and what their coefficients mean; empty for modes. */
  readonly places: Float64Array;
  readonly role: Uint8Array;
  /** Middle of rotation of a rigid layer [m]. */
  readonly centre: Float64Array;
  /** What of the body the layer knows about; null for all of it. */
  readonly region: Sdf | null;
  /** Detail must never carry motion of coarser layers. */
  readonly strict: boolean;
  /** Of modes: held regions, from the second on, that its last functions move, twelve each. */
  readonly clamps?: number;
  /** Who follows whom, if its frames can sleep. */
  readonly tree?: FrameTree;
}

export const NO_ROWS = (points: number): Rows => ({
  ptr: new Int32Array(points + 1),
  fn: new Int32Array(0),
  value: new Float64Array(0),
  slope: new Float64Array(0),
});

/** Scalars an entry of a layer's rows has: value and slope. */
export function widths(form: LayerForm): { value: number; slope: number } {
  return form === 'modes' ? { value: 3, slope: 9 } : { value: 1, slope: 3 };
}

/** Unknowns a function has. */
export function perFunction(form: LayerForm): number {
  return form === 'scalar' ? 3 : form === 'modes' ? 1 : 6;
}

/** The hierarchy: layers from the coarsest to the finest, and where each one's unknowns begin. */
export interface Hierarchy {
  readonly layers: readonly LayerData[];
  readonly offset: Int32Array;
  readonly unknowns: number;
  /** Layers in the order they are composed, coarsest first. */
  readonly order: Int32Array;
  /** Functions of each layer at points X, shape [n, 3]; the same array is looked up once. */
  rows(points: Float64Array): readonly Rows[];
}

export function createHierarchy(layers: readonly LayerData[]): Hierarchy {
  const offset = new Int32Array(layers.length + 1);
  layers.forEach((layer, k) => {
    offset[k + 1] = offset[k] + layer.unknowns;
  });
  return {
    layers,
    offset,
    unknowns: offset[layers.length],
    order: Int32Array.from(layers, (_, k) => k),
    rows: remember((points) => layers.map((layer) => layer.rows(points))),
  };
}
