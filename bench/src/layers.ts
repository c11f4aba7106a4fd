import { readFileSync } from 'node:fs';
import { createWorld, type SceneInput, type World } from 'pliant';
import { digits, markdownTable } from './lib/table.ts';
import { cpuNow, median } from './lib/timing.ts';

/** A gallery scene, the element size of a uniformly fine body that resolves the same detail, and the paper's frame rates. */
interface Compared {
  readonly title: string;
  readonly file: string;
  readonly cell: number;
  readonly paper: string;
  /** Makes the layers those of the paper's table: as many frames and nodes, cells as small as the fine body's. */
  readonly layers?: { frames: number; region: number[] };
}

const OCTOPUS = '4 → 25 / 35 Hz: ×6.3 / ×8.8';
const TOURNIQUET = '<0.1 → 2 / 2 Hz: ×20';
const WALRUS = '1 → 10 / 15 Hz: ×10 / ×15';

/** The scenes as they are in the gallery, then with as many nodes as the paper has: 6878 and 48, 7500 and 510, 4566 and 111. */
const SCENES: readonly Compared[] = [
  { title: 'octopus-hook', file: 'octopus-hook', cell: 0.036, paper: OCTOPUS },
  { title: 'tourniquet', file: 'tourniquet', cell: 0.03, paper: TOURNIQUET },
  { title: 'walrus', file: 'walrus', cell: 0.045, paper: WALRUS },
  {
    title: "octopus, the paper's sizes",
    file: 'octopus-hook',
    cell: 0.028,
    paper: OCTOPUS,
    layers: { frames: 9, region: [0.06, 0.08, 0.085] },
  },
  {
    title: "tourniquet, the paper's sizes",
    file: 'tourniquet',
    cell: 0.0228,
    paper: TOURNIQUET,
    layers: { frames: 3, region: [1, 0.065, 1] },
  },
  {
    title: "walrus, the paper's sizes",
    file: 'walrus',
    cell: 0.037,
    paper: WALRUS,
    layers: { frames: 2, region: [0.16, 0.12, 0.16] },
  },
];

/** Steps of each that are timed, and those before them. */
const STEPS = 40;
const BEFORE = 60;

/** Uniformly fine elements against layers solved fully and with prefactored detail, step by step in turns. */
export function compareLayers(): void {
  const rows = SCENES.flatMap((compared) => {
    const worlds = [
      load(compared.file, (body) => {
        body.model = { type: 'solid', cell: compared.cell };
      }),
      load(compared.file, (body) => solveBy(body, 'full', compared)),
      load(compared.file, (body) => solveBy(body, 'prefactored', compared)),
    ];
    const times = worlds.map((): number[] => []);
    const phases = worlds.map(() => new Float64Array(worlds[0].report.phases.length));
    for (let s = 0; s < BEFORE + STEPS; s++) {
      worlds.forEach((world, i) => {
        const start = cpuNow();
        world.step();
        if (s < BEFORE) return;
        times[i].push(cpuNow() - start);
        for (let p = 0; p < phases[i].length; p++) phases[i][p] += world.report.phases[p];
      });
    }
    const spent = times.map(median);
    return worlds.map((world, i) => [
      i === 0 ? compared.title : '',
      ['uniformly fine', 'layers, full', 'layers, prefactored'][i],
      String(world.bodies[0].levels.totalDofs),
      String(world.bodies[0].levels.totalPoints),
      digits(spent[i]),
      shares(phases[i], spent[i]),
      i === 0 ? '1' : digits(spent[0] / spent[i], 2),
      i === 1 ? compared.paper : '',
    ]);
  });
  const titles = ['scene', 'model', 'unknowns', 'points', 'ms a step'];
  process.stdout.write(
    `${markdownTable([...titles, 'collide / assemble / solve / rest', 'times faster', 'paper'], rows)}\n`,
  );
}

/** Processor time of a step, dealt out to the phases as they share the time of the clock [ms]. */
function shares(phases: Float64Array, ms: number): string {
  const all = phases.reduce((sum, p) => sum + p, 0);
  const rest = phases[3] + phases[4];
  return [phases[0], phases[1], phases[2], rest].map((p) => digits((p / all) * ms, 2)).join(' / ');
}

type Body = NonNullable<SceneInput['bodies']>[number];

function load(file: string, change: (body: Body) => void): World {
  const scene: SceneInput = JSON.parse(
    readFileSync(new URL(`../../scenes/${file}.json`, import.meta.url), 'utf8'),
  );
  for (const body of scene.bodies ?? []) change(body);
  return createWorld({ ...scene, checks: [], events: [] });
}

function solveBy(body: Body, solve: 'full' | 'prefactored', { cell, layers }: Compared): void {
  if (body.model?.type !== 'layers') return;
  body.model.solve = solve;
  if (layers === undefined) return;
  for (const layer of body.model.layers) {
    if (layer.kind === 'affine') layer.frames = layers.frames;
    if (layer.kind !== 'hex') continue;
    layer.cell = cell;
    layer.region = Object.assign({}, layer.region, { size: layers.region });
  }
}
