import { mulABt3 } from '../../../math/mat3.ts';
import { findTurn, WHOLE } from '../../shared/momentum.ts';
import { MOST_RESISTED } from '../numbers.ts';
import type { FramesRuntime } from '../runtime.ts';
import { findArms, inertiaOf } from './pieces.ts';
import { addTwist, findTension, type Tension } from './tension.ts';

/**
 * Stiffness acts on what moves beyond turning. A point under stress resists being turned (its stress would go on
 * pulling in the old direction), and a step that is linear in the motion would slow every spin by that. So the turning
 * that goes on is taken as done: rhs += scale·K·(the points' turning at the velocities now), and `addRateStress` leaves
 * it out. A vibration of a taut string is such turning too; seen this way it is neither damped nor able to grow. After
 * `assembleMatrix`. Of the law without samples only taut points feel turning at all.
 */
export function expectTurning(rhs: Float64Array, run: FramesRuntime, scale: number): void {
  const { points, set, groups, forces, kernels } = run;
  const { samples, tension, turning, rates } = points;
  if (samples === null && !tension?.any) return;
  const { node, H } = set.points;
  const { order } = run.material;
  forces.fill(0);
  if (tension !== null) {
    const n = turnTaut(run, tension, scale);
    kernels.elastonForces(forces, points.listedPtr, node, H, rates, n, order);
  } else if (samples !== null) {
    const n = groups.count;
    const { ptr } = set.points;
    kernels.elastonGradients(turning, ptr, node, H, run.memory.V, n, order);
    kernels.turningRates(turning, points.F, turning, n, order);
    kernels.tangentRates(rates, turning, samples.tangents, n, order, 0, scale);
    kernels.elastonForces(forces, ptr, node, H, rates, n, order);
  }
  for (let i = 0; i < set.count; i++) {
    for (let c = 0; c < 12; c++) rhs[12 * i + c] -= forces[12 * set.list[i] + c];
  }
}

/**
 * Turning of the taut points, and in `rates` its stresses one behind the other: they are few, and the others need not
 * be looked at. Returns how many.
 */
function turnTaut(run: FramesRuntime, tension: Tension, scale: number): number {
  const { points, set, groups, memory, kernels } = run;
  const { F, turning, rates, volumeMu, volumeLambda } = points;
  const { listed, listedPtr, listedMu, listedLambda, listedF, listedR, listedTurning } = points;
  const { ptr, node, H } = set.points;
  const { order } = run.material;
  let n = 0;
  for (let e = 0; e < groups.count; e++) {
    if (tension.taut[e] === 0) continue;
    listed[n] = e;
    listedPtr[2 * n] = ptr[2 * e];
    listedPtr[2 * n + 1] = ptr[2 * e + 1];
    listedMu[n] = volumeMu[e];
    listedLambda[n] = volumeLambda[e];
    for (let k = 0; k < 36; k++) listedF[36 * n + k] = F[36 * e + k];
    for (let k = 0; k < 9; k++) listedR[9 * n + k] = memory.R[9 * e + k];
    n++;
  }
  const G = listedTurning;
  kernels.elastonGradients(G, listedPtr, node, H, memory.V, n, order);
  kernels.turningRates(G, listedF, G, n, order);
  kernels.elastonRates(rates, G, listedR, listedMu, listedLambda, n, order, 0, scale);
  for (let i = 0; i < n; i++) {
    addTwist(rates, 36 * i, G, 36 * i, tension, listed[i], scale);
    for (let k = 0; k < 36; k++) turning[36 * listed[i] + k] = G[36 * i + k];
  }
  return n;
}

/**
 * Which points are taut in a step whose forces count by `scale` [s²]; nothing to do for laws that know it by
 * themselves. A body in contact is `loose`: what its points resist then stays below a part of its inertia.
 */
export function tighten(run: FramesRuntime, scale: number, loose: boolean): void {
  const { points, groups, memory, data } = run;
  const { tension, F, volumeMu, volumeLambda, volume } = points;
  if (tension === null) return;
  const density = data.totalMass / run.volume;
  const { pressure } = volume.groups;
  findTension(tension, memory.R, F, volumeMu, volumeLambda, groups.count, scale, density, pressure);
  if (loose && tension.any) loosen(run, tension, scale);
}

const resisted = new Float64Array(9);
const inertia = new Float64Array(9);
const whole = new Float64Array(WHOLE.length);

/**
 * A turn of the whole body turns all stress with it and meets no resistance, but taut points each resist it. The
 * correction of momentum gives the turn back after the solve, and contacts that counted on the resistance are then
 * violated: solving again (`contact/solve/owed.ts`) leaves `part` of the error each time, part = h² tr(I⁻¹ Σ v vᵀ), v
 * what a twist feels of a turn. A strained body that lands has parts above one, and every repetition made it worse.
 */
function loosen(run: FramesRuntime, tension: Tension, scale: number): void {
  const { points, groups, memory, set, kernels } = run;
  const { trial: arm, work } = memory;
  resisted.fill(0);
  for (let e = 0; e < groups.count; e++)
    if (tension.taut[e] === 1) addResistance(resisted, tension, points.F, e);
  findArms(run, arm, 1);
  const { mass, pattern } = set;
  kernels.frameMomentum(work, mass, arm, pattern.size, pattern.ptr, pattern.cols);
  inertiaOf(run, inertia, arm, work, 0);
  let part = 0;
  for (let c = 0; c < 3; c++) {
    for (let r = 0; r < 3; r++) whole[WHOLE.torque + r] = scale * resisted[3 * c + r];
    const o = WHOLE.inertia;
    for (let r = 0; r < 3; r++) whole[o + r] = inertia[r];
    for (let r = 0; r < 2; r++) whole[o + 3 + r] = inertia[4 + r];
    whole[o + 5] = inertia[8];
    if (findTurn(whole)) part += whole[WHOLE.torque + c];
  }
  if (part <= MOST_RESISTED) return;
  const less = Math.sqrt(MOST_RESISTED / part);
  for (const twist of tension.twists) for (let i = 0; i < 9 * groups.count; i++) twist[i] *= less;
}

/** out += Σ v vᵀ of the twists M of point e, v·w = M : [w]ₓF. */
function addResistance(out: Float64Array, { twists }: Tension, F: Float64Array, e: number): void {
  for (let k = 0; k < 3; k++) {
    mulABt3(moment, 0, twists[k], 9 * e, F, 36 * e);
    axis[0] = moment[7] - moment[5];
    axis[1] = moment[2] - moment[6];
    axis[2] = moment[3] - moment[1];
    for (let i = 0; i < 9; i++) out[i] += axis[Math.floor(i / 3)] * axis[i % 3];
  }
}
const moment = new Float64Array(9);
const axis = new Float64Array(3);
