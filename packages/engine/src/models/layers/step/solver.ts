import type { Kernels } from '../../../kernels/kernels.ts';
import type { DenseBlock } from './dense.ts';
import { type DetailBlock, multiplyDetail, solveDetail } from './detail.ts';
import { addProduct, type LayerSystem } from './system.ts';

/** How the step's equation is solved. */
export type LayerSolve = 'full' | 'prefactored' | 'coupled';

/**
 * The decoupled step. With H_c factored in every step and Ŝ made at rest:
 *
 *     z_c* = H_c⁻¹ r_c;   z_d = Ŝ⁻¹ (r_d − H_dc z_c*);   z_c = z_c* − H_c⁻¹ H_cd z_d
 *
 * With the true S this solves H z = r exactly; with Ŝ it is symmetric positive definite and close: three or so iterations of
 * conjugate gradients finish it (`full`), or it is taken as it stands (`prefactored`): then H is what this inverts.
 */
export interface LayerSolver {
  readonly dense: DenseBlock;
  readonly detail: DetailBlock | null;
  readonly fixed: Uint8Array;
  readonly work: Float64Array;
  readonly work2: Float64Array;
}

/** z ≈ H⁻¹ r, zero in fixed rows. */
export function precondition(
  z: Float64Array,
  r: Float64Array,
  solver: LayerSolver,
  s: LayerSystem,
  kernels: Kernels,
): void {
  const { dense, detail, fixed, work } = solver;
  const n = s.hierarchy.unknowns;
  const c = dense.work;
  for (let a = 0; a < dense.size; a++) {
    const u = dense.unknown[a];
    c[a] = fixed[u] === 1 ? 0 : r[u];
  }
  kernels.choleskySolve(c, dense.factor, dense.size);
  for (let i = 0; i < n; i++) z[i] = 0;
  for (let a = 0; a < dense.size; a++) z[dense.unknown[a]] = c[a];
  clearFixed(z, fixed, n);
  if (detail === null) return;
  work.fill(0);
  addProduct(work, s, z, dense.of, detail.of, true);
  for (let j = 0; j < detail.size; j++) {
    const u = detail.unknown[j];
    detail.x[j] = fixed[u] === 1 ? 0 : r[u] - work[u];
  }
  solveDetail(detail, dense, kernels);
  for (let j = 0; j < detail.size; j++) {
    const u = detail.unknown[j];
    z[u] = fixed[u] === 1 ? 0 : detail.x[j];
  }
  work.fill(0);
  addProduct(work, s, z, detail.of, dense.of, true);
  for (let a = 0; a < dense.size; a++) {
    const u = dense.unknown[a];
    c[a] = fixed[u] === 1 ? 0 : work[u];
  }
  kernels.choleskySolve(c, dense.factor, dense.size);
  for (let a = 0; a < dense.size; a++) {
    const u = dense.unknown[a];
    if (fixed[u] === 0) z[u] -= c[a];
  }
}

/** y = H x. */
export function multiply(y: Float64Array, x: Float64Array, s: LayerSystem): void {
  y.fill(0, 0, s.hierarchy.unknowns);
  addProduct(y, s, x, s.all, s.all);
}

/**
 * y = Ĥ x, the matrix that `precondition` inverts: y_c = H_c x_c + H_cd x_d, y_d = H_dc (x_c + H_c⁻¹ H_cd x_d) + Ŝ x_d. Prescribed
 * velocities act on the others through H itself.
 */
export function multiplyPrefactored(
  y: Float64Array,
  x: Float64Array,
  solver: LayerSolver,
  s: LayerSystem,
  kernels: Kernels,
): void {
  const { dense, detail, fixed, work, work2 } = solver;
  const n = s.hierarchy.unknowns;
  if (detail === null) {
    multiply(y, x, s);
    return;
  }
  let prescribed = false;
  for (let i = 0; i < n; i++) {
    work2[i] = fixed[i] === 1 ? 0 : x[i];
    if (fixed[i] === 1 && x[i] !== 0) prescribed = true;
  }
  y.fill(0, 0, n);
  if (prescribed) {
    for (let i = 0; i < n; i++) work[i] = fixed[i] === 1 ? x[i] : 0;
    addProduct(y, s, work, s.all, s.all);
  }
  // H_cd x_d, and H_c⁻¹ of it.
  work.fill(0);
  addProduct(work, s, work2, detail.of, dense.of, true);
  const c = dense.work;
  for (let a = 0; a < dense.size; a++) {
    const u = dense.unknown[a];
    c[a] = fixed[u] === 1 ? 0 : work[u];
    y[u] += c[a];
  }
  kernels.choleskySolve(c, dense.factor, dense.size);
  for (let a = 0; a < dense.size; a++) {
    const ua = dense.unknown[a];
    if (fixed[ua] === 1) continue;
    let sum = 0;
    for (let b = 0; b < dense.size; b++)
      sum += dense.matrix[a * dense.size + b] * work2[dense.unknown[b]];
    y[ua] += sum;
  }
  for (let j = 0; j < detail.size; j++) detail.x[j] = work2[detail.unknown[j]];
  for (let a = 0; a < dense.size; a++) {
    const u = dense.unknown[a];
    if (fixed[u] === 0) work2[u] += c[a];
  }
  work.fill(0);
  addProduct(work, s, work2, dense.of, detail.of, true);
  multiplyDetail(detail, dense, kernels);
  for (let j = 0; j < detail.size; j++) {
    const u = detail.unknown[j];
    if (fixed[u] === 0) y[u] += work[u] + detail.y[j];
  }
}

export function clearFixed(r: Float64Array, fixed: Uint8Array, n: number): void {
  for (let i = 0; i < n; i++) if (fixed[i] === 1) r[i] = 0;
}
