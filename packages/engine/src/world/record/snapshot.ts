import { fromAscii, toAscii } from '../../core/ascii.ts';
import { check } from '../../core/errors.ts';
import { bytesOf, createDigest } from '../../core/hash.ts';
import { show } from '../../core/show.ts';
import { VERSION } from '../../core/version.ts';
import type { Arrays } from '../../models/body.ts';
import {
  type ArrayKind,
  checkSnapshotHeader,
  type SnapshotHeader,
} from '../../scene/snapshot-schema.ts';
import { type BodySet, createBodySet, pieceEntry, sceneEntries } from '../bodies/body-set.ts';
import { tellBroken } from '../bodies/broken.ts';
import { useChanges } from '../bodies/changes.ts';
import { install } from '../bodies/rebuild.ts';
import type { BuiltScene } from '../build/build.ts';
import { useGroups } from '../build/groups.ts';
import { addDynamic, removeSpring } from '../drive/drags.ts';
import { useJoints } from '../drive/joints/make.ts';
import { fromHex, posedThings, restorePosed, toHex } from '../drive/posed.ts';
import { useWinds } from '../drive/wind.ts';
import type { LiveBody, LiveObstacle } from '../live.ts';
import type { BodyEntry } from '../parts.ts';
import type { WorldCore } from '../types.ts';
import { buildContents, changedContents, useContents } from './restored-bodies.ts';

/** First characters of a snapshot; the number is the version of the format. */
const MAGIC = 'pliant-snapshot-5\n';
/** Length of the digest in characters. */
const DIGEST = 16;
/** Offsets of the header's length, and of the header. */
const LENGTH_AT = MAGIC.length + DIGEST;
const HEADER_AT = LENGTH_AT + 4;

const ARRAYS = { Float64Array, Int32Array, Uint8Array } as const;

function kindOf(array: Arrays[string]): ArrayKind {
  if (array instanceof Float64Array) return 'Float64Array';
  return array instanceof Int32Array ? 'Int32Array' : 'Uint8Array';
}

/** Seed arrays of the pieces, in order. */
function seedArrays(entries: readonly BodyEntry[]): Uint8Array[] {
  return entries.flatMap(({ seed }) => (seed === null ? [] : Object.values(seed).map(bytesOf)));
}

/** Everything the next step depends on, in order. */
function stateArrays(core: BodySet): Uint8Array[] {
  const arrays: Uint8Array[] = [];
  const own = core.seats.first;
  for (const { body } of ownBodies(core)) {
    for (const name of Object.keys(body.state.arrays).sort())
      arrays.push(bytesOf(body.state.arrays[name]));
  }
  const { rows } = core.contacts;
  const n = rows.count[0];
  arrays.push(
    bytesOf(core.sleep.calm.subarray(0, own)),
    bytesOf(core.sleep.group.subarray(0, own)),
  );
  arrays.push(bytesOf(rows.count));
  arrays.push(bytesOf(rows.key.subarray(0, 3 * n)), bytesOf(rows.impulse.subarray(0, 3 * n)));
  arrays.push(bytesOf(rows.normal.subarray(0, 3 * n)), bytesOf(rows.spared.subarray(0, n)));
  arrays.push(bytesOf(rows.couple.subarray(0, 3 * n)));
  return arrays;
}

/** Returns a digest of sixteen digits: equal if two runs of a scene are in the same state, to the last bit. */
export function hashState(core: WorldCore): string {
  const digest = createDigest();
  digest.text(`${core.steps}`);
  digest.bytes(bytesOf(core.gravity));
  for (const bytes of stateArrays(core)) digest.bytes(bytes);
  if (core.joints.length > 0) digest.text(JSON.stringify(jointStates(core)));
  const done = actionsLeft(core);
  // Only actions count here, so that the digest of a run without actions does not change.
  if (done !== NOTHING_DONE) digest.text(done);
  return digest.value();
}

/** Whether joints hold, and their impulses, to the last bit. */
function jointStates({ joints }: BodySet): SnapshotHeader['joints'] {
  return joints.map(({ name, on, state }) => ({ name, on, state: toHex(state) }));
}

/** Changes by actions outside the state of bodies, as text. */
function actionsLeft(core: WorldCore): string {
  const changes = ownBodies(core).map((b) => b.changes);
  const done = [
    changes.every((one) => Object.keys(one).length === 0) ? [] : changes,
    posedThings(core),
    [...core.winds],
  ];
  return JSON.stringify(done, (_key, value) => (isPlain(value) ? inOrderOfKeys(value) : value));
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Equal changes have equal text, in any order. */
function inOrderOfKeys(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
const NOTHING_DONE = '[[],[],[]]';

/** Returns bytes from which `restoreSnapshot` continues bit for bit. */
export function takeSnapshot(core: WorldCore): Uint8Array {
  checkAlone(core);
  const arrays = [...seedArrays(core.entries), ...stateArrays(core)];
  const header: SnapshotHeader = {
    engine: VERSION,
    scene: sceneDigest(core),
    steps: core.steps,
    gravity: [core.gravity[0], core.gravity[1], core.gravity[2]],
    nextEvent: core.nextEvent,
    members: core.entries.map(({ name, origin, seed }) => ({
      name,
      origin,
      seed: seed && Object.entries(seed).map(([key, array]) => [key, kindOf(array), array.length]),
    })),
    obstacles: ownObstacles(core).map((o) => o.present),
    holds: ownBodies(core).map((b) => b.holds.map((hold) => hold.held)),
    springs: core.springs.filter((s) => s.dynamic === null && s.on).map((s) => s.name),
    joints: jointStates(core),
    dynamic: core.springs
      .filter((s) => s.dynamic !== null)
      .map((s) => ({ ...s.dynamic!, to: [s.places[1].x[0], s.places[1].x[1], s.places[1].x[2]] })),
    contents: changedContents(core),
    changes: ownBodies(core).map((b) => b.changes),
    poses: posedThings(core),
    winds: [...core.winds],
    lengths: arrays.map((a) => a.length),
  };
  const text = toAscii(escaped(JSON.stringify(header)));
  const total = header.lengths.reduce((sum, n) => sum + n, HEADER_AT + text.length);
  const out = new Uint8Array(total);
  out.set(toAscii(MAGIC), 0);
  new DataView(out.buffer).setUint32(LENGTH_AT, text.length, true);
  out.set(text, HEADER_AT);
  let at = HEADER_AT + text.length;
  for (const bytes of arrays) {
    out.set(bytes, at);
    at += bytes.length;
  }
  out.set(toAscii(digestOf(out)), MAGIC.length);
  return out;
}

/** JSON text with non-ASCII characters escaped. */
function escaped(text: string): string {
  return text.replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Digest of a snapshot's bytes after the digest itself. Any change of a single byte changes it. */
function digestOf(bytes: Uint8Array): string {
  const digest = createDigest();
  digest.bytes(bytes.subarray(LENGTH_AT));
  return digest.value();
}

/** Restores a snapshot of the same scene. On bad bytes it throws an `InputError` and changes nothing. */
export function restoreSnapshot(core: WorldCore, bytes: Uint8Array): void {
  checkAlone(core);
  const header = readHeader(bytes);
  check(
    header.scene === sceneDigest(core),
    () =>
      'the snapshot belongs to another scene, or the scene file has changed since. Use the scene it was taken of.',
    'snapshot',
  );
  const start = HEADER_AT + headerLength(bytes);
  check(header.lengths.reduce((sum, n) => sum + n, start) === bytes.length, bad, 'snapshot');

  const built = buildContents(core, header);
  const { entries, end, arrays } = readEntries(core, built, header, bytes, start);
  const same = entries === core.entries && built === core.built;
  const bodySet = same ? core : createBodySet({ ...core, built }, entries, core.seats);
  checkFits(built, bodySet, header);
  // Contact rows vary in number: set the counts first, then the views have the right lengths.
  let at = end;
  let k = arrays;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { body } of ownBodies(bodySet)) {
    for (const name of Object.keys(body.state.arrays).sort()) {
      check(header.lengths[k] === body.state.arrays[name].byteLength, bad, 'snapshot');
      at += header.lengths[k++];
    }
  }
  const { rows } = bodySet.contacts;
  const calm = bodySet.sleep.calm.subarray(0, bodySet.seats.first);
  const group = bodySet.sleep.group.subarray(0, bodySet.seats.first);
  check(header.lengths[k] === calm.byteLength, bad, 'snapshot');
  check(header.lengths[k + 1] === group.byteLength, bad, 'snapshot');
  at += calm.byteLength + group.byteLength;
  const count = header.lengths[k + 2] === 4 ? view.getInt32(at, true) : -1;
  const fits = count >= 0 && count <= rows.capacity && header.lengths[k + 3] === 12 * count;
  check(fits && header.lengths[k + 4] === 24 * count, bad, 'snapshot');
  check(header.lengths[k + 5] === 24 * count, bad, 'snapshot');
  check(header.lengths[k + 6] === 8 * count, bad, 'snapshot');
  check(header.lengths[k + 7] === 24 * count, bad, 'snapshot');
  if (built !== core.built) useContents(core, built);
  if (bodySet !== core) {
    const { room } = core.housing;
    install(core, bodySet);
    room.close();
  }
  rows.count[0] = count;
  core.sleep.known.fill(0);
  // Before the state: removing wakes bodies.
  for (const spring of [...core.springs]) {
    if (spring.dynamic !== null) removeSpring(core, spring);
    else spring.on = header.springs.includes(spring.name);
  }
  at = end;
  for (const target of stateArrays(core)) {
    target.set(bytes.subarray(at, at + target.length));
    at += target.length;
  }
  tellBroken(core);
  core.steps = header.steps;
  core.time = header.steps * core.scene.dt;
  core.gravity.set(header.gravity);
  core.nextEvent = header.nextEvent;
  core.measured = -1;
  ownObstacles(core).forEach((o, i) => {
    o.present = header.obstacles[i];
  });
  ownBodies(core).forEach((live, b) => {
    live.holds.forEach((hold, i) => {
      hold.held = header.holds[b][i];
      if (!hold.held) live.body.equation.release(i);
    });
    live.changes = header.changes[b];
    live.body.state.restored();
    useChanges(core, live, true);
  });
  for (const dynamic of header.dynamic) addDynamic(core, dynamic);
  header.joints.forEach(({ on, state }, i) => {
    core.joints[i].on = on;
    core.joints[i].state.set(fromHex(state));
  });
  useJoints(core);
  restorePosed(core, header.poses);
  core.winds.clear();
  for (const [name, wind] of header.winds) core.winds.set(name, wind);
  useWinds(core);
  useGroups(core);
}

/** Another engine holds the state of guests: a snapshot with guests would be incomplete. */
function checkAlone({ seats }: WorldCore): void {
  check(
    seats.guests.every((guest) => guest === null),
    () => 'this world has guests of another engine in it. Let them leave first.',
    'snapshot',
  );
}

/** All but the guests. */
function ownBodies({ bodies, seats }: BodySet): LiveBody[] {
  return bodies.slice(0, seats.first);
}

function ownObstacles({ obstacles }: WorldCore): LiveObstacle[] {
  return obstacles.filter((o) => o.guest === null);
}

/** Finds the bodies of a snapshot: the current ones if they are the same. `arrays` were read for that, up to `end`. */
function readEntries(
  core: WorldCore,
  built: BuiltScene,
  header: SnapshotHeader,
  bytes: Uint8Array,
  start: number,
): { entries: readonly BodyEntry[]; end: number; arrays: number } {
  let end = start;
  let arrays = 0;
  const first = sceneEntries(built);
  const entries = header.members.map(({ name, origin, seed }): BodyEntry => {
    check(origin < first.length, bad, 'snapshot');
    const isKnown = (m: BodyEntry): boolean => m.name === name && m.origin === origin;
    if (seed === null) {
      const { model } = first[origin];
      return (
        core.entries.find((m) => isKnown(m) && m.seed === null && m.model === model) ??
        first[origin]
      );
    }
    const read: Record<string, Arrays[string]> = {};
    for (const [key, kind, length] of seed) {
      const array = new ARRAYS[kind](length);
      check(header.lengths[arrays++] === array.byteLength, bad, 'snapshot');
      bytesOf(array).set(bytes.subarray(end, end + array.byteLength));
      end += array.byteLength;
      read[key] = array;
    }
    const known = core.entries.find((m) => isKnown(m) && sameArrays(m.seed, read));
    if (known !== undefined) return known;
    const part = first[origin].model.part?.(read);
    check(part !== undefined, bad, 'snapshot');
    const self = built.scene.bodies[origin].selfContact === true;
    return pieceEntry(name, origin, part, read, self);
  });
  const same =
    entries.length === core.entries.length && entries.every((m, i) => m === core.entries[i]);
  return { entries: same ? core.entries : entries, end, arrays };
}

function sameArrays(a: Arrays | null, b: Arrays): boolean {
  if (a === null) return false;
  return Object.keys(b).every(
    (key) => a[key]?.length === b[key].length && b[key].every((x, i) => x === a[key][i]),
  );
}

const bad = (): string => 'these bytes are not a snapshot of this version. Take it again.';

function headerLength(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(LENGTH_AT, true);
}

/** Checks everything about the bytes that does not depend on the world, before using them. */
function readHeader(bytes: Uint8Array): SnapshotHeader {
  check(
    bytes instanceof Uint8Array,
    () => `must be bytes (Uint8Array), got ${show(bytes)}. Pass what snapshot() returned.`,
    'snapshot',
  );
  const text = (from: number, to: number): string => fromAscii(bytes.subarray(from, to));
  check(
    bytes.length > HEADER_AT && text(0, MAGIC.length) === MAGIC,
    () => 'these bytes are not a snapshot, or one of another version. Take it again.',
    'snapshot',
  );
  check(
    text(MAGIC.length, LENGTH_AT) === digestOf(bytes),
    () => 'the snapshot is damaged: its checksum does not fit. Take it again.',
    'snapshot',
  );
  const length = headerLength(bytes);
  check(length <= bytes.length - HEADER_AT, bad, 'snapshot');
  let data: unknown;
  try {
    data = JSON.parse(text(HEADER_AT, HEADER_AT + length));
  } catch {
    check(false, bad, 'snapshot');
  }
  const header = checkSnapshotHeader(data);
  check(
    header.engine === VERSION,
    () => `it was made by version ${header.engine}; this is ${VERSION}. Use that one.`,
    'snapshot.engine',
  );
  return header;
}

/** The header's bodies, obstacles and springs must match the existing ones. */
function checkFits({ scene }: BuiltScene, bodySet: BodySet, header: SnapshotHeader): void {
  const bodies = ownBodies(bodySet);
  check(header.obstacles.length === scene.obstacles.length, bad, 'snapshot.obstacles');
  check(header.changes.length === bodies.length, bad, 'snapshot.changes');
  check(
    header.joints.length === bodySet.joints.length &&
      header.joints.every(
        ({ name, state }, i) =>
          name === bodySet.joints[i].name && state.length === 16 * bodySet.joints[i].state.length,
      ),
    bad,
    'snapshot.joints',
  );
  check(
    header.holds.length === bodies.length &&
      header.holds.every((held, b) => held.length === bodies[b].holds.length),
    bad,
    'snapshot.holds',
  );
  check(header.nextEvent <= scene.events.length, bad, 'snapshot.nextEvent');
  check(
    header.dynamic.every(({ body }) => body < bodies.length),
    bad,
    'snapshot.dynamic',
  );
}

function sceneDigest(core: WorldCore): string {
  const digest = createDigest();
  const {
    checks: _checks,
    camera: _camera,
    duration: _duration,
    title: _t,
    description: _d,
    ...rest
  } = core.first;
  digest.text(JSON.stringify(rest));
  return digest.value();
}
