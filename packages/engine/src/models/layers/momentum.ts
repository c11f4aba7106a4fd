import { cholesky, choleskySolve } from '../../math/dense.ts';
import type { LayerSystem } from './step/system.ts';

/**
 * Keeps the momentum of a body with a rigid root when it turns. The mass points' velocities were found at the start of the step; at the
 * end their arms point elsewhere, and what they say about angular momentum there is less (by the cosine of the turn). So momentum is
 * taken at the start and given back at the end, by a rigid motion added to all of them: every layer sees the same.
 */
export function createMomentum(system: LayerSystem, v: Float64Array) {
  const { mass, weight } = system;
  const carried = new Float64Array(6);
  const now = new Float64Array(6);
  const inertia = new Float64Array(36);

  /** Linear momentum, and angular momentum about c. */
  const take = (out: Float64Array): void => {
    const arm = mass.value[0];
    out.fill(0);
    for (let i = 0; i < mass.count; i++) {
      const m = weight[i];
      for (let c = 0; c < 3; c++) {
        const a = 3 * i + ((c + 1) % 3);
        const b = 3 * i + ((c + 2) % 3);
        out[c] += m * v[3 * i + c];
        out[3 + c] += m * (arm[a] * v[b] - arm[b] * v[a]);
      }
    }
  };
  /** Lower half of JᵀMJ of the rigid layer. */
  const findInertia = (): void => {
    const arm = mass.value[0];
    inertia.fill(0);
    for (let i = 0; i < mass.count; i++) {
      const m = weight[i];
      const x = arm[3 * i];
      const y = arm[3 * i + 1];
      const z = arm[3 * i + 2];
      for (let c = 0; c < 3; c++) inertia[7 * c] += m;
      inertia[19] -= m * z;
      inertia[20] += m * y;
      inertia[24] += m * z;
      inertia[26] -= m * x;
      inertia[30] -= m * y;
      inertia[31] += m * x;
      inertia[21] += m * (y * y + z * z);
      inertia[28] += m * (x * x + z * z);
      inertia[35] += m * (x * x + y * y);
      inertia[27] -= m * x * y;
      inertia[33] -= m * x * z;
      inertia[34] -= m * y * z;
    }
  };

  return {
    /** At the start of the step, with the velocities of its end; u moves c. */
    remember(h: number, u: Float64Array): void {
      take(carried);
      // About where c will be.
      for (let c = 0; c < 3; c++) {
        const a = (c + 1) % 3;
        const b = (c + 2) % 3;
        carried[3 + c] -= h * (u[a] * carried[b] - u[b] * carried[a]);
      }
    },
    /** At the end of the step. */
    keep(): void {
      take(now);
      findInertia();
      if (!cholesky(inertia, 6)) return;
      for (let c = 0; c < 6; c++) now[c] = carried[c] - now[c];
      choleskySolve(now, inertia, 6);
      const arm = mass.value[0];
      for (let i = 0; i < mass.count; i++) {
        for (let c = 0; c < 3; c++) {
          const a = (c + 1) % 3;
          const b = (c + 2) % 3;
          v[3 * i + c] += now[c] + now[3 + a] * arm[3 * i + b] - now[3 + b] * arm[3 * i + a];
        }
      }
    },
  };
}
