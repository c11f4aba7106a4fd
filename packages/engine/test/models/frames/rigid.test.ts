import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { createWorld, type SceneInput, type World, type WorldOptions } from '../../../src/index.ts';
import { createArena } from '../../../src/kernels/index.ts';
import { typescriptKernels as kernels } from '../../../src/kernels/kernels.ts';
import {
  createRigid,
  fillRigid,
  projectRigid,
  restrictMatrix,
} from '../../../src/models/frames/rigid.ts';
import {
  createFactor,
  factorLoaded,
  solveFactored,
} from '../../../src/models/frames/step/factor.ts';
import { coupleAll, createPattern } from '../../../src/models/frames/step/pattern.ts';
import { intoBlocks } from '../../kernels/cases/blocks.ts';
import { difference, norm } from '../../world/helpers.ts';
import { randomFrames } from './synthetic.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

/** A soft bar whose right third is rigid, with places in that third to look at. */
const BAR: BodyInput = {
  name: 'bar',
  shape: { type: 'box', size: [0.9, 0.2, 0.2] },
  material: { young: 2e4, poisson: 0.3, density: 1000, damping: { stiffness: 0 } },
  model: { type: 'frames', frames: [1, 3, 8] },
  rigid: [{ type: 'box', size: [0.4, 1, 1], position: [0.35, 0, 0] }],
  probes: { a: [0.2, 0, 0], b: [0.45, 0.1, 0], c: [0.3, -0.1, 0.1], d: [0.4, 0, -0.1] },
};
const NAMES = ['a', 'b', 'c', 'd'];

/** Equal bodies are built once. */
const CACHE: WorldOptions['cache'] = new Map();

function world(body: BodyInput, changes: Partial<SceneInput> = {}): World {
  return createWorld(
    { format: 'pliant/1', name: 'rigid', gravity: [0, 0, 0], bodies: [body], ...changes },
    { cache: CACHE },
  );
}

/** Distances between all pairs of probes. */
function distances(w: World): number[] {
  const at = NAMES.map((name) => w.bodies[0].probe(name));
  return at.flatMap((p, i) => at.slice(i + 1).map((q) => norm(difference(p, q))));
}

/** Largest change of a distance, relative to the body. */
function distortion(w: World, rest: readonly number[]): number {
  return Math.max(...distances(w).map((d, i) => Math.abs(d - rest[i]))) / 0.9;
}

/** Mean distortion over two seconds of spinning while a hand pulls at the right end. */
function pulledDistortion(body: BodyInput, dt: number): number {
  const material = { young: 2e4, damping: { stiffness: 0.02 } };
  const w = world({ ...body, material, spin: [0, 2, 3] }, { dt });
  const rest = distances(w);
  w.apply({ do: 'drag', id: 'hand', body: 'bar', point: [0.45, 0, 0], to: [0.6, 0.3, 0.2] });
  const steps = Math.round(2 / dt);
  let sum = 0;
  for (let s = 0; s < steps; s++) {
    w.step();
    sum += distortion(w, rest) / steps;
  }
  return sum;
}

test('a rigid part stays rigid while the rest bends and is pulled, the better the shorter the step', () => {
  const coarse = pulledDistortion(BAR, 1 / 60);
  expect(coarse).toBeLessThan(5e-4);
  expect(pulledDistortion(BAR, 1 / 120)).toBeLessThan(coarse / 3);
  expect(pulledDistortion({ ...BAR, rigid: [] }, 1 / 60)).toBeGreaterThan(50 * coarse);
});

test('a steady spin leaves the rigid part as it was', () => {
  const w = world({ ...BAR, spin: [0, 0, 3] });
  const rest = distances(w);
  w.step(120);
  expect(distortion(w, rest)).toBeLessThan(1e-6);
});

test('a flying, spinning body with a rigid part keeps its momenta, through all switches', () => {
  // As good as no stiffness: what couples the parts is inertia and the rigid constraint, which keep angular momentum to rounding.
  const soft = { ...BAR, material: { young: 1e-8, damping: { stiffness: 0 } } };
  let switches = 0;
  for (const body of [soft, BAR]) {
    const model = { ...BAR.model, tolerance: 0.005 } as BodyInput['model'];
    const w = world({ ...body, model, spin: [1, 2, 3], velocity: [0.5, 1, -1] });
    w.apply({ do: 'force', body: 'bar', point: [-0.45, 0, 0], force: [0, 60, 30], duration: 0.1 });
    const run = (steps: number): void => {
      for (let s = 0; s < steps; s++) {
        w.step();
        switches += w.bodies[0].levels.switches;
      }
    };
    run(10);
    const start = w.totals().momentum;
    run(200);
    const end = w.totals().momentum;
    expect(norm(difference(end.linear, start.linear)) / norm(start.linear)).toBeLessThan(1e-12);
    const lost = norm(difference(end.angular, start.angular)) / norm(start.angular);
    if (body === soft) {
      expect(lost).toBeLessThan(1e-10);
    } else {
      // Elastic forces are linearised within a step, with or without a rigid part.
      expect(lost).toBeLessThan(0.05);
    }
  }
  expect(switches).toBeGreaterThan(0);
});

test('a body that is rigid all over is one frame; a free top keeps its momenta and its shape', () => {
  const whole: BodyInput['rigid'] = [{ type: 'box', size: [9, 9, 9] }];
  const w = world({ ...BAR, rigid: whole, spin: [0.4, 2, 3], velocity: [1, 0, 0] });
  expect(w.bodies[0].levels.totalDofs).toBe(12);
  const rest = distances(w);
  const start = w.totals().momentum;
  w.step(240);
  const end = w.totals().momentum;
  expect(norm(difference(end.linear, start.linear)) / norm(start.linear)).toBeLessThan(1e-12);
  // What a step misses to a rotation is a strain of 1e-6, and its stiffness is linearised.
  expect(norm(difference(end.angular, start.angular)) / norm(start.angular)).toBeLessThan(1e-5);
  expect(distortion(w, rest)).toBeLessThan(1e-5);
});

test('a rigid part that is not there is named', () => {
  const away: BodyInput['rigid'] = [{ type: 'sphere', radius: 0.1, position: [3, 0, 0] }];
  expect(() => world({ ...BAR, rigid: away })).toThrow(
    /bodies\[0\]\.rigid\[0\]: must hold a free part of the body/,
  );
});

test('it falls exactly, and contact turns it as a rigid thing', () => {
  const w = world(
    { ...BAR, position: [0, 0.5, 0], rotation: [0, 0, -30] },
    {
      gravity: [0, -9.81, 0],
      obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
    },
  );
  const rest = distances(w);
  const top = w.bodies[0].probe('a')[1];
  const h = w.scene.dt;
  w.step(8);
  expect(w.bodies[0].probe('a')[1] - top).toBeCloseTo((-9.81 * h * h * 8 * 9) / 2, 10);
  let worst = 0;
  for (let s = 0; s < 150; s++) {
    w.step();
    worst = Math.max(worst, distortion(w, rest));
  }
  expect(worst).toBeLessThan(2e-3);
  expect([...w.issues.keys()]).toEqual([]);
});

test('the projection keeps rigid motions, takes the rest, and the restricted matrix inverts on what is left', () => {
  const random = createRandom(5);
  const D = randomFrames(1, random, 0.3);
  const data = { rigidNodes: Int32Array.of(0), positions: Float64Array.of(0.4, -0.2, 0.7) };
  const rigid = createRigid(1);
  fillRigid(rigid, data, D, new Float64Array(12), 0.01);
  // Any ω × x + t of the frame as it is.
  const motion = new Float64Array(12);
  const [wx, wy, wz] = [0.3, -1.1, 0.8];
  for (let p = 0; p < 4; p++) {
    const [x, y, z] = [D[p], D[4 + p], D[8 + p]];
    motion[p] = wy * z - wz * y + (p === 3 ? 0.5 : 0);
    motion[4 + p] = wz * x - wx * z + (p === 3 ? -2 : 0);
    motion[8 + p] = wx * y - wy * x + (p === 3 ? 1 : 0);
  }
  const kept = motion.slice();
  projectRigid(rigid, 0, kept, 0);
  for (let i = 0; i < 12; i++) expect(kept[i]).toBeCloseTo(motion[i], 12);
  let trace = 0;
  for (let i = 0; i < 12; i++) trace += rigid.onto[13 * i];
  expect(trace).toBeCloseTo(6, 12);

  // A random positive definite matrix of three nodes, the middle one rigid.
  const n = 36;
  const B = Float64Array.from({ length: n * n }, () => random.next() - 0.5);
  const A = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < n; k++) A[i * n + j] += B[i * n + k] * B[j * n + k];
      if (i === j) A[i * n + j] += 1;
    }
  const arena = createArena(1 << 17);
  const pattern = createPattern(3, arena, true);
  coupleAll(pattern, 3);
  const factor = createFactor(pattern, 3, arena);
  intoBlocks(factor.L, A, 3, pattern);
  restrictMatrix(rigid, 0, factor, 1, new Float64Array(144));
  factorLoaded(factor, kernels);
  const b = Float64Array.from({ length: n }, () => random.next() - 0.5);
  projectRigid(rigid, 0, b, 12);
  const x = b.slice();
  solveFactored(factor, x, kernels);
  const same = x.slice();
  projectRigid(rigid, 0, same, 12);
  const left = b.map((value, i) => {
    let sum = value;
    for (let j = 0; j < n; j++) sum -= A[i * n + j] * x[j];
    return sum;
  });
  projectRigid(rigid, 0, left, 12);
  for (let i = 0; i < n; i++) {
    expect(same[i]).toBeCloseTo(x[i], 11);
    expect(left[i]).toBeCloseTo(0, 11);
  }
});

test('a solid refuses rigid parts and says what to do', () => {
  expect(() => world({ ...BAR, model: { type: 'solid' } })).toThrow(
    /bodies\[0\]\.rigid: only the frames model has rigid parts/,
  );
});
