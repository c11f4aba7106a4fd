import { MOST_SITES } from '../../contact/numbers.ts';
import type { Allocator } from '../../kernels/arena.ts';
import { allocatePast } from '../shared/history.ts';
import { createReach } from './adapt/asked.ts';
import { CAMERA, createAttention } from './adapt/attention.ts';
import { createGroups } from './adapt/groups.ts';
import { allocateMerging } from './adapt/merge.ts';
import { createProjectScratch } from './adapt/project.ts';
import { createWideSet } from './adapt/wide.ts';
import type { FramesData, FrameWeights } from './model.ts';
import { createActiveSet, createSetScratch, type SetSizes } from './step/active.ts';
import { createFactor } from './step/factor.ts';
import { createKeptMetric } from './step/kept-memory.ts';
import { createMass } from './step/mass.ts';
import { matrixRoom } from './step/pattern.ts';
import { createPointState } from './step/point-state.ts';
import type { FramesMaterial } from './step/samples.ts';

/** All memory of a live body of frames that kernels work on. Allocates and nothing else. */
export function allocateFrames(
  a: Allocator,
  data: FramesData,
  sizes: SetSizes,
  material?: FramesMaterial,
) {
  const n = data.nodes;
  const size = 12 * n;
  const set = createActiveSet(data, sizes, a);
  const wide = createWideSet(data, sizes, a);
  return {
    sizes,
    /** Displacement matrices and velocities of all nodes, shape [nodes, 12]. */
    D: a.f64(size),
    V: a.f64(size),
    /**
     * What second-order steps remember, as the active nodes are numbered; and of all nodes: mean velocity, change
     * and the velocity before the step.
     */
    past: allocatePast(a, size),
    pastOf: [a.f64(size), a.f64(size), a.f64(size)] as const,
    /** Offsets of passive nodes, shape [nodes, 12]: D_k = (Σ φ D_m) Δ_k. */
    offsets: a.f64(size),
    /** [1 if adaptive, tolerance, strongest gravity so far m/s²], then the camera: see `CAMERA`. */
    settings: a.f64(CAMERA.length),
    /** 1 for active nodes; steps a node must still wait before it may switch again. */
    active: a.u8(n),
    wait: a.i32(n),
    /** Steps that still factor their matrix, and how many there were at first (`step/kept-metric.ts`). */
    freshSteps: a.i32(2),
    /** Rotations of the integration points as quaternions. */
    q: a.f64(4 * data.points.count),
    F: a.f64(9 * data.points.count),
    R: a.f64(9 * data.points.count),
    /** What points do that their groups do not [N], 12 numbers an entry, and the groups' rotations when that was so. */
    kept: a.f64(12 * sizes.pointEntries),
    keptTurn: a.f64(9 * data.points.count),
    groups: createGroups(data.points.count, a),
    merging: allocateMerging(a, data, sizes.pointEntries),
    /** Velocity of the unknowns: 12 numbers an active node. */
    velocity: a.f64(size),
    rhs: a.f64(size),
    impulse: a.f64(size),
    /** Numbers of the members that may move in the step, by node, −1 for others. */
    moving: a.i32(n),
    /** A of the step and its factor, in the blocks of the set's pattern. */
    matrix: a.f64(matrixRoom(n)),
    factor: createFactor(set.pattern, n, a),
    /** That of the undeformed body. */
    keptMetric: createKeptMetric(data, set.pattern, mostPlaces(data), a),
    work: a.f64(size),
    trial: a.f64(size),
    /** The active nodes, and those with the ones that could join them. */
    set,
    wide,
    setScratch: createSetScratch(n, a),
    points: createPointState(data, sizes.pointEntries, sizes.cellEntries, material, a),
    mass: createMass(data, a),
    drag: data.drag ? createMass(data.drag, a) : null,
    project: createProjectScratch(n, a),
    reach: createReach(data, wide.points, a),
    attention: createAttention(data, a),
    /** Vectors over all nodes, shape [nodes, 12]. */
    nodes: a.f64(size),
    forces: a.f64(size),
    fresh: a.f64(size),
    residual: a.f64(size),
    taken: a.f64(size),
    chords: a.f64(size),
    nodeImpulse: a.f64(size),
    /** Those of springs and hands, without contacts. */
    pushImpulse: a.f64(size),
    /** Rotations for measuring, so that looking changes nothing; velocities of the contact points. */
    lookQ: a.f64(4 * data.points.count),
    speeds: a.f64(data.contactPoints.length),
    /** Right sides of the contact response, 12 numbers a node for each row of a contact. */
    columns: a.f64(3 * mostPlaces(data) * 12 * data.nodes),
    skin: allocateWeights(a, data.skin),
    contacts: allocateWeights(a, data.contacts),
    drawn: a.f32(data.surface.positions.length),
    drawnNormals: a.f32(data.surface.positions.length),
    triangles: a.i32(data.surface.triangles.length),
  };
}

export type FramesMemory = ReturnType<typeof allocateFrames>;

function allocateWeights(a: Allocator, weights: FrameWeights) {
  return {
    ptr: a.i32(weights.ptr.length),
    cols: a.i32(weights.cols.length),
    q: a.f64(weights.q.length),
  };
}
/** Sites at which a body can have rows at a time. */
export function mostPlaces({ contactPoints }: FramesData): number {
  return Math.min(MOST_SITES, 24 + Math.floor((2 * contactPoints.length) / 3));
}
