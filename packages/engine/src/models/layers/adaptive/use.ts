import { AHEAD } from '../../shared/numbers.ts';
import type { LayersRuntime } from '../runtime.ts';
import { assembleDense, chooseRows } from '../step/dense.ts';
import { evaluate, prepareProducts } from '../step/system.ts';
import { type AdaptiveFrames, followSet, refreshFrames, spreadUnknowns } from './adaptive.ts';
import { followRows } from './follow.ts';
import { findFollow } from './tree.ts';

/** fixed = what cannot move at all, and the unknowns of frames that sleep. */
export function fixSleeping(fixed: Uint8Array, firm: Uint8Array, a: AdaptiveFrames): void {
  for (let k = 0; k < a.tree.nodes; k++)
    for (let i = 12 * k; i < 12 * k + 12; i++) fixed[i] = a.active[k] === 1 ? firm[i] : 1;
}

/** Wakes all frames in the undeformed body, for data that is computed once, including the matrix of the reach test. */
export function wakeForRest(run: LayersRuntime, a: AdaptiveFrames): void {
  const { system, solver } = run;
  const { dense } = solver;
  a.needed.fill(1);
  findFollow(a.still, a.tree, a.needed, a.none);
  for (const set of [system.mass, system.composed]) {
    followRows(set.rows[0], set.following!, a.still.contraction, a.place);
    set.following!.version = -1;
  }
  solver.fixed.set(run.heldFirm);
  chooseRows(dense, run.hierarchy, null);
  system.h = AHEAD;
  run.look.composed.fill(0);
  run.look.embedded.fill(0);
  evaluate(system, run.rest, run.kernels, run.look);
  prepareProducts(system);
  for (const gauge of system.gauges) gauge.values.fill(0);
  assembleDense(dense, system, 'exact');
  dense.massFor = 0;
  const n = 12 * a.tree.nodes;
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++)
      a.reach[i * n + j] = dense.matrix[dense.row[i] * dense.size + dense.row[j]];
}

/** After frames woke or fell asleep: rows, fixed unknowns, the dense block and what the details know of it. */
export function useFrames(run: LayersRuntime, a: AdaptiveFrames): void {
  const { system, solver } = run;
  refreshFrames(a);
  followSet(a, system.mass);
  followSet(a, system.composed);
  fixSleeping(solver.fixed, run.heldFirm, a);
  // Scripted and held frames are in the block; those that sleep are not.
  for (let k = 0; k < a.tree.nodes; k++) run.asleep.fill(a.active[k] ^ 1, 12 * k, 12 * k + 12);
  chooseRows(solver.dense, run.hierarchy, run.asleep);
  if (solver.detail !== null) contractCoupling(run, a);
}

/** Y_c, H_cd, H_c and the middle matrix of the frames awake, from those of all. */
function contractCoupling(run: LayersRuntime, a: AdaptiveFrames): void {
  const { dense, detail, fixed } = run.solver;
  if (detail === null || detail.whole === null) return;
  const { whole, size: n } = detail;
  const m = dense.size;
  const prefactored = run.data.solve === 'prefactored';
  contractRows(detail.Yc, whole.Yc, n, run, a);
  contractSquare(detail.middleC, whole.middle, run, a);
  for (const { rest, whole: all, size } of detail.couplings)
    if (all !== null) contractRows(rest, all, size, run, a);
  if (prefactored) {
    contractSquare(detail.restMatrix, whole.matrix, run, a);
    for (let i = 0; i < m; i++)
      for (let j = 0; j < m; j++) {
        const out = fixed[dense.unknown[i]] === 1 || fixed[dense.unknown[j]] === 1;
        detail.restFactor[i * m + j] = out ? (i === j ? 1 : 0) : detail.restMatrix[i * m + j];
      }
    run.kernels.choleskyFactor(detail.restFactor, m);
  }
  for (let i = 0; i < m; i++) {
    if (fixed[dense.unknown[i]] === 0) continue;
    detail.Yc.fill(0, i * n, i * n + n);
    for (const { rest, size } of detail.couplings) rest.fill(0, i * size, i * size + size);
    for (let j = 0; j < m; j++) {
      detail.middleC[i * m + j] = i === j ? 1 : 0;
      detail.middleC[j * m + i] = i === j ? 1 : 0;
    }
  }
  run.kernels.choleskyFactor(detail.middleC, m);
  detail.version++;
}

/**
 * out = the rows of the frames awake: each takes those that follow it along. Rows of other layers stay. `width` numbers
 * a row.
 */
function contractRows(
  out: Float64Array,
  A: Float64Array,
  width: number,
  run: LayersRuntime,
  a: AdaptiveFrames,
): void {
  const { dense } = run.solver;
  const { ptr, cols, W } = a.still.contraction;
  out.fill(0, 0, dense.size * width);
  for (let k = 0; k < a.tree.nodes; k++) {
    for (let e = ptr[k]; e < ptr[k + 1]; e++) {
      for (let p = 0; p < 4; p++) {
        for (let b = 0; b < 4; b++) {
          const w = W[16 * e + 4 * p + b];
          if (w === 0) continue;
          for (let c = 0; c < 3; c++) {
            const to = dense.row[3 * (4 * cols[e] + p) + c] * width;
            const from = (3 * (4 * k + b) + c) * width;
            for (let j = 0; j < width; j++) out[to + j] += w * A[from + j];
          }
        }
      }
    }
  }
  // Other layers come after the frames, in both.
  const shift = dense.all.length - dense.size;
  for (let i = 12 * a.awake; i < dense.size; i++)
    for (let j = 0; j < width; j++) out[i * width + j] = A[(i + shift) * width + j];
}

/** The same for a matrix over all of the block, from both sides. */
function contractSquare(
  out: Float64Array,
  A: Float64Array,
  run: LayersRuntime,
  a: AdaptiveFrames,
): void {
  const { dense } = run.solver;
  const n = dense.all.length;
  const m = dense.size;
  const { half } = a;
  contractRows(half, A, n, run, a);
  const { ptr, cols, W } = a.still.contraction;
  out.fill(0, 0, m * m);
  for (let k = 0; k < a.tree.nodes; k++) {
    for (let e = ptr[k]; e < ptr[k + 1]; e++) {
      for (let p = 0; p < 4; p++) {
        for (let b = 0; b < 4; b++) {
          const w = W[16 * e + 4 * p + b];
          if (w === 0) continue;
          for (let c = 0; c < 3; c++) {
            const to = dense.row[3 * (4 * cols[e] + p) + c];
            const from = 3 * (4 * k + b) + c;
            for (let i = 0; i < m; i++) out[i * m + to] += w * half[i * n + from];
          }
        }
      }
    }
  }
  const shift = n - m;
  for (let i = 0; i < m; i++)
    for (let j = 12 * a.awake; j < m; j++) out[i * m + j] = half[i * n + j + shift];
}

/**
 * Puts the frames that are awake to use after a change of `active` or `offsets`; D has all of them. Returns the largest
 * jump [m].
 */
export function switchFrames(run: LayersRuntime, a: AdaptiveFrames): number {
  const { state, memory } = run;
  for (let k = 0; k < a.tree.nodes; k++) {
    for (let p = 0; p < 4; p++)
      for (let c = 0; c < 3; c++)
        state.q[3 * (4 * k + p) + c] = a.D[12 * k + 4 * c + p] - (p === c ? 1 : 0);
  }
  useFrames(run, a);
  memory.age[0] = 0;
  spreadUnknowns(a.all, a, state.q, true);
  let jump = 0;
  for (let i = 0; i < a.D.length; i++)
    jump = Math.max(jump, (i % 4 === 3 ? 1 : a.size) * Math.abs(a.all[i] - a.D[i]));
  return jump;
}

/** velocity of frames that have just woken = what they did while they followed (V). */
export function startWoken(velocity: Float64Array, a: AdaptiveFrames, V: Float64Array): void {
  for (let k = 0; k < a.tree.nodes; k++) {
    if (a.active[k] === 1 && a.before[k] === 1) continue;
    for (let p = 0; p < 4; p++)
      for (let c = 0; c < 3; c++)
        velocity[3 * (4 * k + p) + c] = a.active[k] === 1 ? V[12 * k + 4 * c + p] : 0;
  }
}
