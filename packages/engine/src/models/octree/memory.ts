import { PAIRS } from '../../contact/solve/forms.ts';
import type { Allocator } from '../../kernels/arena.ts';
import type { OctreeData } from './model.ts';
import { allocateFinder } from './topology/finder.ts';

/**
 * All memory of a live octree body that the kernels work on, for as many leaves as there is room for. Allocates and
 * nothing else.
 */
export function allocateOctree(a: Allocator, data: OctreeData) {
  const n = data.capacity;
  const nodes = data.lattice > 0 ? n : 2 * n;
  return {
    /** Positions [m] and velocities [m/s] of the leaves, shape [leaves, 3]. */
    x: a.f64(3 * n),
    v: a.f64(3 * n),
    /** Rotations of the regions as quaternions, shape [leaves, 4]. */
    q: a.f64(4 * n),
    /** What cuts have left of the calibrated stiffness, 0 to 1. */
    softened: a.f64(1),
    /** Energy that the sides of slits have taken from the leaves by touching each other, and may give back [J]. */
    taken: a.f64(1),
    /** Plastic stretch of the regions, shape [leaves, 9]. */
    stretch: a.f64(data.plastic === null ? 0 : 9 * n),
    /** Material centroids at rest [m], masses [kg]. */
    rest: a.f64(3 * n),
    mass: a.f64(n),
    /** Mass of the regions a leaf is in, and mass over that: the weight of a leaf in each region. */
    share: a.f64(n),
    weight: a.f64(n),
    /** Weight and centre at rest of each region. */
    regionMass: a.f64(n),
    restCentre: a.f64(3 * n),
    /** Sums of the leaves and nodes, of the regions, what regions do, and what that makes at nodes and leaves. */
    moments: a.f64(24 * nodes),
    sums: a.f64(24 * n),
    acts: a.f64(16 * n),
    fields: a.f64(16 * nodes),
    A: a.f64(9 * n),
    R: a.f64(9 * n),
    F: a.f64(9 * n),
    /** Quadratic motion (`step/bends.kernel.ts`): its sums and effects at nodes, regions and leaves, and its constants. */
    bendMoments: a.f64(bends(data) ? 18 * nodes : 0),
    bendSums: a.f64(bends(data) ? 18 * n : 0),
    bendActs: a.f64(bends(data) ? 18 * n : 0),
    bendFields: a.f64(bends(data) ? 18 * nodes : 0),
    bendEnergy: a.f64(bends(data) ? 2 * n : 0),
    bend: a.f64(bends(data) ? BEND * n : 0),
    /** Inverse spread of the regions times (1 − `blendOf`), shape [leaves, 9]. */
    inverse: a.f64(9 * n),
    /** How much each region's goal shrinks as the region grows (`findRegionFacts`), shape [leaves, 2]. */
    volume: a.f64(2 * n),
    centre: a.f64(3 * n),
    /**
     * Mass of a region's leaf times how fast it pulls [kg/s], or the part it drags [kg], in this step; the same seen
     * from a leaf.
     */
    pull: a.f64(n),
    drag: a.f64(n),
    pulled: a.f64(n),
    dragged: a.f64(n),
    /** Diagonal of A [kg], right side, couplings' impulses. */
    diagonal: a.f64(n),
    /** Inverse of it, 0 for held leaves. */
    mobility: a.f64(n),
    rhs: a.f64(3 * n),
    impulse: a.f64(3 * n),
    /** Gravity of this step [m/s²]. */
    gravity: a.f64(3),
    /**
     * 1 + the region that holds a leaf, 0 if none does; those that are held; prescribed poses of the regions, 3×4 maps
     * and quaternions.
     */
    held: a.u8(n),
    heldLeaves: a.i32(n),
    poses: a.f64(12 * data.regions.length),
    turns: a.f64(4 * data.regions.length),
    heldVelocity: a.f64(3 * n),
    parent: a.i32(nodes),
    childPtr: a.i32(n + 1),
    child: a.i32(nodes),
    regionPtr: a.i32(n + 1),
    regionNodes: a.i32(data.summands),
    userPtr: a.i32(nodes + 1),
    users: a.i32(data.summands),
    /** Runs of the lattice along each axis. */
    runPtr: [a.i32(runs(data)), a.i32(runs(data)), a.i32(runs(data))] as const,
    runs: [a.i32(lattice(data)), a.i32(lattice(data)), a.i32(lattice(data))] as const,
    /**
     * What a switch transfers: the state before it with the regions' spins, which old leaf each leaf is most like,
     * patches.
     */
    old: {
      x: a.f64(3 * n),
      v: a.f64(3 * n),
      q: a.f64(4 * n),
      stretch: a.f64(data.plastic === null ? 0 : 9 * n),
      rest: a.f64(3 * n),
      spin: a.f64(4 * n),
      like: a.i32(n),
      size: a.i32(n),
      patches: a.i32(6 * PATCHES),
    },
    /** Where surface vertices and contact points were, where new weights put them, and what is left of that [m]. */
    surface: surfaceRoom(a, data.surface.positions.length),
    touching: surfaceRoom(a, 3 * data.contactHome.length),
    /** Contact points and those a little below them, as points that follow the leaves (`points.ts`). */
    contacts: pointRoom(a, data.contactHome.length),
    inner: pointRoom(a, data.contactHome.length),
    /** The tree, and what its regions are found with. */
    finder: allocateFinder(a, {
      capacity: n,
      summands: data.lattice > 0 ? 0 : data.summands,
      coarsest: data.coarsest,
    }),
    /** Points that are tied to leaves at a time (`points.ts`). */
    ties: {
      places: a.f64(3 * TIED),
      leaf: a.i32(TIED),
      ptr: a.i32(TIED + 1),
      cols: a.i32(MOST_TIES * TIED),
      weights: a.f64(MOST_TIES * TIED),
      lever: a.f64(3 * TIED),
      near: a.i32(TIE_ROOM),
      phi: a.f64(TIE_ROOM),
    },
    /** Links of the voxels, and level of the leaf that each is in: the sampling is made from these. */
    links: a.u8(data.voxels.count),
    levels: a.u8(data.voxels.count),
  };
}

/** Whether regions resist the strain of quadratic motion. Lattices stay as published, and dents are those of rotations. */
export const bends = ({ lattice, plastic }: OctreeData): boolean =>
  lattice === 0 && plastic === null;

/** Numbers of a region's record, and where they begin in it: see `bends.kernel.ts`. */
export const BEND = 98;
export const BEND_AT = {
  linear: 9,
  constant: 27,
  inverse: 33,
  width: 69,
  shear: 75,
  growth: 84,
  rigid: 87,
  moduli: 88,
  extent: 92,
} as const;

export type OctreeMemory = ReturnType<typeof allocateOctree>;

/** Patches that are transferred in one call. */
export const PATCHES = 512;

const pointRoom = (a: Allocator, n: number) => ({
  ptr: a.i32(n + 1),
  cols: a.i32(MOST_TIES * n),
  weights: a.f64(MOST_TIES * n),
  lever: a.f64(3 * n),
  arm: a.f64(3 * n),
  leaf: a.i32(n),
});

export type PointRoom = ReturnType<typeof pointRoom>;

const surfaceRoom = (a: Allocator, n: number) => ({
  before: a.f64(n),
  after: a.f64(n),
  drift: a.f64(n),
});
/** Points tied in one call, leaves that a point is tied to, and leaves it chooses from. */
export const TIED = 128;
export const MOST_TIES = 18;
export const TIE_ROOM = 1024;

const lattice = (data: OctreeData): number => (data.lattice > 0 ? data.capacity : 0);
const runs = (data: OctreeData): number => (data.lattice > 0 ? data.capacity + 1 : 0);

/** Leaves that a site moves with, at most: it is between four points. */
export const MOST_LEAVES = 4 * MOST_TIES;

/** Numbers of a record of a site. */
export const RECORD = PAIRS + 2 * MOST_LEAVES;
