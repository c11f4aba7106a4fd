import { readFileSync } from 'node:fs';
import { createWorld, type SceneInput, type World } from 'pliant';
import { digits, markdownTable } from './lib/table.ts';
import { cpuNow } from './lib/timing.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

interface Run {
  readonly label: string;
  readonly scene: SceneInput;
  /** What the paper says: frames total: min / max / mean, and the speed-up including collision. */
  readonly paper: string;
  /** Steps that are run, and every how many of them all frames are compared. */
  readonly steps: number;
  readonly every: number;
  /** Only steps after this one count. */
  readonly from?: number;
}

/** Steps of 1/60 s in the 15.6 s of the paper's salads. */
const CLIP = 934;

/** Processor seconds for a row, if nothing else is said: `CONTACT_SECONDS=600 npm run bench -- contact`. */
const SECONDS = Number(process.env.CONTACT_SECONDS ?? 240);

/** The crowded scenes: adaptive, and from the same states with all frames active; prints a markdown table. */
export function compareContact(): void {
  const stack = gallery('ball-stack');
  const field = gallery('mushroom-field');
  const runs: Run[] = [
    {
      label: 'mushroom-field',
      scene: field,
      paper: '156: 1 / 11 / 5.4, ×2.1',
      steps: 390,
      every: 15,
    },
    { label: 'ball-stack', scene: stack, paper: '50: 1 / 38 / 11.5, ×1.7', steps: 360, every: 15 },
    {
      label: 'ball-stack, stacked',
      scene: stack,
      paper: '×6.25',
      steps: 240,
      every: 10,
      from: 140,
    },
    { label: 'salad 1 × 10', scene: salad(1, 10), paper: '×1.75', steps: CLIP, every: 9 },
    { label: 'salad 1 × 100', scene: salad(1, 100), paper: '×3.3', steps: CLIP, every: 15 },
    { label: 'salad 1 × 250', scene: salad(1, 250), paper: '×12', steps: CLIP, every: 30 },
    { label: 'salad 18 × 10', scene: salad(18, 10), paper: '×1.5', steps: CLIP, every: 20 },
    {
      label: 'salad 18 × 100',
      scene: salad(18, 100),
      paper: '1800: 18 / 1784 / 365, ×3',
      steps: CLIP,
      every: 30,
    },
    { label: 'salad 18 × 250', scene: salad(18, 250), paper: '×3.1', steps: CLIP, every: 30 },
  ];
  // Salads of one's own: CONTACT_SALAD=18x20,4x50
  for (const own of (process.env.CONTACT_SALAD ?? '').split(',').filter((text) => text !== '')) {
    const [count, frames] = own.split('x').map(Number);
    const label = `salad ${count} × ${frames}`;
    runs.push({ label, scene: salad(count, frames), paper: '', steps: CLIP, every: 20 });
  }
  console.log(
    'CPU time of a step, collision included. Every few steps a second world takes the state over, wakes all frames, and its second step is timed. Nothing is put to rest as a whole (`solver.rest` 0): what is left is what frames save.\n',
  );
  const head = [
    'scene',
    'steps',
    'frames: min / max / mean',
    'points',
    'adaptive ms',
    'all ms',
    'speed-up',
    'steps a second',
    'paper',
  ];
  const chosen = process.env.CONTACT_RUNS;
  const rows = runs
    .filter(({ label }) => chosen === undefined || new RegExp(chosen).test(label))
    .map(measure);
  console.log(markdownTable(head, rows));
}

function measure({ label, scene, paper, steps, every, from = 0 }: Run): string[] {
  const input: SceneInput = { ...scene, checks: [], solver: { ...scene.solver, rest: 0 } };
  const cache = new Map();
  const adaptive = createWorld(input, { cache });
  const all = createWorld(input, { cache });
  const frames = { total: 0, min: Number.POSITIVE_INFINITY, max: 0, mean: 0 };
  let points = 0;
  for (const { levels } of adaptive.bodies) {
    frames.total += levels.totalDofs / 12;
    points += levels.totalPoints;
  }
  const spent = { adaptive: 0, all: 0, steps: 0, samples: 0 };
  const begin = cpuNow();
  for (let s = 0; s < steps; s++) {
    // A row that takes too long ends after a comparison, and says how far it came.
    if (cpuNow() - begin > 1000 * SECONDS && spent.samples > 0 && s % every === 0) break;
    const compare = s >= from && s % every === every - 1;
    const state = compare ? adaptive.snapshot() : null;
    const ms = timed(adaptive);
    if (s < from) continue;
    spent.adaptive += ms;
    spent.steps++;
    let active = 0;
    for (const { levels } of adaptive.bodies) active += levels.activeDofs / 12;
    frames.min = Math.min(frames.min, active);
    frames.max = Math.max(frames.max, active);
    frames.mean += active;
    if (state === null) continue;
    all.restore(state);
    for (const { name } of all.bodies) all.apply({ do: 'tune', body: name, adaptive: false });
    all.step();
    spent.all += timed(all);
    spent.samples++;
  }
  const allMs = spent.all / spent.samples;
  const ms = spent.adaptive / spent.steps;
  console.error(`${label}: done`);
  return [
    label,
    spent.steps === steps - from ? String(spent.steps) : `${spent.steps} of ${steps - from}`,
    `${frames.total}: ${frames.min} / ${frames.max} / ${digits(frames.mean / spent.steps)}`,
    String(points),
    digits(ms),
    digits(allMs),
    `×${digits(allMs / ms, 2)}`,
    digits(1000 / ms, 2),
    paper,
  ];
}

function gallery(file: string): SceneInput {
  const path = new URL(`../../scenes/${file}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as SceneInput;
}

/** So many of the gallery's armadillos with so many frames each, three in a layer. */
function salad(count: number, frames: number): SceneInput {
  const scene = gallery('armadillo-salad');
  const first = scene.bodies![0];
  const bodies = Array.from({ length: count }, (_, i): BodyInput => {
    const layer = Math.floor(i / 3);
    const angle = ((i % 3) * 2 * Math.PI) / 3 + 0.7 * layer;
    return {
      ...first,
      name: `armadillo-${i + 1}`,
      position: [0.26 * Math.cos(angle), 0.1 + 0.5 * layer, 0.26 * Math.sin(angle)],
      rotation: [(40 * i) % 360, (95 * i) % 360, (65 * i) % 90],
      model: { type: 'frames', frames },
    };
  });
  return { ...scene, bodies };
}

function timed(world: World): number {
  const start = cpuNow();
  world.step();
  return cpuNow() - start;
}
