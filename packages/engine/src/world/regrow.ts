import { addRow, copyRow } from '../collision/rows.ts';
import { addDynamic } from './actions.ts';
import type { BuiltScene } from './build.ts';
import { createCore } from './core.ts';
import type { Seats } from './seats.ts';
import { takeSeat } from './seats.ts';
import type { WorldCore } from './types.ts';

/**
 * Makes a running world anew with other bodies, or with more room for guests, and goes on from where it is: memory of a world
 * never grows, so a larger one is reserved and everything moves over. `was[i]` is the old index of body i of the new scene, −1 for one
 * that begins. Takes as long as creating the world, without building what is built.
 */
export function regrow(
  core: WorldCore,
  built: BuiltScene,
  was: readonly number[],
  seating: Pick<Seats, 'room' | 'bytes'>,
): void {
  const old = { ...core };
  const fresh = createCore(built, old.options, seating);
  const { scene, kernels, bodies, skeletons, springs, couplings, contacts } = fresh;
  const { collide, islands, rest, kept, seats } = fresh;
  Object.assign(core, { built, scene, kernels, bodies, skeletons, springs, couplings, contacts });
  Object.assign(core, { collide, islands, rest, kept, seats, events: fresh.events });
  core.measured = -1;
  // Where every old body is now.
  const now = new Int32Array(old.bodies.length).fill(-1);
  was.forEach((from, to) => {
    if (from >= 0) now[from] = to;
  });
  old.seats.guests.forEach((guest, s) => {
    if (guest === null) return;
    takeSeat(core, s, guest);
    now[old.seats.first + s] = seats.first + s;
  });
  now.forEach((to, from) => {
    if (to >= 0) moveBody(old, from, core, to);
  });
  moveRest(old, core, now);
  moveRows(old, core, now);
  moveSprings(old, core, now);
}

function moveBody(old: WorldCore, from: number, core: WorldCore, to: number): void {
  const source = old.bodies[from];
  const target = core.bodies[to];
  for (const name of Object.keys(source.body.state)) {
    target.body.state[name].set(source.body.state[name] as never);
  }
  target.holds.forEach((hold, i) => {
    hold.held = source.holds[i].held;
    if (!hold.held) target.body.release(i);
  });
  target.body.restored();
}

/** Groups at rest stay so unless one of them is gone. */
function moveRest(old: WorldCore, { rest }: WorldCore, now: Int32Array): void {
  now.forEach((to, from) => {
    if (to < 0) return;
    const leader = old.rest.group[from];
    const whole = leader >= 0 && old.rest.group.every((g, b) => g !== leader || now[b] >= 0);
    rest.calm[to] = old.rest.calm[from];
    rest.group[to] = whole ? now[leader] : -1;
  });
}

/** Contacts go on from the impulses they had. */
function moveRows(old: WorldCore, core: WorldCore, now: Int32Array): void {
  const from = old.contacts.rows;
  const to = core.contacts.rows;
  for (let r = 0; r < from.count[0]; r++) {
    const other = from.key[3 * r + 1];
    const a = now[from.key[3 * r]];
    const b = other < 0 ? other : now[other];
    if (a < 0 || (other >= 0 && b < 0)) continue;
    const row = addRow(to, a, b, from.key[3 * r + 2]);
    if (row < 0) return;
    copyRow(to, row, from, r);
  }
}

function moveSprings(old: WorldCore, core: WorldCore, now: Int32Array): void {
  for (const spring of old.springs) {
    if (spring.dynamic !== null) {
      const body = now[spring.dynamic.body];
      const [x, y, z] = spring.ends[1].x;
      if (body >= 0) addDynamic(core, { ...spring.dynamic, body, to: [x, y, z] });
    } else {
      const same = core.springs.find((s) => s.name === spring.name && s.dynamic === null);
      if (same !== undefined) same.on = spring.on;
    }
  }
}
