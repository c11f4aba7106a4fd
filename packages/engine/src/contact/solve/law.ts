import type { ContactMemory, ContactProblem } from '../memory.ts';
import { FASTEST, PUSH_OUT, SLOP } from '../numbers.ts';
import { mostRolling } from './rolling.ts';
import { KIND } from './ties.ts';

/**
 * Least velocity along the normal [m/s] of a row: it may close the gap but not penetrate, and resolves penetration at
 * no more than `pace` of it per second. Its part h [s] of a step of `whole` seconds resolves only its share: at the
 * pace of whole steps in each of 24 parts, things would leave 24 times as fast.
 */
export function wantedVelocity(
  gap: number,
  size: number,
  h: number,
  whole: number,
  pace: number,
): number {
  const slop = SLOP * size;
  if (gap > slop) return (slop - gap) / h;
  const depth = -slop - gap;
  if (!(depth > 0)) return 0;
  return Math.min((FASTEST * size) / whole, (PUSH_OUT * depth) / whole, pace * depth);
}

/** Required minus actual velocity of a row along the normal [m/s]. */
export function shortfall({ rows, bias, relative }: ContactMemory, r: number): number {
  const { normal } = rows;
  const k = 3 * r;
  const along =
    normal[k] * relative[k] + normal[k + 1] * relative[k + 1] + normal[k + 2] * relative[k + 2];
  return bias[r] - along;
}

/**
 * Largest velocity [m/s] by which rows list[from..to) violate Signorini's or Coulomb's condition, for the impulses they
 * have.
 */
export function largestViolation(
  { rows, bias, friction, relative, list }: ContactMemory,
  from: number,
  to: number,
): number {
  const { normal, impulse } = rows;
  let worst = 0;
  for (let l = from; l < to; l++) {
    const r = list[l];
    const k = 3 * r;
    const nx = normal[k];
    const ny = normal[k + 1];
    const nz = normal[k + 2];
    const wn = nx * relative[k] + ny * relative[k + 1] + nz * relative[k + 2];
    const pn = nx * impulse[k] + ny * impulse[k + 1] + nz * impulse[k + 2];
    const below = bias[r] - wn;
    worst = Math.max(worst, pn > 0 ? Math.abs(below) : below);
    if (!(pn > 0)) continue;
    const wx = relative[k] - wn * nx;
    const wy = relative[k + 1] - wn * ny;
    const wz = relative[k + 2] - wn * nz;
    const px = impulse[k] - pn * nx;
    const py = impulse[k + 1] - pn * ny;
    const pz = impulse[k + 2] - pn * nz;
    const slip = Math.sqrt(wx * wx + wy * wy + wz * wz);
    const drag = Math.sqrt(px * px + py * py + pz * pz);
    // It may slide only at the limit of friction, and against the impulse.
    const against = wx * px + wy * py + wz * pz <= -0.999 * slip * drag;
    if (!(against && drag >= 0.999 * friction[r] * pn)) worst = Math.max(worst, slip);
  }
  return worst;
}

/**
 * The largest velocity [m/s] by which rows of the active set violate their law, w (three numbers a row) being their
 * velocities: the natural residual, the change that each row would make on its own, D (project(p − D⁻¹(w − bias)) − p)
 * with its own compliance D along the normal and across it. Unlike `largestViolation` it is continuous: a row just
 * below the limit of friction that slides slowly violates it by little.
 */
export function naturalResidual(problem: ContactProblem, w: Float64Array): number {
  const { count, p, normal, bias, friction, block, kind } = problem;
  let worst = 0;
  for (let l = 0; l < count; l++) {
    const k = 3 * l;
    const along = block[5 * l + 3];
    const across = block[5 * l + 4];
    if (!(along > 0 && across > 0)) continue;
    const nx = normal[k];
    const ny = normal[k + 1];
    const nz = normal[k + 2];
    const wn = nx * w[k] + ny * w[k + 1] + nz * w[k + 2];
    const pn = nx * p[k] + ny * p[k + 1] + nz * p[k + 2];
    const wanted = pn + (bias[l] - wn) / along;
    let push = wanted;
    if (kind[l] === KIND.contact || kind[l] === KIND.limit) push = Math.max(0, wanted);
    else if (kind[l] === KIND.tiedAcross || kind[l] === KIND.roll) push = 0;
    else if (kind[l] === KIND.motor || kind[l] === KIND.pivot) {
      const most = kind[l] === KIND.motor ? friction[l] : mostRolling(problem, l);
      push = Math.max(-most, Math.min(most, wanted));
    }
    worst = Math.max(worst, along * Math.abs(push - pn));
    if (kind[l] === KIND.tiedAlong || (kind[l] >= KIND.limit && kind[l] !== KIND.roll)) continue;
    const px = p[k] - pn * nx;
    const py = p[k + 1] - pn * ny;
    const pz = p[k + 2] - pn * nz;
    let tx = px - (w[k] - wn * nx) / across;
    let ty = py - (w[k + 1] - wn * ny) / across;
    let tz = pz - (w[k + 2] - wn * nz) / across;
    if (kind[l] === KIND.contact || kind[l] === KIND.roll) {
      const limit = kind[l] === KIND.roll ? mostRolling(problem, l) : friction[l] * push;
      const t2 = tx * tx + ty * ty + tz * tz;
      if (t2 > limit * limit) {
        const cut = limit / Math.sqrt(t2);
        tx *= cut;
        ty *= cut;
        tz *= cut;
      }
    }
    const change = Math.sqrt((tx - px) ** 2 + (ty - py) ** 2 + (tz - pz) ** 2);
    worst = Math.max(worst, across * change);
  }
  return worst;
}
