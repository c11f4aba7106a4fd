import type { Sdf } from '../types.ts';

/** Signed distance [m] at one point. For set-up and tests: it allocates. */
export function distanceAt(sdf: Sdf, x: number, y: number, z: number): number {
  const out = new Float64Array(1);
  sdf.evaluate(Float64Array.of(x, y, z), 1, out);
  return out[0];
}

/** Distances and directions of a field in batches, with scratch of its own. */
export interface NormalQuery {
  /** out[i] = distance [m], gradients[3i..3i+3) = central differences, at most about one long, for i < n. */
  gradients(xyz: Float64Array, n: number, out: Float64Array, gradients: Float64Array): void;
  /** The same with gradients of length one: outward normals. Where the gradient vanishes (a middle), they are zero. */
  normals(xyz: Float64Array, n: number, out: Float64Array, normals: Float64Array): void;
}

/** Points per batch: with their six neighbours one call of the field sees 7·BATCH points. */
const BATCH = 64;

/** Below this a gradient has no direction. */
const FLAT = 1e-9;

/** Normals by central differences over ±eps [m]. Nothing is allocated once it is made. */
export function createNormalQuery(sdf: Sdf, eps: number): NormalQuery {
  const points = new Float64Array(3 * 7 * BATCH);
  const value = new Float64Array(7 * BATCH);
  // Neighbours: −x, +x, −y, +y, −z, +z after the point itself.
  const shifts = new Float64Array(21);
  for (let c = 1; c < 7; c++) shifts[3 * c + ((c - 1) >> 1)] = (c & 1) === 1 ? -eps : eps;
  const gradients: NormalQuery['gradients'] = (xyz, n, out, grad) => {
    for (let start = 0; start < n; start += BATCH) {
      const m = Math.min(BATCH, n - start);
      fillBatch(points, xyz, start, m, shifts);
      sdf.evaluate(points, 7 * m, value);
      takeDifferences(value, start, m, eps, out, grad);
    }
  };
  return {
    gradients,
    normals(xyz, n, out, normals) {
      gradients(xyz, n, out, normals);
      makeUnit(normals, n);
    },
  };
}

// Arithmetic is done by functions that all queries share: a new query, of a piece that came off, would begin with slow
// code and its garbage.

function fillBatch(
  points: Float64Array,
  xyz: Float64Array,
  start: number,
  m: number,
  shifts: Float64Array,
): void {
  for (let i = 0; i < m; i++) {
    const x = xyz[3 * (start + i)];
    const y = xyz[3 * (start + i) + 1];
    const z = xyz[3 * (start + i) + 2];
    for (let c = 0; c < 21; c += 3) {
      points[21 * i + c] = x + shifts[c];
      points[21 * i + c + 1] = y + shifts[c + 1];
      points[21 * i + c + 2] = z + shifts[c + 2];
    }
  }
}

function takeDifferences(
  value: Float64Array,
  start: number,
  m: number,
  eps: number,
  out: Float64Array,
  grad: Float64Array,
): void {
  for (let i = 0; i < m; i++) {
    out[start + i] = value[7 * i];
    for (let a = 0; a < 3; a++) {
      const rise = value[7 * i + 2 * a + 2] - value[7 * i + 2 * a + 1];
      grad[3 * (start + i) + a] = rise / (2 * eps);
    }
  }
}

function makeUnit(normals: Float64Array, n: number): void {
  for (let i = 0; i < 3 * n; i += 3) {
    const x = normals[i];
    const y = normals[i + 1];
    const z = normals[i + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    const inverse = length > FLAT ? 1 / length : 0;
    normals[i] = x * inverse;
    normals[i + 1] = y * inverse;
    normals[i + 2] = z * inverse;
  }
}
