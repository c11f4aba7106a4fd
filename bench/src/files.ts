import { readFileSync } from 'node:fs';
import { importGltf, recordTakes, type Take, writeMorphGlb, writeSkinGlb } from '@pliant/gltf';
import { createWorld, type SceneInput } from 'pliant';
import { bigFigure } from './lib/big-figure.ts';
import { digits, markdownTable } from './lib/table.ts';
import { cpuNow } from './lib/timing.ts';

/** Scenes whose motion is written, the body that is looked at, and what a first study gave for 20 morph targets and for a skin. */
const SCENES = [
  { name: 'bouncing-ball', body: 'ball', paper: '0.41 / 0.020', skin: '0.94 / 0.063' },
  { name: 'christmas-tree', body: 'tree', paper: '0.085 / 0.002', skin: '0.21 / 0.011' },
  { name: 'rabbit-jelly', body: null, paper: '0.033 / 0.001', skin: '1.2' },
  { name: 'walrus', body: null, paper: '0.022 / 0.001', skin: '0.17' },
  { name: 'cut-jelly', body: null, paper: '', skin: '' },
] as const;

const HEAD = [
  'scene',
  'vertices × frames',
  'floats [MB]',
  'targets or joints',
  'GLB [MB]',
  'worst [%]',
  'rms [%]',
  'simulation [s]',
  'fitting [s]',
  'expected: 20 targets, skin',
];

/** Sizes and errors of GLB files with morph targets and with skins, and how long it takes to write them. */
export async function compareFiles(): Promise<void> {
  const rows: string[][] = [];
  for (const { name, body, paper, skin } of SCENES) {
    const { takes, times, seconds } = run(name, body);
    const floats = takes.reduce((sum, take) => sum + take.frames.length * take.frames[0].length, 0);
    const row = async (first: string, expected: string, write: () => Promise<Written>) => {
      const started = cpuNow();
      const { glb, bodies } = await write();
      const spent = (cpuNow() - started) / 1000;
      rows.push([
        first,
        `${takes[0].frames[0].length / 3} × ${times.length}`,
        digits((4 * floats) / 1e6),
        most(bodies, (one) => one.targets ?? one.joints ?? 0) + (bodies[0].joints ? ' joints' : ''),
        digits(glb.length / 1e6),
        digits(100 * most(bodies, (one) => one.worst / one.size)),
        digits(100 * most(bodies, (one) => one.rms / one.size)),
        digits(seconds),
        digits(spent),
        expected,
      ]);
    };
    await row(name, paper, () => writeMorphGlb(takes, times, { targets: 20, tolerance: 0 }));
    await row('', '', () => writeMorphGlb(takes, times));
    await row('', skin, () => writeSkinGlb(takes, times));
  }
  console.log(markdownTable(HEAD, rows));
  const big = bigFigure(50_000);
  const started = cpuNow();
  const { drawn } = await importGltf(big);
  console.log(
    `\nImport of ${drawn[0].positions.length / 3} vertices with a texture: ${digits((cpuNow() - started) / 1000)} s CPU.`,
  );
}

interface Written {
  readonly glb: Uint8Array;
  readonly bodies: readonly {
    readonly targets?: number;
    readonly joints?: number;
    readonly worst: number;
    readonly rms: number;
    readonly size: number;
  }[];
}

const most = <T>(list: readonly T[], of: (one: T) => number): number => Math.max(...list.map(of));

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
