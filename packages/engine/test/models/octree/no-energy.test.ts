import { expect, test } from 'vitest';
import { clearSites, siteBetween } from '../../../src/contact/solve/sites.ts';
import { createRandom } from '../../../src/core/random.ts';
import { stiffenRow } from '../../../src/models/octree/step/levers.ts';
import { addNoEnergy } from '../../../src/models/octree/step/self-solve.ts';
import { createCore } from '../../../src/world/build/scene.ts';
import { step } from '../../../src/world/step.ts';
import { floor, scene } from '../../world/helpers.ts';
import { beam, createTestRun } from './bodies.ts';

test('the sides of a slit never do more work than they have taken, and keep momentum', () => {
  const { memory, sampler } = createTestRun({ type: 'box', size: [0.4, 0.2, 0.2] });
  const n = sampler.now.tree.leaves;
  const random = createRandom(3);
  const { rhs, v, diagonal, taken, mass } = memory;
  diagonal.set(mass);
  const before = new Float64Array(rhs.length);
  let work = 0;
  for (let k = 0; k < 200; k++) {
    for (let k = 0; k < 3 * n; k++) {
      v[k] = random.range(-1, 1);
      before[k] = mass[(k / 3) | 0] * (v[k] + random.range(-0.5, 0.5));
      rhs[k] = before[k];
    }
    // Opposite impulses on pairs of leaves, which brake them three times in four.
    for (let pair = 0; pair < 5; pair++) {
      const [i, j, c] = [random.below(n), random.below(n), random.below(3)];
      const slower = Math.sign(v[3 * j + c] - v[3 * i + c]) * (random.below(4) === 0 ? -1 : 1);
      const d = slower * random.range(0, 0.2) * mass[0];
      rhs[3 * i + c] += d;
      rhs[3 * j + c] -= d;
    }
    addNoEnergy(memory, before, before, n);
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += rhs[3 * i + c] - before[3 * i + c];
      expect(Math.abs(sum)).toBeLessThan(1e-12);
    }
    for (let k = 0; k < 3 * n; k++)
      work += 0.5 * (rhs[k] - before[k]) * (v[k] + rhs[k] / mass[(k / 3) | 0]);
    expect(work).toBeLessThan(1e-9);
    expect(taken[0]).toBeCloseTo(-work, 9);
  }
  expect(work).toBeLessThan(-0.01 * mass[0]);
});

test('pressed sides that do not move do no work: their impulses stay as they are', () => {
  const { memory } = createTestRun({ type: 'box', size: [0.4, 0.2, 0.2] });
  const { rhs, diagonal, mass, taken } = memory;
  diagonal.set(mass);
  const before = new Float64Array(rhs.length);
  before[0] = -0.3 * mass[0];
  before[3] = 0.3 * mass[1];
  rhs.fill(0);
  addNoEnergy(memory, before, before, 2);
  expect([...rhs.subarray(0, 6)]).toEqual([0, 0, 0, 0, 0, 0]);
  expect(taken[0]).toBe(0);
});

test('a row of leaves is hardly turned about its line, however straight; a beam of two rows as ever', () => {
  for (const bend of [0, 1e-6, 1e-3, 0.02]) {
    // Three leaves of 1 kg and 0.1 m along x, the middle one off the line by `bend`.
    const y = [0, bend, 0].map((b) => b - bend / 3);
    const I = inertiaOf([-0.1, 0, 0.1].map((x, k) => [x, y[k], 0]));
    stiffenRow(I, 0, 3 / 600);
    // A push of 1 N s at 5 cm from the line spins the leaves by less than what it gives them as it is, 1/3 m/s.
    expect((0.05 / I[0]) * bend).toBeLessThan(1 / 3);
    expect(I[0]).toBeGreaterThanOrEqual(3 / 600);
    expect(I[3]).toBeCloseTo(0.02, 3);
  }
  const two = inertiaOf([
    [-0.1, 0.05, 0],
    [-0.1, -0.05, 0],
    [0.1, 0.05, 0],
    [0.1, -0.05, 0],
  ]);
  const same = two.slice();
  stiffenRow(same, 0, 4 / 600);
  expect(same).toEqual(two);
});

test('what hangs almost only on held leaves is not moved by contacts, the rest is', () => {
  const end = { type: 'box', size: [0.4, 1, 1], position: [-0.5, 0, 0] } as const;
  const core = createCore(
    scene({
      bodies: [beam({}, { attachments: [{ name: 'end', region: end }] })],
      obstacles: [floor],
    }),
  );
  step(core);
  const [{ body }] = core.bodies;
  body.equation.assemble(1 / 240, core.gravity, null);
  const touch = core.contacts.memory.bodies[0];
  const { rest } = body.points.contacts as unknown as { rest: Float64Array };
  let [held, free] = [0, 0];
  for (let p = 0; p < touch.count; p++) {
    if (rest[3 * p] < rest[3 * held]) held = p;
    if (rest[3 * p] > rest[3 * free]) free = p;
  }
  clearSites(touch);
  // From wholly held on, with more and more of a free point.
  const shares = [0, 1e-12, 1e-3, 0.5, 1];
  for (const share of shares) siteBetween(touch, held, free, share);
  const { stride, fill } = body.points.compliance!.sparse!;
  const records = new Float64Array(stride * shares.length);
  fill(touch.groups, touch.sites, shares.length, records);
  expect(shares.map((_, a) => records[a * stride] > 0)).toEqual([false, false, false, true, true]);
});

/** xx, xy, xz, yy, yz, zz of leaves of 1 kg about the origin. */
function inertiaOf(points: number[][]): Float64Array {
  const I = new Float64Array(6);
  for (const [x, y, z] of points) {
    I[0] += y * y + z * z;
    I[1] -= x * y;
    I[2] -= x * z;
    I[3] += x * x + z * z;
    I[4] -= y * z;
    I[5] += x * x + y * y;
  }
  return I;
}
