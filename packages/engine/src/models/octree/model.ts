import type { Sdf, TriangleMesh } from '../../geometry/types.ts';
import type { FieldFill } from '../../materials/fields.ts';
import type { Corners } from './build/corners.ts';
import type { PartSeed } from './build/part.ts';
import type { Voxels } from './build/voxels.ts';
import { MOST_POISSON } from './numbers.ts';
import type { Skin } from './surface/skin.ts';
import type { KnownRegions } from './topology/sample.ts';

/** Plastic flow: dents that stay. */
export interface PlasticOptions {
  /** Strain of a region above which it flows; strain is |RᵀF − I|. */
  readonly yield: number;
  /** Part of the strain beyond the yield that stays, each second. */
  readonly creep: number;
  /** Largest plastic strain. */
  readonly limit: number;
}

/** Rules for dividing and merging cells at run time. */
export interface DetailOptions {
  /** Levels by which cells near a contact or a pull are finer than at the start; 0 leaves them. */
  readonly touch: number;
  /** How far from a contact or a pull, in cells of the start [m]. */
  readonly reach: number;
  /** Cells are divided where a region is strained beyond this, and merged again well below; 0 leaves them. */
  readonly motion: number;
  /**
   * Distance from the camera [m] up to which cells are as fine as at the start; twice as far, one level coarser; 0
   * leaves them.
   */
  readonly camera: number;
}

export interface OctreeOptions {
  /** Edge of the finest cells [m]; the longest side over `CELLS_ALONG` if missing. */
  readonly cell?: number;
  /** How often the cell width may double, from the finest cells. */
  readonly levels: number;
  /** Widest cell, in local thicknesses of the body; 0 uses finest cells only. */
  readonly coarseness: number;
  /** Half width of a shape-matching region [m]; never less than one and a half cells. */
  readonly width: number;
  /** Regular lattice with sliding sums (fast lattice shape matching) in place of the octree. */
  readonly lattice: boolean;
  /** Leaves there is room for; see `defaultRoom`. */
  readonly room?: number;
  readonly plastic?: PlasticOptions;
  readonly detail: DetailOptions;
}

export const OCTREE_DEFAULTS: OctreeOptions = {
  levels: 3,
  coarseness: 0.5,
  width: 0,
  lattice: false,
  detail: { touch: 0, reach: 0, motion: 0, camera: 0 },
};

/** What an octree body is built from. */
export interface OctreeInput {
  readonly sdf: Sdf;
  /** The visible surface, if the shape came as a mesh. */
  readonly surface: TriangleMesh | null;
  readonly young: number;
  readonly poisson: number;
  readonly density: number;
  /** By mass [1/s], by stiffness [s], by the air [kg/(m² s)]. */
  readonly damping: { readonly mass: number; readonly stiffness: number; readonly air: number };
  /** Coulomb's coefficient between its own parts. */
  readonly friction: number;
  readonly stiffness: FieldFill;
  readonly regions: readonly Sdf[];
  readonly options: OctreeOptions;
}

/**
 * What makes a body as stiff as its material says. Regions that overlap irregularly are softer in stretching than their
 * own pulls say, and a region that is wider than its part of the body is thick is stiffer in bending.
 */
export interface Calibration {
  /** Factor on every pull. */
  readonly stiffness: number;
  /** Pull against what is not linear in a region, bending above all, over the pull against strain. */
  readonly bending: number;
}

export const UNCALIBRATED: Calibration = { stiffness: 1, bending: 1 };

/** The part of Poisson's ratio that a body of regions has. */
export const regionPoisson = (poisson: number): number =>
  Math.min(MOST_POISSON, Math.max(0, poisson));

/** Part of the best rotation in the goal of a region; the rest is its best linear map. */
export const blendOf = ({ calibration, poisson }: OctreeData): number =>
  1 / (calibration.bending * (1 + poisson));

/** Everything about an octree body that never changes. */
export interface OctreeData {
  readonly voxels: Voxels;
  /** Longest side [m]. */
  readonly size: number;
  /** For a piece: the body it came off as that was built, how it came off, and its regions then if they are known. */
  readonly part: {
    readonly root: OctreeData;
    readonly seed: PartSeed;
    readonly regions: KnownRegions | null;
  } | null;
  /** Mass of a voxel [kg]. */
  readonly voxelMass: number;
  /** Factor on Young's modulus at each voxel. */
  readonly factor: Float64Array;
  /** Width of region wanted at each voxel [half voxels]. */
  readonly wanted: Float64Array;
  /** Levels of the leaves at the start, and the coarsest allowed. */
  readonly levels: Uint8Array;
  readonly coarsest: number;
  /** Leaves, and nodes of all regions together, that there is room for. */
  readonly capacity: number;
  readonly summands: number;
  /** Leaves at the start. */
  readonly leaves: number;
  /** Part of the voxels that are in walls of one or two of them. */
  readonly thin: number;
  readonly young: number;
  /** Poisson's ratio that regions have, see `regionPoisson`. */
  readonly poisson: number;
  readonly density: number;
  readonly friction: number;
  readonly calibration: Calibration;
  readonly damping: OctreeInput['damping'];
  readonly plastic: PlasticOptions | null;
  readonly detail: DetailOptions;
  /** Half width of the lattice's windows in cells; 0 for an octree. */
  readonly lattice: number;
  /** For each region that can be held, 1 for the voxels in it. */
  readonly regions: readonly Uint8Array[];
  readonly corners: Corners;
  /** The surface at the start. */
  readonly surface: Skin;
  readonly contactPoints: Float64Array;
  /** Outward normals there, shape [points, 3]. */
  readonly contactNormals: Float64Array;
  /** Vertex of the surface that each contact point is, and voxel that it belongs to. */
  readonly contactVertex: Int32Array;
  readonly contactHome: Int32Array;
}
