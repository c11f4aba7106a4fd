import { expect, test } from 'vitest';
import type { AttachmentInput, BodyInput, SceneInput, World } from '../../src/index.ts';
import { difference, norm, world } from './helpers.ts';

const [HALF, TOP] = [0.2, 0.2];
/** Where the blade goes, and down to where. */
const [SLIT, END] = [0.003, 0.08];

/** A block of jelly of 0.4 × 0.2 × 0.2 m on the ground, held at both ends, which are pulled apart at first. */
function jelly(pull: number): BodyInput {
  const end = (name: string, side: number): AttachmentInput => ({
    name,
    region: { type: 'box', size: [0.05, 0.4, 0.4], position: [side * HALF, 0, 0] },
    keyframes: [{ time: 0 }, { time: 0.15, position: [side * pull, TOP / 2, 0] }],
  });
  return {
    name: 'jelly',
    shape: { type: 'box', size: [0.4, TOP, 0.2] },
    position: [0, TOP / 2, 0],
    material: { young: 6000, density: 1000, damping: { stiffness: 0.02, mass: 1 } },
    model: { type: 'octree', cell: 0.02, levels: 2, coarseness: 0.5, width: 0.04 },
    attachments: [end('left', -1), end('right', 1)],
  };
}

function plate(thick: number, y: number, changes: Partial<BodyInput> = {}): BodyInput {
  return {
    name: 'plate',
    shape: { type: 'box', size: [thick, 0.16, 0.1] },
    position: [SLIT, y, 0],
    material: { young: 1e7, density: 4000 },
    model: { type: 'rigid' },
    ...changes,
  };
}

function cutHalf(w: World): void {
  const at = (y: number, z: number): [number, number, number] => [SLIT, y, z];
  const blade: [[number, number, number], [number, number, number]][] = [
    [at(END, -1), at(END, 1)],
    [at(1, -1), at(1, 1)],
  ];
  w.apply({ do: 'cut', body: 'jelly', blade });
  expect(w.bodies.length).toBe(2);
}

/** How wide the slit is at half its depth [m]: between the vertices of its two sides there. */
function openness(w: World): number {
  w.bodies[0].draw();
  const at = w.bodies[0].positions;
  const { positions } = w.bodies[0].surface;
  const there: number[] = [];
  for (let i = 0; i < at.length; i += 3) {
    const isSide = Math.abs(positions[i] - SLIT) < 1e-3 && Math.abs(positions[i + 2]) < 1e-3;
    if (isSide && Math.abs(positions[i + 1] - 0.04) < 1e-3) there.push(at[i]);
  }
  expect(there.length).toBe(2);
  return Math.abs(there[0] - there[1]);
}

test('a plate falls into a slit that is pulled open, stands on its end and keeps its sides apart', () => {
  const w = world({
    dt: 1 / 120,
    bodies: [jelly(0.03), plate(0.012, 0.5)],
    obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
  });
  cutHalf(w);
  w.step(120);
  const bottom = w.bodies[1].motion().centre[1] - 0.08;
  expect(bottom).toBeGreaterThan(END - 0.025);
  expect(bottom).toBeLessThan(END + 0.02);
  // The ends go back: the sides close on the plate, not on each other.
  const open = openness(w);
  w.apply({ do: 'release', target: 'jelly.left' });
  w.apply({ do: 'release', target: 'jelly.right' });
  w.step(60);
  expect(openness(w)).toBeLessThan(open - 0.001);
  expect(openness(w)).toBeGreaterThan(0.009);
  expect(Math.abs(w.bodies[1].motion().centre[1] - 0.08 - END)).toBeLessThan(0.04);
  expect(w.report.penetration).toBeLessThan(0.002);
});

test('the held ends of a body on the ground do not throw it about while they are pulled, nor when it is cut', () => {
  const w = world({
    dt: 1 / 120,
    bodies: [jelly(0.03), plate(0.012, 9)],
    obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
  });
  for (let k = 0; k < 36; k++) {
    if (k === 4) cutHalf(w);
    w.step();
    // 16 kg, whose ends go at 0.2 m/s.
    expect(norm(w.bodies[0].motion().linear)).toBeLessThan(4);
    expect(w.report.penetration).toBeLessThan(0.001);
  }
});

test('a closed slit bears what stands on it, a little softer than whole matter', () => {
  const lowest = [true, false].map((cut) => {
    const w = world({
      dt: 1 / 120,
      bodies: [jelly(0), plate(0.05, 0.29, { material: { young: 1e7, density: 1000 } })],
      obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
    });
    if (cut) cutHalf(w);
    let low = 1;
    for (let k = 0; k < 10; k++) {
      w.step(6);
      low = Math.min(low, w.bodies[1].motion().centre[1] - 0.08);
    }
    return low;
  });
  expect(lowest[1]).toBeGreaterThan(0.15);
  expect(lowest[0]).toBeGreaterThan(lowest[1] - 0.02);
});

test.each(['typescript', 'webassembly'] as const)(
  'a plate thrown into a slit keeps momentum and spin, and a resumed run ends in the same bits (%s kernels)',
  (kernels) => {
    const material = { young: 6000, density: 1000, damping: { stiffness: 0.02 } };
    const free: BodyInput = {
      ...jelly(0),
      material,
      attachments: [],
      velocity: [0.2, 0, 0],
      spin: [0, 0, 0.5],
    };
    const thrown = plate(0.008, 0.29, { velocity: [0.1, -2, 0.1], spin: [0, 1, 0] });
    const changes: Partial<SceneInput> = {
      gravity: [0, 0, 0],
      dt: 1 / 120,
      bodies: [free, thrown],
    };
    const w = world(changes, { kernels });
    cutHalf(w);
    const sum = (part: 'linear' | 'angular'): number[] =>
      [0, 1, 2].map((c) => w.bodies.reduce((s, b) => s + b.motion()[part][c], 0));
    const [linear, angular] = [sum('linear'), sum('angular')];
    const size = norm(w.bodies[1].motion().linear);
    let touched = 0;
    for (let k = 0; k < 40; k++) {
      w.step();
      touched = Math.max(touched, w.report.contacts);
    }
    expect(touched).toBeGreaterThan(5);
    expect(Math.abs(norm(w.bodies[1].motion().linear) - size)).toBeGreaterThan(0.1 * size);
    expect(norm(difference(sum('linear'), linear))).toBeLessThan(1e-12 * size);
    expect(norm(difference(sum('angular'), angular))).toBeLessThan(1e-10 * size);
    const bytes = w.snapshot();
    w.step(10);
    const again = world(changes, { kernels });
    again.restore(bytes);
    again.step(10);
    expect(again.hash()).toBe(w.hash());
    hashes.push(w.hash());
    if (hashes.length === 2) expect(hashes[0]).toBe(hashes[1]);
  },
);
const hashes: string[] = [];
