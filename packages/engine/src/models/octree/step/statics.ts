import { typescriptKernels } from '../../../kernels/kernels.ts';
import { inverse3 } from '../../../math/mat3.ts';
import { CG_RESULT, conjugateGradients } from '../../../math/sparse/cg.ts';
import type { OctreeRun } from '../runtime.ts';

/**
 * out = K u: forces of an undeformed body under small displacements u of its leaves [N], shape [leaves, 3]. A region
 * pulls against what its leaves move beyond its own best rigid motion, and against what they move beyond its best
 * linear one as much less or more as `bending` says.
 */
export function createStiffness(run: OctreeRun, bending: number) {
  const { memory, facts, sampler, summation } = run;
  const { mass, weight, rest, moments, sums, acts, fields, regionMass, restCentre, volume } =
    memory;
  const n = sampler.now.tree.leaves;
  const inertia = invertAll(n, facts.spread, true);
  const spread = invertAll(n, facts.spread, false);
  const pulls = new Float64Array(n);
  const pulled = new Float64Array(n);
  for (let r = 0; r < n; r++) {
    pulls[r] = mass[r] * facts.rate[r];
    acts[r] = pulls[r];
  }
  summation.spread(1);
  for (let i = 0; i < n; i++) pulled[i] = bending * fields[i];
  const turned = 1 / (1 + run.data.poisson);
  const U = new Float64Array(9);
  const map = new Float64Array(9);
  return (out: Float64Array, u: Float64Array): void => {
    for (let i = 0; i < n; i++) {
      for (let c = 0; c < 3; c++) {
        const o = 12 * i + 4 * c;
        const w = weight[i] * u[3 * i + c];
        moments[o] = w;
        for (let d = 0; d < 3; d++) moments[o + 1 + d] = w * rest[3 * i + d];
      }
    }
    summation.gather(12);
    for (let r = 0; r < n; r++) {
      const s = 12 * r;
      const q = 3 * r;
      for (let c = 0; c < 3; c++) {
        const sum = sums[s + 4 * c];
        for (let d = 0; d < 3; d++)
          U[3 * c + d] = sums[s + 4 * c + 1 + d] - sum * restCentre[q + d];
      }
      const lx = U[7] - U[5];
      const ly = U[2] - U[6];
      const lz = U[3] - U[1];
      const i = 9 * r;
      const wx = inertia[i] * lx + inertia[i + 1] * ly + inertia[i + 2] * lz;
      const wy = inertia[i + 3] * lx + inertia[i + 4] * ly + inertia[i + 5] * lz;
      const wz = inertia[i + 6] * lx + inertia[i + 7] * ly + inertia[i + 8] * lz;
      for (let k = 0; k < 9; k++) {
        const row = 3 * Math.floor(k / 3);
        const col = i + (k % 3);
        const sum =
          U[row] * spread[col] + U[row + 1] * spread[col + 3] + U[row + 2] * spread[col + 6];
        map[k] = (bending - turned) * sum;
      }
      const grown = volume[2 * r] * (U[0] + U[4] + U[8]);
      map[0] -= turned * grown;
      map[4] -= turned * grown;
      map[8] -= turned * grown;
      map[1] -= turned * wz;
      map[2] += turned * wy;
      map[3] += turned * wz;
      map[5] -= turned * wx;
      map[6] -= turned * wy;
      map[7] += turned * wx;
      for (let c = 0; c < 3; c++) {
        let shift = (bending * sums[s + 4 * c]) / regionMass[r];
        for (let d = 0; d < 3; d++) {
          acts[s + 4 * c + 1 + d] = pulls[r] * map[3 * c + d];
          shift -= map[3 * c + d] * restCentre[q + d];
        }
        acts[s + 4 * c] = pulls[r] * shift;
      }
    }
    summation.spread(12);
    for (let i = 0; i < n; i++) {
      for (let c = 0; c < 3; c++) {
        const f = 12 * i + 4 * c;
        let goal = fields[f];
        for (let d = 0; d < 3; d++) goal += fields[f + 1 + d] * rest[3 * i + d];
        out[3 * i + c] = weight[i] * (pulled[i] * u[3 * i + c] - goal);
      }
    }
  };
}

/**
 * Part of the trace that is added to a matrix before it is inverted: a row of points has no inertia about its own line.
 */
const LEAST = 1e-9;

/** Inverses of the regions' spreads, or of their tensors of inertia, shape [n, 9]. */
function invertAll(n: number, spread: Float64Array, turned: boolean): Float64Array {
  const out = new Float64Array(9 * n);
  const matrix = new Float64Array(9);
  for (let r = 0; r < n; r++) {
    const [xx, xy, xz, yy, yz, zz] = spread.subarray(6 * r, 6 * r + 6);
    const sign = turned ? -1 : 1;
    const diagonal = (turned ? xx + yy + zz : 0) + LEAST * (xx + yy + zz);
    matrix[0] = diagonal + sign * xx;
    matrix[4] = diagonal + sign * yy;
    matrix[8] = diagonal + sign * zz;
    matrix[1] = matrix[3] = sign * xy;
    matrix[2] = matrix[6] = sign * xz;
    matrix[5] = matrix[7] = sign * yz;
    inverse3(out, 9 * r, matrix, 0);
  }
  return out;
}

/** Part of the force that may be left over, and iterations at most. */
const SOLVE = { tolerance: 1e-2, iterations: 400 } as const;
const keep = (out: Float64Array, x: Float64Array): void => out.set(x);

/** Solves K u = force, from the u that is given on. Returns the work force · u. */
export function solveStatic(
  u: Float64Array,
  apply: (out: Float64Array, u: Float64Array) => void,
  force: Float64Array,
): number {
  const vector = (): Float64Array => new Float64Array(force.length);
  const work = { residual: vector(), corrected: vector(), direction: vector(), image: vector() };
  const result = new Float64Array(CG_RESULT.length);
  conjugateGradients(typescriptKernels, work, u, force, apply, keep, result, SOLVE);
  return typescriptKernels.dot(force, u, force.length);
}
