/** What observers see of a body, and the numbers it reports. Nothing here takes part in a step. */

/** The surface a body shows, and the points it touches with. Never changes unless `topology` does. */
export interface SurfaceModel {
  /** Vertex positions at rest [m], shape [vertices, 3]. */
  readonly positions: Float64Array;
  /** Outward triangles, shape [triangles, 3]. */
  readonly triangles: Int32Array;
}

/** What a body has and what it uses now. */
export interface LevelCounts {
  /** Scalar unknowns: at full resolution, and in the last step. */
  totalDofs: number;
  activeDofs: number;
  /** Integration points: at full resolution, and in the last step. */
  totalPoints: number;
  activePoints: number;
  /** Levels switched (activated, merged, split…) in the last step. */
  switches: number;
  /**
   * Largest jump of a point's position [m] and gain of kinetic energy [J] that the last adapt caused. Both should be
   * zero.
   */
  jump: number;
  kineticGain: number;
}

/** The pieces an adaptive body is made of, for looking at: frames, cells, elements. */
export interface Parts {
  readonly count: number;
  /** Where each is: 3×4 affine maps, single precision, shape [count, 12]; the last column is its place [m]. */
  readonly poses: Float32Array;
  /** 0 passive, 1 active, 2 driven from outside. */
  readonly status: Uint8Array;
  /** Level of the hierarchy, 0 the coarsest. */
  readonly level: Uint8Array;
  /** The parents that each follows while it is passive; missing if the model does not report them. */
  readonly parents?: PartParents;
}

/** Parents of part k are parent[ptr[k] .. ptr[k+1]), with weights that add up to one; none for the coarsest. */
export interface PartParents {
  readonly ptr: Int32Array;
  readonly parent: Int32Array;
  readonly weight: Float64Array;
}

/** A layer of a layered body, for looking at and for an artist's panel. */
export interface LayerInfo {
  readonly name: string;
  readonly kind: string;
  /** Scalar unknowns. */
  readonly unknowns: number;
  /** Wanted fraction of its motion that shows, 0 to 1, and the fraction now. */
  weight: number;
  shown: number;
  muted: boolean;
  solo: boolean;
  /** Factors on stiffness and damping; place in the order of composition, 0 the coarsest. */
  stiffness: number;
  damping: number;
  order: number;
  /** What can be asked of it: the coarsest layer always shows, and only layers of nodes or vertices can be painted. */
  readonly canHide: boolean;
  readonly canPaint: boolean;
}

/** One layer's own motion on the surface, for looking at; shapes [vertices, 3] and [vertices]. */
export interface LayerMotion {
  /**
   * What it adds to the layers below it, in the world's axes [m]: of all layers together this is surface now − surface
   * at rest.
   */
  readonly added: Float32Array;
  /** The same seen by its parent [m]: added to the surface at rest it shows this layer alone. */
  readonly alone: Float32Array;
  /** Where it may move: 0 where it has nothing to say or was painted out, 1 where all of it shows. */
  readonly region: Float32Array;
}

/**
 * The cells a body is computed with, for looking at: voxels, leaves of a tree, tetrahedra. How many there are may
 * change; the first `count` entries of the arrays are in use. Filled by `drawCells`.
 */
export interface Cells {
  /** The unit cell: a cube of side 1 about the origin, or the tetrahedron with corners 0, x, y, z. */
  readonly shape: 'box' | 'tetrahedron';
  readonly capacity: number;
  count: number;
  /** Where each is: 3×4 affine maps of the unit cell into the world [m], shape [capacity, 12]. */
  readonly poses: Float32Array;
  /** What tells cells apart, drawn as hues: the region or the level they belong to; shape [capacity]. */
  readonly keys: Int32Array;
  /** Something that varies, from 0 to 1, drawn as light and dark: strain, stress, stiffness; shape [capacity]. */
  readonly values: Float32Array;
  /** What keys and values mean, in a word or two. */
  readonly label: string;
  valueLabel: string;
  /**
   * What values may mean, if there is a choice: set `valueLabel` to one of these, for the next `drawCells`.
   */
  readonly choices?: readonly string[];
  /** What values of 0 and 1 stand for, as of the last `drawCells`; missing if there is no number to it. */
  readonly scale?: ValueScale;
  /** Of models in which every cell looks at others around it: which ones. As of the last `drawCells`. */
  regionOf?(cell: number): CellRegion;
}

/** What a cell looks at, in groups that are summed as one: those of group g are cells[ends[g − 1] .. ends[g]). */
export interface CellRegion {
  readonly cells: Int32Array;
  readonly ends: Int32Array;
}

/** What a value between 0 and 1 stands for. */
export interface ValueScale {
  low: number;
  high: number;
  readonly unit: string;
  /** True if equal steps are equal ratios. */
  ratios: boolean;
}

/** Where someone looks from. */
export interface Camera {
  /** Where it is and what it looks at [m]. */
  readonly eye: readonly [number, number, number];
  readonly target: readonly [number, number, number];
  /** Angle from the bottom to the top of the picture [degrees]. */
  readonly fov: number;
  /** Distances [m]: nearer than the first everything counts fully, beyond the second least. */
  readonly near: number;
  readonly far: number;
}

/** Entries of the array that `motion.measure` fills. */
export const MEASURE = {
  mass: 0,
  kinetic: 1,
  elastic: 2,
  /** −Σ m g·x [J] */
  potential: 3,
  /** Momentum [kg m/s], three numbers. */
  linear: 4,
  /** Angular momentum about the origin [kg m²/s], three numbers. */
  angular: 7,
  /** Centre of mass [m], three numbers. */
  centre: 10,
  /** Largest speed of an unknown point [m/s]. */
  speed: 13,
  /** Volume now over volume at rest. */
  volume: 14,
  /** Inertia about the centre of mass [kg m²]: xx, xy, xz, yy, yz, zz. */
  inertia: 15,
  length: 21,
} as const;
