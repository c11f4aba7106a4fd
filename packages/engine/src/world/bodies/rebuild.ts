import { addRow, copyRow } from '../../contact/detect/rows.ts';
import type { Body, PieceOff } from '../../models/body.ts';
import type { BuiltScene } from '../build/build.ts';
import { inOrder } from '../build/core.ts';
import { useGroups } from '../build/groups.ts';
import { addDynamic } from '../drive/drags.ts';
import { useJoints } from '../drive/joints/make.ts';
import { useWinds } from '../drive/wind.ts';
import type { LiveBody } from '../live.ts';
import type { BodyEntry, Joint } from '../parts.ts';
import type { WorldCore } from '../types.ts';
import { type BodySet, bodyWith, createBodySet, type Seating, type Standing } from './body-set.ts';
import { tellBroken } from './broken.ts';
import { useChanges } from './changes.ts';
import { takeSeat } from './seats.ts';

/** The source of a body's state: a body by its index, or a piece of it. Null for a new body. */
export type Source = { readonly body: number; readonly piece?: PieceOff } | null;

export interface Rebuilding {
  readonly entries: readonly BodyEntry[];
  /** For each of them. */
  readonly sources: readonly Source[];
  /** The new scene, if it changes. */
  readonly built?: BuiltScene;
  /** More room for guests. */
  readonly seating?: Seating;
}

/**
 * Changes the body set of a running world, between two steps, and keeps its state. Remaining bodies keep their memory
 * while the others fit beside them; contacts, whose sizes depend on all bodies, are recreated. Memory never grows: if
 * it is full, all bodies are recreated in a larger block, as after a snapshot.
 */
export function rebuild(core: WorldCore, change: Rebuilding): void {
  const old = { ...core };
  const { entries, sources, built = core.built, seating = core.seats } = change;
  const bodySet = createBodySet({ ...core, built }, entries, seating, standingOf(core, change));
  if (built !== core.built) {
    Object.assign(core, { built, scene: built.scene, events: inOrder(built.scene.events) });
  }
  install(core, bodySet);
  /** New index of every old body that is still whole. */
  const now = new Int32Array(old.bodies.length).fill(-1);
  sources.forEach((source, b) => {
    if (source === null) return;
    const live = core.bodies[b];
    if (live === old.bodies[source.body]) {
      now[source.body] = b;
      return;
    }
    live.changes = old.bodies[source.body].changes;
    const { body } = live;
    if (source.piece !== undefined) source.piece.give(body);
    else copyState(old.bodies[source.body].body, body);
    copyHolds(old.bodies[source.body], live);
    if (source.piece === undefined) {
      body.state.restored();
      now[source.body] = b;
    }
    useChanges(core, live, true);
  });
  old.seats.guests.forEach((guest, s) => {
    if (guest === null) return;
    const from = old.bodies[old.seats.first + s].body;
    takeSeat(core, s, guest);
    copyState(from, guest.body);
    guest.body.state.restored();
    now[old.seats.first + s] = core.seats.first + s;
  });
  copySleep(old, core, now);
  copyRows(old, core, now);
  copySprings(old, core, sources);
  for (const joint of core.joints) copyJoint(old, joint);
  useJoints(core);
  useWinds(core);
  tellBroken(core);
  useGroups(core);
  moveOut(old, core);
}

/** Whole bodies with the same model need not be recreated. */
function standingOf(core: WorldCore, { entries, sources }: Rebuilding): Standing {
  const stays = entries.map(({ model, cage, looks, held }, b) => {
    const source = sources[b];
    if (source === null || source.piece !== undefined) return -1;
    const before = core.entries[source.body];
    const isSame =
      before.model === model &&
      before.cage === cage &&
      before.held === held &&
      before.looks === looks;
    return isSame ? source.body : -1;
  });
  return {
    housing: core.housing,
    bodies: stays.map((b) => (b < 0 ? null : core.bodies[b])),
    corners: stays.map((b) => (b < 0 ? null : core.contacts.corners[b])),
  };
}

/** Frees the memory of removed bodies. */
function moveOut({ housing, bodies }: BodySet, { housing: now, bodies: there }: BodySet): void {
  if (housing.room !== now.room) {
    housing.room.close();
    return;
  }
  for (const live of bodies) if (!there.includes(live)) housing.room.give(live.part);
  housing.room.give(housing.contacts);
  if (housing.compliance !== now.compliance) housing.room.give(housing.compliance);
}

/** Installs a new body set; the memory of the old one is freed later. */
export function install(core: WorldCore, next: BodySet): void {
  Object.assign(core, next);
  core.topology++;
  core.measured = -1;
}

function copyState({ state: { arrays } }: Body, to: Body): void {
  for (const name of Object.keys(arrays)) to.state.arrays[name].set(arrays[name] as never);
}

function copyHolds(from: LiveBody, { body, holds }: LiveBody): void {
  holds.forEach((hold, i) => {
    const before = from.holds.find((was) => was.name === hold.name);
    hold.held = before?.held === true;
    if (before !== undefined) {
      hold.track = before.track;
      hold.posed = before.posed;
      hold.pose.set(before.pose);
    }
    // At once: what a body stores depends on which of its leaves are held.
    if (hold.held) body.equation.hold(i, hold.pose);
    else body.equation.release(i);
  });
}

/** Sleeping groups stay asleep unless one of their bodies is gone or changed. */
function copySleep(old: WorldCore, { sleep }: WorldCore, now: Int32Array): void {
  now.forEach((to, from) => {
    if (to < 0) return;
    const leader = old.sleep.group[from];
    const whole = leader >= 0 && old.sleep.group.every((g, b) => g !== leader || now[b] >= 0);
    sleep.calm[to] = old.sleep.calm[from];
    sleep.group[to] = whole ? now[leader] : -1;
  });
}

/** Contacts keep their impulses; a piece has other contact points than its body. */
function copyRows(old: WorldCore, core: WorldCore, now: Int32Array): void {
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

/** A joint keeps its state and load. */
function copyJoint(old: WorldCore, joint: Joint): void {
  const before = old.joints.find(({ name }) => name === joint.name);
  joint.on = before?.on === true;
  if (before !== undefined) joint.state.set(before.state);
}

/** Drags and forces stay with their material; those of a removed body are removed. */
function copySprings(old: WorldCore, core: WorldCore, sources: readonly Source[]): void {
  for (const spring of core.springs) {
    const before = old.springs.find((s) => s.name === spring.name && s.dynamic === null);
    spring.on = before?.on === true;
    // A missing length means the initial one, and the bodies have moved since.
    if (before !== undefined) spring.law.set(before.law);
  }
  for (const { dynamic, places } of old.springs) {
    if (dynamic === null) continue;
    const heirs = [...sources.keys()].filter((b) => sources[b]?.body === dynamic.body);
    if (heirs.length === 0) continue;
    const { origin } = core.bodies[heirs[0]];
    const body = heirs.length === 1 ? heirs[0] : bodyWith(core.bodies, origin, dynamic.point);
    const [x, y, z] = places[1].x;
    addDynamic(core, { ...dynamic, body, to: [x, y, z] });
  }
}
