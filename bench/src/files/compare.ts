import { importGltf, writeMorphGlb, writeSkinGlb } from '@pliant/gltf';
import { bigFigure } from '../lib/big-figure.ts';
import { digits, markdownTable } from '../lib/table.ts';
import { cpuNow } from '../lib/timing.ts';
import { compareCharacter } from './character.ts';
import { CUTTABLE, EXACT, STRIDE } from './formats.ts';
import { errorInThree } from './in-three.ts';
import { type Run, run } from './record.ts';

/** Scenes whose motion is written, the body that is looked at, and what a first study gave, worst / rms, for 20 morph targets and for a skin. */
const SCENES = [
  { name: 'bouncing-ball', body: 'ball', morph: '0.41 / 0.020', skin: '0.94 / 0.063' },
  { name: 'christmas-tree', body: 'tree', morph: '0.085 / 0.002', skin: '0.21 / 0.011' },
  { name: 'cut-jelly', body: null, morph: '', skin: '' },
] as const;

/** With `--all`. */
const MORE = [
  { name: 'rabbit-jelly', body: null, morph: '0.033 / 0.001', skin: '1.2' },
  { name: 'walrus', body: null, morph: '0.022 / 0.001', skin: '0.17' },
] as const;

const GLB_HEAD = [
  'scene',
  'vertices × frames',
  'GLB with',
  'size [MB]',
  'worst [%]',
  'rms [%]',
  'in three.js [%]',
  'expected [%]',
  'run [s]',
  'fit [s]',
  'bake / run',
];

/** Files of runs: how large, how exact, how long it takes; the import of a large figure; a character with flesh. */
export async function compareFiles(options: readonly string[]): Promise<void> {
  const wanted = options.indexOf('--scene') + 1;
  const scenes = options.includes('--all') ? [...SCENES, ...MORE] : SCENES;
  const glb: string[][] = [];
  const exact: string[][] = [];
  for (const scene of scenes) {
    if (wanted > 0 && scene.name !== options[wanted]) continue;
    const made = run(scene.name, scene.body);
    for (const row of await glbRows(scene, made)) glb.push(row);
    for (const row of exactRows(scene.name, made)) exact.push(row);
  }
  console.log('Errors are distances of vertices in per cent of the longest side.\n');
  console.log(markdownTable(GLB_HEAD, glb));
  console.log(
    `\nWritten, read back and compared (text, and a file a frame: every ${STRIDE}th frame, the size is that of all):\n`,
  );
  console.log(
    markdownTable(['scene', 'format', 'size [MB]', 'bytes a vertex and frame', 'off [%]'], exact),
  );
  if (wanted > 0) return;
  console.log('');
  await compareImport();
  console.log('');
  compareCharacter();
}

type Scene = (typeof SCENES | typeof MORE)[number];

async function glbRows(scene: Scene, { takes, times, seconds }: Run): Promise<string[][]> {
  const rows: string[][] = [];
  const add = async (expected: string, write: () => Promise<Written>): Promise<void> => {
    const started = cpuNow();
    const { glb, bodies } = await write();
    const spent = (cpuNow() - started) / 1000;
    const most = (of: (one: Written['bodies'][number]) => number): number =>
      Math.max(...bodies.map(of));
    const { targets } = bodies[0];
    rows.push([
      rows.length === 0 ? scene.name : '',
      `${takes[0].frames[0].length / 3} × ${times.length}`,
      targets === undefined
        ? `${most((one) => one.joints ?? 0)} joints`
        : `${most((one) => one.targets ?? 0)} targets`,
      digits(glb.length / 1e6),
      digits(100 * most((one) => one.worst / one.size)),
      digits(100 * most((one) => one.rms / one.size)),
      digits(100 * (await errorInThree(glb, takes, times))),
      expected,
      digits(seconds),
      digits(spent),
      digits((seconds + spent) / seconds),
    ]);
  };
  await add(scene.morph, () => writeMorphGlb(takes, times, { targets: 20, tolerance: 0 }));
  await add('0.2', () => writeMorphGlb(takes, times));
  await add(scene.skin || '1', () => writeSkinGlb(takes, times));
  return rows;
}

function exactRows(name: string, { takes, times }: Run): string[][] {
  const formats = takes.length === 1 ? Object.keys(EXACT) : CUTTABLE;
  const total =
    takes.reduce((sum, take) => sum + take.frames.length * take.frames[0].length, 0) / 3;
  return formats.map((format, i) => {
    let [bytes, written, off] = [0, 0, 0];
    for (const take of takes) {
      const result = EXACT[format](take);
      bytes += result.bytes;
      written += (result.frames * take.frames[0].length) / 3;
      off = Math.max(off, result.off / take.size);
    }
    const each = bytes / written;
    return [
      i === 0 ? `${name}, ${times.length} frames` : '',
      format,
      digits((each * total) / 1e6),
      digits(each),
      digits(100 * off),
    ];
  });
}

async function compareImport(): Promise<void> {
  const big = bigFigure(50_000);
  const started = cpuNow();
  const { drawn } = await importGltf(big);
  console.log(
    `Import of ${drawn[0].positions.length / 3} vertices with a texture: ${digits((cpuNow() - started) / 1000)} s CPU.`,
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
