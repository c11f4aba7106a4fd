import type { Kernels } from '../../../kernels/kernels.ts';
import type { DenseBlock } from './dense.ts';
import { coupleDown, coupleUp, type DetailBlock, multiplyDetail, solveDetail } from './detail.ts';
import { addProduct, type LayerSystem } from './system.ts';

/** How the step's equation is solved. */
export type LayerSolve = 'full' | 'prefactored' | 'coupled';

/**
 * The decoupled step. With H_c factored in every step and Ŝ made at rest:
 *
 *     z_c* = H_c⁻¹ r_c;   z_d = Ŝ⁻¹ (r_d − H_dc z_c*);   z_c = z_c* − H_c⁻¹ H_cd z_d
 *
 * With the true S this solves H z = r exactly; with Ŝ it is symmetric positive definite and close: three or so
 * iterations of conjugate gradients finish it (`full`), or it is taken as it stands (`prefactored`): then H is what
 * this inverts.
 */
export interface LayerSolver {
  readonly dense: DenseBlock;
  readonly detail: DetailBlock | null;
  readonly fixed: Uint8Array;
  readonly work: Float64Array;
  readonly work2: Float64Array;
}

/** z ≈ H⁻¹ r, zero in fixed rows. Malgat et al. 2015, eq. 25. */
export function precondition(
  z: Float64Array,
  r: Float64Array,
  solver: LayerSolver,
  s: LayerSystem,
  kernels: Kernels,
): void {
  const { dense, detail, fixed } = solver;
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
  const { hierarchy } = s;
  for (let j = 0; j < detail.size; j++) {
    const u = detail.unknown[j];
    detail.x[j] = fixed[u] === 1 ? 0 : r[u];
  }
  coupleDown(c, detail, dense, hierarchy, kernels, -1, 'x');
  solveDetail(detail, dense, kernels);
  for (let j = 0; j < detail.size; j++) {
    const u = detail.unknown[j];
    if (fixed[u] === 1) detail.x[j] = 0;
    z[u] = detail.x[j];
  }
  coupleUp(c, detail, dense, hierarchy, kernels);
  for (let a = 0; a < dense.size; a++) if (fixed[dense.unknown[a]] === 1) c[a] = 0;
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
 * y = Ĥ x, the matrix that `precondition` inverts: y_c = H_c x_c + H_cd x_d, y_d = H_dc (x_c + H_c⁻¹ H_cd x_d) + Ŝ x_d.
 * Prescribed velocities act on the others through H itself.
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
  const { hierarchy } = s;
  const c = dense.work;
  for (let j = 0; j < detail.size; j++) detail.x[j] = work2[detail.unknown[j]];
  // H_cd x_d, and H_c⁻¹ of it.
  coupleUp(c, detail, dense, hierarchy, kernels);
  for (let a = 0; a < dense.size; a++) {
    const u = dense.unknown[a];
    if (fixed[u] === 1) c[a] = 0;
    y[u] += c[a];
    work[a] = work2[u];
  }
  kernels.choleskySolve(c, dense.factor, dense.size);
  kernels.rowsTimes(detail.t, dense.matrix, work, dense.size, dense.size);
  for (let a = 0; a < dense.size; a++) {
    const u = dense.unknown[a];
    if (fixed[u] === 1) continue;
    y[u] += detail.t[a];
    work[a] += c[a];
  }
  multiplyDetail(detail, dense, kernels);
  coupleDown(work, detail, dense, hierarchy, kernels, 1, 'y');
  for (let j = 0; j < detail.size; j++) {
    const u = detail.unknown[j];
    if (fixed[u] === 0) y[u] += detail.y[j];
  }
}

export function clearFixed(r: Float64Array, fixed: Uint8Array, n: number): void {
  for (let i = 0; i < n; i++) if (fixed[i] === 1) r[i] = 0;
}
