import { digits, markdownTable, percent } from '../lib/table.ts';
import { cpuNow, median } from '../lib/timing.ts';
import type { ContactPeer } from './peer.ts';
import { bowl, columns, MATTER, type PeerScene, startPositions } from './scenes.ts';

const SECOND = Math.round(1 / MATTER.dt);
/** Steps timed while bodies fall and bounce, then until they should rest, then timed again. */
const MOVING = 1.5 * SECOND;
const SETTLING = 3.5 * SECOND;
const RESTING = SECOND / 2;
/** Processor seconds for an engine and scene; then it is stopped. */
const SECONDS = Number(process.env.CONTACT_PEER_SECONDS ?? 60);

/** The same scenes in every engine, one after the other; prints a markdown table for each. */
export async function compareContactPeers(peers: readonly ContactPeer[]): Promise<void> {
  const chosen = new RegExp(process.env.CONTACT_SCENES ?? '');
  for (const peer of peers) await peer.load();
  for (const scene of [columns(), bowl()]) {
    if (!chosen.test(scene.title)) continue;
    const { masses, tets } = scene.mesh;
    console.log(
      `${scene.title}, ${masses.length} nodes and ${tets.length / 4} tets each, E ${scene.young} Pa, dt 1/${SECOND}. CPU time of a step, medians of the first ${MOVING / SECOND} s and of half a second after ${(MOVING + SETTLING) / SECOND} s.\n`,
    );
    const rows: string[][] = [];
    for (const peer of peers) {
      rows.push(measure(peer, scene));
      console.error(`${peer.name}: done`);
    }
    const head = ['engine', 'moving ms', 'rest ms', 'volume', 'overlap', 'height', 'creep mm/s'];
    console.log(markdownTable([...head, 'settings'], rows));
    console.log('');
  }
  console.log(
    'volume: of the body that lost or won most. overlap: nodes inside another body or more than a hundredth of its size behind a plane, of all. height: of the highest node, against cubes on top of each other. creep: of the fastest node at the end. An engine that takes too long is stopped, with the steps it made in brackets.',
  );
}

function measure(peer: ContactPeer, scene: PeerScene): string[] {
  const run = peer.create(scene);
  const begun = cpuNow();
  const timed = (steps: number): number[] => {
    const times: number[] = [];
    for (let k = 0; k < steps && cpuNow() - begun < 1000 * SECONDS; k++) {
      const started = cpuNow();
      run.step();
      times.push(cpuNow() - started);
    }
    return times;
  };
  const moving = timed(MOVING);
  const settling = timed(SETTLING);
  const x = startPositions(scene);
  const before = x.slice();
  run.read(before);
  const resting = timed(RESTING);
  const whole = resting.length === RESTING;
  run.read(x);
  run.free();
  let creep = 0;
  let highest = 0;
  for (let i = 0; i < x.length; i += 3) {
    const way = Math.hypot(x[i] - before[i], x[i + 1] - before[i + 1], x[i + 2] - before[i + 2]);
    creep = Math.max(creep, way / (RESTING * MATTER.dt));
    highest = Math.max(highest, x[i + 1]);
  }
  const steps = moving.length + settling.length + resting.length;
  return [
    peer.name,
    digits(median(moving)),
    whole ? digits(median(resting)) : `(${steps})`,
    percent(worstVolume(x, scene)),
    `${(100 * overlap(x, scene)).toFixed(1)} %`,
    scene.tall > 0 && whole ? percent(highest / scene.tall - 1) : '–',
    whole ? digits(1000 * creep, 2) : '–',
    peer.note,
  ];
}

/** Change of volume of the body that changed most. */
function worstVolume(x: Float64Array, { mesh }: PeerScene): number {
  const n = mesh.masses.length;
  let rest = 0;
  for (let t = 0; t < mesh.tets.length / 4; t++) rest += mesh.volume(t);
  let worst = 0;
  for (let b = 0; b < x.length / (3 * n); b++) {
    let volume = 0;
    for (let t = 0; t < mesh.tets.length / 4; t++)
      volume += mesh.volume(t, x.subarray(3 * n * b, 3 * n * (b + 1)));
    const change = volume / rest - 1;
    if (Math.abs(change) > Math.abs(worst)) worst = change;
  }
  return worst;
}

/** Part of all nodes that are inside a tet of another body, or behind a plane. */
function overlap(x: Float64Array, { mesh, size, planes }: PeerScene): number {
  const n = mesh.masses.length;
  const bodies = x.length / (3 * n);
  let inside = 0;
  for (let own = 0; own < bodies; own++) {
    for (let i = n * own; i < n * (own + 1); i++) {
      let found = planes.some(
        ({ normal: [a, b, c], offset }) =>
          a * x[3 * i] + b * x[3 * i + 1] + c * x[3 * i + 2] < offset - 0.01 * size,
      );
      for (let b = 0; b < bodies && !found; b++) {
        if (b === own) continue;
        const body = x.subarray(3 * n * b, 3 * n * (b + 1));
        for (let t = 0; t < mesh.tets.length / 4 && !found; t++) found = holds(mesh, body, t, x, i);
      }
      if (found) inside++;
    }
  }
  return inside / (bodies * n);
}

/** Is point i of x well inside tet t? What lies on its surface is not. */
function holds(
  { tets }: PeerScene['mesh'],
  body: Float64Array,
  t: number,
  x: Float64Array,
  i: number,
): boolean {
  const [a, b, c, d] = [0, 1, 2, 3].map((k) => 3 * tets[4 * t + k]);
  for (let k = 0; k < 3; k++) {
    const low = Math.min(body[a + k], body[b + k], body[c + k], body[d + k]);
    const high = Math.max(body[a + k], body[b + k], body[c + k], body[d + k]);
    if (x[3 * i + k] <= low || x[3 * i + k] >= high) return false;
  }
  const corners = [a, b, c, d];
  const whole = orient(body, a, body, b, body, c, body, d);
  for (let k = 0; k < 4; k++) {
    const [p, q, r, s] = corners;
    const part = [
      () => orient(x, 3 * i, body, q, body, r, body, s),
      () => orient(body, p, x, 3 * i, body, r, body, s),
      () => orient(body, p, body, q, x, 3 * i, body, s),
      () => orient(body, p, body, q, body, r, x, 3 * i),
    ][k]();
    if (part / whole < 0.02) return false;
  }
  return true;
}

function orient(
  A: Float64Array,
  a: number,
  B: Float64Array,
  b: number,
  C: Float64Array,
  c: number,
  D: Float64Array,
  d: number,
): number {
  const [ux, uy, uz] = [B[b] - A[a], B[b + 1] - A[a + 1], B[b + 2] - A[a + 2]];
  const [vx, vy, vz] = [C[c] - A[a], C[c + 1] - A[a + 1], C[c + 2] - A[a + 2]];
  const [wx, wy, wz] = [D[d] - A[a], D[d + 1] - A[a + 1], D[d + 2] - A[a + 2]];
  return ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
}
