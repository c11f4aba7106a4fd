import { buildCantilever, CANTILEVER } from '../cantilever.ts';
import { digits, markdownTable, percent } from '../lib/table.ts';
import { cpuNow, median } from '../lib/timing.ts';
import { staticEquilibrium } from '../reference.ts';
import type { Peer, PeerRun } from './peer.ts';

const SECOND = Math.round(1 / CANTILEVER.dt);
/** Steps timed while the beam swings: the first two seconds. */
const MOVING = 2 * SECOND;
/** Steps of one engine before the next has its turn. */
const TURN = 10;
/** Steps until it counts as settled. */
const SETTLED = 8 * SECOND;
/** Steps timed after that. */
const RESTING = SECOND;

interface Entry {
  peer: Peer;
  run: PeerRun;
  /** CPU time to build [ms]. */
  build: number;
  /** CPU time of each step while moving [ms]. */
  moving: number[];
  /** CPU time of a step at rest [ms]. */
  resting: number;
  /** Mean height of the tip over the last second before the end [m], and how much it still moved. */
  tip: number;
  wobble: number;
}

/** The same beam in every engine, side by side; prints a markdown table. */
export async function comparePeers(peers: readonly Peer[]): Promise<void> {
  const beam = buildCantilever();
  const exact = staticEquilibrium(beam)[3 * beam.tip + 1];
  const entries: Entry[] = [];
  for (const peer of peers) {
    await peer.load();
    const started = cpuNow();
    const run = peer.create(beam);
    const build = cpuNow() - started;
    entries.push({ peer, run, build, moving: [], resting: 0, tip: 0, wobble: 0 });
  }
  timeMotion(entries);
  for (const entry of entries) {
    settle(entry);
    entry.run.free();
  }
  report(entries, beam.tets.length / 4, beam.masses.length, exact);
}

/** Turns of a few steps each, so that a machine that slows down for a while slows all of them. */
function timeMotion(entries: readonly Entry[]): void {
  for (let done = 0; done < MOVING; done += TURN) {
    for (const { run, moving } of entries) {
      for (let i = 0; i < TURN; i++) {
        const started = cpuNow();
        run.step();
        moving.push(cpuNow() - started);
      }
    }
  }
}

function settle(entry: Entry): void {
  const { run } = entry;
  for (let i = MOVING; i < SETTLED - SECOND; i++) run.step();
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (let i = 0; i < SECOND; i++) {
    run.step();
    const y = run.tip();
    low = Math.min(low, y);
    high = Math.max(high, y);
    sum += y;
  }
  entry.tip = sum / SECOND;
  entry.wobble = high - low;
  // One clock reading for all: a sleeping body's step is shorter than the clock's tick.
  const started = cpuNow();
  for (let i = 0; i < RESTING; i++) run.step();
  entry.resting = (cpuNow() - started) / RESTING;
}

/** With a real minus sign. */
const signed = (value: number, decimals: number): string =>
  value.toFixed(decimals).replace('-', '−');

function report(entries: readonly Entry[], tets: number, nodes: number, exact: number): void {
  const { young, poisson, density } = CANTILEVER;
  const first = median(entries[0].moving);
  console.log(
    `Cantilever of ${tets} tets, ${nodes} nodes, E ${young} Pa, ν ${poisson}, ${density} kg/m³, dt 1/${SECOND}.`,
  );
  console.log(`Static tip on this mesh: ${signed(exact, 4)} m. Ratio: to the first row.\n`);
  const rows = entries.map((e) => {
    const moving = median(e.moving);
    return [
      e.peer.name,
      digits(e.build),
      digits(moving),
      digits(moving / first),
      digits(e.resting),
      signed(e.tip, 3),
      percent(e.tip / exact - 1),
      `${(1000 * e.wobble).toFixed(1)}`,
      e.peer.note,
    ];
  });
  const head = ['engine', 'build ms', 'moving ms', 'ratio', 'rest ms', 'tip m', 'error'];
  console.log(markdownTable([...head, 'wobble mm', 'settings'], rows));
}
