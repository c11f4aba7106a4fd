import { expect, test } from 'vitest';
import { createWorld, type SceneInput, type World, type WorldOptions } from '../../../src/index.ts';
import { block, union } from '../../geometry/shapes.ts';
import { difference, norm } from '../../world/helpers.ts';
import { build } from './build/bodies.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

/** Three balls side by side: one body of three solids. */
const BALLS: BodyInput = {
  name: 'balls',
  shape: {
    type: 'union',
    shapes: [-0.5, 0, 0.5].map((x) => ({ type: 'sphere', radius: 0.15, position: [x, 0, 0] })),
  },
  material: { young: 5e4, poisson: 0.3, density: 1000, damping: { stiffness: 0.005 } },
  model: { type: 'frames', frames: [1, 3, 7] },
  probes: { left: [-0.5, 0, 0], middle: [0, 0, 0], right: [0.5, 0, 0] },
};

/** Equal bodies are built once. */
const CACHE: WorldOptions['cache'] = new Map();

function world(body: BodyInput, changes: Partial<SceneInput> = {}): World {
  return createWorld(
    { format: 'pliant/1', name: 'solids', bodies: [body], ...changes },
    { cache: CACHE },
  );
}

test('separate solids get a root, one frame each below it, and levels of their own', () => {
  const two = union(block(0.3, 0.1, 0.1, -0.5), block(0.2, 0.2, 0.2, 0.5));
  const data = build(two, { frames: [1, 3, 7], voxel: 0.025 });
  expect(data.nodes).toBe(1 + 2 * 7);
  expect(data.root).toBe(0);
  expect([...data.level]).toEqual([0, 1, 1, ...Array(4).fill(2), ...Array(8).fill(3)]);
  for (let k = 1; k < data.nodes; k++) {
    const parents = data.parent.subarray(data.parentPtr[k], data.parentPtr[k + 1]);
    if (data.level[k] === 1) expect([...parents]).toEqual([0]);
    // Nothing leads from one solid to the other but the root.
    else for (const m of parents) expect(data.solid[m]).toBe(data.solid[k]);
    // The first nodes of the solids are 1 and 2: the others are on the same side.
    const first = data.positions[3 * (1 + data.solid[k])];
    expect(Math.sign(data.positions[3 * k])).toBe(Math.sign(first));
  }
  expect(data.grid.node.includes(0)).toBe(false);
});

test('a number of frames is shared out by volume, at least one for each solid; crumbs get none', () => {
  const sizes = union(block(0.2, 0.2, 0.2), block(0.1, 0.1, 0.1, 1), block(0.01, 0.01, 0.01, 2));
  const data = build(sizes, { frames: 9, voxel: 0.02 });
  const own = (s: number): number => data.solid.filter((solid) => solid === s).length;
  expect([own(0), own(1), data.nodes]).toEqual([8, 1, 10]);
  expect(data.size).toBeCloseTo(0.4, 10);
});

test('in free fall one frame moves them all, exactly', () => {
  const w = world({ ...BALLS, velocity: [1, 0, 0] });
  const h = w.scene.dt;
  for (let s = 0; s < 30; s++) {
    w.step();
    expect(w.bodies[0].levels.activeDofs).toBe(12);
  }
  const fall = -9.81 * h * h * ((30 * 31) / 2);
  for (const [name, x] of [
    ['left', -0.5],
    ['right', 0.5],
  ] as const) {
    expect(w.bodies[0].probe(name)[0]).toBeCloseTo(x + 30 * h, 10);
    expect(w.bodies[0].probe(name)[1]).toBeCloseTo(fall, 10);
  }
});

test('a solid that is hit wakes its own frames only; the others fall on as if nothing was', () => {
  const w = world(BALLS, {
    obstacles: [
      { name: 'post', shape: { type: 'box', size: [0.2, 0.2, 0.2] }, position: [0.5, -0.5, 0] },
    ],
  });
  const h = w.scene.dt;
  let most = 0;
  for (let s = 0; s < 20; s++) {
    w.step();
    most = Math.max(most, w.bodies[0].levels.activeDofs / 12);
    const parts = w.bodies[0].parts!;
    w.bodies[0].draw();
    for (let k = 0; k < parts.count; k++) {
      // A part's place is the last column of its map; the frames of the two others are left of 0.3 m.
      if (parts.level[k] > 0 && parts.poses[12 * k + 3] < 0.3) expect(parts.status[k]).toBe(0);
    }
  }
  expect(most).toBeGreaterThan(4);
  expect(most).toBeLessThanOrEqual(8);
  const fall = -9.81 * h * h * ((20 * 21) / 2);
  expect(w.bodies[0].probe('left')[1]).toBeCloseTo(fall, 4);
  expect(w.bodies[0].probe('right')[1]).toBeGreaterThan(fall + 0.05);
});

test('solids that fly apart keep their momenta; the root goes along when none follows it', () => {
  const w = world({ ...BALLS, spin: [0.5, 0, 2] }, { gravity: [0, 0, 0] });
  const pull = (point: [number, number, number], force: [number, number, number]): void =>
    w.apply({ do: 'force', body: 'balls', point, force, duration: 0.1 });
  pull([-0.5, 0.1, 0], [-300, 100, 0]);
  pull([0, 0.1, 0], [0, 300, 100]);
  pull([0.5, 0, 0.1], [200, 0, -400]);
  w.step(7);
  const start = w.totals().momentum;
  let [most, switches, jump, gain] = [0, 0, 0, 0];
  for (let s = 0; s < 200; s++) {
    w.step();
    const { levels } = w.bodies[0];
    most = Math.max(most, levels.activeDofs / 12);
    switches += levels.switches;
    jump = Math.max(jump, levels.jump);
    gain = Math.max(gain, levels.kineticGain);
  }
  const end = w.totals().momentum;
  expect(most).toBeGreaterThan(3);
  expect(switches).toBeGreaterThan(0);
  expect(jump).toBeLessThan(1e-12);
  expect(gain).toBeLessThan(1e-12);
  expect(norm(difference(end.linear, start.linear)) / norm(start.linear)).toBeLessThan(1e-12);
  expect(norm(difference(end.angular, start.angular)) / norm(start.angular)).toBeLessThan(0.01);
  expect(w.issues.size).toBe(0);
});

test('a solid that spins by itself keeps its spin and energy, and turns no other', () => {
  const probes = { ...BALLS.probes, side: [-0.5, 0.1, 0] as [number, number, number] };
  const w = world({ ...BALLS, probes }, { gravity: [0, 0, 0] });
  for (const side of [-1, 1]) {
    const force: [number, number, number] = [0, 0, 40 * side];
    w.apply({ do: 'force', body: 'balls', point: [0.5, 0.1 * side, 0], force, duration: 0.1 });
  }
  const angle = (): number => {
    const [, y, z] = w.bodies[0].probe('side');
    return Math.atan2(z, y);
  };
  w.step(24);
  const before = w.totals();
  const turned = [angle()];
  for (let k = 0; k < 2; k++) {
    w.step(54);
    turned.push(angle());
  }
  const after = w.totals();
  const change = difference(after.momentum.angular, before.momentum.angular);
  expect(norm(before.momentum.angular)).toBeGreaterThan(0.5);
  expect(norm(change) / norm(before.momentum.angular)).toBeLessThan(1e-9);
  expect(after.energy.kinetic / before.energy.kinetic).toBeLessThan(1.0001);
  expect(after.energy.kinetic / before.energy.kinetic).toBeGreaterThan(0.999);
  // The others got a little spin before the first was awake: they go on with it, neither faster nor slower.
  expect((turned[2] - turned[1]) / (turned[1] - turned[0])).toBeCloseTo(1, 3);
});

test('at rest on the floor they share one frame again, and each lies where it would alone', () => {
  const floor = { name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } } as const;
  const w = world({ ...BALLS, position: [0, 0.2, 0] }, { obstacles: [floor] });
  w.step(400);
  expect(w.bodies[0].levels.activeDofs).toBeLessThanOrEqual(12);
  const alone = world(
    {
      ...BALLS,
      shape: { type: 'sphere', radius: 0.15, position: [0, 0, 0] },
      position: [0, 0.2, 0],
      probes: { middle: [0, 0, 0] },
    },
    { obstacles: [floor] },
  );
  alone.step(400);
  const height = alone.bodies[0].probe('middle')[1];
  expect(Math.abs(w.bodies[0].probe('middle')[1] - height)).toBeLessThan(0.005);
});

test('all frames active, the root idle: the same motion, and a snapshot goes on bit for bit', () => {
  const model = { ...BALLS.model, adaptive: false } as BodyInput['model'];
  const scene = { ...BALLS, model, spin: [0, 0, 1] as [number, number, number] };
  const first = world(scene);
  first.step(10);
  const bytes = first.snapshot();
  first.step(10);
  const second = world(scene);
  second.restore(bytes);
  second.step(10);
  expect(second.hash()).toBe(first.hash());
  const h = first.scene.dt;
  expect(first.bodies[0].probe('middle')[1]).toBeCloseTo(-9.81 * h * h * ((20 * 21) / 2), 5);
});
