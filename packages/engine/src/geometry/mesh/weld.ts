import { finish } from '../../core/steps.ts';
import { createTripleMap, findTriple, tripleId } from '../triple-map.ts';
import type { TriangleMesh } from '../types.ts';

/**
 * For each vertex the smallest vertex at the same place (within `distance` [m]), itself if there is none; shape
 * [vertices]. Only vertices with allowed[v] = 1 take part, if `allowed` is given.
 */
export function weldMap(
  positions: Float64Array,
  distance: number,
  allowed: Uint8Array | null = null,
): Int32Array {
  return finish(weldSteps(positions, distance, allowed));
}

/** Vertices between two pauses of `weldSteps`. */
const AT_ONCE = 16_384;

/** `weldMap` in steps. */
export function* weldSteps(
  positions: Float64Array,
  distance: number,
  allowed: Uint8Array | null = null,
): Generator<void, Int32Array> {
  const n = positions.length / 3;
  const out = new Int32Array(n);
  const cells = createTripleMap(n);
  // Linked lists of the kept vertices of each cell.
  let first = new Int32Array(64).fill(-1);
  const next = new Int32Array(n).fill(-1);
  const size = distance > 0 ? 2 * distance : 1;
  const cellOf = distance > 0 ? (x: number) => Math.floor(x / size) | 0 : createCoder();
  for (let v = 0; v < n; v++) {
    if ((v + 1) % AT_ONCE === 0) yield;
    out[v] = v;
    if (allowed !== null && allowed[v] === 0) continue;
    const found = findNear(positions, v, distance, cells, first, next, cellOf);
    if (found >= 0) {
      out[v] = found;
      continue;
    }
    const cell = tripleId(
      cells,
      cellOf(positions[3 * v]),
      cellOf(positions[3 * v + 1]),
      cellOf(positions[3 * v + 2]),
    );
    if (cell >= first.length) {
      const larger = new Int32Array(2 * first.length).fill(-1);
      larger.set(first);
      first = larger;
    }
    next[v] = first[cell];
    first[cell] = v;
  }
  return out;
}

/** A code that is the same for equal numbers; 0 and −0 are equal. */
function createCoder(): (x: number) => number {
  const bits = new Float64Array(1);
  const halves = new Int32Array(bits.buffer);
  return (x) => {
    bits[0] = x + 0;
    return halves[0] ^ Math.imul(halves[1], 0x9e3779b1);
  };
}

function findNear(
  x: Float64Array,
  v: number,
  distance: number,
  cells: ReturnType<typeof createTripleMap>,
  first: Int32Array,
  next: Int32Array,
  cellOf: (x: number) => number,
): number {
  const [px, py, pz] = [x[3 * v], x[3 * v + 1], x[3 * v + 2]];
  let best = -1;
  // Cells are twice the distance wide: only the two nearest along each axis can hold a neighbour.
  const sides = distance > 0 ? 2 : 1;
  for (let k = 0; k < sides ** 3; k++) {
    const shift = (bit: number): number =>
      sides === 1 ? 0 : (k >> bit) & 1 ? distance : -distance;
    const cell = findTriple(
      cells,
      cellOf(px + shift(0)),
      cellOf(py + shift(1)),
      cellOf(pz + shift(2)),
    );
    if (cell < 0) continue;
    for (let u = first[cell]; u >= 0; u = next[u]) {
      const [dx, dy, dz] = [x[3 * u] - px, x[3 * u + 1] - py, x[3 * u + 2] - pz];
      const near = dx * dx + dy * dy + dz * dz <= distance * distance;
      if (near && (best < 0 || u < best)) best = u;
    }
  }
  return best;
}

/** The mesh with vertices replaced by map[v], then without unused vertices. Attributes follow. */
export function remapVertices(mesh: TriangleMesh, map: Int32Array | null = null): TriangleMesh {
  const n = mesh.positions.length / 3;
  const to = new Int32Array(n).fill(-1);
  const from: number[] = [];
  const source = map === null ? mesh.triangles : mesh.triangles.map((v) => map[v]);
  const used = new Uint8Array(n);
  for (const v of source) used[v] = 1;
  for (let v = 0; v < n; v++) {
    if (used[v] === 0) continue;
    to[v] = from.length;
    from.push(v);
  }
  const positions = new Float64Array(3 * from.length);
  for (let i = 0; i < from.length; i++) {
    for (let d = 0; d < 3; d++) positions[3 * i + d] = mesh.positions[3 * from[i] + d];
  }
  const out: TriangleMesh = { positions, triangles: source.map((v) => to[v]) };
  if (mesh.attributes !== undefined) {
    out.attributes = {};
    for (const name of Object.keys(mesh.attributes)) {
      const values = mesh.attributes[name];
      out.attributes[name] = Float64Array.from(from, (v) => values[v]);
    }
  }
  return out;
}
