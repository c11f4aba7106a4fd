import { apply3, mulAtB3 } from '../../math/mat3.ts';
import { quatFromMat3, quatToMat3 } from '../../math/quat.ts';
import { nearestRotation3, SVD_WORK } from '../../math/svd3.ts';
import { ROLE } from './model.ts';
import { TURNED_ENOUGH } from './numbers.ts';
import type { LayersRuntime } from './runtime.ts';

/**
 * In a held body a rigid layer below elements or frames that could do its motion as well is a choice of axes, not a
 * part of the mechanics: the hold says where matter is, and the finer layer can do all the rest. So it is still in a
 * step. But details are solved for as if they were undeformed, which they are best in axes that turn with them: between
 * steps the rigid layer takes the mean turn of the body, and the layer above it takes back what that would do. No point
 * moves.
 */
export function createRide(run: LayersRuntime) {
  const { system, hierarchy, state, data, memory } = run;
  const { mass, weight } = system;
  const { layers, offset } = hierarchy;
  const finer = data.riding;
  const root = layers.findIndex((l, k) => k < finer && l.form === 'rigid');
  const restCentre = new Float64Array(3);
  const centre = new Float64Array(3);
  const A = new Float64Array(9);
  const R = new Float64Array(9);
  const wanted = new Float64Array(9);
  const change = new Float64Array(9);
  const shift = new Float64Array(3);
  const work = new Float64Array(SVD_WORK);
  const arm = new Float64Array(3);
  /** Velocities in the rigid layer's axes. */
  const moving = [memory.velocity, memory.past.mean, memory.past.change];
  const out = new Float64Array(3);
  let total = 0;
  for (let i = 0; i < mass.count; i++) total += weight[i];
  for (let i = 0; i < mass.count; i++)
    for (let c = 0; c < 3; c++) restCentre[c] += (weight[i] * mass.rest[3 * i + c]) / total;

  return {
    /** With the mass points where they are: the turn of the body as a whole. */
    look(): void {
      centre.fill(0);
      A.fill(0);
      for (let i = 0; i < mass.count; i++)
        for (let c = 0; c < 3; c++) centre[c] += (weight[i] * mass.x[3 * i + c]) / total;
      for (let i = 0; i < mass.count; i++)
        for (let r = 0; r < 3; r++) {
          const m = weight[i] * (mass.x[3 * i + r] - centre[r]);
          for (let c = 0; c < 3; c++) A[3 * r + c] += m * (mass.rest[3 * i + c] - restCentre[c]);
        }
      nearestRotation3(wanted, 0, A, 0, work);
    },
    /** At the end of a step: the rigid layer turns, the one above it turns back. */
    turn(): void {
      const pose = 7 * root;
      quatToMat3(R, 0, state.rigid, pose + 3);
      let trace = 0;
      for (let c = 0; c < 9; c++) trace += R[c] * wanted[c];
      if (0.5 * (3 - trace) < TURNED_ENOUGH) return;
      quatFromMat3(state.rigid, pose + 3, wanted, 0);
      quatToMat3(wanted, 0, state.rigid, pose + 3);
      // x = c + R(X − X0 + w) = c + R′(X − X0 + w′): w′ = C (X − X0 + w) − (X − X0) with C = R′ᵀR.
      mulAtB3(change, 0, wanted, 0, R, 0);
      const { functions, role, places } = layers[finer];
      const X0 = layers[root].centre;
      // C X0 − X0, which a translation must make up for.
      apply3(shift, 0, change, 0, X0, 0);
      for (let f = 0; f < functions; f++) {
        const o = offset[finer] + 3 * f;
        const place = role[f] >= ROLE.translation;
        for (let c = 0; c < 3; c++) {
          const at = place ? places[3 * f + c] : role[f] === c ? 1 : 0;
          arm[c] = state.q[o + c] + at;
        }
        apply3(out, 0, change, 0, arm, 0);
        for (let c = 0; c < 3; c++) {
          const at = place ? places[3 * f + c] : role[f] === c ? 1 : 0;
          state.q[o + c] = out[c] - at - (place ? shift[c] - X0[c] : 0);
        }
        for (let m = 0; m < moving.length; m++) {
          for (let c = 0; c < 3; c++) arm[c] = moving[m][o + c];
          apply3(moving[m], o, change, 0, arm, 0);
        }
      }
    },
  };
}

export type Ride = ReturnType<typeof createRide>;
