import { findTurn } from '../../polish.ts';
import type { TetsRuntime } from '../runtime.ts';

/**
 * Rounds off a step of a free body: after it the sum of all rows, and the sum of their torques, hold to rounding. Elastic forces take no part
 * in either, but their stiffness does feel a turn of what is strained. The correction is a rigid motion of the free vertices.
 * `b` is the right side with the impulses of contacts, `heavy` the mass's factor in A and `air` what the drag adds a square metre.
 */
export function polishTets(
  run: TetsRuntime,
  u: Float64Array,
  b: Float64Array,
  h: number,
  gravity: Float64Array,
  heavy: number,
  air: number,
  whole: Float64Array,
): void {
  const { memory, front } = run;
  const { x, velocity, rhs, vertexOf, rowMass, rowArea, work, all } = memory;
  const n = front.free;
  whole.fill(0);
  let mass = 0;
  let weight = 0;
  for (let i = 0; i < n; i++) {
    mass += rowMass[i];
    weight += heavy * rowMass[i] + air * rowArea[i];
    for (let c = 0; c < 3; c++) whole[c] += rowMass[i] * x[3 * vertexOf[i] + c];
  }
  for (let c = 0; c < 3; c++) whole[c] /= mass;
  for (let c = 0; c < 3; c++) {
    let missing = h * gravity[c] * mass;
    for (let i = 0; i < n; i++) {
      const k = 3 * i + c;
      missing += rowMass[i] * (velocity[k] - heavy * u[k]) - air * rowArea[i] * u[k];
      missing += b[k] - rhs[k];
    }
    missing /= weight;
    for (let i = 0; i < n; i++) u[3 * i + c] += missing;
  }
  // Momentum that each row misses; weight has no torque about the centre.
  for (let k = 0; k < 3 * n; k++) all[k] = velocity[k] - heavy * u[k];
  run.massProduct(work, all);
  for (let i = 0; i < n; i++) {
    for (let k = 3 * i; k < 3 * i + 3; k++) work[k] += b[k] - rhs[k] - air * rowArea[i] * u[k];
  }
  // Places about the centre.
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < 3; c++) all[3 * i + c] = x[3 * vertexOf[i] + c] - whole[c];
  }
  for (let k = 0; k < 3 * n; k += 3) {
    whole[3] += all[k + 1] * work[k + 2] - all[k + 2] * work[k + 1];
    whole[4] += all[k + 2] * work[k] - all[k] * work[k + 2];
    whole[5] += all[k] * work[k + 1] - all[k + 1] * work[k];
  }
  run.massProduct(work, all);
  for (let i = 0; i < n; i++) {
    const k = 3 * i;
    const drag = air * rowArea[i];
    const px = heavy * work[k] + drag * all[k];
    const py = heavy * work[k + 1] + drag * all[k + 1];
    const pz = heavy * work[k + 2] + drag * all[k + 2];
    whole[6] += all[k + 1] * py + all[k + 2] * pz;
    whole[7] -= all[k] * py;
    whole[8] -= all[k] * pz;
    whole[9] += all[k] * px + all[k + 2] * pz;
    whole[10] -= all[k + 1] * pz;
    whole[11] += all[k] * px + all[k + 1] * py;
  }
  if (!findTurn(whole)) return;
  for (let k = 0; k < 3 * n; k += 3) {
    u[k] += whole[4] * all[k + 2] - whole[5] * all[k + 1];
    u[k + 1] += whole[5] * all[k] - whole[3] * all[k + 2];
    u[k + 2] += whole[3] * all[k + 1] - whole[4] * all[k];
  }
}
