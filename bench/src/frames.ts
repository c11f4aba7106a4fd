import { readFileSync } from 'node:fs';
import { createWorld, PHASES, type SceneInput, type World } from 'pliant';
import { digits, markdownTable } from './lib/table.ts';
import { cpuNow } from './lib/timing.ts';

/**
 * Gallery scenes with adaptive frames, the body that is measured, and what the paper says of its own. `with` names the bodies that
 * stay in the scene; the measured one alone if missing.
 */
interface Row {
  file: string;
  body: string;
  with?: 'all';
  /** Seconds between which the scene's event is looked at by itself. */
  event?: readonly [number, number];
  paper: string;
}

const SCENES: readonly Row[] = [
  { file: 'beam-extension', body: 'beam', paper: 'one frame, one point' },
  { file: 'beam-flexion', body: 'adaptive', paper: '15: 1 / 15 / 1.8, ×2.0' },
  { file: 'christmas-tree', body: 'tree', with: 'all', paper: '36: 1 / 31 / 9, ×1.5' },
  { file: 'seal', body: 'seal', paper: '12 + 40, no numbers' },
  { file: 'poke', body: 'figure', event: [6, 6.75], paper: '' },
  { file: 'bouncing-ball', body: 'ball', paper: '' },
];

const ADAPT = PHASES.indexOf('adapt');

/** Each scene with its one body, adaptive and with all frames active, step by step in turns; prints a markdown table. */
export function compareFrames(): void {
  const rows = SCENES.map(({ file, body, with: others, event, paper }) => {
    const adaptive = load(file, body, others, true);
    const all = load(file, body, others, false);
    const { levels } = adaptive.bodies.find((one) => one.name === body)!;
    const { dt, duration } = adaptive.scene;
    const steps = Math.round(duration / dt);
    // Once to warm up: what a switch costs the first time is the compiler's.
    const start = [adaptive.snapshot(), all.snapshot()];
    adaptive.step(steps);
    all.step(steps);
    adaptive.restore(start[0]);
    all.restore(start[1]);
    const spent = {
      adaptive: 0,
      all: 0,
      adapt: 0,
      phases: 0,
      rest: 0,
      restAll: 0,
      event: 0,
      eventAll: 0,
    };
    let [min, max, mean] = [Number.POSITIVE_INFINITY, 0, 0];
    const points = { min: Number.POSITIVE_INFINITY, max: 0, mean: 0 };
    for (let s = 0; s < steps; s++) {
      const a = timed(adaptive);
      const b = timed(all);
      spent.adaptive += a;
      spent.all += b;
      spent.adapt += adaptive.report.phases[ADAPT];
      spent.phases += adaptive.report.phases.reduce((sum, ms) => sum + ms, 0);
      const active = levels.activeDofs / 12;
      min = Math.min(min, active);
      max = Math.max(max, active);
      mean += active / steps;
      points.min = Math.min(points.min, levels.activePoints);
      points.max = Math.max(points.max, levels.activePoints);
      points.mean += levels.activePoints / steps;
      if (event && s * dt >= event[0] && s * dt < event[1]) {
        spent.event += a;
        spent.eventAll += b;
      }
      if (s >= steps - 30) {
        spent.rest += a;
        spent.restAll += b;
      }
    }
    const total = levels.totalDofs / 12;
    return [
      file,
      String(total),
      `${min} / ${max} / ${digits(mean)}`,
      `${levels.totalPoints}: ${points.min} / ${points.max} / ${digits(points.mean)}`,
      digits(spent.adaptive / steps),
      digits(spent.all / steps),
      digits(spent.all / spent.adaptive, 2),
      digits(spent.restAll / spent.rest, 2),
      event ? digits(spent.eventAll / spent.event, 2) : '',
      `${digits((100 * spent.adapt) / spent.phases, 2)} %`,
      paper,
    ];
  });
  console.log(
    'CPU time of a step, adaptive and with all frames active taking turns, after a run to warm up. Rest: the last half second; poked: the 0.75 s from the poke on.\n',
  );
  const head = [
    'scene',
    'frames',
    'min / max / mean',
    'points: min / max / mean',
    'adaptive ms',
    'all ms',
    'speed-up',
    'at rest',
    'poked',
    'adapting',
    'paper: frames, speed-up',
  ];
  console.log(markdownTable(head, rows));
}

function load(file: string, body: string, others: 'all' | undefined, adaptive: boolean): World {
  const path = new URL(`../../scenes/${file}.json`, import.meta.url);
  const scene = JSON.parse(readFileSync(path, 'utf8')) as SceneInput;
  if (others === undefined) scene.bodies = scene.bodies?.filter((one) => one.name === body);
  for (const one of scene.bodies ?? []) {
    if (one.name === body && one.model?.type === 'frames') one.model.adaptive = adaptive;
  }
  scene.checks = [];
  return createWorld(scene);
}

function timed(world: World): number {
  const start = cpuNow();
  world.step();
  return cpuNow() - start;
}
