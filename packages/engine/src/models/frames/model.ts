/**
 * The fixed half of the adaptive frames model. A node k is an affine frame with a displacement matrix D_k (3×4, at rest
 * [I | 0]); a material point moves as p = Σ_k D_k q_k with q_k(p̄) = φ_k(p̄)·[p̄; 1], φ the shape functions of the
 * finest level. Nodes of a coarser level are nodes of all finer ones too; node k appears at `level[k]` and takes its
 * motion, while it is passive, from its parents: nodes of coarser levels.
 */
export interface FramesData {
  /** Nodes in all: first those of level 0, then of level 1, and so on. */
  readonly nodes: number;
  readonly levels: number;
  /** Level at which each node appears, shape [nodes]. */
  readonly level: Int32Array;
  /** Rest positions [m], shape [nodes, 3]. */
  readonly positions: Float64Array;
  /** Nodes that stand for a region that can be held, by region; φ = 1 on the whole region. They are of level 0. */
  readonly regionNodes: Int32Array;
  /** Nodes that stand for a rigid region, likewise. */
  readonly rigidNodes: Int32Array;
  /**
   * The node that all separate solids of the body follow, one of level 0 that moves nothing by itself; −1 if there is
   * but one solid.
   */
  readonly root: number;
  /** Solid each node belongs to, −1 for regions and the root. */
  readonly solid: Int32Array;
  /** Longest side [m] of the body, of its largest solid if there are several. */
  readonly size: number;
  /** Parents of node k are parent[parentPtr[k] .. parentPtr[k+1]), with weights that add up to one; none at level 0. */
  readonly parentPtr: Int32Array;
  readonly parent: Int32Array;
  readonly parentWeight: Float64Array;

  /** Mass Σ m q_k q_lᵀ in 4×4 blocks [kg, kg m, kg m²] over pairs of nodes, as block CSR, both halves. */
  readonly massPtr: Int32Array;
  readonly massCols: Int32Array;
  /** Shape [blocks, 16]. */
  readonly mass: Float64Array;
  /** Σ m q_k: what gravity acts on, shape [nodes, 4]. */
  readonly massVector: Float64Array;
  /** Total mass [kg]. */
  readonly totalMass: number;
  /** What the air acts on, over the same pairs of nodes as the mass: see build/drag.ts; missing without air. */
  readonly drag?: {
    readonly nodes: number;
    readonly massPtr: Int32Array;
    readonly massCols: Int32Array;
    readonly mass: Float64Array;
  };

  /** How far frames side by side cannot bend freely, 0 to 1: see build/lock.ts. */
  readonly lock: number;
  readonly points: IntegrationPoints;
  readonly surface: { readonly positions: Float64Array; readonly triangles: Int32Array };
  readonly skin: FrameWeights;
  readonly contactPoints: Float64Array;
  readonly contacts: FrameWeights;
  /** For tying any other material point to the frames: see build/embed.ts. */
  readonly grid: WeightGrid;
  readonly blocks: Blocks;
}

/**
 * Shape functions on the voxels of the solid: values at lattice points, trilinear between. A lattice point is a corner
 * of voxels; corners shared by parts that merely touch are there once for each part.
 */
export interface WeightGrid {
  /** Planes between voxels along each axis [m], and voxels along each. Index of a voxel = i + nx·(j + ny·k). */
  readonly planes: readonly [Float64Array, Float64Array, Float64Array];
  readonly dims: readonly [number, number, number];
  /** Number of each voxel among the solid ones, −1 outside; shape [nx·ny·nz]. */
  readonly cellOf: Int32Array;
  /** Lattice points at a solid voxel's corners, shape [solid voxels, 8]; corner dx + 2·dy + 4·dz. */
  readonly corners: Int32Array;
  /** Lattice point p is moved by node[ptr[p] .. ptr[p+1]), ascending, with weights phi that add up to one. */
  readonly ptr: Int32Array;
  readonly node: Int32Array;
  readonly phi: Float64Array;
}

/** Blocks of voxels to look at, each part of one integration region. */
export interface Blocks {
  readonly count: number;
  /** Integration point of each, shape [count]. */
  readonly point: Int32Array;
  /** Edges [m] and centre seen from the anchor [m], shape [count, 3] each. */
  readonly size: Float64Array;
  readonly shift: Float64Array;
  /**
   * Four points around each block's anchor, `spread` [m] from it along every axis: where it is and how it is deformed.
   */
  readonly anchors: FrameWeights;
  readonly spread: number;
}

/** Material points tied to frames: point i is moved by nodes cols[ptr[i] .. ptr[i+1]), each with q = φ[p̄; 1]. */
export interface FrameWeights {
  readonly ptr: Int32Array;
  readonly cols: Int32Array;
  /** Shape [entries, 4]. */
  readonly q: Float64Array;
}

/**
 * Integration points ("elastons"). Each stands for a region of voxels with the same influences, in which the shape
 * functions are close to linear; the deformation gradient there is F(ξ) = F_0 + Σ_a ξ_a F_a, with ξ principal
 * coordinates of the region scaled so that the mean of ξ_a ξ_b is δ_ab. F_a = Σ_k D_k H_{a,k}.
 */
export interface IntegrationPoints {
  readonly count: number;
  /** Influences of point e: node[ptr[e] .. ptr[e+1]), ascending. */
  readonly ptr: Int32Array;
  readonly node: Int32Array;
  /**
   * The cell each point belongs to, numbered from 0, shape [count]: those that one node moves most, see step/volume.ts.
   */
  readonly cell: Int32Array;
  /**
   * H_{a,k} for a = 0..3, each 4×3 row-major: shape [entries, 4, 12]. H_0 is the mean gradient by the divergence
   * theorem.
   */
  readonly H: Float64Array;
  /** Volumes [m³], shape [count]; stiffness factor, shape [count]. */
  readonly volume: Float64Array;
  readonly factor: Float64Array;
  /** Centroids [m], shape [count, 3]. */
  readonly centre: Float64Array;
  /** Principal axes [m], 3×3, each column as long as the region's standard deviation along it: p̄ = centre + axes·ξ. */
  readonly axes: Float64Array;
}
