import type { Sdf, TetMesh, TriangleMesh } from '../../geometry/types.ts';
import type { FieldFill } from '../../materials/fields.ts';
import type { SolidMaterial } from '../solid/index.ts';
import type { SurfaceModel } from '../views.ts';
import type { CoarseSpace } from './build/coarse.ts';
import type { Estimate, Estimation } from './build/estimate.ts';
import type { Points } from './build/points.ts';
import type { TetTree } from './build/tree.ts';

export interface TetsOptions {
  /** Size of the coarsest elements [m]; the longest side over `CELLS_ALONG` if missing, more in compact boxes. */
  cell?: number;
  /** How often each of them may be split into eight. */
  levels: number;
  /** `stuffed` fits any shape; `grid` cuts a box into cubes of six tetrahedra. */
  mesh?: 'stuffed' | 'grid' | 'given';
  estimation: Estimation;
  /**
   * What says that elements are too coarse: the error of a point that is largest, its kinetic energy in the mean, or
   * the paper's valid range of strain.
   */
  criterion: 'error' | 'energy' | 'range';
  /** Motion that may be overlooked where energies decide, in body lengths a second. */
  speed: number;
  /** Ten-node elements where eight children stand side by side: they bend without locking. */
  tenNode: boolean;
  adaptive: boolean;
  /** Error that may be overlooked [m]; the longest side over `TOLERANCE` if missing. */
  tolerance?: number;
  start: 'coarse' | 'fine';
  /** What shades the elements when they are looked at. */
  shade: Shade;
}

/** What a body of tetrahedra trees is built from. */
export interface TetsInput {
  readonly sdf: Sdf;
  readonly surface: TriangleMesh | null;
  readonly box: { readonly size: readonly number[]; readonly position?: readonly number[] } | null;
  /** Coarsest elements given from outside, instead of `options.cell` and `options.mesh`. */
  readonly base?: TetMesh;
  readonly material: SolidMaterial;
  readonly stiffness: FieldFill;
  readonly regions: readonly Sdf[];
  readonly options: TetsOptions;
  readonly detail?: number;
}

/** Points tied to leaves: four vertices and four weights each. */
export interface Embedding {
  readonly indices: Int32Array;
  readonly weights: Float64Array;
}

/** A region that can be held. */
export interface Region {
  /** Vertices inside, ascending. */
  readonly vertices: Int32Array;
  /** Parents that must stay split while it is held: merging them would let go of vertices, or hold others. */
  readonly pinned: Int32Array;
}

/** Everything about a body that never changes. */
export interface TetsData {
  readonly tree: TetTree;
  readonly vertices: number;
  readonly parents: number;
  /** Shape gradients [1/m] and rest volumes [m³] of all tets of all levels. */
  readonly gradients: Float64Array;
  readonly volumes: Float64Array;
  /** Lamé's constants [Pa], the material's matrix, and the factor of each tet. */
  readonly mu: number;
  readonly lambda: number;
  /** The part of λ that acts at each point of a ten-node element; the rest acts on the mean of its dilatation. */
  readonly local: number;
  readonly base: Float64Array;
  readonly factors: Float64Array;
  readonly estimate: Estimate;
  /** Integration points of ten-node elements (`findPoints`). */
  readonly points: Points;
  /**
   * Leaf masses [kg] as a parent's corners feel them: 4×4 symmetric, ten numbers (row by row, lower half), shape
   * [parents, 10].
   */
  readonly parentMass: Float64Array;
  /** Part of each tet that the shape fills, and its mass [kg]; shape [tets]. */
  readonly filled: Float64Array;
  readonly masses: Float64Array;
  /** Surface that belongs to a vertex of the finest mesh [m²]. */
  readonly areas: Float64Array;
  /**
   * Vertices of level l as if all of it were in use: mass [kg] and a third of the trace of the stiffness [N/m], from
   * repStart[l] on.
   */
  readonly repStart: Int32Array;
  readonly repMass: Float64Array;
  readonly repStiffness: Float64Array;
  /**
   * What holds a midpoint if the tets around its edge are split and no more: a third of the trace [N/m], shape
   * [vertices].
   */
  readonly midpointStiffness: Float64Array;
  /** Tets around edges that have midpoints: edge e has aroundTets[aroundStart[e] … aroundStart[e+1]). */
  readonly aroundStart: Int32Array;
  readonly aroundTets: Int32Array;
  /** The parallel edge one level up: see `edgesAbove`. */
  readonly above: Int32Array;
  /** 1 where a parent may be one ten-node element, shape [parents]. */
  readonly smooth: Uint8Array;
  readonly spaces: readonly CoarseSpace[];
  readonly surface: SurfaceModel;
  readonly skin: Embedding;
  readonly contactPoints: Float64Array;
  readonly contacts: Embedding;
  readonly regions: readonly Region[];
  /** What the elements cannot do. */
  readonly remarks: readonly string[];
  readonly material: SolidMaterial;
  readonly options: TetsOptions;
  readonly size: number;
}
/** What shades the elements. */
export type Shade = 'stress' | 'stiffness';
