import { expect, test } from 'vitest';
import { buildCage } from '../../src/contact/detect/cage.ts';
import { createRandom } from '../../src/core/random.ts';
import { compileShape } from '../../src/geometry/sdf/compile.ts';
import { createArena, createKernels } from '../../src/kernels/index.ts';
import { buildRigid } from '../../src/models/rigid/index.ts';
import { allocateTouch } from '../../src/world/contact-memory.ts';
import { fillSpots, slotAt, slotBetween, takeSlot } from '../../src/world/contact-slots.ts';

test('a rigid body answers exactly at any place of its cage and between its contact points', () => {
  const size: [number, number, number] = [1, 0.3, 0.1];
  const sdf = compileShape({ type: 'box', size });
  const model = buildRigid({ sdf, surface: null, density: 700, damping: 0, regions: 0 });
  const arena = createArena(1 << 22);
  const body = model.create(arena, createKernels(arena, 'typescript'));
  body.addVelocity([0, 0, 0], [1, 2, 3]);
  body.assemble(1 / 60, new Float64Array(3), null);
  const cage = buildCage(sdf, model.contactPoints, 0.03, 1);
  const touch = allocateTouch(arena, model.contactPoints, 20, cage, undefined, 0, true);
  touch.response = new Float64Array(9 * 20 * 20);
  touch.slot.fill(-1);

  const random = createRandom(3);
  const touched = new Int32Array(5 * 4);
  const weight = new Float64Array(4 * 4);
  const places: number[] = [];
  const p = 3;
  const q = 17;
  takeSlot(touch, p);
  takeSlot(touch, q);
  touch.slots[1] = touch.slots[0];
  const slots = [touch.slot[p], slotBetween(touch, p, q, 0.3)];
  for (let c = 0; c < 3; c++) places.push(model.contactPoints[3 * p + c]);
  for (let c = 0; c < 3; c++)
    places.push(0.7 * model.contactPoints[3 * p + c] + 0.3 * model.contactPoints[3 * q + c]);
  for (let r = 0; r < 4; r++) {
    const cube = random.below(cage.cubes.length / 8);
    for (let s = 0; s < 4; s++) {
      touched[5 * r + s] = cage.cubes[8 * cube + s];
      weight[4 * r + s] = random.range(-0.5, 1);
    }
    weight[4 * r] = 1 - weight[4 * r + 1] - weight[4 * r + 2] - weight[4 * r + 3];
    slots.push(slotAt(touch, touched, 5 * r, weight, 4 * r, p));
    for (let c = 0; c < 3; c++) {
      let at = 0;
      for (let s = 0; s < 4; s++)
        at += weight[4 * r + s] * cage.corners[3 * touched[5 * r + s] + c];
      places.push(at);
    }
  }
  fillSpots(touch);
  body.responseAt!(body.embed(cage.corners), touch.spots, touch.slots[0], touch.response);

  // The same through the body's own matrix: an impulse at one place, velocities at all.
  const set = body.embed(Float64Array.from(places));
  const n = slots.length;
  const wide = 3 * touch.slots[0];
  for (let j = 0; j < 3 * n; j++) {
    const f = new Float64Array(3 * n);
    f[j] = 1;
    const r = new Float64Array(6);
    const u = new Float64Array(6);
    const v = new Float64Array(3 * n);
    body.pullForces(set, f, r);
    body.precondition(u, r);
    body.pushVelocities(set, u, v);
    const column = 3 * slots[Math.floor(j / 3)] + (j % 3);
    for (let i = 0; i < 3 * n; i++) {
      const row = 3 * slots[Math.floor(i / 3)] + (i % 3);
      expect(touch.response[wide * row + column]).toBeCloseTo(v[i], 10);
    }
  }
});
