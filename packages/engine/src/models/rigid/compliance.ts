import { apply3 } from '../../math/mat3.ts';
import type { Compliance, Equation } from '../body.ts';
import type { RigidPoints } from './live.ts';

/**
 * The compliance of six equations, exactly. W = X Xᵀ with X = J C and C Cᵀ = A⁻¹: six columns, however many sites there
 * are. `R` is the rotation of the body now, row-major.
 */
export function rigidCompliance(
  precondition: Equation['precondition'],
  R: Float64Array,
): Compliance {
  const C = new Float64Array(36);
  const unit = new Float64Array(6);
  const column = new Float64Array(6);
  const arm = new Float64Array(3);
  return {
    rank: () => 6,
    factor(groups, { group, points, weights }, n, X) {
      for (let k = 0; k < 6; k++) {
        unit.fill(0);
        unit[k] = 1;
        precondition(column, unit);
        for (let i = 0; i < 6; i++) C[6 * i + k] = column[i];
      }
      semidefiniteRoot(C);
      for (let s = 0; s < n; s++) {
        const { arm: arms } = groups[group[s]].points as RigidPoints;
        arm.fill(0);
        let sum = 0;
        for (let k = 4 * s; k < 4 * s + 4; k++) {
          if (weights[k] === 0) continue;
          sum += weights[k];
          for (let c = 0; c < 3; c++) arm[c] += weights[k] * arms[3 * points[k] + c];
        }
        // Weights of a couple have the sum 0, all others 1.
        const whole = sum > 0.5 ? 1 : 0;
        apply3(unit, 0, R, 0, arm, 0);
        // v = velocity + spin × arm
        for (let k = 0; k < 6; k++) {
          const x = C[18 + k];
          const y = C[24 + k];
          const z = C[30 + k];
          X[18 * s + k] = whole * C[k] + y * unit[2] - z * unit[1];
          X[18 * s + 6 + k] = whole * C[6 + k] + z * unit[0] - x * unit[2];
          X[18 * s + 12 + k] = whole * C[12 + k] + x * unit[1] - y * unit[0];
        }
      }
    },
  };
}

/** Pivots below this part of the diagonal are none: axes that are locked. */
const NOTHING = 1e-14;

/** M := C, lower triangular with C Cᵀ = M, for a symmetric semidefinite M of six rows. */
function semidefiniteRoot(M: Float64Array): void {
  for (let j = 0; j < 6; j++) {
    let pivot = M[7 * j];
    for (let k = 0; k < j; k++) pivot -= M[6 * j + k] * M[6 * j + k];
    const root = pivot > NOTHING * M[7 * j] ? Math.sqrt(pivot) : 0;
    for (let i = j + 1; i < 6; i++) {
      let sum = M[6 * i + j];
      for (let k = 0; k < j; k++) sum -= M[6 * i + k] * M[6 * j + k];
      M[6 * i + j] = root > 0 ? sum / root : 0;
    }
    M[7 * j] = root;
    for (let k = j + 1; k < 6; k++) M[6 * j + k] = 0;
  }
}
