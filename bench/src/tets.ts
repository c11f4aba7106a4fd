import { readFileSync } from 'node:fs';
import { createWorld, type SceneInput, type World } from 'pliant';
import { digits, markdownTable } from './lib/table.ts';
import { cpuNow } from './lib/timing.ts';
import { comparePeers } from './peers/compare.ts';
import { mujocoPeer } from './peers/mujoco.ts';
import { pliantPeer, SAME_MESH } from './peers/pliant.ts';
import { rapierPeer } from './peers/rapier.ts';

type Model = NonNullable<NonNullable<SceneInput['bodies']>[number]['model']>;

/** Parts of the run of the box on the wall [s]: nearly still, swinging, settling, bent and at rest. */
const PARTS: readonly (readonly [string, number, number])[] = [
  ['start', 0, 0.25],
  ['swinging', 0.25, 2],
  ['settling', 2, 4.5],
  ['at rest', 4.5, 5.5],
];

/** The box on the wall, adaptive and finest, and the same cantilever in other engines; prints markdown tables. */
export async function compareTets(): Promise<void> {
  warmUp();
  boxOverTime(2, 0.025);
  boxOverTime(3, null);
  console.log(
    'The cantilever of the engines, same nodes. Pliant’s trees cut cubes into six tets where the others have five.\n',
  );
  const tree = { type: 'tets', cell: 2 * 0.08, levels: 1 } as const;
  await comparePeers([
    pliantPeer('tets, adaptive', 'ten-node, default tolerance', tree),
    pliantPeer('tets, finest', 'all ten-node elements, always', { ...tree, adaptive: false }),
    pliantPeer('tets, finest linear', 'all leaves, always', {
      ...tree,
      adaptive: false,
      tenNode: false,
    }),
    pliantPeer('solid', 'every tet of the same mesh, f64', SAME_MESH),
    mujocoPeer(),
    rapierPeer('fem'),
    rapierPeer('constraints'),
  ]);
}

/** Small boxes through all that a large one does, so that the start is not the compiler's. */
function warmUp(): void {
  for (let round = 0; round < 3; round++) {
    for (const levels of [2, 3]) {
      const model = { type: 'tets', cell: 0.2, levels } as const;
      for (const one of [model, { ...model, adaptive: false }]) {
        const world = load(one);
        for (let s = 0; s < 150; s++) world.step();
      }
    }
  }
}

/** CPU time a step, elements and error of the adaptive box against the finest one, part by part; the solid with `cell` too. */
function boxOverTime(levels: number, cell: number | null): void {
  const model = { type: 'tets', cell: 0.1, levels } as const;
  const adaptive = load(model);
  const finest = load({ ...model, adaptive: false });
  const solid = cell === null ? null : load({ type: 'solid', cell });
  const body = adaptive.bodies[0];
  const other = finest.bodies[0];
  const size = 0.8;
  const n = body.surface.positions.length;
  const [a, b] = [body.positions, other.positions];
  let [all, allFinest, worstMean, worst, jump] = [0, 0, 0, 0, 0];
  const rows = PARTS.map(([name, from, to]) => {
    const steps = Math.round((to - from) * 60);
    const spent = [0, 0, 0];
    let [elements, mean, most] = [0, 0, 0];
    for (let s = 0; s < steps; s++) {
      spent[0] += timed(adaptive);
      spent[1] += timed(finest);
      if (solid !== null) spent[2] += timed(solid);
      elements += body.levels.activePoints / steps;
      jump = Math.max(jump, body.levels.jump);
      body.draw();
      other.draw();
      let sum = 0;
      for (let i = 0; i < n; i += 3) {
        const d = Math.sqrt(
          (a[i] - b[i]) ** 2 + (a[i + 1] - b[i + 1]) ** 2 + (a[i + 2] - b[i + 2]) ** 2,
        );
        sum += d / size / (n / 3);
        most = Math.max(most, d / size);
      }
      mean = Math.max(mean, sum);
    }
    all += spent[0];
    allFinest += spent[1];
    worstMean = Math.max(worstMean, mean);
    worst = Math.max(worst, most);
    return [
      name,
      digits(elements),
      digits(spent[0] / steps),
      digits(spent[1] / steps),
      solid === null ? '' : digits(spent[2] / steps),
      digits(spent[1] / spent[0], 3),
      share(mean),
      share(most),
    ];
  });
  console.log(
    `Box on a wall, ${other.levels.totalPoints} leaves, ${other.levels.totalDofs / 3} vertices, CPU time a step, warmed up with smaller boxes. Errors: largest over time, of surface vertices, in parts of the longest side.\n`,
  );
  const head = ['part', 'elements', 'adaptive ms', 'finest ms', 'solid ms', 'speed-up'];
  console.log(markdownTable([...head, 'mean error', 'largest'], rows));
  console.log(
    `\nWhole run: cost ${share(all / allFinest)} of the finest, mean error ${share(worstMean)}, largest ${share(worst)}, jump ${jump} m.\n`,
  );
}

const share = (part: number): string => `${digits(100 * part, 2)} %`;

function load(model: Model): World {
  const path = new URL('../../scenes/box-on-wall.json', import.meta.url);
  const scene = JSON.parse(readFileSync(path, 'utf8')) as SceneInput;
  scene.bodies = scene.bodies?.filter((one) => one.name === 'adaptive');
  for (const one of scene.bodies ?? []) one.model = model;
  scene.checks = [];
  return createWorld(scene);
}

function timed(world: World): number {
  const start = cpuNow();
  world.step();
  return cpuNow() - start;
}
