import { addRow, copyRow } from '../collision/rows.ts';
import type { PieceOff } from '../models/contract.ts';
import { addDynamic } from './actions.ts';
import { bodyWith, type Cast, castMembers, type Member, pieceMember } from './members.ts';
import { disturb } from './rest.ts';
import type { LiveBody, WorldCore } from './types.ts';

/** A body has fallen apart: it goes on as its largest piece, and the others are bodies of their own. */
export interface Split {
  readonly body: string;
  /** Names of the new bodies: `liver/1`, … */
  readonly pieces: readonly string[];
}

/**
 * Makes bodies of what has come off others, between two steps. All bodies and the contacts between them are made anew, in memory that
 * fits, and go on from where they are, as after a snapshot: nothing grows, and nothing is reserved for pieces that may never be.
 */
export function splitBodies(core: WorldCore): void {
  const kept: Member[] = [];
  const fresh: Member[] = [];
  /** What each member goes on from: the piece it is, or the body it was. */
  const keptFrom: (PieceOff | LiveBody)[] = [];
  const freshFrom: PieceOff[] = [];
  const splits: Split[] = [];
  const numbers = core.built.scene.bodies.map(() => 0);
  for (const { origin } of core.members) numbers[origin]++;
  core.members.forEach((member, b) => {
    const { name, origin } = member;
    const [largest, ...others] = core.bodies[b].body.split?.() ?? [];
    if (largest === undefined) {
      kept.push(member);
      keptFrom.push(core.bodies[b]);
      return;
    }
    disturb(core, b);
    kept.push(pieceMember(name, origin, largest, largest.seed));
    keptFrom.push(largest);
    const names = others.map((piece) => {
      // The body itself counts as number 0.
      const own = `${core.built.scene.bodies[origin].name}/${numbers[origin]++}`;
      fresh.push(pieceMember(own, origin, piece, piece.seed));
      freshFrom.push(piece);
      return own;
    });
    splits.push({ body: name, pieces: names });
  });
  if (splits.length === 0) return;
  const cast = castMembers(core, [...kept, ...fresh]);
  carryOver(core, cast, [...keptFrom, ...freshFrom]);
  install(core, cast);
  for (const split of splits) for (const listener of core.listeners) listener(split);
}

/** Puts another cast in place of the one there is. */
export function install(core: WorldCore, cast: Cast): void {
  Object.assign(core, cast);
  core.topology++;
  core.measured = -1;
}

/** The state of all bodies, springs, contacts and of what rests, from the world as it is into a new cast. */
function carryOver(core: WorldCore, cast: Cast, sources: readonly (PieceOff | LiveBody)[]): void {
  sources.forEach((from, b) => {
    const { body, holds, origin } = cast.bodies[b];
    if ('give' in from) from.give(body);
    else {
      for (const name of Object.keys(from.body.state))
        body.state[name].set(from.body.state[name] as never);
    }
    const before = core.bodies.filter((old) => old.origin === origin).flatMap((old) => old.holds);
    holds.forEach((hold, i) => {
      hold.held = before.some((old) => old.name === hold.name && old.held);
      if (!hold.held) body.release(i);
    });
    if (!('give' in from)) body.restored();
  });
  carrySprings(core, cast);
  const { calm, group } = cast.rest;
  for (let b = 0; b < core.bodies.length; b++) {
    calm[b] = core.rest.calm[b];
    group[b] = core.rest.group[b];
  }
  const { rows } = core.contacts;
  const same = (b: number): boolean => b < 0 || sources[b] === core.bodies[b];
  for (let r = 0; r < rows.count[0]; r++) {
    const [a, other, point] = rows.key.subarray(3 * r, 3 * r + 3);
    // Contact points of a piece are others than those of the body.
    if (!same(a) || !same(other)) continue;
    const row = addRow(cast.contacts.rows, a, other, point);
    if (row >= 0) copyRow(cast.contacts.rows, row, rows, r);
  }
}

function carrySprings(core: WorldCore, cast: Cast): void {
  for (const spring of cast.springs) {
    spring.on = core.springs.some(
      (old) => old.name === spring.name && old.dynamic === null && old.on,
    );
  }
  for (const { dynamic, ends } of core.springs) {
    if (dynamic === null) continue;
    const to = ends[1].x;
    const { origin } = core.bodies[dynamic.body];
    addDynamic(cast, {
      ...dynamic,
      to: [to[0], to[1], to[2]],
      body: bodyWith(cast.bodies, origin, dynamic.point),
    });
  }
}
