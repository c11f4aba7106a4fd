import { readFileSync } from 'node:fs';
import {
  createArena,
  createKernels,
  createRandom,
  createWorld,
  LIBRARY,
  measure,
  type SceneInput,
  type World,
} from 'pliant';
import { digits, markdownTable } from './lib/table.ts';
import { cpuNow, interleave, median } from './lib/timing.ts';
import { createClusters } from './shape-matching.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];
type Model = NonNullable<BodyInput['model']>;

/** Octree shape matching against the lattice, its growth, cuts, refining, and plain shape matching; prints markdown tables. */
export function compareOctree(): void {
  compareFingers();
  measureGrowth();
  measureCutting();
  measureFlowers();
  measureShares();
}

/**
 * Thin fingers: the lattice that resolves them, the octree that does, and plain clusters as large. Nothing slows the hand down, so that all swing as long as
 * they are measured: what has come to rest is matched faster. Each is measured for as long as the others at a time, and the least
 * disturbed time counts.
 */
function compareFingers(): void {
  const scene = swinging(load('fingers'));
  const octree = createWorld(scene);
  const { cell } = scene.bodies![0].model as { cell: number };
  const lattice = createWorld(withModel(scene, { type: 'lattice', cell, width: 2 * cell }));
  // Long enough for the compiler, which is slow on a busy machine.
  octree.step(1000);
  lattice.step(20);
  const body = octree.bodies[0];
  const clusters = createClusters(body.levels.activePoints, CLUSTER, 1 / 60);
  const [fast, slow, plain] = interleave(
    [() => octree.step(), () => lattice.step(), () => clusters.step()],
    { rounds: 30, sample: 12, take: 'least' },
  );
  console.log(
    'Thin fingers, swinging (least CPU time of a step, taking turns). The paper: 88 times.\n',
  );
  console.log(
    markdownTable(
      ['', 'nodes', 'ms a step', 'against the octree'],
      [
        [
          'lattice, three sliding passes',
          String(lattice.bodies[0].levels.activePoints),
          digits(slow),
          digits(slow / fast, 3),
        ],
        ['octree', String(body.levels.activePoints), digits(fast), '1'],
        [
          `plain clusters of ${CLUSTER}, TypeScript`,
          String(body.levels.activePoints),
          digits(plain),
          digits(plain / fast, 3),
        ],
      ],
    ),
  );
}

/** Points of a plain cluster: what a region of the octree holds on average. */
const CLUSTER = 40;

/** The liver in finer and finer cells, all of the same kind. */
function measureGrowth(): void {
  const sizes = [0.02, 0.0135, 0.009, 0.006, 0.00385];
  const rows: string[][] = [];
  const points: [number, number][] = [];
  for (const cell of sizes) {
    const world = liver(cell, 0);
    const n = world.bodies[0].levels.activePoints;
    const steps = Math.max(3, Math.round(60_000 / n));
    world.step(steps);
    const times = Array.from({ length: 5 }, () => {
      const start = cpuNow();
      world.step(steps);
      return (cpuNow() - start) / steps;
    });
    points.push([Math.log(n), Math.log(median(times))]);
    rows.push([String(n), digits(median(times)), digits((1e6 * median(times)) / n, 3)]);
  }
  const mean = [0, 1].map((k) => points.reduce((s, p) => s + p[k], 0) / points.length);
  const slope =
    points.reduce((s, p) => s + (p[0] - mean[0]) * (p[1] - mean[1]), 0) /
    points.reduce((s, p) => s + (p[0] - mean[0]) ** 2, 0);
  console.log(
    `\nGrowth (liver, finest cells only): time grows with n to the power ${digits(slope, 3)}.\n`,
  );
  console.log(markdownTable(['nodes', 'ms a step', 'ns a node'], rows));
}

/** Passes over the same cuts: the first as in a page just opened, the last ones compiled. */
const PASSES = 7;
const COMPILED = 3;

/** A liver is cut and refined along the cuts until it has three times the nodes. */
function measureCutting(): void {
  const passes = Array.from({ length: PASSES }, cutLiver);
  const later = passes.slice(COMPILED);
  const rows = passes[0].map(({ name, bodies, nodes }, k) => {
    const ms = (of: keyof Times): string => digits(median(later.map((pass) => pass[k].times[of])));
    const first = digits(passes[0][k].times.cut);
    const own = k === 0 ? ['', '', ''] : [first, ms('cut'), ms('refine')];
    return [name, String(bodies), String(nodes), ...own, ms('step')];
  });
  console.log(
    "\nCutting (CPU time with the compiler's, the surface included; medians of later passes but for the first). The paper: 500 to 1550 nodes, resampling 62 to 124 ms, step 3.7 to 15.5 ms.\n",
  );
  console.log(
    markdownTable(['', 'bodies', 'nodes', 'first cut ms', 'cut ms', 'refine ms', 'step ms'], rows),
  );
}

/** CPU time [ms] of a cut, of refining along it, and of a step then. */
interface Times {
  cut: number;
  refine: number;
  step: number;
}

function cutLiver(): { name: string; bodies: number; nodes: number; times: Times }[] {
  // It turns slowly: blades find it where it was.
  const world = liver(0.0085, 0.4, 0.02);
  const timed = (act: () => void): number => {
    const start = cpuNow();
    act();
    return cpuNow() - start;
  };
  const step = (): number => {
    world.step(20);
    return timed(() => world.step(60)) / 60;
  };
  const row = (name: string, cut: number, refine: number) => {
    const nodes = world.bodies.reduce((sum, { levels }) => sum + levels.activePoints, 0);
    const times = { cut, refine, step: step() };
    return { name, bodies: world.bodies.length, nodes, times };
  };
  const rows = [row('whole', 0, 0)];
  for (let k = 0; k < 5; k++) {
    const at = 0.06 * (k - 2);
    const cut = timed(() =>
      world.apply({
        do: 'cut',
        body: 'liver',
        blade: [
          [
            [at - 0.02, 0.5, -0.3],
            [at - 0.02, 0.5, 0.3],
          ],
          [
            [at + 0.02, 0.08, -0.3],
            [at + 0.02, 0.08, 0.3],
          ],
        ],
      }),
    );
    const refine = timed(() =>
      world.apply({ do: 'refine', body: 'liver', where: [at, 0.15, 0], radius: 0.06, levels: 1 }),
    );
    rows.push(row(`cut ${k + 1}`, cut, refine));
  }
  return rows;
}

/** Forty flowers in the wind, one of them refined. */
function measureFlowers(): void {
  const world = createWorld(load('flowers'));
  world.step(30);
  const start = cpuNow();
  world.step(60);
  const ms = (cpuNow() - start) / 60;
  const nodes = world.bodies.map((b) => b.levels.activePoints);
  const before = world.bodies[0].levels.activePoints;
  // All forty, one after the other: the first one is cold.
  const refine = world.bodies.map((body) => {
    const where = body.probe('heart');
    const begin = cpuNow();
    world.apply({ do: 'refine', body: body.name, where, radius: 0.62, levels: 1 });
    return cpuNow() - begin;
  });
  const more = world.bodies[0].levels.activePoints - before;
  console.log(
    '\nFlowers. The paper: 40 of 142 nodes, 20 steps a second; 352 nodes more in 121 ms.\n',
  );
  console.log(
    markdownTable(
      ['flowers', 'nodes each', 'steps a second', 'nodes more', 'first ms', 'median ms'],
      [
        [
          String(nodes.length),
          String(Math.round(nodes.reduce((s, n) => s + n, 0) / nodes.length)),
          digits(1000 / ms, 3),
          String(more),
          digits(refine[0]),
          digits(median(refine)),
        ],
      ],
    ),
  );
}

/** What a step's time goes to, at rest: with and without damping, and rotations that change a little alone. */
function measureShares(): void {
  const scene: SceneInput = { ...load('fingers'), gravity: [0, 0, 0], events: [] };
  const n = createWorld(scene).bodies[0].levels.activePoints;
  const damped = createWorld(scene);
  const undamped = createWorld(withDamping(scene, 0));
  const polar = rotations(n);
  damped.step(1000);
  undamped.step(1000);
  const [all, without, turn] = interleave([() => damped.step(), () => undamped.step(), polar], {
    rounds: 30,
    sample: 10,
    take: 'least',
  });
  const part = (ms: number): string => `${Math.round((100 * ms) / all)} %`;
  console.log('\nShares of a step (the paper: about a third each).\n');
  console.log(
    markdownTable(
      ['polar', 'damping', 'sums and the rest'],
      [[part(turn), part(all - without), part(without - turn)]],
    ),
  );
}

/** Rotations of n matrices that change a little from call to call. */
function rotations(n: number): () => void {
  let q: Float64Array = new Float64Array(0);
  let R: Float64Array = q;
  let A: Float64Array = q;
  const allocate = (a: { f64(n: number): Float64Array }): void => {
    q = a.f64(4 * n);
    R = a.f64(9 * n);
    A = a.f64(9 * n);
  };
  const arena = createArena(measure(allocate));
  allocate(arena);
  const kernels = createKernels(arena);
  const random = createRandom(1);
  for (let i = 0; i < 9 * n; i++) A[i] = (i % 9) % 4 === 0 ? 1 : random.range(-0.2, 0.2);
  let turn = 0;
  return () => {
    turn = turn === 0 ? 0.02 : 0;
    for (let i = 0; i < n; i++) A[9 * i + 1] = turn;
    kernels.extractRotations(q, R, A, n);
  };
}

function liver(cell: number, coarseness: number, spin = 1): World {
  return createWorld({
    format: 'pliant/1',
    name: 'liver',
    gravity: [0, 0, 0],
    bodies: [
      {
        name: 'liver',
        shape: LIBRARY.liver.shape(),
        material: { young: 3000, density: 1000, damping: { stiffness: 0.01 } },
        model: { type: 'octree', cell, coarseness, levels: 3 },
        spin: [0, spin, 0],
      },
    ],
  });
}

function withModel(scene: SceneInput, model: Model): SceneInput {
  return { ...scene, bodies: scene.bodies?.map((body) => ({ ...body, model })) };
}

function withDamping(scene: SceneInput, stiffness: number): SceneInput {
  return {
    ...scene,
    bodies: scene.bodies?.map((body) => ({
      ...body,
      material: { ...body.material, damping: { stiffness } },
    })),
  };
}

/** The same without what slows all motion down, and without events. */
function swinging(scene: SceneInput): SceneInput {
  return { ...withDamping(scene, 0.004), events: [] };
}

function load(file: string): SceneInput {
  const path = new URL(`../../scenes/${file}.json`, import.meta.url);
  return { ...(JSON.parse(readFileSync(path, 'utf8')) as SceneInput), checks: [] };
}
