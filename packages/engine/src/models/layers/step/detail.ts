import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import { type BsrPattern, findSlot } from '../../../math/sparse/bsr.ts';
import {
  allocateFactor,
  type Factor,
  factorize,
  initFactor,
  solve,
  solveMany,
} from '../../../math/sparse/cholesky.ts';
import type { Symbolic } from '../../../math/sparse/symbolic.ts';
import type { Hierarchy } from '../model.ts';
import {
  clearColumns,
  combinedColumns,
  embeddedColumns,
  gradientColumns,
  planeStressColumns,
  velocityColumns,
} from './columns.ts';
import { allocateCoupling, type Coupling, findTurns, turnDense } from './coupling.ts';
import { assembleDense, type DenseBlock, factorDense } from './dense.ts';
import { differentialAt } from './stress.ts';
import { addProduct, type LayerSystem } from './system.ts';

/**
 * The sparse layers (finite elements, shells): many unknowns, each knowing few others. What is left of their block of H
 * when the dense layers are eliminated, S = H_d − H_dc H_c⁻¹ H_cd, is made once, at rest. Unknowns of a detail live in
 * the frame of their parent, so S stays right when the body turns. With H_d = L Lᵀ (sparse) and the gauge Γ:
 *
 *     S⁻¹ = H_d⁻¹ − Y_g (I + Γ Y_g)⁻¹ Y_gᵀ + Y_c (H_c − H_cd Y_c)⁻¹ Y_cᵀ,   Y_g = H_d⁻¹ Γᵀ,  Y_c = (H_d + ΓᵀΓ)⁻¹ H_dc
 */
export interface DetailBlock {
  readonly of: Uint8Array;
  readonly size: number;
  readonly unknown: Int32Array;
  /** Block row of each unknown's function, −1 outside. */
  readonly row: Int32Array;
  readonly pattern: BsrPattern;
  readonly values: Float64Array;
  readonly diagonal: Float64Array;
  readonly factor: Factor;
  /** Γ over the block's unknowns, shape [gauges, size]; Y_g and Y_c transposed, one row a gauge or dense unknown. */
  readonly gaugeRows: Float64Array;
  readonly gauges: number;
  readonly Yg: Float64Array;
  readonly Yc: Float64Array;
  /** Factors of I + ΓY_g and H_c − H_cd Y_c. */
  readonly middleG: Float64Array;
  readonly middleC: Float64Array;
  /** H_c at rest and its factor; H_cd, one for every sparse layer. */
  readonly restMatrix: Float64Array;
  readonly restFactor: Float64Array;
  readonly couplings: readonly Coupling[];
  /** The pattern, where kernels can reach it; vectors of the block's size, of the dense block's and of the gauge's. */
  readonly rowPtr: Int32Array;
  readonly cols: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly t: Float64Array;
  readonly turned: Float64Array;
  readonly g: Float64Array;
  /**
   * The same with all frames awake, if the coarse layer can let some sleep: what any set of them needs follows from it.
   */
  readonly whole: WholeCoupling | null;
  /** Place of each unknown in the block's vectors, −1 outside. */
  readonly place: Int32Array;
  /** Two sums that tell one H_d and Γ from another; and how often anything here has changed. */
  readonly print: Float64Array;
  version: number;
  readonly three: Float64Array;
}

/** Y_c, H_c and H_c − H_cd Y_c with its factor, over all unknowns that the dense block can have. */
export interface WholeCoupling {
  readonly Yc: Float64Array;
  readonly matrix: Float64Array;
  readonly middle: Float64Array;
  readonly middleFactor: Float64Array;
}

/** What is known about the sparse layers before a body lives. */
export interface DetailPlan {
  readonly of: Uint8Array;
  readonly unknown: Int32Array;
  readonly row: Int32Array;
  readonly pattern: BsrPattern;
  readonly symbolic: Symbolic;
}

export function allocateDetail(
  a: Allocator,
  plan: DetailPlan,
  dense: number,
  gauges: number,
  sleeping: boolean,
  { layers }: Hierarchy,
) {
  const n = plan.unknown.length;
  return {
    couplings: layers.flatMap(({ unknowns }, k) =>
      plan.of[k] === 1
        ? [{ ...allocateCoupling(a, layers.length, dense, unknowns, sleeping), size: unknowns, k }]
        : [],
    ),
    whole: sleeping
      ? {
          Yc: a.f64(dense * n),
          matrix: a.f64(dense * dense),
          middle: a.f64(dense * dense),
          middleFactor: a.f64(dense * dense),
        }
      : null,
    factor: allocateFactor(a, plan.symbolic),
    values: a.f64(9 * plan.pattern.cols.length),
    diagonal: a.f64(plan.pattern.rows),
    rowPtr: a.i32(plan.pattern.rowPtr.length),
    cols: a.i32(plan.pattern.cols.length),
    x: a.f64(n),
    y: a.f64(n),
    t: a.f64(dense),
    turned: a.f64(dense),
    g: a.f64(gauges),
    Yg: a.f64(gauges * n),
    Yc: a.f64(dense * n),
    gaugeRows: a.f64(gauges * n),
    middleG: a.f64(gauges * gauges),
    middleC: a.f64(dense * dense),
    restMatrix: a.f64(dense * dense),
    restFactor: a.f64(dense * dense),
  };
}

export function createDetail(
  memory: ReturnType<typeof allocateDetail>,
  plan: DetailPlan,
  gauges: number,
): DetailBlock {
  initFactor(memory.factor);
  const place = new Int32Array(plan.row.length).fill(-1);
  plan.unknown.forEach((u, j) => {
    place[u] = j;
  });
  memory.rowPtr.set(plan.pattern.rowPtr);
  memory.cols.set(plan.pattern.cols);
  let from = 0;
  const couplings = memory.couplings.map(({ k, size, ...own }): Coupling => {
    from += size;
    const [x, y] = [memory.x, memory.y].map((all) => all.subarray(from - size, from));
    return { ...own, layer: k, from: from - size, size, x, y };
  });
  const size = plan.unknown.length;
  return {
    ...memory,
    ...plan,
    couplings,
    size,
    gauges,
    place,
    print: new Float64Array(2),
    version: 0,
    three: new Float64Array(3 * gauges),
  };
}

/** A fixed unknown gets this many times the largest diagonal: it then moves by nothing that matters. */
const FIRM = 1e10;

/** Rebuilds everything at the state last evaluated, which must be the rest state. Malgat et al. 2015, eq. 26. */
export function factorDetail(
  detail: DetailBlock,
  dense: DenseBlock,
  s: LayerSystem,
  fixed: Uint8Array,
  kernels: Kernels,
): void {
  assembleSparse(detail, dense, s, fixed);
  factorize(kernels, detail.factor, detail.values, detail.diagonal, 1);
  const { size: n, gauges, Yg, gaugeRows, x } = detail;
  gaugeRows.fill(0);
  let r = 0;
  for (const gauge of s.gauges) {
    if (detail.of[gauge.layer] === 0) continue;
    for (let g = 0; g < gauge.rows; g++, r++) {
      for (let j = 0; j < gauge.size; j++) {
        const unknown = gauge.from + j;
        if (fixed[unknown] === 0)
          gaugeRows[r * n + detail.place[unknown]] = gauge.values[g * gauge.size + j];
      }
    }
  }
  for (let g = 0; g < gauges; g++) {
    for (let j = 0; j < n; j++) x[j] = gaugeRows[g * n + j];
    solve(kernels, detail.factor, x);
    for (let j = 0; j < n; j++) Yg[g * n + j] = x[j];
  }
  for (let a = 0; a < gauges; a++) {
    for (let b = 0; b <= a; b++) {
      detail.middleG[a * gauges + b] = product(gaugeRows, a * n, Yg, b * n, n) + (a === b ? 1 : 0);
    }
  }
  if (gauges > 0) kernels.choleskyFactor(detail.middleG, gauges);
  findPrint(detail);
  factorCoupling(detail, dense, s, fixed, kernels);
}

/** Y_c and H_c − H_cd Y_c, column by column of the dense block. */
function factorCoupling(
  detail: DetailBlock,
  dense: DenseBlock,
  s: LayerSystem,
  fixed: Uint8Array,
  kernels: Kernels,
): void {
  const { size: n, Yc, x, middleC } = detail;
  const m = dense.size;
  assembleDense(dense, s, 'all');
  detail.restMatrix.set(dense.matrix);
  factorDense(dense, fixed, kernels);
  detail.restFactor.set(dense.factor);
  const e = new Float64Array(s.hierarchy.unknowns);
  const y = new Float64Array(s.hierarchy.unknowns);
  const restCoupling = new Float64Array(m * n);
  for (let a = 0; a < m; a++) {
    y.fill(0);
    if (fixed[dense.unknown[a]] === 0) {
      e[dense.unknown[a]] = 1;
      addProduct(y, s, e, dense.of, detail.of, true);
      e[dense.unknown[a]] = 0;
    }
    for (let j = 0; j < n; j++) {
      restCoupling[a * n + j] = fixed[detail.unknown[j]] === 1 ? 0 : y[detail.unknown[j]];
      x[j] = restCoupling[a * n + j];
    }
    solveGauged(detail, kernels);
    for (let j = 0; j < n; j++) Yc[a * n + j] = x[j];
    for (const { from, size, rest } of detail.couplings)
      for (let j = 0; j < size; j++) rest[a * size + j] = restCoupling[a * n + from + j];
  }
  for (let a = 0; a < m; a++) {
    const out = fixed[dense.unknown[a]] === 1;
    for (let b = 0; b <= a; b++) {
      const fixedPair = out || fixed[dense.unknown[b]] === 1;
      middleC[a * m + b] = fixedPair
        ? a === b
          ? 1
          : 0
        : detail.restMatrix[a * m + b] - product(restCoupling, a * n, Yc, b * n, n);
    }
    middleC[a * m + a] += REDUNDANT * detail.restMatrix[a * m + a];
  }
  const { whole } = detail;
  if (whole !== null) {
    for (let a = 0; a < m; a++)
      for (let b = 0; b <= a; b++)
        whole.middle[b * m + a] = whole.middle[a * m + b] = middleC[a * m + b];
    whole.Yc.set(Yc);
    for (const coupling of detail.couplings) coupling.whole?.set(coupling.rest);
    whole.matrix.set(detail.restMatrix);
  }
  kernels.choleskyFactor(middleC, m);
  detail.version++;
  whole?.middleFactor.set(middleC);
}

/** Keeps the middle matrix definite where a detail can do all that a coarse unknown does. */
const REDUNDANT = 1e-9;

/** x := (H_d + ΓᵀΓ)⁻¹ x */
function solveGauged(detail: DetailBlock, kernels: Kernels): void {
  const { x, g, Yg, gauges, size: n } = detail;
  kernels.rowsTimes(g, Yg, x, gauges, n);
  if (gauges > 0) kernels.choleskySolve(g, detail.middleG, gauges);
  solve(kernels, detail.factor, x);
  kernels.addRows(x, Yg, g, -1, gauges, n);
}

/** X := (H_d + ΓᵀΓ)⁻¹ X for three right-hand sides, interleaved: X [unknowns, 3]. */
export function solveThree(detail: DetailBlock, X: Float64Array, kernels: Kernels): void {
  const { g, three, Yg, gauges, size: n } = detail;
  for (let axis = 0; axis < 3; axis++) {
    for (let k = 0; k < gauges; k++) {
      g[k] = 0;
      for (let j = 0; j < n; j++) g[k] += Yg[k * n + j] * X[3 * j + axis];
    }
    if (gauges > 0) kernels.choleskySolve(g, detail.middleG, gauges);
    for (let k = 0; k < gauges; k++) three[3 * k + axis] = g[k];
  }
  solveMany(kernels, detail.factor, X, 3);
  for (let k = 0; k < gauges; k++) {
    for (let j = 0; j < n; j++) {
      const y = Yg[k * n + j];
      for (let axis = 0; axis < 3; axis++) X[3 * j + axis] -= y * three[3 * k + axis];
    }
  }
}

function findPrint({ values, diagonal, gaugeRows, print }: DetailBlock): void {
  print.fill(0);
  for (const numbers of [values, diagonal, gaugeRows]) {
    for (let i = 0; i < numbers.length; i++) {
      print[0] += numbers[i] * (1 + (i % 97));
      print[1] += numbers[i] * (1 + ((7919 * i) % 1009));
    }
  }
}

/** x := S⁻¹ x, in place in detail.x. */
export function solveDetail(detail: DetailBlock, dense: DenseBlock, kernels: Kernels): void {
  solveCoupled(detail, detail.Yc, detail.middleC, dense.size, kernels);
}

function solveCoupled(
  detail: DetailBlock,
  Yc: Float64Array,
  middle: Float64Array,
  m: number,
  kernels: Kernels,
): void {
  const { x, t, size: n } = detail;
  kernels.rowsTimes(t, Yc, x, m, n);
  solveGauged(detail, kernels);
  if (m === 0) return;
  kernels.choleskySolve(t, middle, m);
  kernels.addRows(x, Yc, t, 1, m, n);
}

/** detail.y = S detail.x with the blocks at rest. */
export function multiplyDetail(detail: DetailBlock, dense: DenseBlock, kernels: Kernels): void {
  const { x, y, size: n, t, turned, couplings, gaugeRows, gauges, values, diagonal } = detail;
  kernels.bsr3Multiply(y, detail.rowPtr, detail.cols, values, x, detail.pattern.rows, 1, diagonal);
  kernels.rowsTimes(detail.g, gaugeRows, x, gauges, n);
  kernels.addRows(y, gaugeRows, detail.g, 1, gauges, n);
  const m = dense.size;
  if (m === 0) return;
  t.fill(0);
  for (let c = 0; c < couplings.length; c++) {
    const one = couplings[c];
    kernels.rowsTimes(turned, one.rest, one.x, m, one.size);
    for (let a = 0; a < m; a++) t[a] += turned[a];
  }
  kernels.choleskySolve(t, detail.restFactor, m);
  for (let c = 0; c < couplings.length; c++) {
    const one = couplings[c];
    kernels.addRows(one.y, one.rest, t, -1, m, one.size);
  }
}

/** How every sparse layer has turned against the dense ones, at the state last evaluated. */
export function turnCouplings(
  { couplings }: DetailBlock,
  dense: DenseBlock,
  s: LayerSystem,
  kernels: Kernels,
): void {
  if (dense.size === 0) return;
  for (let c = 0; c < couplings.length; c++) findTurns(couplings[c], s, dense, kernels);
}

/** c = H_cd detail.x over the rows of the dense block. */
export function coupleUp(
  c: Float64Array,
  { couplings, turned }: DetailBlock,
  dense: DenseBlock,
  hierarchy: Hierarchy,
  kernels: Kernels,
): void {
  const m = dense.size;
  c.fill(0, 0, m);
  for (let i = 0; i < couplings.length; i++) {
    const one = couplings[i];
    kernels.rowsTimes(turned, one.rest, one.x, m, one.size);
    turnDense(turned, turned, one, dense, hierarchy, true);
    for (let a = 0; a < m; a++) c[a] += turned[a];
  }
}

/** detail.x += scale H_dc c, or detail.y. */
export function coupleDown(
  c: Float64Array,
  { couplings, turned }: DetailBlock,
  dense: DenseBlock,
  hierarchy: Hierarchy,
  kernels: Kernels,
  scale: number,
  into: 'x' | 'y',
): void {
  for (let i = 0; i < couplings.length; i++) {
    const one = couplings[i];
    turnDense(turned, c, one, dense, hierarchy, false);
    kernels.addRows(one[into], one.rest, turned, scale, dense.size, one.size);
  }
}

function product(A: Float64Array, o: number, x: Float64Array, p: number, n: number): number {
  let sum = 0;
  for (let j = 0; j < n; j++) sum += A[o + j] * x[p + j];
  return sum;
}

/** values = H_d without gauge, in 3×3 blocks; fixed unknowns are made firm. */
function assembleSparse(
  detail: DetailBlock,
  dense: DenseBlock,
  s: LayerSystem,
  fixed: Uint8Array,
): void {
  const { of, values, diagonal, pattern, row, unknown } = detail;
  const { one, nine, times } = dense;
  const { mass, composed, hierarchy, h } = s;
  values.fill(0);
  const add = (columns: typeof one, width: number): void => {
    for (let a = 0; a < columns.count; a++) {
      const ra = row[columns.index[a]];
      const ca = unknownComponent(detail, s, columns.index[a]);
      for (let b = 0; b < columns.count; b++) {
        const slot = findSlot(pattern.rowPtr, pattern.cols, ra, row[columns.index[b]]);
        let sum = 0;
        for (let c = 0; c < width; c++) sum += columns.values[width * a + c] * times[width * b + c];
        values[9 * slot + 3 * ca + unknownComponent(detail, s, columns.index[b])] += sum;
      }
    }
  };
  for (let i = 0; i < mass.count; i++) {
    one.count = 0;
    velocityColumns(one, mass, hierarchy, i, of);
    const m = s.weight[i] * (1 + s.alpha[i] * h);
    for (let j = 0; j < 3 * one.count; j++) times[j] = m * one.values[j];
    add(one, 3);
  }
  const stressed = (stress: LayerSystem['stress'], i: number): void => {
    const scale = h * h + stress.beta[i] * h;
    for (let j = 0; j < 9 * nine.count; j++) times[j] = nine.values[j];
    for (let j = 0; j < nine.count; j++) differentialAt(stress, times, 9 * j, i, scale);
    add(nine, 9);
  };
  for (let i = 0; i < composed.count; i++) {
    nine.count = 0;
    gradientColumns(nine, composed, hierarchy, i, of);
    stressed(s.stress, i);
  }
  for (let i = 0; i < s.embedded.ptr.length - 1; i++) {
    clearColumns(nine);
    embeddedColumns(nine, one, s.embedded, mass, hierarchy, i, of);
    stressed(s.fine, i);
  }
  clearColumns(nine);
  for (const { data, strain, turn } of s.shells) {
    const scale = h * h + data.beta * h;
    for (let t = 0; t < data.volume.length; t++) {
      combinedColumns(nine, one, mass, hierarchy, of, data.triangles, 3 * t, 3, strain, 27 * t, 3);
      planeStressColumns(times, nine, scale * data.volume[t] * data.young, data.poisson);
      add(nine, 3);
    }
    for (let g = 0; g < data.angle.length; g++) {
      combinedColumns(nine, one, mass, hierarchy, of, data.hinges, 4 * g, 4, turn, 12 * g, 1);
      for (let j = 0; j < nine.count; j++) times[j] = scale * data.stiffness[g] * nine.values[j];
      add(nine, 1);
    }
  }
  clearColumns(nine);
  let largest = 0;
  for (let i = 0; i < pattern.rows; i++) {
    for (let c = 0; c < 9; c += 4) largest = Math.max(largest, values[9 * pattern.diagonal[i] + c]);
  }
  diagonal.fill(0);
  for (let j = 0; j < unknown.length; j++) {
    const firm = fixed[unknown[j]] === 1;
    if (firm) diagonal[row[unknown[j]]] = FIRM * largest;
  }
  // A node without mass or stiffness (nothing of the body near it) must not spoil the factor.
  for (let i = 0; i < pattern.rows; i++) diagonal[i] += 1e-12 * largest;
}

function unknownComponent(detail: DetailBlock, s: LayerSystem, unknown: number): number {
  const { offset, layers } = s.hierarchy;
  let k = 0;
  while (k < layers.length - 1 && unknown >= offset[k + 1]) k++;
  return detail.of[k] === 1 ? (unknown - offset[k]) % 3 : 0;
}
