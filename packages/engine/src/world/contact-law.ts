import type { ContactMemory } from './contact-memory.ts';

/** Part of a penetration that is undone in one step; the rest waits, so that it does not become speed. */
const PUSH_OUT = 0.2;
/**
 * Distances below this part of the body's size count as touching. Points of a body at rest then all ask for the same, zero, and
 * a body with few unknowns can give it to all of them: the impulses stay as they were spread, to the bit.
 */
const SLOP = 2e-5;
/** What went in comes out at this part of a body size a step at most. */
const FASTEST = 0.1;

/** Velocity along the normal [m/s] that a row asks for at least: not farther than touching, and out of what went in. */
export function wantedVelocity(gap: number, size: number, h: number): number {
  const slop = SLOP * size;
  if (gap > slop) return (slop - gap) / h;
  return gap < -slop ? Math.min((FASTEST * size) / h, (PUSH_OUT * (-slop - gap)) / h) : 0;
}

/** How much a row's velocity along the normal is below what it asks for [m/s]; negative if it is above. */
export function missing({ rows, bias, relative }: ContactMemory, r: number): number {
  const { normal } = rows;
  const k = 3 * r;
  const along =
    normal[k] * relative[k] + normal[k + 1] * relative[k + 1] + normal[k + 2] * relative[k + 2];
  return bias[r] - along;
}

/** Largest velocity [m/s] by which rows list[from..to) miss Signorini's or Coulomb's condition, for the impulses they have. */
export function violation(
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
    const missing = bias[r] - wn;
    worst = Math.max(worst, pn > 0 ? Math.abs(missing) : missing);
    if (!(pn > 0)) continue;
    const wx = relative[k] - wn * nx;
    const wy = relative[k + 1] - wn * ny;
    const wz = relative[k + 2] - wn * nz;
    const px = impulse[k] - pn * nx;
    const py = impulse[k + 1] - pn * ny;
    const pz = impulse[k + 2] - pn * nz;
    const slip = Math.sqrt(wx * wx + wy * wy + wz * wz);
    const drag = Math.sqrt(px * px + py * py + pz * pz);
    // It may slide only at the limit of friction and against it.
    const against = wx * px + wy * py + wz * pz <= -0.999 * slip * drag;
    if (!(against && drag >= 0.999 * friction[r] * pn)) worst = Math.max(worst, slip);
  }
  return worst;
}
