import { factor, solveFactored } from './nnls.ts';
import { INFLUENCES, type Skin } from './skin.ts';

/**
 * Pull of a joint towards staying as it is, by the mean diagonal of its equations: without it joints that nothing asks
 * of turn inside out.
 */
const RIDGE = 1e-5;

/** Numbers a vertex has in the equations: four for each of its joints. */
const WIDE = 4 * INFLUENCES;

/** Rows of the vertices: for each of its joints, weight times (place about the joint, 1). Shape [vertices, 4, 4]. */
function rowsOf({ base, centres, joints, weights }: Skin): Float64Array {
  const rows = new Float64Array(4 * weights.length);
  for (let i = 0; i < weights.length; i++) {
    const w = weights[i];
    const [j, v] = [3 * joints[i], 3 * Math.floor(i / INFLUENCES)];
    for (let d = 0; d < 3; d++) rows[4 * i + d] = w * (base[v + d] - centres[j + d]);
    rows[4 * i + 3] = w;
  }
  return rows;
}

/** The normal equations of all joints' maps, factored: 4 unknowns a joint and coordinate. */
function factoredMatrix({ centres, joints }: Skin, rows: Float64Array): Float64Array {
  const B = centres.length / 3;
  const size = 4 * B;
  const A = new Float64Array(size * size);
  for (let v = 0; v < rows.length; v += WIDE) {
    for (let a = v; a < v + WIDE; a++) {
      if (rows[a] === 0) continue;
      const p = (4 * joints[a >> 2] + (a & 3)) * size;
      for (let b = v; b < v + WIDE; b++) A[p + 4 * joints[b >> 2] + (b & 3)] += rows[a] * rows[b];
    }
  }
  // Unknowns of turning and of shifting differ in units: each kind has its own mean.
  const mean = [0, 0];
  for (let i = 0; i < size; i++)
    mean[(i & 3) === 3 ? 1 : 0] += A[i * size + i] / ((i & 3) === 3 ? B : 3 * B);
  const ridge = mean.map((m) => RIDGE * m + Number.MIN_VALUE);
  for (let i = 0; i < size; i++) A[i * size + i] += ridge[(i & 3) === 3 ? 1 : 0];
  factor(A, size);
  return A;
}

/** right += rows of all vertices times where they are in the frame; shape [joints, 4, 3]. */
function addRight(
  right: Float64Array,
  rows: Float64Array,
  joints: Uint16Array,
  frame: Float32Array,
): void {
  for (let i = 0; i < joints.length; i++) {
    const w = rows[4 * i + 3];
    if (w === 0) continue;
    const v = 3 * (i >> 2);
    const x = frame[v];
    const y = frame[v + 1];
    const z = frame[v + 2];
    const a = rows[4 * i];
    const b = rows[4 * i + 1];
    const c = rows[4 * i + 2];
    const o = 12 * joints[i];
    right[o] += a * x;
    right[o + 1] += a * y;
    right[o + 2] += a * z;
    right[o + 3] += b * x;
    right[o + 4] += b * y;
    right[o + 5] += b * z;
    right[o + 6] += c * x;
    right[o + 7] += c * y;
    right[o + 8] += c * z;
    right[o + 9] += w * x;
    right[o + 10] += w * y;
    right[o + 11] += w * z;
  }
}

/**
 * The affine maps of all joints that bring the vertices nearest to where they were, frame by frame: one matrix,
 * factored once, for all of them. Shape [frames, joints, 12], 3×4 about the joint's centre.
 */
export function solvePoses(skin: Skin, frames: readonly Float32Array[]): Float64Array {
  const { centres, joints } = skin;
  const B = centres.length / 3;
  const rows = rowsOf(skin);
  const A = factoredMatrix(skin, rows);
  const out = new Float64Array(12 * B * frames.length);
  const right = new Float64Array(12 * B);
  frames.forEach((frame, t) => {
    // Differences from the base: staying as it is costs nothing.
    right.fill(0);
    addRight(right, rows, joints, frame);
    solveFactored(A, 4 * B, right, 3);
    for (let j = 0; j < B; j++) {
      const o = 12 * (B * t + j);
      for (let d = 0; d < 3; d++) {
        for (let c = 0; c < 3; c++)
          out[o + 4 * d + c] = right[3 * (4 * j + c) + d] + (c === d ? 1 : 0);
        out[o + 4 * d + 3] = right[3 * (4 * j + 3) + d] + centres[3 * j + d];
      }
    }
  });
  return out;
}

/** How far vertices are from where they were, at most and on the whole, and the most in each frame. */
export function errorsOf(
  skin: Skin,
  poses: Float64Array,
  rest: readonly Float32Array[],
): { worst: number; rms: number; errors: Float64Array } {
  const rows = rowsOf(skin);
  const stride = 4 * skin.centres.length;
  const errors = new Float64Array(rest.length);
  const result = new Float64Array(2);
  let sum = 0;
  rest.forEach((frame, t) => {
    frameError(result, skin, rows, poses, stride * t, frame);
    errors[t] = Math.sqrt(result[0]);
    sum += result[1];
  });
  const points = (skin.base.length / 3) * rest.length;
  const worst = errors.reduce((most, one) => Math.max(most, one), 0);
  return { worst, rms: Math.sqrt(sum / Math.max(1, points)), errors };
}

/** out = largest squared distance of a frame's vertices, and the sum of all; poses from P[from] on. */
function frameError(
  out: Float64Array,
  { base, joints }: Skin,
  rows: Float64Array,
  P: Float64Array,
  from: number,
  frame: Float32Array,
): void {
  let most = 0;
  let sum = 0;
  for (let v = 0; v < base.length; v += 3) {
    let x = frame[v] + base[v];
    let y = frame[v + 1] + base[v + 1];
    let z = frame[v + 2] + base[v + 2];
    const first = (v / 3) * INFLUENCES;
    for (let i = first; i < first + INFLUENCES; i++) {
      const w = rows[4 * i + 3];
      if (w === 0) continue;
      const a = rows[4 * i];
      const b = rows[4 * i + 1];
      const c = rows[4 * i + 2];
      const o = from + 12 * joints[i];
      x -= P[o] * a + P[o + 1] * b + P[o + 2] * c + P[o + 3] * w;
      y -= P[o + 4] * a + P[o + 5] * b + P[o + 6] * c + P[o + 7] * w;
      z -= P[o + 8] * a + P[o + 9] * b + P[o + 10] * c + P[o + 11] * w;
    }
    const d = x * x + y * y + z * z;
    sum += d;
    if (d > most) most = d;
  }
  out[0] = most;
  out[1] = sum;
}
