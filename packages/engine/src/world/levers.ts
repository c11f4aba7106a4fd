import { slideSpeed } from '../contact/detect/slide.ts';
import { findTurn, WHOLE } from '../models/polish.ts';
import type { WorldCore } from './types.ts';

/** Pushes of more than this many times the weight are blows: they are over before anything has moved. */
const LASTING = 2;

const whole = new Float64Array(WHOLE.length);
const centre = new Float64Array(3);
const speed = new Float64Array(3);
const place = new Float64Array(3);

/**
 * Impulses of a step are those of its end, when what they push has moved on: places ahead of a rolling body's contact are below its centre by then. Taken to act
 * where places are at the start they brake it, by (way of a step / radius) of its weight. So bodies get what is missing, h Σ (v_place − v_centre) × p. Only
 * for rows with obstacles: two bodies would not agree on where both are by then. Finds it for all bodies of an island.
 */
export function findEndLevers(core: WorldCore, island: number): void {
  const { contacts, bodies, islands } = core;
  const { rows, memory } = contacts;
  const { first, list } = memory;
  const { members, start } = islands;
  for (let m = start[island]; m < start[island + 1]; m++) {
    const { body, u, middle, lever } = bodies[members[m]];
    const touch = memory.bodies[members[m]];
    lever.fill(0);
    if (touch.touching[0] === 0) continue;
    body.pushVelocities(body.contacts, u, touch.v);
    body.pushVelocities(middle, u, speed);
    for (let c = 0; c < 3; c++) lever[3 + c] = speed[c];
  }
  const { key, ends, share, third, thirdShare, slides, impulse } = rows;
  for (let l = first[island]; l < first[island + 1]; l++) {
    const r = list[l];
    const { v, count } = memory.bodies[key[3 * r]];
    const { lever } = bodies[key[3 * r]];
    // Places of a manifold are where they are needed already.
    if (slides[r] === 0 || ends[2 * r] >= count) continue;
    slideForward(core, r);
    for (let c = 0; c < 3; c++) {
      const from = v[3 * ends[2 * r] + c];
      const between = from + share[r] * (v[3 * ends[2 * r + 1] + c] - from);
      const at = between + thirdShare[r] * (v[3 * third[r] + c] - between);
      place[c] = core.implicit * (at + speed[c] - lever[3 + c]);
    }
    push(lever, impulse, 3 * r);
    for (let c = 0; c < 3; c++) {
      const d = (c + 1) % 3;
      const e = (c + 2) % 3;
      lever[c] += place[d] * impulse[3 * r + e] - place[e] * impulse[3 * r + d];
    }
  }
}

/** Adds up how much a body is pushed. */
function push(lever: Float64Array, p: Float64Array, k: number): void {
  lever[6] += Math.sqrt(p[k] * p[k] + p[k + 1] * p[k + 1] + p[k + 2] * p[k + 2]);
}

/** speed = how a row's place goes on over the material: none where it is ahead of what touches first, and gets there within the step. */
function slideForward({ contacts, implicit }: WorldCore, r: number): void {
  const { key, normal, left } = contacts.rows;
  const { x, v, live } = contacts.memory.bodies[key[3 * r]];
  const { patches, points } = live.cage;
  slideSpeed(speed, patches, key[3 * r + 2], normal, 3 * r, x, v, points);
  let back = 0;
  let far = 0;
  let fast = 0;
  for (let c = 0; c < 3; c++) {
    back -= left[3 * r + c] * speed[c];
    far += left[3 * r + c] * left[3 * r + c];
    fast += speed[c] * speed[c];
  }
  if (!(back > 0)) return;
  const part = Math.max(0, 1 - Math.sqrt(far / fast) / implicit);
  for (let c = 0; c < 3; c++) speed[c] *= part;
}

/** out += what `findEndLevers` found for a body, as a pair of forces all over its contact points that push nowhere in sum. */
export function addEndLevers(core: WorldCore, b: number, out: Float64Array): void {
  const { body, lever, guest } = core.bodies[b];
  const { x, f, count } = core.contacts.memory.bodies[b];
  if (guest !== null || (lever[0] === 0 && lever[1] === 0 && lever[2] === 0)) return;
  const g = core.gravity;
  const weight = body.model.mass * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  const part = Math.min(1, (LASTING * weight * core.implicit) / lever[6]);
  whole.fill(0);
  for (let c = 0; c < 3; c++) whole[WHOLE.torque + c] = part * lever[c];
  addMoments(x, count);
  if (!findTurn(whole)) return;
  f.fill(0);
  for (let i = 0; i < 3 * count; i += 3) {
    const rx = x[i] - centre[0];
    const ry = x[i + 1] - centre[1];
    const rz = x[i + 2] - centre[2];
    f[i] = whole[4] * rz - whole[5] * ry;
    f[i + 1] = whole[5] * rx - whole[3] * rz;
    f[i + 2] = whole[3] * ry - whole[4] * rx;
  }
  body.pullForces(body.contacts, f, out);
}

/** The inertia of n points of mass one about their mean, behind the torque. */
function addMoments(x: Float64Array, n: number): void {
  centre.fill(0);
  for (let i = 0; i < 3 * n; i++) centre[i % 3] += x[i] / n;
  for (let i = 0; i < 3 * n; i += 3) {
    const rx = x[i] - centre[0];
    const ry = x[i + 1] - centre[1];
    const rz = x[i + 2] - centre[2];
    whole[6] += ry * ry + rz * rz;
    whole[7] -= rx * ry;
    whole[8] -= rx * rz;
    whole[9] += rx * rx + rz * rz;
    whole[10] -= ry * rz;
    whole[11] += rx * rx + ry * ry;
  }
}
