import { finish } from '../../core/steps.ts';
import { edgeSteps, type MeshEdges, sidesAt } from '../../geometry/mesh/edges.ts';
import { type Bvh, buildBvh, bvhSteps, refitBvh, refitSteps } from '../../geometry/query/bvh.ts';
import { applyToVector } from '../../math/affine.ts';
import { mapPoints } from '../align/units.ts';
import { CREASE, SMOOTHING } from '../numbers.ts';

/**
 * A surface that can be asked for closest points: triangles, or a cloud of points, each of which is a triangle without
 * area. Positions may move; `refitSurface` follows.
 */
export interface Surface {
  readonly positions: Float64Array;
  readonly triangles: Int32Array;
  /** Unit normal of each triangle, zero where it has none; shape [triangles, 3]. */
  readonly normals: Float64Array;
  /** Normals at vertices, means of those around as the surface was made; shape [vertices, 3]. */
  readonly smooth: Float64Array;
  /** Area of each triangle; points of a cloud count alike. */
  readonly areas: Float64Array;
  /** Bit k: side k of the triangle is on the border. */
  readonly border: Uint8Array;
  /** A cloud's normals have no sign. */
  readonly isCloud: boolean;
  readonly bvh: Bvh;
}

/** Triangles of a surface in an order that does not depend on the file's: by their corners. Points keep theirs. */
export function sortedTriangles(triangles: Int32Array): Int32Array {
  const n = triangles.length / 3;
  const turned = new Int32Array(triangles.length);
  for (let t = 0; t < n; t++) {
    const [a, b, c] = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
    // The smallest corner first: keeps the direction.
    const k = a <= b && a <= c ? 0 : b <= c ? 1 : 2;
    for (let i = 0; i < 3; i++) turned[3 * t + i] = triangles[3 * t + ((k + i) % 3)];
  }
  // By the first corner in one pass; the few that share it by the others.
  let most = 0;
  for (let t = 0; t < n; t++) most = Math.max(most, turned[3 * t] + 1);
  const start = new Int32Array(most + 1);
  for (let t = 0; t < n; t++) start[turned[3 * t] + 1]++;
  for (let v = 0; v < most; v++) start[v + 1] += start[v];
  const fill = start.slice();
  const order = new Int32Array(n);
  for (let t = 0; t < n; t++) order[fill[turned[3 * t]]++] = t;
  const isAfter = (s: number, t: number): boolean =>
    turned[3 * s + 1] > turned[3 * t + 1] ||
    (turned[3 * s + 1] === turned[3 * t + 1] && turned[3 * s + 2] > turned[3 * t + 2]);
  for (let v = 0; v < most; v++) {
    for (let i = start[v] + 1; i < start[v + 1]; i++) {
      const t = order[i];
      let j = i;
      for (; j > start[v] && isAfter(order[j - 1], t); j--) order[j] = order[j - 1];
      order[j] = t;
    }
  }
  const out = new Int32Array(triangles.length);
  for (let t = 0; t < n; t++) {
    for (let i = 0; i < 3; i++) out[3 * t + i] = turned[3 * order[t] + i];
  }
  return out;
}

export function createSurface(positions: Float64Array, triangles: Int32Array): Surface {
  return finish(surfaceSteps(positions, triangles));
}

/** `createSurface` in steps. */
export function* surfaceSteps(
  positions: Float64Array,
  triangles: Int32Array,
): Generator<void, Surface> {
  const edges = yield* edgeSteps(triangles);
  yield;
  const n = triangles.length / 3;
  const surface: Surface = {
    positions,
    triangles,
    normals: new Float64Array(3 * n),
    smooth: new Float64Array(positions.length),
    areas: new Float64Array(n),
    border: borderSides(edges, n),
    isCloud: false,
    bvh: yield* bvhSteps({ positions, triangles }),
  };
  yield* measureSteps(surface);
  yield;
  vertexNormals(surface.smooth, surface);
  for (let round = 0; round < SMOOTHING; round++) {
    yield;
    smoothNormals(surface);
  }
  return surface;
}

/** A cloud; normals have no sign, zero where there is none. */
export function createCloud(positions: Float64Array, normals: Float64Array): Surface {
  const n = positions.length / 3;
  const triangles = Int32Array.from({ length: 3 * n }, (_, i) => Math.floor(i / 3));
  return {
    positions,
    triangles,
    normals,
    smooth: normals,
    areas: new Float64Array(n).fill(1),
    border: new Uint8Array(n),
    isCloud: true,
    bvh: buildBvh({ positions, triangles }),
  };
}

/** The surface under a similarity (3×4), with arrays of its own for all that moves; in steps. */
export function* movedSurface(surface: Surface, map: Float64Array): Generator<void, Surface> {
  const { bvh, triangles } = surface;
  const positions = mapPoints(map, surface.positions);
  yield;
  const size = Math.sqrt(map[0] * map[0] + map[4] * map[4] + map[8] * map[8]);
  const smooth = new Float64Array(surface.smooth.length);
  for (let i = 0; i < smooth.length; i += 3) applyToVector(smooth, i, map, 0, surface.smooth, i);
  for (let i = 0; i < smooth.length; i++) smooth[i] /= size;
  yield;
  const moved: Surface = {
    ...surface,
    positions,
    smooth,
    normals: surface.isCloud ? smooth : new Float64Array(surface.normals.length),
    areas: surface.areas.slice(),
    bvh: {
      ...bvh,
      positions,
      triangles,
      boxes: new Float64Array(bvh.boxes.length),
      stack: bvh.stack.slice(),
      keys: bvh.keys.slice(),
      hit: bvh.hit.slice(),
      point: bvh.point.slice(),
    },
  };
  yield* refitSteps(moved.bvh);
  if (!surface.isCloud) yield* measureSteps(moved);
  return moved;
}

/** Follows positions that have moved. */
export function refitSurface(surface: Surface): void {
  refitBvh(surface.bvh);
  if (!surface.isCloud) measureTriangles(surface);
}

/** out = unit normals at vertices, means by area of those of the triangles around; zero where there is none. */
export function vertexNormals(out: Float64Array, { triangles, normals, areas }: Surface): void {
  out.fill(0);
  for (let s = 0; s < triangles.length; s++) {
    const t = Math.floor(s / 3);
    for (let d = 0; d < 3; d++) out[3 * triangles[s] + d] += areas[t] * normals[3 * t + d];
  }
  for (let v = 0; v < out.length; v += 3) {
    const size = Math.sqrt(out[v] * out[v] + out[v + 1] * out[v + 1] + out[v + 2] * out[v + 2]);
    const factor = size > 0 ? 1 / size : 0;
    for (let d = 0; d < 3; d++) out[v + d] *= factor;
  }
}

/** One round of means of each vertex's normal and its neighbours'. */
function smoothNormals({ smooth, triangles }: Surface): void {
  const old = smooth.slice();
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = 3 * triangles[t + k];
      const b = 3 * triangles[t + ((k + 1) % 3)];
      for (let d = 0; d < 3; d++) {
        smooth[a + d] += 0.5 * old[b + d];
        smooth[b + d] += 0.5 * old[a + d];
      }
    }
  }
  for (let v = 0; v < smooth.length; v += 3) {
    const [x, y, z] = [smooth[v], smooth[v + 1], smooth[v + 2]];
    const size = Math.sqrt(x * x + y * y + z * z);
    for (let d = 0; d < 3; d++) smooth[v + d] = size > 0 ? smooth[v + d] / size : 0;
  }
}

/**
 * out = the normal at a place of triangle t with weights corners[o..o+3): between those of its corners, so that it is
 * the same from both sides of an edge.
 */
export function normalAt(
  out: Float64Array,
  { smooth, normals, triangles, isCloud }: Surface,
  t: number,
  corners: Float64Array,
  o: number,
): void {
  for (let d = 0; d < 3; d++) {
    out[d] = isCloud
      ? normals[3 * t + d]
      : corners[o] * smooth[3 * triangles[3 * t] + d] +
        corners[o + 1] * smooth[3 * triangles[3 * t + 1] + d] +
        corners[o + 2] * smooth[3 * triangles[3 * t + 2] + d];
  }
  if (isCloud) return;
  const size = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  for (let d = 0; d < 3; d++) out[d] = size > CREASE ? out[d] / size : normals[3 * t + d];
}

function borderSides(edges: MeshEdges, triangles: number): Uint8Array {
  const border = new Uint8Array(triangles);
  for (let s = 0; s < 3 * triangles; s++) {
    if (sidesAt(edges, edges.edgeOf[s]) === 1) border[Math.floor(s / 3)] |= 1 << (s % 3);
  }
  return border;
}

/** Triangles measured between two pauses. */
const AT_ONCE = 1 << 18;

function* measureSteps(surface: Surface): Generator<void, void> {
  for (let t = 0; t < surface.areas.length; t += AT_ONCE) {
    yield;
    measureTriangles(surface, t, Math.min(surface.areas.length, t + AT_ONCE));
  }
}

function measureTriangles(
  { positions: x, triangles, normals, areas }: Surface,
  from = 0,
  to = areas.length,
): void {
  for (let t = from; t < to; t++) {
    const a = 3 * triangles[3 * t];
    const b = 3 * triangles[3 * t + 1];
    const c = 3 * triangles[3 * t + 2];
    const ux = x[b] - x[a];
    const uy = x[b + 1] - x[a + 1];
    const uz = x[b + 2] - x[a + 2];
    const vx = x[c] - x[a];
    const vy = x[c + 1] - x[a + 1];
    const vz = x[c + 2] - x[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const factor = size > 0 ? 1 / size : 0;
    normals[3 * t] = nx * factor;
    normals[3 * t + 1] = ny * factor;
    normals[3 * t + 2] = nz * factor;
    areas[t] = size / 2;
  }
}
