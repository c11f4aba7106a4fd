import { digits, markdownTable, percent } from '../lib/table.ts';
import { cpuNow, median } from '../lib/timing.ts';
import type { ContactPeer } from './peer.ts';
import { buildStack, STACK, type Stack, startPositions } from './stack.ts';

const SECOND = Math.round(1 / STACK.dt);
/** Steps timed while cubes fall and bounce, then until they should rest, then timed again. */
const MOVING = 1.5 * SECOND;
const SETTLING = 3 * SECOND;
const RESTING = SECOND / 2;

/** The same columns of cubes in every engine, one after the other; prints a markdown table. */
export async function compareContactPeers(peers: readonly ContactPeer[]): Promise<void> {
  const stack = buildStack();
  const { columns, high, young, poisson } = STACK;
  console.log(
    `${columns * high} cubes in ${columns} columns, ${stack.mesh.masses.length} nodes and ${stack.mesh.tets.length / 4} tets each, E ${young} Pa, ν ${poisson}, dt 1/${SECOND}. CPU time of a step, medians of the first ${MOVING / SECOND} s and of half a second after ${(MOVING + SETTLING) / SECOND} s.\n`,
  );
  const rows: string[][] = [];
  for (const peer of peers) {
    await peer.load();
    rows.push(measure(peer, stack));
    console.error(`${peer.name}: done`);
  }
  const head = ['engine', 'moving ms', 'rest ms', 'volume', 'overlap', 'height', 'creep mm/s'];
  console.log(markdownTable([...head, 'settings'], rows));
  console.log(
    '\nvolume: of the cube that lost or won most. overlap: nodes inside another cube or more than a hundredth of an edge under the floor, of all. height: of the highest node, against cubes on top of each other. creep: of the fastest node at the end.',
  );
}

function measure(peer: ContactPeer, stack: Stack): string[] {
  const run = peer.create(stack);
  const timed = (steps: number): number => {
    const times: number[] = [];
    for (let k = 0; k < steps; k++) {
      const started = cpuNow();
      run.step();
      times.push(cpuNow() - started);
    }
    return median(times);
  };
  const moving = timed(MOVING);
  for (let k = 0; k < SETTLING; k++) run.step();
  const x = startPositions(stack);
  const before = x.slice();
  run.read(before);
  const rest = timed(RESTING);
  run.read(x);
  run.free();
  let creep = 0;
  let highest = 0;
  for (let i = 0; i < x.length; i += 3) {
    const way = Math.hypot(x[i] - before[i], x[i + 1] - before[i + 1], x[i + 2] - before[i + 2]);
    creep = Math.max(creep, way / (RESTING * STACK.dt));
    highest = Math.max(highest, x[i + 1]);
  }
  return [
    peer.name,
    digits(moving),
    digits(rest),
    percent(worstVolume(x, stack)),
    `${(100 * overlap(x, stack)).toFixed(1)} %`,
    percent(highest / (STACK.high * stack.edge) - 1),
    digits(1000 * creep, 2),
    peer.note,
  ];
}

/** Change of volume of the cube that changed most. */
function worstVolume(x: Float64Array, { mesh, edge }: Stack): number {
  const n = mesh.masses.length;
  let worst = 0;
  for (let b = 0; b < x.length / (3 * n); b++) {
    let volume = 0;
    for (let t = 0; t < mesh.tets.length / 4; t++)
      volume += mesh.volume(t, x.subarray(3 * n * b, 3 * n * (b + 1)));
    const change = volume / edge ** 3 - 1;
    if (Math.abs(change) > Math.abs(worst)) worst = change;
  }
  return worst;
}

/** Part of all nodes that are inside a tet of another cube, or in the floor. */
function overlap(x: Float64Array, { mesh, edge }: Stack): number {
  const n = mesh.masses.length;
  const bodies = x.length / (3 * n);
  let inside = 0;
  for (let a = 0; a < bodies; a++) {
    for (let i = n * a; i < n * (a + 1); i++) {
      let found = x[3 * i + 1] < -0.01 * edge;
      for (let b = 0; b < bodies && !found; b++) {
        if (b === a) continue;
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
  { tets }: Stack['mesh'],
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
