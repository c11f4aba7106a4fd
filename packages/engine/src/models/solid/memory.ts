import type { Allocator } from '../../kernels/arena.ts';
import { allocateFactor } from '../../math/sparse/cholesky.ts';
import { allocatePast } from '../shared/history.ts';
import { allocateGathering } from '../shared/kept-columns.ts';
import type { Embedding } from '../shared/weighted-points.ts';
import type { SolidData } from './model.ts';

/** All memory of a live solid. Allocates and nothing else. */
export function allocateSolid(a: Allocator, data: SolidData) {
  const { nodes, tets, pattern, points, quadratic } = data;
  const wide = quadratic === null ? 0 : 1;
  return {
    /** Positions [m] and velocities [m/s], shape [nodes, 3]. */
    x: a.f64(3 * nodes),
    v: a.f64(3 * nodes),
    past: allocatePast(a, 3 * nodes),
    /** Rotations at the integration points as quaternions, shape [points, 4]: where the next search begins. */
    q: a.f64(4 * points),
    /** Positions at which forces are taken, deformation gradients, rotations, forces. */
    at: a.f64(3 * nodes),
    F: a.f64(9 * points),
    R: a.f64(9 * points),
    f: a.f64(3 * nodes),
    /** Stiffness in 3×3 blocks, shape [blocks, 9]. */
    K: a.f64(9 * pattern.cols.length),
    /** Diagonal of A without stiffness: mass and damping by mass and air, shape [nodes]. */
    diagonal: a.f64(nodes),
    /** The same with held nodes made immovable, for the factor. */
    firm: a.f64(nodes),
    /** A diagonal of nothing, for products with K alone. */
    zeros: a.f64(nodes),
    rhs: a.f64(3 * nodes),
    /** Momentum that gravity and the start leave at the end of the step, shape [nodes, 3]. */
    drive: a.f64(3 * nodes),
    impulse: a.f64(3 * nodes),
    work: a.f64(3 * nodes),
    /** Rotation that stands for each node, shape [nodes, 9]. */
    nodeR: a.f64(9 * nodes),
    /** 1 for held nodes, and the velocity they must have [m/s]. */
    held: a.u8(nodes),
    heldVelocity: a.f64(3 * nodes),
    /** Rotations for measuring, so that looking changes nothing. */
    lookQ: a.f64(4 * points),
    // Constants, copied where the kernels can reach them.
    /** Nodes of linear elements. */
    tets: a.i32(4 * tets),
    gradients: a.f64(12 * tets),
    volumeMu: a.f64(tets),
    volumeLambda: a.f64(tets),
    /** Of quadratic elements: the part of λ that their mean dilatation feels, nodes, integration points, scratch. */
    volumeKappa: a.f64(wide * tets),
    table: a.i32(16 * wide * tets),
    points: a.f64(16 * wide * tets),
    element: a.f64(144 * wide),
    masses: a.f64(nodes),
    rowPtr: a.i32(pattern.rowPtr.length),
    cols: a.i32(pattern.cols.length),
    slots: a.i32(data.slots.length),
    factor: data.symbolic && allocateFactor(a, data.symbolic, { single: data.solver === 'kept' }),
    skin: allocateEmbedding(a, data.skin),
    contacts: allocateEmbedding(a, data.contacts),
    gathering: allocateGathering(a, data.solver === 'kept' ? nodes : 0),
    drawn: a.f32(data.surface.positions.length),
    drawnNormals: a.f32(data.surface.positions.length),
    triangles: a.i32(data.surface.triangles.length),
  };
}

export type SolidMemory = ReturnType<typeof allocateSolid>;

function allocateEmbedding(a: Allocator, embedding: Embedding) {
  return { indices: a.i32(embedding.indices.length), weights: a.f64(embedding.weights.length) };
}
