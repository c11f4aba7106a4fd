import type { Allocator } from '../../kernels/arena.ts';
import { allocateFactor } from '../../math/sparse/cholesky.ts';
import { allocatePast } from '../shared/history.ts';
import { allocateGathering } from '../shared/kept-columns.ts';
import type { Embedding, TetsData } from './model.ts';

/** Elements of one kind and level stand together, in a part of the element arrays of their own. */
export interface GroupSize {
  readonly level: number;
  /**
   * `isotropic` and `full` (a 6×6 matrix of its own) have one point; `ten` are the four points of ten-node elements.
   */
  readonly kind: 'isotropic' | 'full' | 'ten';
  /** First place and room. */
  readonly start: number;
  readonly room: number;
}

/** How large everything can get. */
export interface Sizes {
  readonly groups: readonly GroupSize[];
  /** Places for elements (four points of every ten-node one among them), ten-node elements, and edges. */
  readonly elements: number;
  readonly ten: number;
  readonly edges: number;
}

export function findSizes(data: TetsData): Sizes {
  const { tree, estimate, material, smooth } = data;
  const groups: GroupSize[] = [];
  let start = 0;
  const add = (level: number, kind: GroupSize['kind'], room: number): void => {
    if (room === 0) return;
    groups.push({ level, kind, start, room });
    start += room;
  };
  const allFull = material.elasticity !== undefined;
  for (let l = 0; l <= tree.levels; l++) {
    let full = 0;
    const count = tree.tetStart[l + 1] - tree.tetStart[l];
    for (let t = tree.tetStart[l]; t < tree.tetStart[l + 1]; t++)
      if (allFull || (l < tree.levels && estimate.place[t] >= 0)) full++;
    add(l, 'isotropic', count - full);
    add(l, 'full', full);
  }
  // Ten-node elements do not overlap, so there are never more than the last parents.
  let ten = 0;
  if (tree.levels > 0)
    for (let t = tree.tetStart[tree.levels - 1]; t < data.parents; t++) ten += smooth[t];
  add(tree.levels, 'ten', 4 * ten);
  return {
    groups,
    elements: start,
    ten,
    edges: tree.edgeStart[tree.levels + 1],
  };
}

/** Places for the finest front: leaves, ten-node elements, and nothing between. */
export function finestSizes(data: TetsData): Sizes {
  const { tree, material, smooth, parents } = data;
  const edgesUsed = new Uint8Array(tree.edgeStart[tree.levels + 1]);
  let leaves = 0;
  let edges = 0;
  for (let t = tree.tetStart[tree.levels]; t < tree.tetStart[tree.levels + 1]; t++) {
    if (tree.levels > 0 && smooth[Math.floor((t - tree.roots) / 8)] === 1) continue;
    leaves++;
    for (let k = 0; k < 6; k++) {
      const e = tree.edges[6 * t + k];
      edges += 1 - edgesUsed[e];
      edgesUsed[e] = 1;
    }
  }
  let ten = 0;
  if (tree.levels > 0)
    for (let t = tree.tetStart[tree.levels - 1]; t < parents; t++) ten += smooth[t];
  const kind = material.elasticity === undefined ? 'isotropic' : 'full';
  const groups: GroupSize[] = [];
  if (leaves > 0) groups.push({ level: tree.levels, kind, start: 0, room: leaves });
  if (ten > 0) groups.push({ level: tree.levels, kind: 'ten', start: leaves, room: 4 * ten });
  return { groups, elements: leaves + 4 * ten, ten, edges };
}

/** Memory of a front, numbered from zero, and of the preconditioner on it, with the first of its factored spaces. */
function allocateFront(a: Allocator, data: TetsData, sizes: Sizes, spaces: number) {
  const { vertices, parents } = data;
  const { elements: n, ten } = sizes;
  // Ten-node elements come last, and have arrays of their own.
  const linear = n - 4 * ten;
  return {
    /**
     * 1 for parents that are split, and where a split one is a ten-node element: its children stand for nothing but
     * mass then.
     */
    split: a.u8(parents),
    ten: a.u8(parents),
    /** 1 for parents that keep a stress of their children. */
    frozen: a.u8(parents),
    /** 1 for followers that stand off the middle of their edge: see lean.ts. */
    leans: a.u8(vertices),
    place: a.i32(vertices),
    vertexOf: a.i32(vertices),
    /** Ends of the edges whose middles the slaves are, in places, from the first slave on. */
    slaveEnds: a.i32(2 * vertices),
    /**
     * What they stand off with where they follow a quadratic field (curve.ts): a midpoint and the ends of its edge; −1
     * if they do not.
     */
    slaveCurve: a.i32(3 * vertices),
    /** 1 for vertices, visible or not, that do. */
    curved: a.u8(vertices),
    /** What they lean on, in places: 1 if they do, 2 if elastic forces do too; corners and weights. */
    slaveLeans: a.u8(vertices),
    slaveCorners: a.i32(4 * vertices),
    slaveLean: a.f64(4 * vertices),
    /** The element that carries a follower: its place among the elements, and its number in the tree. */
    owner: a.i32(vertices),
    ownerTet: a.i32(vertices),
    /** Level of the coarsest element around each vertex in use. */
    least: a.u8(vertices),
    /** Vertices between the corners of ten-node elements, shape [ten, 4, 4]: see `TEN_PLACES`. */
    tenTable: a.i32(16 * ten),
    tenOf: a.i32(ten),
    tenGradients: a.f64(12 * ten),
    /**
     * Integration points, coordinate i of point q at (i, q); rest volume [m³]; moduli times what a point stands for,
     * and of the mean dilatation times all [J].
     */
    tenPoints: a.f64(16 * ten),
    tenVolume: a.f64(ten),
    tenMu: a.f64(ten),
    tenLambda: a.f64(ten),
    tenKappa: a.f64(ten),
    /** Gradients of a motion at the points; needed by laws without a kernel of their own. */
    tenChange: a.f64(data.material.law === 'corotational' ? 0 : 36 * ten),
    ids: a.i32(n),
    tets: a.i32(4 * linear),
    gradients: a.f64(12 * linear),
    volumeMu: a.f64(linear),
    volumeLambda: a.f64(linear),
    slots: a.i32(16 * linear),
    F: a.f64(9 * n),
    R: a.f64(9 * n),
    q: a.f64(4 * n),
    lookQ: a.f64(4 * n),
    at: a.f64(3 * vertices),
    f: a.f64(3 * vertices),
    X: a.f64(3 * vertices),
    Y: a.f64(3 * vertices),
    /** 3×3 blocks: vertices, edges, and one that takes what is not wanted. */
    blocks: a.f64(9 * (vertices + sizes.edges + 1)),
    ownMass: a.f64(vertices),
    edgeMass: a.f64(sizes.edges),
    ends: a.i32(2 * sizes.edges),
    /** ownMass and edgeMass with damping, as A has them. */
    ownA: a.f64(vertices),
    edgeA: a.f64(sizes.edges),
    none: a.f64(Math.max(vertices, sizes.edges)),
    tenWork: a.f64(144),
    rowMass: a.f64(vertices),
    rowArea: a.f64(vertices),
    // The preconditioner: a correction for each level, and factors of the spaces that have one.
    corrections: a.f64(3 * data.repMass.length),
    spaces: data.spaces.slice(0, spaces).map(({ pattern, symbolic }) => ({
      rhs: a.f64(3 * pattern.rows),
      K: a.f64(9 * pattern.cols.length),
      firm: a.f64(pattern.rows),
      factor: allocateFactor(a, symbolic, { single: true }),
    })),
  };
}

/** Vertices of the finest space that has a factor. */
function largestSpace({ spaces }: TetsData): number {
  return spaces[spaces.length - 1].pattern.rows;
}

/** All memory of a live body. Allocates and nothing else. */
export function allocateTets(a: Allocator, data: TetsData, sizes: Sizes) {
  const { vertices, parents, tree } = data;
  return {
    /**
     * Positions [m] and velocities [m/s] of vertices; of those that are hidden, and velocities of slaves, as of when
     * they were last needed.
     */
    x: a.f64(3 * vertices),
    v: a.f64(3 * vertices),
    /**
     * What second-order steps remember, as the free vertices are numbered; and by vertex: mean velocity, change,
     * velocity before the step.
     */
    past: allocatePast(a, 3 * vertices),
    pastOf: [a.f64(3 * vertices), a.f64(3 * vertices), a.f64(3 * vertices)] as const,
    /** Looks for which a split parent has been calm. */
    calm: a.u8(parents),
    /** Weights of its owner's corners by which a follower stands off (lean.ts), and what those cannot carry [m]. */
    lean: a.f64(4 * vertices),
    offset: a.f64(3 * vertices),
    /** What the merged children's stress was beyond the parent's own [Pa], in its frame, and energy [J]. */
    stress0: a.f64(9 * parents),
    energy0: a.f64(parents),
    /**
     * Masses of the leaves inside a parent as its corners feel them [kg], with followers where they were frozen, shape
     * [parents, 10].
     */
    mass: a.f64(10 * parents),
    settings: a.f64(SETTING.length),
    /** Rotations of all tets, then of ten-node points, as quaternions: where a search begins. */
    allQ: a.f64(4 * (tree.tets.length / 4 + 4 * parents)),

    ...allocateFront(a, data, sizes, data.spaces.length),
    /** Scratch of the compliance of contact sites. */
    gathering: allocateGathering(a, largestSpace(data)),

    velocity: a.f64(3 * vertices),
    rhs: a.f64(3 * vertices),
    /** The part of it that is not elastic. */
    drive: a.f64(3 * vertices),
    /** Velocity that the step is linearised at, if that is the turn of the whole. */
    expected: a.f64(3 * vertices),
    impulse: a.f64(3 * vertices),
    /** The same on the leaves' vertices, before they hand it on to what they follow. */
    leafImpulse: a.f64(3 * vertices),
    work: a.f64(3 * vertices),
    all: a.f64(3 * vertices),
    held: a.u8(vertices),
    heldVelocity: a.f64(3 * vertices),

    skin: allocateEmbedding(a, data.skin),
    contacts: allocateEmbedding(a, data.contacts),
    drawn: a.f32(data.surface.positions.length),
    drawnNormals: a.f32(data.surface.positions.length),
    triangles: a.i32(data.surface.triangles.length),

    /** The finest front beside the one in use, and vectors on it: what errors are measured in. */
    finest: allocateFront(a, data, finestSizes(data), 1),
    error: {
      r: a.f64(3 * vertices),
      z: a.f64(3 * vertices),
      p: a.f64(3 * vertices),
      q: a.f64(3 * vertices),
      y: a.f64(3 * vertices),
      s: a.f64(3 * vertices),
    },
  };
}

/** Entries of `settings`. */
export const SETTING = {
  /** 1 if adaptive. */
  adaptive: 0,
  /** Error that may be overlooked [m]. */
  tolerance: 1,
  /** Steps to the next look. */
  wait: 2,
  /** Motion that may be overlooked where energies decide [body lengths/s]. */
  speed: 3,
  /** The error as of the last look [m]. */
  error: 4,
  /** By how much it had grown a step since the look before [m], and steps from then to now. */
  growth: 5,
  interval: 6,
  /**
   * What acted then: forces in sum, their moments, their sizes in sum [N, N m, N], gravity [m/s²], and how many regions
   * were held.
   */
  forces: 7,
  moments: 10,
  sizes: 13,
  gravity: 14,
  holds: 17,
  length: 18,
} as const;

export type TetsMemory = ReturnType<typeof allocateTets>;

function allocateEmbedding(a: Allocator, embedding: Embedding) {
  return { indices: a.i32(embedding.indices.length), weights: a.f64(embedding.weights.length) };
}
