import type { Embedder } from '../../geometry/tets/embed.ts';
import type { Sdf, TetMesh, TriangleMesh } from '../../geometry/types.ts';
import type { FieldFill } from '../../materials/fields.ts';
import type { MaterialName } from '../../materials/material.ts';
import type { BsrPattern } from '../../math/sparse/bsr.ts';
import type { Symbolic } from '../../math/sparse/symbolic.ts';
import type { Embedding } from '../shared/weighted-points.ts';
import type { SurfaceModel } from '../views.ts';

/** What a solid is made of. */
export interface SolidMaterial {
  readonly law: MaterialName;
  /** Young's modulus [Pa], Poisson's ratio, density [kg/m³]. */
  readonly young: number;
  readonly poisson: number;
  readonly density: number;
  /** Full 6×6 elasticity [Pa] instead of Young's modulus and Poisson's ratio; order xx yy zz yz xz xy. */
  readonly elasticity?: readonly number[];
  /** Rayleigh damping by mass [1/s] and stiffness [s], and by the air at the surface [kg/(m² s)]. */
  readonly damping: { readonly mass: number; readonly stiffness: number; readonly air: number };
}

export interface SolidOptions {
  /**
   * Distance of nodes [m]: size of a linear element, half that of a quadratic one. Chosen by the body's thickness if
   * missing.
   */
  cell?: number;
  /**
   * `stuffed` fits any shape; `grid` cuts a box into cubes of five tetrahedra; `given` takes those that came with the
   * shape.
   */
  mesh?: 'stuffed' | 'grid' | 'given';
  /**
   * `quadratic` elements have ten nodes and bend; `linear` ones have four. Quadratic if missing, but linear where
   * `mesh` asks for a grid.
   */
  elements?: 'quadratic' | 'linear';
  /**
   * How the step's equation is preconditioned: `auto` keeps the Cholesky factor of the undeformed body and turns it
   * with the material; `direct` factors the matrix of every step; `cg` uses an incomplete factor, for very large
   * meshes.
   */
  solver: 'auto' | 'direct' | 'cg';
}

/** What a solid is built from. */
export interface SolidInput {
  readonly sdf: Sdf;
  /** The visible surface, if the shape came as a mesh. */
  readonly surface: TriangleMesh | null;
  /** Edges and middle of the box, if the shape is one: allows `mesh: "grid"`. */
  readonly box: { readonly size: readonly number[]; readonly position?: readonly number[] } | null;
  /** The tetrahedra to take as they are, if there are some. */
  readonly given?: TetMesh | null;
  readonly material: SolidMaterial;
  readonly stiffness: FieldFill;
  /** Regions that can be held, in the body's own coordinates. */
  readonly regions: readonly Sdf[];
  readonly options: SolidOptions;
  /** Size of a triangle of the visible surface [m]. */
  readonly detail?: number;
}

/** What ten-node elements have beyond linear ones. */
export interface QuadraticData {
  /** The node between corners k and i, corner k at (k, k); shape [tets, 4, 4]. */
  readonly table: Int32Array;
  /** Barycentric coordinates of the integration points, coordinate i of point q at (i, q); shape [tets, 4, 4]. */
  readonly points: Float64Array;
}

/** Everything about a solid that never changes. */
export interface SolidData {
  /**
   * Linear tets on all nodes, by which points are tied and the surface is found. Quadratic elements are eight of them
   * each.
   */
  readonly mesh: TetMesh;
  readonly nodes: number;
  readonly tets: number;
  /** Nodes of each element, shape [tets, 4], or [tets, 10] if quadratic. */
  readonly elementNodes: Int32Array;
  /** Ten-node elements: what they have beyond the linear ones; null if linear. */
  readonly quadratic: QuadraticData | null;
  /** Gradients of the barycentric coordinates [1/m], shape [tets, 4, 3]. */
  readonly gradients: Float64Array;
  /** Rest volumes [m³], shape [tets]. */
  readonly volumes: Float64Array;
  /** Lumped masses [kg], shape [nodes]. */
  readonly masses: Float64Array;
  /** Surface area that belongs to a node [m²], shape [nodes]: what air damping acts on. */
  readonly areas: Float64Array;
  /** Lamé's constants [Pa] of the material, and the factor on them in each tet, shape [tets]. */
  readonly mu: number;
  readonly lambda: number;
  readonly factors: Float64Array;
  /** Integration points: one in a linear element, four in a quadratic one. */
  readonly points: number;
  /** One integration point near each node, whose rotation stands for the node's. */
  readonly pointOfNode: Int32Array;
  readonly pattern: BsrPattern;
  /** Block of (node a, node b) of each element, shape [tets, 4, 4] or [tets, 10, 10]. */
  readonly slots: Int32Array;
  /** Structure of the Cholesky factor; null where none is made. */
  readonly symbolic: Symbolic | null;
  readonly surface: SurfaceModel;
  readonly skin: Embedding;
  readonly contactPoints: Float64Array;
  readonly contacts: Embedding;
  /** Ties more points to the mesh. */
  readonly embed: Embedder;
  /** Nodes of each region that can be held. */
  readonly regions: readonly Int32Array[];
  readonly material: SolidMaterial;
  /** What its user should know: field, value, effect, remedy. */
  readonly remarks: readonly string[];
  /** `auto` has been decided. */
  readonly solver: 'kept' | 'direct' | 'cg';
}
