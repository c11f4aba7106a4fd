import { readFileSync } from 'node:fs';
import { importGltf, recordTakes, type Take, writeMorphGlb } from '@pliant/gltf';
import { createWorld, type SceneInput } from 'pliant';
import { bigFigure } from './lib/big-figure.ts';
import { digits, markdownTable } from './lib/table.ts';
import { cpuNow } from './lib/timing.ts';

/** Scenes whose motion is written, the body that is looked at, and what a page of measurements gives for 20 morph targets. */
const SCENES = [
  { name: 'bouncing-ball', body: 'ball', paper: '0.41 / 0.020' },
  { name: 'christmas-tree', body: 'tree', paper: '0.085 / 0.002' },
  { name: 'rabbit-jelly', body: null, paper: '0.033 / 0.001' },
  { name: 'walrus', body: null, paper: '0.022 / 0.001' },
  { name: 'cut-jelly', body: null, paper: '' },
] as const;

const HEAD = [
  'scene',
  'vertices × frames',
  'floats [MB]',
  'targets',
  'GLB [MB]',
  'worst [%]',
  'rms [%]',
  'simulation [s]',
  'fitting [s]',
  '20 targets, expected',
];

/** Sizes and errors of GLB files with morph targets, and how long it takes to write them. */
export async function compareFiles(): Promise<void> {
  const rows: string[][] = [];
  for (const { name, body, paper } of SCENES) {
    const { takes, times, seconds } = run(name, body);
    for (const [k, options] of [{ targets: 20, tolerance: 0 }, {}].entries()) {
      const started = cpuNow();
      const { glb, bodies } = await writeMorphGlb(takes, times, options);
      const spent = (cpuNow() - started) / 1000;
      const floats = takes.reduce(
        (sum, take) => sum + 12 * take.frames.length * (take.frames[0].length / 3),
        0,
      );
      const worst = Math.max(...bodies.map((one) => one.worst / one.size));
      const rms = Math.max(...bodies.map((one) => one.rms / one.size));
      rows.push([
        k === 0 ? name : '',
        `${takes[0].frames[0].length / 3} × ${times.length}`,
        digits(floats / 1e6),
        String(Math.max(...bodies.map((one) => one.targets))),
        digits(glb.length / 1e6),
        digits(100 * worst),
        digits(100 * rms),
        digits(seconds),
        digits(spent),
        k === 0 ? paper : '',
      ]);
    }
  }
  console.log(markdownTable(HEAD, rows));
  const big = bigFigure(50_000);
  const started = cpuNow();
  const { drawn } = await importGltf(big);
  console.log(
    `\nImport of ${drawn[0].positions.length / 3} vertices with a texture: ${digits((cpuNow() - started) / 1000)} s CPU.`,
  );
}

/** A whole run of a gallery scene; the largest body's surface if none is named. */
function run(
  name: string,
  wanted: string | null,
): { takes: Take[]; times: number[]; seconds: number } {
  const file = new URL(`../../scenes/${name}.json`, import.meta.url);
  const scene = JSON.parse(readFileSync(file, 'utf8')) as SceneInput;
  const world = createWorld(scene);
  const [largest] = [...world.bodies].sort((a, b) => b.positions.length - a.positions.length);
  const found = world.bodies.find((body) => body.name === wanted) ?? largest;
  const recorder = recordTakes(world, [found.name]);
  recorder.frame();
  const steps = Math.round((scene.duration ?? 5) / (scene.dt ?? 1 / 60));
  let simulation = 0;
  for (let k = 0; k < steps; k++) {
    const started = cpuNow();
    world.step();
    simulation += cpuNow() - started;
    recorder.frame();
  }
  return { takes: recorder.takes, times: recorder.times, seconds: simulation / 1000 };
}
