import { createWorld, type SceneInput, type WorldOptions } from 'pliant';
import { digits, markdownTable } from './lib/table.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];
type Model = NonNullable<BodyInput['model']>;

/** Models to draw from, each with sizes that keep a crowd cheap. */
const MODELS: Readonly<Record<string, (size: number) => Model>> = {
  rigid: () => ({ type: 'rigid' }),
  solid: (size) => ({ type: 'solid', cell: size / 3 }),
  frames: () => ({ type: 'frames', frames: 6 }),
  octree: () => ({ type: 'octree' }),
  tets: (size) => ({ type: 'tets', cell: size / 2 }),
};

/** Numbers in [0, 1) from a seed (mulberry32): scenes can be told by their number. */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * A crowd: four to nine bodies of one model or of several, balls and boxes of 15 to 30 cm, dropped one after the other
 * between four walls.
 */
export function crowdScene(seed: number, names = Object.keys(MODELS)): SceneInput {
  const random = randomFrom(seed);
  const range = (a: number, b: number): number => a + (b - a) * random();
  const only = random() < 0.5 ? names[Math.floor(range(0, names.length))] : null;
  const bodies = Array.from({ length: Math.floor(range(4, 10)) }, (_, i): BodyInput => {
    // Few sizes: equal models are built once.
    const size = random() < 0.5 ? 0.15 : 0.3;
    const kind = only ?? names[Math.floor(range(0, names.length))];
    return {
      name: `b${i}`,
      shape:
        random() < 0.5
          ? { type: 'sphere', radius: size / 2 }
          : { type: 'box', size: [size, size, size] },
      position: [range(-0.12, 0.12), 0.3 + 0.53 * i, range(-0.12, 0.12)],
      rotation: [range(0, 90), range(0, 90), range(0, 90)],
      velocity: [0, -range(0, 2), 0],
      material: {
        young: random() < 0.5 ? 5e4 : 5e5,
        poisson: 0.35,
        density: random() < 0.5 ? 300 : 1000,
        damping: { stiffness: 0.005, mass: 0.5 },
      },
      friction: range(0.1, 0.8),
      model: MODELS[kind](size),
    };
  });
  const wall = (name: string, x: number, z: number) => ({
    name,
    shape: {
      type: 'plane' as const,
      normal: [-Math.sign(x), 0, -Math.sign(z)] as [number, number, number],
    },
    position: [x, 0, z] as [number, number, number],
  });
  return {
    format: 'pliant/1',
    name: `crowd-${seed}`,
    bodies,
    obstacles: [
      { name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } },
      wall('left', -0.45, 0),
      wall('right', 0.45, 0),
      wall('front', 0, -0.45),
      wall('back', 0, 0.45),
    ],
  };
}

/** Two columns of soft cubes, at steps of so many seconds. */
export function columnScene(model: string, dt: number): SceneInput {
  const bodies = Array.from({ length: 6 }, (_, i): BodyInput => {
    const high = i % 3;
    return {
      name: `c${i}`,
      shape: { type: 'box', size: [0.2, 0.2, 0.2] },
      position: [0.5 * Math.floor(i / 3) + 0.005 * high, 0.105 + 0.205 * high, 0],
      material: {
        young: 2e5,
        poisson: 0.3,
        density: 1000,
        damping: { stiffness: 0.005, mass: 0.5 },
      },
      model: MODELS[model](0.2),
    };
  });
  return {
    format: 'pliant/1',
    name: `columns-${model}`,
    dt,
    bodies,
    obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
  };
}

export interface CrowdResult {
  /** Steps whose contacts were still violated when the iterations ran out. */
  readonly unmet: number;
  /** Steps in which bodies would have moved too far, and contacts were violated by what was taken back. */
  readonly fast: number;
  /** The deepest overlap, in sizes of the smallest body [1]. */
  readonly depth: number;
  /** True if all came to rest within the time. */
  readonly rests: boolean;
  /** The fastest any body was [m/s]. */
  readonly fastest: number;
}

/** Runs a scene for so many seconds. */
export function runCrowd(
  scene: SceneInput,
  seconds: number,
  options: WorldOptions = {},
): CrowdResult {
  const world = createWorld(scene, options);
  const steps = Math.round(seconds / (scene.dt ?? 1 / 60));
  let depth = 0;
  let fastest = 0;
  for (let k = 0; k < steps; k++) {
    world.step();
    depth = Math.max(depth, world.report.penetration);
    fastest = Math.max(fastest, world.totals().speed);
  }
  let unmet = 0;
  let fast = 0;
  for (const [issue, times] of world.issues) {
    if (issue.includes('solver.contactIterations')) unmet += times;
    else if (issue.startsWith('contacts were')) fast += times;
  }
  return { unmet, fast, depth: depth / 0.15, rests: world.report.rounds === 0, fastest };
}

/**
 * `npm run bench -- crowds`: CROWDS=1000 scenes from CROWDS_FROM on, and columns of every model at steps of 1/30 to
 * 1/240 s.
 */
export function compareCrowds(): void {
  const many = Number(process.env.CROWDS ?? 40);
  const from = Number(process.env.CROWDS_FROM ?? 1);
  const cache = new Map();
  const bad: string[] = [];
  let unmet = 0;
  let fast = 0;
  let still = 0;
  let deepest = 0;
  for (let seed = from; seed < from + many; seed++) {
    const result = runCrowd(crowdScene(seed), 5, { cache });
    if (result.unmet > 0) {
      unmet++;
      bad.push(`${seed} (${result.unmet})`);
    }
    if (result.fast > 0) fast++;
    if (result.rests) still++;
    deepest = Math.max(deepest, result.depth);
  }
  console.log(
    `${many} crowds of 5 s from seed ${from}: contacts not met in ${unmet} of them${bad.length > 0 ? `, seeds (steps) ${bad.join(', ')}` : ''}, bodies moved too far in a step of ${fast}; ${still} at rest at the end; deepest overlap ${digits(100 * deepest, 2)} % of the smallest size.\n`,
  );
  const rates = [30, 60, 120, 240];
  const rows = Object.keys(MODELS).map((model) => [
    model,
    ...rates.map((rate) => {
      const result = runCrowd(columnScene(model, 1 / rate), 2, { cache });
      return `${result.unmet} · ${digits(100 * result.depth, 2)} %`;
    }),
    '',
  ]);
  console.log('Columns of cubes for 2 s: steps with violated contacts · deepest overlap.\n');
  console.log(markdownTable(['model', ...rates.map((rate) => `1/${rate} s`), ''], rows));
}
