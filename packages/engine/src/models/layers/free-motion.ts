import { WHOLE } from '../shared/momentum.ts';
import { ROLE } from './model.ts';
import { correctTurn } from './momentum.ts';
import type { LayersRuntime } from './runtime.ts';
import { pushVelocities } from './step/transfer.ts';

/** Rigid corrections of the velocity of a body that nothing holds. */
export function createFreeMotion({
  hierarchy,
  solver,
  system,
  momentum,
  memory,
  start,
  startV,
}: LayersRuntime) {
  const { layers } = hierarchy;
  const whole = new Float64Array(WHOLE.length);
  return {
    /** Total momentum of a free body with right side b, to rounding; `solved` is the one that was solved for. */
    correctMomentum(u: Float64Array, b: Float64Array, solved: Float64Array, h: number): void {
      const { mass, weight, alpha, v } = system;
      pushVelocities(v, mass, hierarchy, u, system.all);
      const layer = layers[0];
      if (layer.form === 'rigid') {
        momentum.correctRoot(u, b, v, start.rigid, h);
        return;
      }
      for (let c = 0; c < 3; c++) {
        let missing = 0;
        let total = 0;
        for (let f = 0; f < layer.functions; f++)
          if (layer.role[f] >= ROLE.translation) missing += b[3 * f + c];
        for (let i = 0; i < mass.count; i++) {
          const m = weight[i] * (1 + alpha[i] * h);
          missing -= m * v[3 * i + c];
          total += m;
        }
        const t = missing / total;
        for (let f = 0; f < layer.functions; f++)
          if (layer.role[f] >= ROLE.translation && solver.fixed[3 * f + c] === 0) u[3 * f + c] += t;
      }
      correctTurn(u, solved, memory.rhs, startV, system, start, solver.fixed, h, whole);
    },
    /** Leaves the mean motion of the mass of a free body, and `part` of the motion about it. */
    limit(u: Float64Array, part: number): void {
      const { mass, weight, v } = system;
      pushVelocities(v, mass, hierarchy, u, system.all);
      for (let i = 0; i < solver.fixed.length; i++) if (solver.fixed[i] === 0) u[i] *= part;
      const layer = layers[0];
      for (let c = 0; c < 3; c++) {
        let moved = 0;
        let total = 0;
        for (let i = 0; i < mass.count; i++) {
          moved += weight[i] * v[3 * i + c];
          total += weight[i];
        }
        const t = ((1 - part) * moved) / total;
        if (layer.form === 'rigid') u[c] += t;
        else
          for (let f = 0; f < layer.functions; f++)
            if (layer.role[f] >= ROLE.translation && solver.fixed[3 * f + c] === 0)
              u[3 * f + c] += t;
      }
    },
  };
}
