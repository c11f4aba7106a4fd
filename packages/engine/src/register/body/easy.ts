import { cholesky, choleskySolve } from '../../math/dense.ts';
import type { FrameBody } from './body.ts';

/** Quadratic maps of the whole body, as a quadratic form P over frames (4 rows a node, shape [n, n]) sees them. */
export interface EasyMaps {
  /** P Q, a row for each of the monomials Q, and the factor of Qᵀ P Q. */
  readonly images: Float64Array;
  readonly factor: Float64Array;
}

/** x², y², z², xy, yz, zx: the two coordinates of each. */
const PAIRS = [0, 0, 1, 1, 2, 2, 0, 1, 1, 2, 2, 0];
const COUNT = PAIRS.length / 2;

/** Part of the trace that is added to the products of monomials: those that are alike, as on a sheet, count once. */
const ALIKE = 1e-9;

/**
 * Monomials of where the body is halfway from rest to the frames D (3×4 a node): a twist or a bend by a large angle is
 * quadratic in these to third order, in coordinates at rest to first order only. Null where they cost nothing.
 */
export function easyMaps(
  P: Float64Array,
  { nodes, positions }: Pick<FrameBody, 'nodes' | 'positions'>,
  D: Float64Array,
): EasyMaps | null {
  const n = 4 * nodes;
  const columns = new Float64Array(COUNT * n);
  const images = new Float64Array(COUNT * n);
  for (let m = 0; m < COUNT; m++) {
    tangents(columns, m * n, positions, D, PAIRS[2 * m], PAIRS[2 * m + 1]);
    for (let a = 0; a < n; a++) {
      let sum = 0;
      for (let b = 0; b < n; b++) sum += P[a * n + b] * columns[m * n + b];
      images[m * n + a] = sum;
    }
  }
  const factor = new Float64Array(COUNT * COUNT);
  let trace = 0;
  for (let l = 0; l < COUNT; l++) {
    for (let m = 0; m < COUNT; m++) {
      for (let a = 0; a < n; a++) factor[l * COUNT + m] += columns[l * n + a] * images[m * n + a];
    }
    trace += factor[l * (COUNT + 1)];
  }
  for (let m = 0; m < COUNT; m++) factor[m * (COUNT + 1)] += ALIKE * trace;
  return trace > 0 && cholesky(factor, COUNT) ? { images, factor } : null;
}

/** y_i y_j as frames say it, y halfway: at each node the gradient there, and what is left of the value. */
function tangents(
  out: Float64Array,
  o: number,
  x: Float64Array,
  D: Float64Array,
  i: number,
  j: number,
): void {
  for (let k = 0; k < x.length / 3; k++) {
    const [a, b] = [halfway(x, D, k, i), halfway(x, D, k, j)];
    let left = a * b;
    for (let d = 0; d < 3; d++) {
      const slopeOfA = 0.5 * ((d === i ? 1 : 0) + D[12 * k + 4 * i + d]);
      const slopeOfB = 0.5 * ((d === j ? 1 : 0) + D[12 * k + 4 * j + d]);
      const slope = b * slopeOfA + a * slopeOfB;
      out[o + 4 * k + d] = slope;
      left -= slope * x[3 * k + d];
    }
    out[o + 4 * k + 3] = left;
  }
}

/** Coordinate d of node k halfway from rest to where its frame takes it. */
function halfway(x: Float64Array, D: Float64Array, k: number, d: number): number {
  const f = 12 * k + 4 * d;
  const there = D[f] * x[3 * k] + D[f + 1] * x[3 * k + 1] + D[f + 2] * x[3 * k + 2] + D[f + 3];
  return 0.5 * (x[3 * k + d] + there);
}

/** out = P, quadratic maps costing only `part` of it: P − (1 − part) P Q (Qᵀ P Q)⁻¹ Qᵀ P. */
export function easeQuadratics(
  out: Float64Array,
  P: Float64Array,
  { images, factor }: EasyMaps,
  part: number,
): void {
  const n = images.length / COUNT;
  const share = new Float64Array(COUNT);
  for (let b = 0; b < n; b++) {
    for (let m = 0; m < COUNT; m++) share[m] = images[m * n + b];
    choleskySolve(share, factor, COUNT);
    for (let a = 0; a < n; a++) {
      let sum = 0;
      for (let m = 0; m < COUNT; m++) sum += images[m * n + a] * share[m];
      out[a * n + b] = P[a * n + b] - (1 - part) * sum;
    }
  }
}

/** out = the energy that P gives frames D (3×4 a node): of their quadratic part, and of the rest. */
export function splitEnergy(
  out: Float64Array,
  P: Float64Array,
  { images, factor }: EasyMaps,
  D: Float64Array,
): void {
  const n = images.length / COUNT;
  const x = new Float64Array(n);
  const along = new Float64Array(COUNT);
  const share = new Float64Array(COUNT);
  out.fill(0);
  for (let c = 0; c < 3; c++) {
    for (let a = 0; a < n; a++) x[a] = D[12 * (a >> 2) + 4 * c + (a & 3)];
    for (let a = 0; a < n; a++) {
      let sum = 0;
      for (let b = 0; b < n; b++) sum += P[a * n + b] * x[b];
      out[1] += x[a] * sum;
    }
    along.fill(0);
    for (let m = 0; m < COUNT; m++)
      for (let a = 0; a < n; a++) along[m] += images[m * n + a] * x[a];
    share.set(along);
    choleskySolve(share, factor, COUNT);
    for (let m = 0; m < COUNT; m++) out[0] += along[m] * share[m];
  }
  out[1] = Math.max(0, out[1] - out[0]);
}
