import { toAscii } from '../core/ascii.ts';
import { check } from '../core/errors.ts';
import { bytesOf, createDigest } from '../core/hash.ts';
import { addDynamic, type DynamicSpring, removeSpring } from './actions.ts';
import type { WorldCore } from './types.ts';

const MAGIC = 'pliant-snapshot-1';

interface Header {
  magic: string;
  /** Digest of the scene it belongs to. */
  scene: string;
  steps: number;
  gravity: number[];
  nextEvent: number;
  obstacles: boolean[];
  holds: boolean[][];
  /** Scene springs that still hold, by name. */
  springs: string[];
  dynamic: DynamicSpring[];
  /** Bytes of each array that follows, in order. */
  lengths: number[];
}

/** Everything the next step depends on, in order. */
function stateArrays(core: WorldCore): Uint8Array[] {
  const arrays: Uint8Array[] = [];
  for (const { body } of core.bodies) {
    for (const name of Object.keys(body.state).sort()) arrays.push(bytesOf(body.state[name]));
  }
  const { rows } = core.contacts;
  const n = rows.count[0];
  arrays.push(bytesOf(core.rest.calm), bytesOf(core.rest.group), bytesOf(rows.count));
  arrays.push(bytesOf(rows.key.subarray(0, 3 * n)), bytesOf(rows.impulse.subarray(0, 3 * n)));
  return arrays;
}

/** Sixteen digits that tell whether two runs of a scene are in the same state, to the last bit. */
export function hashState(core: WorldCore): string {
  const digest = createDigest();
  digest.text(`${core.steps}`);
  digest.bytes(bytesOf(core.gravity));
  for (const bytes of stateArrays(core)) digest.bytes(bytes);
  return digest.value();
}

/** Bytes from which `restoreSnapshot` continues bit for bit. */
export function takeSnapshot(core: WorldCore): Uint8Array {
  const arrays = stateArrays(core);
  const header: Header = {
    magic: MAGIC,
    scene: sceneDigest(core),
    steps: core.steps,
    gravity: [...core.gravity],
    nextEvent: core.nextEvent,
    obstacles: core.obstacles.map((o) => o.present),
    holds: core.bodies.map((b) => b.holds.map((hold) => hold.held)),
    springs: core.springs.filter((s) => s.dynamic === null && s.on).map((s) => s.name),
    dynamic: core.springs
      .filter((s) => s.dynamic !== null)
      .map((s) => ({ ...s.dynamic!, to: [s.ends[1].x[0], s.ends[1].x[1], s.ends[1].x[2]] })),
    lengths: arrays.map((a) => a.length),
  };
  const text = toAscii(JSON.stringify(header));
  const total = header.lengths.reduce((sum, n) => sum + n, 4 + text.length);
  const out = new Uint8Array(total);
  new DataView(out.buffer).setUint32(0, text.length, true);
  out.set(text, 4);
  let at = 4 + text.length;
  for (const bytes of arrays) {
    out.set(bytes, at);
    at += bytes.length;
  }
  return out;
}

/** Puts the world back to a snapshot of the same scene. On bad bytes it throws an `InputError` and changes nothing. */
export function restoreSnapshot(core: WorldCore, bytes: Uint8Array): void {
  const header = readHeader(bytes);
  check(
    header.scene === sceneDigest(core),
    () => 'the snapshot belongs to another scene, or the scene file has changed since.',
    'snapshot',
  );
  const start = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  check(
    header.lengths.reduce((sum, n) => sum + n, start) === bytes.length,
    () => `the snapshot is cut short or has bytes too many (${bytes.length}). Take it again.`,
    'snapshot',
  );

  // Contact rows vary in number: set the counts first, then the views have the right lengths.
  let at = start;
  let k = 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { body } of core.bodies) {
    for (const name of Object.keys(body.state).sort()) {
      check(header.lengths[k] === body.state[name].byteLength, bad, 'snapshot');
      at += header.lengths[k++];
    }
  }
  const { rows } = core.contacts;
  const { calm, group } = core.rest;
  check(header.lengths[k] === calm.byteLength, bad, 'snapshot');
  check(header.lengths[k + 1] === group.byteLength, bad, 'snapshot');
  at += calm.byteLength + group.byteLength;
  const count = header.lengths[k + 2] === 4 ? view.getInt32(at, true) : -1;
  const fits = count >= 0 && count <= rows.capacity && header.lengths[k + 3] === 12 * count;
  check(fits && header.lengths[k + 4] === 24 * count, bad, 'snapshot');
  rows.count[0] = count;
  core.rest.known.fill(0);
  // Before the state: removing wakes bodies.
  for (const spring of [...core.springs]) {
    if (spring.dynamic !== null) removeSpring(core, spring);
    else spring.on = header.springs.includes(spring.name);
  }
  at = start;
  for (const target of stateArrays(core)) {
    target.set(bytes.subarray(at, at + target.length));
    at += target.length;
  }
  core.steps = header.steps;
  core.time = header.steps * core.scene.dt;
  core.gravity.set(header.gravity);
  core.nextEvent = header.nextEvent;
  core.measured = -1;
  core.obstacles.forEach((o, i) => {
    o.present = header.obstacles[i];
  });
  core.bodies.forEach((live, b) => {
    live.holds.forEach((hold, i) => {
      hold.held = header.holds[b][i];
      if (!hold.held) live.body.release(i);
    });
    live.body.restored();
  });
  for (const dynamic of header.dynamic) addDynamic(core, dynamic);
}

const bad = (): string => 'these bytes are not a snapshot of this version.';

function readHeader(bytes: Uint8Array): Header {
  check(bytes.length > 8, bad, 'snapshot');
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  check(size < bytes.length - 3, bad, 'snapshot');
  let text = '';
  for (let i = 0; i < size; i++) text += String.fromCharCode(bytes[4 + i]);
  let header: Header | undefined;
  try {
    header = JSON.parse(text);
  } catch {
    header = undefined;
  }
  check(header?.magic === MAGIC, bad, 'snapshot');
  return header;
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
  } = core.scene;
  digest.text(JSON.stringify(rest));
  return digest.value();
}
