import { factor, solveFactored } from './nnls.ts';
import { INFLUENCES, type Skin } from './skin.ts';

/**
 * Pull of a joint towards staying as it is, by the mean diagonal of its equations: without it joints that nothing asks
 * of turn inside out.
 */
const RIDGE = 1e-5;

/**
 * The affine maps of all joints that bring the vertices nearest to where they were, frame by frame: one matrix,
 * factored once, for all of them.
 */
export function solvePoses(
  { base, centres, joints, weights }: Skin,
  frames: readonly Float32Array[],
): Float64Array {
  const B = centres.length / 3;
  const size = 4 * B;
  const A = new Float64Array(size * size);
  const n = base.length / 3;
  // Row of a vertex: weight times its place about the joint and one, at most sixteen numbers, and their columns.
  const wide = 4 * INFLUENCES;
  const rows = new Float64Array(wide * n);
  const columns = new Int32Array(wide * n);
  for (let i = 0; i < INFLUENCES * n; i++) {
    const [w, j, v] = [weights[i], joints[i], Math.floor(i / INFLUENCES)];
    for (let d = 0; d < 4; d++) {
      rows[4 * i + d] = d === 3 ? w : w * (base[3 * v + d] - centres[3 * j + d]);
      columns[4 * i + d] = 4 * j + d;
    }
  }
  for (let v = 0; v < wide * n; v += wide) {
    for (let a = v; a < v + wide; a++) {
      if (rows[a] === 0) continue;
      const p = columns[a] * size;
      for (let b = v; b < v + wide; b++) A[p + columns[b]] += rows[a] * rows[b];
    }
  }
  // Unknowns of turning and of shifting differ in units: each kind has its own mean.
  const mean = [0, 0];
  for (let i = 0; i < size; i++)
    mean[(i & 3) === 3 ? 1 : 0] += A[i * size + i] / ((i & 3) === 3 ? B : 3 * B);
  const ridge = mean.map((m) => RIDGE * m + Number.MIN_VALUE);
  for (let i = 0; i < size; i++) A[i * size + i] += ridge[(i & 3) === 3 ? 1 : 0];
  factor(A, size);
  const out = new Float64Array(12 * B * frames.length);
  const right = new Float64Array(3 * size);
  frames.forEach((frame, t) => {
    // Differences from the base: staying as it is costs nothing.
    right.fill(0);
    for (let v = 0; v < n; v++) {
      const x = frame[3 * v];
      const y = frame[3 * v + 1];
      const z = frame[3 * v + 2];
      for (let a = wide * v; a < wide * v + wide; a++) {
        const row = rows[a];
        if (row === 0) continue;
        const o = 3 * columns[a];
        right[o] += row * x;
        right[o + 1] += row * y;
        right[o + 2] += row * z;
      }
    }
    solveFactored(A, size, right, 3);
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

/** at[o], at[o + stride], at[o + 2·stride] = where joint j's pose puts vertex v. */
export function placeBy(
  at: Float64Array,
  o: number,
  stride: number,
  poses: Float64Array,
  p: number,
  base: Float32Array,
  v: number,
  centres: Float64Array,
  j: number,
): void {
  const x = base[3 * v] - centres[3 * j];
  const y = base[3 * v + 1] - centres[3 * j + 1];
  const z = base[3 * v + 2] - centres[3 * j + 2];
  for (let d = 0; d < 3; d++)
    at[o + d * stride] =
      poses[p + 4 * d] * x +
      poses[p + 4 * d + 1] * y +
      poses[p + 4 * d + 2] * z +
      poses[p + 4 * d + 3];
}

/** How far vertices are from where they were, at most and on the whole, and the most in each frame. */
export function errorsOf(
  { base, centres, joints, weights }: Skin,
  poses: Float64Array,
  rest: readonly Float32Array[],
): { worst: number; rms: number; errors: Float64Array } {
  const B = centres.length / 3;
  const n = base.length / 3;
  const errors = new Float64Array(rest.length);
  const at = new Float64Array(3);
  let sum = 0;
  rest.forEach((frame, t) => {
    let most = 0;
    for (let v = 0; v < n; v++) {
      let [x, y, z] = [
        frame[3 * v] + base[3 * v],
        frame[3 * v + 1] + base[3 * v + 1],
        frame[3 * v + 2] + base[3 * v + 2],
      ];
      for (let k = 0; k < INFLUENCES; k++) {
        const w = weights[INFLUENCES * v + k];
        if (w === 0) continue;
        const j = joints[INFLUENCES * v + k];
        placeBy(at, 0, 1, poses, 12 * (B * t + j), base, v, centres, j);
        x -= w * at[0];
        y -= w * at[1];
        z -= w * at[2];
      }
      const d = x * x + y * y + z * z;
      sum += d;
      most = Math.max(most, d);
    }
    errors[t] = Math.sqrt(most);
  });
  return { worst: Math.max(...errors), rms: Math.sqrt(sum / Math.max(1, n * rest.length)), errors };
}
