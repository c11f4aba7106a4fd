import { findTurn, WHOLE } from '../../shared/momentum.ts';
import type { FramesRuntime } from '../runtime.ts';
import { massProduct } from '../step/mass.ts';

const whole = new Float64Array(WHOLE.length);

/** out = angular momentum about the centre of mass of velocities V of all nodes [kg m²/s]. */
export function spinOfAll(run: FramesRuntime, V: Float64Array, out: Float64Array): void {
  const { data, forces, residual: arm } = run;
  findArms(run, arm);
  massProduct(forces, V, run.memory.mass, run.kernels);
  out.fill(0);
  for (let n = 0; n < data.nodes; n++) {
    for (let k = 12 * n; k < 12 * n + 4; k++) {
      out[0] += arm[k + 4] * forces[k + 8] - arm[k + 8] * forces[k + 4];
      out[1] += arm[k + 8] * forces[k] - arm[k] * forces[k + 8];
      out[2] += arm[k] * forces[k + 4] - arm[k + 4] * forces[k];
    }
  }
}

/**
 * Gives velocities V of all nodes the angular momentum `spin` by turning the body as a whole: what a projection lost by
 * rounding (its ridge costs 1e-13 of a bar's).
 */
export function restoreSpin(run: FramesRuntime, V: Float64Array, spin: Float64Array): void {
  const { data, forces, residual: arm } = run;
  whole.fill(0);
  spinOfAll(run, V, now);
  for (let c = 0; c < 3; c++) whole[3 + c] = spin[c] - now[c];
  massProduct(forces, arm, run.memory.mass, run.kernels);
  for (let n = 0; n < data.nodes; n++) {
    for (let k = 12 * n; k < 12 * n + 4; k++) {
      const xx = arm[k] * forces[k];
      const yy = arm[k + 4] * forces[k + 4];
      const zz = arm[k + 8] * forces[k + 8];
      whole[6] += yy + zz;
      whole[7] -= arm[k] * forces[k + 4];
      whole[8] -= arm[k] * forces[k + 8];
      whole[9] += xx + zz;
      whole[10] -= arm[k + 4] * forces[k + 8];
      whole[11] += xx + yy;
    }
  }
  if (!findTurn(whole)) return;
  for (let n = 0; n < data.nodes; n++) {
    for (let k = 12 * n; k < 12 * n + 4; k++) {
      V[k] += whole[4] * arm[k + 8] - whole[5] * arm[k + 4];
      V[k + 4] += whole[5] * arm[k] - whole[3] * arm[k + 8];
      V[k + 8] += whole[3] * arm[k + 4] - whole[4] * arm[k];
    }
  }
}
const now = new Float64Array(3);

/** arm = positions of all nodes about the centre of mass. */
function findArms({ data, memory }: FramesRuntime, arm: Float64Array): void {
  for (let r = 0; r < 3; r++) {
    let centre = 0;
    for (let n = 0; n < data.nodes; n++)
      for (let p = 0; p < 4; p++)
        centre += (data.massVector[4 * n + p] / data.totalMass) * memory.D[12 * n + 4 * r + p];
    for (let n = 0; n < data.nodes; n++) {
      const k = 12 * n + 4 * r;
      for (let p = 0; p < 4; p++) arm[k + p] = memory.D[k + p];
      arm[k + 3] -= centre;
    }
  }
}
