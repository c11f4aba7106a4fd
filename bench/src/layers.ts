import { readFileSync } from 'node:fs';
import { createWorld, type SceneInput, type World } from 'pliant';
import { digits, markdownTable } from './lib/table.ts';
import { cpuNow } from './lib/timing.ts';

/** Gallery scenes, the element size of a uniformly fine body that resolves the same detail, and the paper's frame rates. */
const SCENES = [
  { file: 'octopus-hook', cell: 0.036, paper: '4 → 25 / 35 Hz: ×6.3 / ×8.8' },
  { file: 'tourniquet', cell: 0.03, paper: '<0.1 → 2 / 2 Hz: ×20' },
  { file: 'walrus', cell: 0.045, paper: '1 → 10 / 15 Hz: ×10 / ×15' },
] as const;

/** Steps of each that are timed, and those before them. */
const STEPS = 15;
const BEFORE = 45;

/** Uniformly fine elements against layers solved fully and with prefactored detail, step by step in turns. */
export function compareLayers(): void {
  const rows = SCENES.flatMap(({ file, cell, paper }) => {
    const fine = load(file, (body) => {
      body.model = { type: 'solid', cell };
    });
    const full = load(file, (body) => solveBy(body, 'full'));
    const kept = load(file, (body) => solveBy(body, 'prefactored'));
    const spent = [0, 0, 0];
    for (let s = 0; s < BEFORE + STEPS; s++) {
      [fine, full, kept].forEach((world, i) => {
        const start = cpuNow();
        world.step();
        if (s >= BEFORE) spent[i] += (cpuNow() - start) / STEPS;
      });
    }
    return [
      row(file, 'uniformly fine', fine, spent[0], '1', ''),
      row('', 'layers, full', full, spent[1], digits(spent[0] / spent[1], 2), paper),
      row('', 'layers, prefactored', kept, spent[2], digits(spent[0] / spent[2], 2), ''),
    ];
  });
  process.stdout.write(
    `${markdownTable(['scene', 'model', 'unknowns', 'points', 'ms a step', 'times faster', 'paper'], rows)}\n`,
  );
}

type Body = NonNullable<SceneInput['bodies']>[number];

function load(file: string, change: (body: Body) => void): World {
  const scene: SceneInput = JSON.parse(
    readFileSync(new URL(`../../scenes/${file}.json`, import.meta.url), 'utf8'),
  );
  for (const body of scene.bodies ?? []) change(body);
  return createWorld({ ...scene, checks: [], events: [] });
}

function solveBy(body: Body, solve: 'full' | 'prefactored'): void {
  if (body.model?.type === 'layers') body.model.solve = solve;
}

function row(
  file: string,
  model: string,
  world: World,
  ms: number,
  ratio: string,
  paper: string,
): string[] {
  const { levels } = world.bodies[0];
  return [
    file,
    model,
    String(levels.totalDofs),
    String(levels.totalPoints),
    digits(ms),
    ratio,
    paper,
  ];
}
