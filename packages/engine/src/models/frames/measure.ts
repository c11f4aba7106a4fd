import { addInertiaOf } from '../shared/momentum.ts';
import { MEASURE } from '../views.ts';
import type { FramesRuntime } from './runtime.ts';
import { massProduct } from './step/mass.ts';

/** Mass, energy of motion and of height, momenta, centre and top speed, from the nodes' D and V and the mass matrix. */
export function measureFrames(out: Float64Array, run: FramesRuntime, gravity: Float64Array): void {
  const { data, memory, forces } = run;
  const { D, V } = memory;
  out.fill(0);
  out[MEASURE.mass] = data.totalMass;
  massProduct(forces, V, memory.mass, run.kernels);
  for (let k = 0; k < data.nodes; k++) {
    for (let r = 0; r < 3; r++) {
      for (let p = 0; p < 4; p++) {
        const i = 12 * k + 4 * r + p;
        const m = data.massVector[4 * k + p];
        out[MEASURE.kinetic] += 0.5 * forces[i] * V[i];
        out[MEASURE.linear + r] += m * V[i];
        out[MEASURE.centre + r] += (m * D[i]) / data.totalMass;
        // Σ m p × v = the antisymmetric part of D M Vᵀ.
        const next = 12 * k + 4 * ((r + 1) % 3) + p;
        const last = 12 * k + 4 * ((r + 2) % 3) + p;
        out[MEASURE.angular + r] += D[next] * forces[last] - D[last] * forces[next];
      }
    }
  }
  for (let r = 0; r < 3; r++) {
    out[MEASURE.potential] -= gravity[r] * out[MEASURE.centre + r] * data.totalMass;
  }
  const arms = memory.nodes;
  for (let i = 0; i < 12 * data.nodes; i++)
    arms[i] = D[i] - (i % 4 === 3 ? out[MEASURE.centre + ((i % 12) >> 2)] : 0);
  massProduct(forces, arms, memory.mass, run.kernels);
  for (let k = 0; k < data.nodes; k++)
    for (let p = 0; p < 4; p++) addInertiaOf(out, arms, forces, 12 * k + p, 4);
  out[MEASURE.speed] = topSpeed(run);
  out[MEASURE.volume] = volumeRatio(run);
}

function topSpeed({ data, memory, kernels }: FramesRuntime): number {
  const { contacts, speeds } = memory;
  const n = data.contacts.ptr.length - 1;
  kernels.skinAffine(speeds, contacts.ptr, contacts.cols, contacts.q, memory.V, n);
  let top = 0;
  for (let i = 0; i < 3 * n; i += 3) {
    top = Math.max(
      top,
      speeds[i] * speeds[i] + speeds[i + 1] * speeds[i + 1] + speeds[i + 2] * speeds[i + 2],
    );
  }
  return Math.sqrt(top);
}

/** Volume now over volume at rest, from the mean gradients of the integration points as last evaluated. */
function volumeRatio({ data, memory }: FramesRuntime): number {
  const { F } = memory;
  let rest = 0;
  let now = 0;
  for (let e = 0; e < data.points.count; e++) {
    const o = 9 * e;
    const det =
      F[o] * (F[o + 4] * F[o + 8] - F[o + 5] * F[o + 7]) -
      F[o + 1] * (F[o + 3] * F[o + 8] - F[o + 5] * F[o + 6]) +
      F[o + 2] * (F[o + 3] * F[o + 7] - F[o + 4] * F[o + 6]);
    rest += data.points.volume[e];
    now += det * data.points.volume[e];
  }
  return now / rest;
}
