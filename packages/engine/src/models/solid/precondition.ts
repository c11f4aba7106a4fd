import type { Kernels } from '../../kernels/kernels.ts';
import {
  type Factor,
  factorize,
  initFactor,
  solve,
  solveSingle,
} from '../../math/sparse/cholesky.ts';
import {
  applyIncomplete,
  createIncomplete,
  factorIncomplete,
} from '../../math/sparse/incomplete.ts';
import { type KeptFactors, keepFactor, takeFactor } from '../shared/kept-factors.ts';
import { type Elastic, fillIdentity } from './elastic.ts';
import type { SolidMemory } from './memory.ts';
import type { SolidData } from './model.ts';

/** An approximate inverse of A = diagonal + scale·K. */
export interface Preconditioner {
  /** Called before the forces of a step are taken: may use K, F and R as scratch. */
  before(scale: number): void;
  /** Called when A is ready. */
  after(scale: number): void;
  /** The set of held nodes has changed. */
  invalidate(): void;
  /** z ≈ A⁻¹ r; held rows are left to the caller. */
  apply(z: Float64Array, r: Float64Array): void;
}

/** A held node gets this many times the largest mass: it then moves by nothing that matters. */
const FIRM = 1e14;

/**
 * The Cholesky factor of the *undeformed* body, kept as long as the time step and the held nodes stay, and turned with
 * the material: z = T L⁻ᵀ L⁻¹ Tᵀ r, T the rotation of each node. A bent body is locally a turned piece of the
 * undeformed one, so this stays a good preconditioner however far the body bends, and a step never factors anything.
 * Kept in single precision, because reading it is what costs. `equals` are the factors of equal bodies, null for one
 * that differs from its model.
 */
export function keptFactor(
  data: SolidData,
  memory: SolidMemory,
  kernels: Kernels,
  elastic: Elastic,
  factor: Factor,
  equals: () => KeptFactors | null,
): Preconditioner {
  const { nodeR, R, work, K, firm } = memory;
  initFactor(factor);
  let factored = 0;
  return {
    invalidate() {
      factored = 0;
    },
    before(scale) {
      if (factored === scale) return;
      factored = scale;
      const kept = equals();
      if (kept !== null && takeFactor(kept, scale, factor)) return;
      elastic.restStiffness();
      makeFirm(data, memory);
      factorize(kernels, factor, K, firm, scale);
      if (kept !== null) keepFactor(kept, scale, factor);
    },
    after() {
      for (let i = 0; i < data.nodes; i++) {
        const e = 9 * data.pointOfNode[i];
        for (let k = 0; k < 9; k++) nodeR[9 * i + k] = R[e + k];
      }
    },
    apply(z, r) {
      turnBack(work, nodeR, r, data.nodes);
      solveSingle(kernels, factor, work);
      turn(z, nodeR, work, data.nodes);
    },
  };
}

/** Factors the matrix of every step: the solve is then exact. */
export function freshFactor(
  data: SolidData,
  memory: SolidMemory,
  kernels: Kernels,
  factor: Factor,
): Preconditioner {
  const { K, firm, nodeR } = memory;
  initFactor(factor);
  // The factor is that of the body as it is now: nothing is to be turned.
  fillIdentity(nodeR);
  return {
    invalidate() {},
    before() {},
    after(scale) {
      makeFirm(data, memory);
      factorize(kernels, factor, K, firm, scale);
    },
    apply(z, r) {
      for (let i = 0; i < 3 * data.nodes; i++) z[i] = r[i];
      solve(kernels, factor, z);
    },
  };
}

/** An incomplete factor with no more entries than the matrix, made in every step: little memory, many iterations. */
export function incompleteFactor(data: SolidData, memory: SolidMemory): Preconditioner {
  const { K, firm } = memory;
  const factor = createIncomplete(data.pattern, 3);
  return {
    invalidate() {},
    before() {},
    after(scale) {
      makeFirm(data, memory);
      factorIncomplete(factor, K, firm, scale);
    },
    apply: (z, r) => applyIncomplete(z, factor, r),
  };
}

function makeFirm(data: SolidData, { firm, diagonal, held }: SolidMemory): void {
  let largest = 0;
  for (let i = 0; i < data.nodes; i++) largest = Math.max(largest, diagonal[i]);
  for (let i = 0; i < data.nodes; i++) firm[i] = held[i] === 1 ? FIRM * largest : diagonal[i];
}

/** out_i = R_iᵀ a_i */
function turnBack(out: Float64Array, R: Float64Array, a: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    const x = a[3 * i];
    const y = a[3 * i + 1];
    const z = a[3 * i + 2];
    const o = 9 * i;
    out[3 * i] = R[o] * x + R[o + 3] * y + R[o + 6] * z;
    out[3 * i + 1] = R[o + 1] * x + R[o + 4] * y + R[o + 7] * z;
    out[3 * i + 2] = R[o + 2] * x + R[o + 5] * y + R[o + 8] * z;
  }
}

/** out_i = R_i a_i */
function turn(out: Float64Array, R: Float64Array, a: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    const x = a[3 * i];
    const y = a[3 * i + 1];
    const z = a[3 * i + 2];
    const o = 9 * i;
    out[3 * i] = R[o] * x + R[o + 1] * y + R[o + 2] * z;
    out[3 * i + 1] = R[o + 3] * x + R[o + 4] * y + R[o + 5] * z;
    out[3 * i + 2] = R[o + 6] * x + R[o + 7] * y + R[o + 8] * z;
  }
}
