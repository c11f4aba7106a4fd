import { WHOLE } from '../shared/momentum.ts';
import { ROLE } from './model.ts';
import { correctTurn } from './momentum.ts';
import type { LayersRuntime } from './runtime.ts';
import { pushVelocities } from './step/transfer.ts';

/** Rigid corrections of the velocity of a body that nothing holds. */
export function createFreeMotion(run: LayersRuntime) {
  const { hierarchy, solver, system, momentum, memory, state, start, begun } = run;
  const { layers } = hierarchy;
  const whole = new Float64Array(WHOLE.length);
  const apart = new Float64Array(3);

  /**
   * Impulses on a rigid root have their torque about where it is; the equation was made where it will be: half-way
   * through its turn about the centre of mass, or where a second-order step ends, and then the centre is not at the
   * same place on it.
   */
  const aboutCentre = (b: Float64Array, solved: Float64Array): void => {
    const { rhs } = memory;
    apart.fill(0);
    if (run.ahead) {
      momentum.centreNow(apart);
      for (let c = 0; c < 3; c++) apart[c] = begun[c] - apart[c];
    }
    for (let c = 0; c < 3; c++) apart[c] += start.rigid[c] - state.rigid[c];
    for (let c = 0; c < 3; c++) {
      const d = (c + 1) % 3;
      const e = (c + 2) % 3;
      b[3 + c] -= apart[d] * (solved[e] - rhs[e]) - apart[e] * (solved[d] - rhs[d]);
    }
  };

  return {
    /** Total momentum of a free body with right side b, to rounding; `solved` is the one that was solved for. */
    correctMomentum(u: Float64Array, b: Float64Array, solved: Float64Array, h: number): void {
      const { mass, weight, alpha, v } = system;
      pushVelocities(v, mass, hierarchy, u, system.all);
      const layer = layers[0];
      if (layer.form === 'rigid') {
        aboutCentre(b, solved);
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
      correctTurn(u, solved, run, h, whole);
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
