/**
 * Moduli and elasticity matrices. A matrix C [Pa] is 6×6 row-major, Voigt order xx yy zz yz xz xy, and takes strains
 * with engineering shear (γ = 2e) to stresses. Made when a model is built, so these functions allocate.
 */
import { check } from '../core/errors.ts';
import { cholesky } from '../math/dense.ts';
import { inverse3 } from '../math/mat3.ts';

/** Lamé's moduli μ and λ [Pa] from Young's modulus [Pa] and Poisson's ratio. */
export function lame(young: number, poisson: number, path = ''): { mu: number; lambda: number } {
  check(
    young > 0 && young < Number.POSITIVE_INFINITY,
    () =>
      `Young's modulus must be a positive number of Pa, got ${young}. Jelly is 1e4, rubber 1e6.`,
    path,
  );
  check(
    poisson > -1 && poisson < 0.5,
    () =>
      `Poisson's ratio must lie between -1 and 0.5 (both excluded), got ${poisson}. For nearly incompressible matter take 0.49.`,
    path,
  );
  return {
    mu: young / (2 * (1 + poisson)),
    lambda: (young * poisson) / ((1 + poisson) * (1 - 2 * poisson)),
  };
}

/** C of an isotropic solid with moduli μ and λ [Pa]. */
export function isotropicElasticity(mu: number, lambda: number): Float64Array {
  const C = new Float64Array(36);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) C[6 * i + j] = lambda;
    C[7 * i] += 2 * mu;
    C[7 * (i + 3)] = mu;
  }
  return C;
}

/** Engineering constants of wood, cloth, muscle: three axes with moduli of their own. */
export interface Orthotropic {
  /** Young's moduli along x, y, z [Pa]. */
  young: readonly [number, number, number];
  /** Poisson's ratios xy, xz, yz: how much the second axis thins when the first is pulled. */
  poisson: readonly [number, number, number];
  /** Shear moduli in the planes yz, xz, xy [Pa]. */
  shear: readonly [number, number, number];
}

/** C of an orthotropic solid, axes along x, y, z; refused if the constants contradict each other. */
export function orthotropicElasticity(constants: Orthotropic, path = ''): Float64Array {
  const { young, poisson, shear } = constants;
  for (let i = 0; i < 3; i++) {
    check(
      young[i] > 0,
      () => `young[${i}] must be positive, got ${young[i]} Pa. Rubber is 1e6.`,
      path,
    );
    check(
      shear[i] > 0,
      () =>
        `shear[${i}] must be positive, got ${shear[i]} Pa. A third of Young's modulus is usual.`,
      path,
    );
  }
  // The compliance made dimensionless by √(EᵢEⱼ): then axes of very different stiffness are no trouble to invert.
  const root = young.map((E) => Math.sqrt(E));
  const xy = (-poisson[0] * root[1]) / root[0];
  const xz = (-poisson[1] * root[2]) / root[0];
  const yz = (-poisson[2] * root[2]) / root[1];
  const compliance = Float64Array.of(1, xy, xz, xy, 1, yz, xz, yz, 1);
  const stiffness = new Float64Array(9);
  const solvable = inverse3(stiffness, 0, compliance, 0);
  const C = new Float64Array(36);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const mean = 0.5 * (stiffness[3 * i + j] + stiffness[3 * j + i]);
      C[6 * i + j] = mean * root[i] * root[j];
    }
    C[7 * (i + 3)] = shear[i];
  }
  check(
    solvable && isPositiveDefinite(C),
    () => `Poisson's ratios ${poisson.join(', ')} contradict Young's moduli. Take smaller ones.`,
    path,
  );
  return C;
}

/** True if C is symmetric up to a fraction 1e-9 of its largest entry. */
export function isSymmetric(C: ArrayLike<number>): boolean {
  let largest = 0;
  let gap = 0;
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 6; j++) {
      largest = Math.max(largest, Math.abs(C[6 * i + j]));
      gap = Math.max(gap, Math.abs(C[6 * i + j] - C[6 * j + i]));
    }
  }
  return gap <= 1e-9 * largest;
}

/** True if every strain costs energy. */
export function isPositiveDefinite(C: ArrayLike<number>): boolean {
  return cholesky(Float64Array.from(C), 6);
}

/** Refuses a matrix that is no elasticity: wrong size, not symmetric, or with a strain that costs nothing. */
export function checkElasticity(C: ArrayLike<number>, path = ''): void {
  check(
    C.length === 36,
    () => `must be 6×6 = 36 numbers of Pa, got ${C.length}. Write them row by row.`,
    path,
  );
  for (let i = 0; i < 36; i++) {
    check(
      Number.isFinite(C[i]),
      () => `entry ${i} must be a finite number of Pa, got ${C[i]}. Write it without quotes.`,
      path,
    );
  }
  check(
    isSymmetric(C),
    () => 'must be a symmetric matrix, got another. Entries [i][j] and [j][i] are equal.',
    path,
  );
  check(
    isPositiveDefinite(C),
    () =>
      'must be a positive definite matrix, got one in which some strain costs no energy. Make its diagonal larger.',
    path,
  );
}

/** Row and column of the tensor for each Voigt index. */
const ROW = [0, 1, 2, 1, 0, 0];
const COLUMN = [0, 1, 2, 2, 2, 1];

/**
 * The same solid turned by the rotation R (nine numbers): C'ᵢⱼₖₗ = Rᵢₐ Rⱼᵦ Rₖ꜀ Rₗᵈ Cₐᵦ꜀ᵈ. An orthotropic matrix with
 * its fibres along x gets them along the first column of R.
 */
export function rotateElasticity(C: ArrayLike<number>, R: ArrayLike<number>): Float64Array {
  // Stresses turn as σ' = M·σ in Voigt form, and then C' = M·C·Mᵀ.
  const M = new Float64Array(36);
  for (let a = 0; a < 6; a++) {
    const i = ROW[a];
    const j = COLUMN[a];
    for (let b = 0; b < 6; b++) {
      const k = ROW[b];
      const l = COLUMN[b];
      M[6 * a + b] = R[3 * i + k] * R[3 * j + l];
      if (b >= 3) M[6 * a + b] += R[3 * i + l] * R[3 * j + k];
    }
  }
  const out = new Float64Array(36);
  for (let a = 0; a < 6; a++) {
    for (let b = a; b < 6; b++) {
      let sum = 0;
      for (let c = 0; c < 6; c++) {
        for (let d = 0; d < 6; d++) sum += M[6 * a + c] * C[6 * c + d] * M[6 * b + d];
      }
      out[6 * a + b] = sum;
      out[6 * b + a] = sum;
    }
  }
  return out;
}
