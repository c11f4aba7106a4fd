import { finish } from '../../core/steps.ts';
import type { VoxelGrid } from '../../geometry/types.ts';
import { type FrameShape, frameShape } from '../../models/frames/build/embed.ts';
import { createLattice } from '../../models/frames/build/lattice.ts';
import { placeNodes } from '../../models/frames/build/nodes.ts';
import { shapeSteps } from '../../models/frames/build/shape.ts';
import { findSolids } from '../../models/frames/build/solids.ts';
import type { Neighbours } from '../../models/frames/build/weights.ts';
import type { WeightGrid } from '../../models/frames/model.ts';
import { INFLUENCES, INSIDE } from '../numbers.ts';

/** A template as frames move it: nodes in levels, as the frames model places them, and their shape functions. */
export interface FrameBody {
  readonly nodes: number;
  readonly level: Int32Array;
  /** Rest positions, shape [nodes, 3]. */
  readonly positions: Float64Array;
  readonly parentPtr: Int32Array;
  readonly parent: Int32Array;
  readonly parentWeight: Float64Array;
  readonly grid: WeightGrid;
  /** Points inside, for integrals over the body, shape [places, 3]. */
  readonly inside: Float64Array;
}

/** Points and the nodes that move them: node[ptr[i] .. ptr[i+1]) with weights phi that add up to one. */
export interface Embedded {
  readonly rest: Float64Array;
  readonly ptr: Int32Array;
  readonly node: Int32Array;
  readonly phi: Float64Array;
}

/** The frames of a template, in pieces between which the work may be left. */
export function* frameBody(
  voxels: VoxelGrid,
  frames: readonly number[],
): Generator<void, FrameBody> {
  const lattice = createLattice(voxels);
  yield;
  const most = Math.floor(lattice.cells.length / 2);
  const levels = frames.filter((n, l) => l === 0 || n <= most);
  // Several pieces share the frames by volume, under one that moves them all.
  const isOne = findSolids(voxels).count === 1;
  const nodes = placeNodes(lattice, [], isOne ? levels : levels[levels.length - 1]);
  yield;
  const shape = yield* shapeSteps(lattice, nodes, INFLUENCES, fallOff);
  const { origin, cell, dims } = voxels;
  const { ptr, node, phi } = shape;
  const grid = {
    planes: lattice.planes,
    dims,
    cellOf: lattice.cellOf,
    corners: lattice.corners,
    ptr,
    node,
    phi,
  };
  const n = Math.min(INSIDE, lattice.cells.length);
  const inside = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) {
    const c = lattice.cells[Math.floor(((i + 0.5) * lattice.cells.length) / n)];
    inside[3 * i] = origin[0] + ((c % dims[0]) + 0.5) * cell;
    inside[3 * i + 1] = origin[1] + ((Math.floor(c / dims[0]) % dims[1]) + 0.5) * cell;
    inside[3 * i + 2] = origin[2] + (Math.floor(c / (dims[0] * dims[1])) + 0.5) * cell;
  }
  return {
    nodes: nodes.count,
    level: nodes.level,
    positions: nodes.positions,
    parentPtr: shape.parentPtr,
    parent: shape.parent,
    parentWeight: shape.parentWeight,
    grid,
    inside,
  };
}

/**
 * φ ∝ (1 − d/2r)²₊, r the covering radius: never negative, which the smooth prior needs. `reach` is three times r.
 */
function fallOff(near: Neighbours, _influences: number, reach: number): void {
  const far = (2 * reach) / 3;
  let sum = 0;
  for (let k = 0; k < near.count; k++) {
    const t = Math.max(0, 1 - near.distance[k] / far);
    near.phi[k] = t * t;
    sum += t * t;
  }
  for (let k = 0; k < near.count; k++) near.phi[k] = sum > 0 ? near.phi[k] / sum : k === 0 ? 1 : 0;
}

/** Points tied at once, between two looks at whether to go on. */
const AT_ONCE = 2000;

/** Ties points (rest positions, shape [n, 3]) to the frames by their shape functions (eq. 1). */
export function embedPoints(body: FrameBody, rest: Float64Array): Embedded {
  return finish(embedSteps(body, rest));
}

/** `embedPoints` in steps. */
export function* embedSteps(body: FrameBody, rest: Float64Array): Generator<void, Embedded> {
  const n = rest.length / 3;
  const ptr = new Int32Array(n + 1);
  const parts: FrameShape[] = [];
  for (let from = 0, end = 0; from < n; from += AT_ONCE) {
    const part = frameShape(body.grid, rest.subarray(3 * from, 3 * Math.min(n, from + AT_ONCE)));
    for (let i = 1; i < part.ptr.length; i++) ptr[from + i] = end + part.ptr[i];
    end += part.cols.length;
    parts.push(part);
    yield;
  }
  const node = new Int32Array(ptr[n]);
  const phi = new Float64Array(ptr[n]);
  parts.reduce((at, part) => {
    node.set(part.cols, at);
    phi.set(part.phi, at);
    return at + part.cols.length;
  }, 0);
  return { rest, ptr, node, phi };
}

/** out = where points are, frames being at D (3×4 each). */
export function movePoints(out: Float64Array, points: Embedded, D: Float64Array): void {
  const { rest, ptr, node, phi } = points;
  for (let i = 0; i < ptr.length - 1; i++) {
    const x = rest[3 * i];
    const y = rest[3 * i + 1];
    const z = rest[3 * i + 2];
    let px = 0;
    let py = 0;
    let pz = 0;
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      const d = 12 * node[e];
      const w = phi[e];
      px += w * (D[d] * x + D[d + 1] * y + D[d + 2] * z + D[d + 3]);
      py += w * (D[d + 4] * x + D[d + 5] * y + D[d + 6] * z + D[d + 7]);
      pz += w * (D[d + 8] * x + D[d + 9] * y + D[d + 10] * z + D[d + 11]);
    }
    out[3 * i] = px;
    out[3 * i + 1] = py;
    out[3 * i + 2] = pz;
  }
}

/** Frames at rest, 3×4 each. */
export function restFrames(nodes: number): Float64Array {
  return Float64Array.from({ length: 12 * nodes }, (_, i) => ((i % 12) % 5 === 0 ? 1 : 0));
}
