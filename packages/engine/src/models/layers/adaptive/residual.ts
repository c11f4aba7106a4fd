import { pullEmbedded, pushEmbedded } from '../step/embedded.ts';
import { multiplyShell } from '../step/shell.ts';
import { differential } from '../step/stress.ts';
import type { LayerSystem } from '../step/system.ts';
import { pushGradients, pushVelocities } from '../step/transfer.ts';
import { type AdaptiveFrames, gatherWide } from './adaptive.ts';
import { pullStressToAll, pullToAll } from './follow.ts';

/**
 * residual = b − H u on the frames that could wake: the impulse that holds each to its parents, details, contacts and
 * springs included. `force` has what the step was made with, about the velocities `expected` if it was linearised
 * there.
 */
export function findResidual(
  a: AdaptiveFrames,
  s: LayerSystem,
  u: Float64Array,
  expected: Float64Array | null,
): void {
  const { hierarchy, mass, composed, v, f, weight, alpha, h, stress, fine } = s;
  pushVelocities(v, mass, hierarchy, u, s.all);
  for (let i = 0; i < mass.count; i++) {
    const m = weight[i] * (1 + alpha[i] * h);
    for (let c = 3 * i; c < 3 * i + 3; c++) f[c] = a.force[c] - m * v[c];
  }
  pushEmbedded(fine.d, s.embedded, v);
  differential(fine, h, false, s.kernels);
  pullEmbedded(f, s.embedded, fine.d, -1);
  for (let k = 0; k < s.shells.length; k++)
    multiplyShell(s.shells[k], v, -(h * h + s.shells[k].data.beta * h), f);
  pushGradients(stress.d, composed, hierarchy, u, s.all);
  differential(stress, h, false, s.kernels);
  for (let i = 0; i < 9 * composed.count; i++) stress.d[i] = -stress.d[i] - h * stress.P[i];
  a.all.set(a.impulse);
  pullAll(a, s);
  if (expected !== null) addExpected(a, s, expected);
  a.residual.fill(0);
  gatherWide(a.residual, a, a.all);
}

/** all += what forces f and stresses d mean to all frames. */
function pullAll(a: AdaptiveFrames, { mass, composed, f, stress }: LayerSystem): void {
  pullToAll(a.all, mass.following!, f, mass.count);
  pullStressToAll(a.all, composed.following!, stress.d, composed.count);
}

/** all += h² K u of the velocity that the step was linearised at. */
function addExpected(a: AdaptiveFrames, s: LayerSystem, u: Float64Array): void {
  const { hierarchy, mass, composed, v, f, h, stress, fine } = s;
  pushVelocities(v, mass, hierarchy, u, s.all);
  f.fill(0);
  pushEmbedded(fine.d, s.embedded, v);
  differential(fine, h, true, s.kernels);
  pullEmbedded(f, s.embedded, fine.d, 1);
  for (let k = 0; k < s.shells.length; k++) multiplyShell(s.shells[k], v, h * h, f);
  pushGradients(stress.d, composed, hierarchy, u, s.all);
  differential(stress, h, true, s.kernels);
  pullAll(a, s);
}
