import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { octreeRegion } from '../../../src/models/octree/cells.ts';
import { placeSkin } from '../../../src/models/octree/runtime.ts';
import { BLOCK, beam, createTestRun, octreeWorld } from './bodies.ts';

const total = (run: ReturnType<typeof createTestRun>): number[] => {
  const { x, v, mass } = run.memory;
  const out = new Array<number>(7).fill(0);
  for (let i = 0; i < run.sampler.now.tree.leaves; i++) {
    out[0] += mass[i];
    for (let c = 0; c < 3; c++) {
      out[1 + c] += mass[i] * x[3 * i + c];
      out[4 + c] += mass[i] * v[3 * i + c];
    }
  }
  return out;
};

test('refining and coarsening keep mass, centre of mass and momentum, and no point of the surface jumps', () => {
  const run = createTestRun(BLOCK, { cell: 0.025, levels: 3, coarseness: 1 });
  const random = createRandom(5);
  // A bent, turned, moving state.
  for (let i = 0; i < run.sampler.now.tree.leaves; i++) {
    const [x, y, z] = run.memory.x.subarray(3 * i, 3 * i + 3);
    run.memory.x.set([x + 0.3 * y * y, y + 0.1 * x, z - 0.2 * x * y], 3 * i);
    run.memory.v.set([random.range(-1, 1) + 2 * y, random.range(-1, 1) - 2 * x, 1], 3 * i);
  }
  const start = total(run);
  for (const [place, by, radius] of [
    [0.2, 1, 0.15],
    [0.2, 3, 0.15],
    [-0.2, 1, 0.15],
    [0, 0, 10],
  ] as const) {
    const before = new Float64Array(run.skin.positions.length);
    const after = new Float64Array(run.skin.positions.length);
    placeSkin(run, before);
    const leaves = run.sampler.now.tree.leaves;
    run.adaptation.refine(Float64Array.of(place, place, place), radius, by);
    expect(run.sampler.now.tree.leaves).not.toBe(leaves);
    placeSkin(run, after);
    for (let i = 0; i < before.length; i++)
      expect(Math.abs(after[i] - before[i])).toBeLessThan(1e-12);
    total(run).forEach((value, q) => {
      expect(Math.abs(value - start[q]) / Math.max(1, Math.abs(start[q]))).toBeLessThan(1e-12);
    });
    // What the weights alone would have made of it, in finest cells.
    expect(run.adaptation.switches.averted / 0.025).toBeLessThan(2);
  }
});

test('a refined place that is let go again has the cells it had', () => {
  const run = createTestRun(BLOCK, { cell: 0.025, levels: 3, coarseness: 1 });
  const levels = run.memory.levels.slice();
  const everywhere = Float64Array.of(0, 0, 0);
  run.adaptation.refine(Float64Array.of(0.2, 0.2, 0.2), 0.1, 2);
  expect(run.memory.levels).not.toEqual(levels);
  for (let k = 0; k < 4; k++) run.adaptation.refine(everywhere, 10, 0);
  expect(run.memory.levels).toEqual(levels);
});

test('contact makes cells finer where it is, and they merge again after it', () => {
  const world = octreeWorld({
    gravity: [0, -9.81, 0],
    bodies: [beam({ levels: 2, detail: { touch: 1, reach: 0.05 } }, { position: [0, 0.14, 0] })],
    obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] }, until: 1 }],
  });
  const start = world.bodies[0].levels.activePoints;
  world.step(50);
  const touched = world.bodies[0].levels.activePoints;
  expect(touched).toBeGreaterThan(1.5 * start);
  let jump = 0;
  for (let k = 0; k < 100; k++) {
    world.step();
    jump = Math.max(jump, world.bodies[0].levels.jump);
  }
  expect(world.bodies[0].levels.activePoints).toBe(start);
  expect(jump).toBeLessThan(1e-12);
});

test('strain makes cells finer where it is', () => {
  const world = octreeWorld({
    gravity: [0, -9.81, 0],
    bodies: [
      beam(
        { levels: 2, detail: { motion: 0.05 } },
        {
          attachments: [
            { name: 'wall', region: { type: 'box', size: [0.02, 1, 1], position: [-0.5, 0, 0] } },
          ],
        },
      ),
    ],
  });
  const start = world.bodies[0].levels.activePoints;
  world.step(60);
  expect(world.bodies[0].levels.activePoints).toBeGreaterThan(start);
  expect(world.issues.size).toBe(0);
});

test('cells far from the camera are wider, near ones as at the start', () => {
  const world = octreeWorld({
    bodies: [beam({ levels: 3, coarseness: 0.25, detail: { camera: 2 } })],
  });
  const start = world.bodies[0].levels.activePoints;
  const look = (z: number): void =>
    world.apply({
      do: 'tune',
      body: 'beam',
      camera: { eye: [0, 0, z], target: [0, 0, 0], fov: 40, near: 1, far: 10 },
    });
  look(5);
  world.step(30);
  const far = world.bodies[0].levels.activePoints;
  expect(far).toBeLessThan(start / 4);
  look(1);
  world.step(60);
  expect(world.bodies[0].levels.activePoints).toBe(start);
});

test('a plastic body keeps a dent, an elastic one does not', () => {
  const bent = (plastic: boolean): number => {
    const body = beam(
      { width: 0.125, ...(plastic ? { plastic: { yield: 0.02, creep: 10, limit: 1 } } : {}) },
      {
        attachments: [
          { name: 'wall', region: { type: 'box', size: [0.02, 1, 1], position: [-0.5, 0, 0] } },
        ],
        probes: { tip: [0.5, 0, 0] },
      },
    );
    body.material = { young: 3000, density: 1000, damping: { stiffness: 0.02, mass: 1 } };
    const world = octreeWorld({
      gravity: [0, -1, 0],
      bodies: [body],
      events: [{ at: 2, do: 'gravity', value: [0, 0, 0] }],
    });
    world.step(120);
    const down = world.bodies[0].probe('tip')[1];
    expect(down).toBeLessThan(-0.1);
    world.step(1200);
    return world.bodies[0].probe('tip')[1] / down;
  };
  expect(Math.abs(bent(false))).toBeLessThan(0.02);
  expect(bent(true)).toBeGreaterThan(0.3);
});

test('the region of a leaf, as it is shown, has the leaf and every other leaf once at most, in the sums that the step takes', () => {
  const run = createTestRun(BLOCK, { cell: 0.025, levels: 3, coarseness: 1 });
  run.adaptation.refine(Float64Array.of(0.2, 0.2, 0.2), 0.1, 2);
  const { tree, regions } = run.sampler.now;
  for (let leaf = 0; leaf < tree.leaves; leaf += 7) {
    const { cells, ends } = octreeRegion(run, leaf);
    expect(cells).toContain(leaf);
    expect(new Set(cells).size).toBe(cells.length);
    expect(ends.length).toBe(regions.ptr[leaf + 1] - regions.ptr[leaf]);
    expect(ends[ends.length - 1]).toBe(cells.length);
    ends.forEach((end, g) => {
      const node = regions.nodes[regions.ptr[leaf] + g];
      expect(end - (g === 0 ? 0 : ends[g - 1])).toBe(Math.max(1, tree.under[node]));
    });
  }
});
