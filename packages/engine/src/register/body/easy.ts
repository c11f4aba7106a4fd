import { cholesky, choleskySolve } from '../../math/dense.ts';
import type { FrameBody } from './body.ts';

/** A quadratic form over frames (4 rows a node), and what it says about quadratic maps of the whole body. */
export interface EasyMaps {
  /** The form, shape [n, n]. */
  readonly plain: Float64Array;
  /** P Q, a row for each of the monomials Q, and the factor of Qᵀ P Q. */
  readonly images: Float64Array;
  readonly factor: Float64Array;
}

/** x², y², z², xy, yz, zx: the two coordinates of each. */
const PAIRS = [0, 0, 1, 1, 2, 2, 0, 1, 1, 2, 2, 0];
const COUNT = PAIRS.length / 2;

/** Part of the trace that is added to the products of monomials: those that are alike, as on a sheet, count once. */
const ALIKE = 1e-9;

/** Null where quadratic maps cost nothing. */
export function easyMaps(
  P: Float64Array,
  { nodes, positions }: Pick<FrameBody, 'nodes' | 'positions'>,
): EasyMaps | null {
  const n = 4 * nodes;
  const columns = new Float64Array(COUNT * n);
  const images = new Float64Array(COUNT * n);
  for (let m = 0; m < COUNT; m++) {
    tangents(columns, m * n, positions, PAIRS[2 * m], PAIRS[2 * m + 1]);
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
  if (!(trace > 0 && cholesky(factor, COUNT))) return null;
  return { plain: P.slice(), images, factor };
}

/** x_i x_j as frames say it: at each node the gradient there, and what is left of the value. */
function tangents(out: Float64Array, o: number, x: Float64Array, i: number, j: number): void {
  for (let k = 0; k < x.length / 3; k++) {
    const [a, b] = [x[3 * k + i], x[3 * k + j]];
    out[o + 4 * k + i] += b;
    out[o + 4 * k + j] += a;
    out[o + 4 * k + 3] -= a * b;
  }
}

/** P = the form, quadratic maps costing only `part` of it: P − (1 − part) P Q (Qᵀ P Q)⁻¹ Qᵀ P. */
export function easeQuadratics(P: Float64Array, maps: EasyMaps, part: number): void {
  const { plain, images, factor } = maps;
  const n = images.length / COUNT;
  const share = new Float64Array(COUNT);
  for (let b = 0; b < n; b++) {
    for (let m = 0; m < COUNT; m++) share[m] = images[m * n + b];
    choleskySolve(share, factor, COUNT);
    for (let a = 0; a < n; a++) {
      let sum = 0;
      for (let m = 0; m < COUNT; m++) sum += images[m * n + a] * share[m];
      P[a * n + b] = plain[a * n + b] - (1 - part) * sum;
    }
  }
}

/** out = the form's energy of frames D (3×4 a node): of their quadratic part, and of the rest. */
export function splitEnergy(out: Float64Array, maps: EasyMaps, D: Float64Array): void {
  const { plain, images, factor } = maps;
  const n = images.length / COUNT;
  const x = new Float64Array(n);
  const along = new Float64Array(COUNT);
  const share = new Float64Array(COUNT);
  out.fill(0);
  for (let c = 0; c < 3; c++) {
    for (let a = 0; a < n; a++) x[a] = D[12 * (a >> 2) + 4 * c + (a & 3)];
    for (let a = 0; a < n; a++) {
      let sum = 0;
      for (let b = 0; b < n; b++) sum += plain[a * n + b] * x[b];
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
