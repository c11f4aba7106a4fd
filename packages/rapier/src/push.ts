import type { Vector } from '@dimforge/rapier3d-compat';
import type { Thing } from './things.ts';

/** A sleeping body is woken when it would move faster than this part of its size a second. */
const WAKE = 0.1;

const given: Vector = { x: 0, y: 0, z: 0 };
const before: Vector = { x: 0, y: 0, z: 0 };
const after: Vector = { x: 0, y: 0, z: 0 };

/** True if the forecast for a sleeping body is motion and not more of the same rest. */
export function shouldWake({ seat, shape }: Thing): boolean {
  const [x, y, z, a, b, c] = seat!.velocity;
  const size = Math.max(...[0, 1, 2].map((k) => shape.bounds[k + 3] - shape.bounds[k]));
  const speed = Math.sqrt(x * x + y * y + z * z) + size * Math.sqrt(a * a + b * b + c * c);
  return speed > WAKE * size;
}

/**
 * Gives a body what soft ones gave it in the coming step, before Rapier moves it, and what bodies under the same load give each
 * other: Rapier then has only the rest to find, and a light body between heavy ones is not fired off first. Its weight comes along and Rapier's own is
 * switched off for the step: Rapier spreads weight over sub-steps, and a body carried by soft ones would hop under the two.
 */
export function giveImpulse(thing: Thing, gravity: Vector, h: number): void {
  const { body, seat, weight, owed } = thing;
  const { impulse, inner } = seat!;
  if (body === null || weight === null) return;
  if (isZero(impulse) && isZero(inner)) return;
  const scale = body.gravityScale();
  const { mass } = weight;
  const fall = h * scale * mass;
  const wanted = [
    impulse[0] + inner[0] + owed[0] + fall * gravity.x,
    impulse[1] + inner[1] + owed[1] + fall * gravity.y,
    impulse[2] + inner[2] + owed[2] + fall * gravity.z,
  ];
  const turn = [impulse[3] + inner[3], impulse[4] + inner[4], impulse[5] + inner[5]];
  addSupports(thing, wanted, turn);
  body.linvel(before);
  set(given, wanted[0], wanted[1], wanted[2]);
  body.applyImpulse(given, true);
  body.linvel(after);
  // What rounding to single precision left out is made up for in the next step.
  owed[0] = wanted[0] - mass * (after.x - before.x);
  owed[1] = wanted[1] - mass * (after.y - before.y);
  owed[2] = wanted[2] - mass * (after.z - before.z);
  if (weight.locked != null) owed.fill(0);
  set(given, turn[0], turn[1], turn[2]);
  body.applyTorqueImpulse(given, true);
  if (scale === 0) return;
  thing.gravityScale = scale;
  body.setGravityScale(0, false);
}

function isZero(six: Float64Array): boolean {
  for (let c = 0; c < 6; c++) if (six[c] !== 0) return false;
  return true;
}

/** What holds the body gives it its part, and gets the opposite if it can move. */
function addSupports({ body, seat, holders }: Thing, linear: number[], angular: number[]): void {
  const { supports } = seat!;
  if (supports.count === 0) return;
  const { x, y, z } = body!.worldCom(centre);
  for (let s = 0; s < supports.count; s++) {
    const p = supports.impulses.subarray(3 * s, 3 * s + 3);
    const at = supports.points.subarray(3 * s, 3 * s + 3);
    const [a, b, c] = [at[0] - x, at[1] - y, at[2] - z];
    for (let k = 0; k < 3; k++) linear[k] += p[k];
    angular[0] += b * p[2] - c * p[1];
    angular[1] += c * p[0] - a * p[2];
    angular[2] += a * p[1] - b * p[0];
    const holder = holders[s].body;
    if (holder === null || !holder.isDynamic()) continue;
    set(given, -p[0], -p[1], -p[2]);
    set(place, at[0], at[1], at[2]);
    holder.applyImpulseAtPoint(given, place, true);
  }
}

const centre: Vector = { x: 0, y: 0, z: 0 };
const place: Vector = { x: 0, y: 0, z: 0 };

/** After Rapier's step: its weight is Rapier's again. */
export function restoreGravity(thing: Thing): void {
  if (Number.isNaN(thing.gravityScale)) return;
  thing.body!.setGravityScale(thing.gravityScale, false);
  thing.gravityScale = Number.NaN;
}

function set(v: Vector, x: number, y: number, z: number): void {
  v.x = x;
  v.y = y;
  v.z = z;
}
