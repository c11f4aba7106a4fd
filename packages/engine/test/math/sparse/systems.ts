import type { Random } from '../../../src/core/random.ts';
import { type BsrPattern, findSlot, patternFromElements } from '../../../src/math/sparse/bsr.ts';

/** Symmetric values in [−1, 1) for a pattern. */
export function randomSymmetric(pattern: BsrPattern, b: number, random: Random): Float64Array {
  const values = new Float64Array(pattern.cols.length * b * b);
  for (let i = 0; i < pattern.rows; i++) {
    for (let k = pattern.rowPtr[i]; k < pattern.rowPtr[i + 1]; k++) {
      const j = pattern.cols[k];
      if (j < i) continue;
      const mirror = findSlot(pattern.rowPtr, pattern.cols, j, i);
      for (let r = 0; r < b; r++) {
        for (let c = i === j ? r : 0; c < b; c++) {
          const value = random.range(-1, 1);
          values[(k * b + r) * b + c] = value;
          values[(mirror * b + c) * b + r] = value;
        }
      }
    }
  }
  return values;
}

/** A number per block row that makes diag(d) + scale·K diagonally dominant, hence positive definite. */
export function dominantDiagonal(
  pattern: BsrPattern,
  b: number,
  values: Float64Array,
  scale: number,
): Float64Array {
  const d = new Float64Array(pattern.rows);
  for (let i = 0; i < pattern.rows; i++) {
    for (let r = 0; r < b; r++) {
      let sum = 0.1;
      for (let k = pattern.rowPtr[i]; k < pattern.rowPtr[i + 1]; k++) {
        for (let c = 0; c < b; c++) sum += Math.abs(scale * values[(k * b + r) * b + c]);
      }
      d[i] = Math.max(d[i], sum);
    }
  }
  return d;
}

/** The nodes of a grid of cubes, each cube cut in six tets. */
export function tetGrid(nx: number, ny: number, nz: number) {
  const id = (i: number, j: number, k: number): number => i + nx * (j + ny * k);
  const positions = new Float64Array(3 * nx * ny * nz);
  const tets: number[] = [];
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        positions.set([i, j, k], 3 * id(i, j, k));
        if (i + 1 === nx || j + 1 === ny || k + 1 === nz) continue;
        const corner = (q: number): number => id(i + (q & 1), j + ((q >> 1) & 1), k + (q >> 2));
        for (const [a, b] of [
          [1, 3],
          [1, 5],
          [2, 3],
          [2, 6],
          [4, 5],
          [4, 6],
        ]) {
          tets.push(corner(0), corner(a), corner(b), corner(7));
        }
      }
    }
  }
  const elements = Int32Array.from(tets);
  return { positions, elements, pattern: patternFromElements(nx * ny * nz, elements, 4) };
}

/** Springs along all edges of the pattern, [3, 3] blocks: stiffness with the shape of an elastic solid's, singular alone. */
export function springs(pattern: BsrPattern, positions: Float64Array, stiffness = 1): Float64Array {
  const values = new Float64Array(pattern.cols.length * 9);
  const direction = [0, 0, 0];
  for (let i = 0; i < pattern.rows; i++) {
    for (let k = pattern.rowPtr[i]; k < pattern.rowPtr[i + 1]; k++) {
      const j = pattern.cols[k];
      if (j === i) continue;
      let squared = 0;
      for (let c = 0; c < 3; c++) {
        direction[c] = positions[3 * j + c] - positions[3 * i + c];
        squared += direction[c] * direction[c];
      }
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++) {
          const part = (stiffness * direction[r] * direction[c]) / squared;
          values[9 * k + 3 * r + c] -= part;
          values[9 * pattern.diagonal[i] + 3 * r + c] += part;
        }
      }
    }
  }
  return values;
}

/** Solves a dense system by elimination with pivoting: the yardstick. A [n, n] and rhs are kept. */
export function denseSolve(A: Float64Array, rhs: Float64Array): Float64Array {
  const n = rhs.length;
  const M = A.slice();
  const x = rhs.slice();
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(M[i * n + k]) > Math.abs(M[p * n + k])) p = i;
    for (let c = 0; c < n; c++) [M[k * n + c], M[p * n + c]] = [M[p * n + c], M[k * n + c]];
    [x[k], x[p]] = [x[p], x[k]];
    for (let i = k + 1; i < n; i++) {
      const f = M[i * n + k] / M[k * n + k];
      if (f === 0) continue;
      for (let c = k; c < n; c++) M[i * n + c] -= f * M[k * n + c];
      x[i] -= f * x[k];
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let c = k + 1; c < n; c++) x[k] -= M[k * n + c] * x[c];
    x[k] /= M[k * n + k];
  }
  return x;
}

/** Largest difference, relative to the largest entry of `want`. */
export function relativeError(got: ArrayLike<number>, want: ArrayLike<number>): number {
  let difference = 0;
  let size = 1e-300;
  for (let i = 0; i < want.length; i++) {
    difference = Math.max(difference, Math.abs(got[i] - want[i]));
    size = Math.max(size, Math.abs(want[i]));
  }
  return difference / size;
}

/** n numbers in [−1, 1). */
export function randomVector(n: number, random: Random): Float64Array {
  return Float64Array.from({ length: n }, () => random.range(-1, 1));
}
