import { expect, test } from 'vitest';
import { cube, difference, norm, world } from './helpers.ts';

test('free fall is exact: every point falls by g t²/2, and the body does not deform', () => {
  const w = world({ bodies: [cube({ probes: { corner: [0.1, 0.1, 0.1] } })] });
  const before = w.bodies[0].probe('corner');
  w.step(60);
  const h = w.scene.dt;
  const fallen = (-9.81 * (60 * h) ** 2) / 2;
  const after = w.bodies[0].probe('corner');
  expect(after[1] - before[1]).toBeCloseTo(fallen, 11);
  expect(w.totals().energy.elastic).toBeLessThan(1e-15);
});

test('a spinning free body keeps its linear momentum to 1e-12 and loses at most 1 % of its spin in 10 s', () => {
  const w = world({
    gravity: [0, 0, 0],
    bodies: [
      cube({
        spin: [1, 3, 2],
        velocity: [0.5, -0.3, 0.2],
        material: { young: 1e5, damping: { stiffness: 0 } },
      }),
    ],
  });
  const start = w.totals().momentum;
  const size = norm(start.linear);
  let worst = 0;
  for (let s = 0; s < 600; s++) {
    w.step();
    worst = Math.max(worst, norm(difference(w.totals().momentum.linear, start.linear)) / size);
  }
  expect(worst).toBeLessThan(1e-12);
  // Spin about the centre: take away what the flight of the centre contributes.
  const spin = (m: typeof start, centre: readonly number[]): number => {
    const [x, y, z] = centre;
    const [px, py, pz] = m.linear;
    return norm(difference(m.angular, [y * pz - z * py, z * px - x * pz, x * py - y * px]));
  };
  const flown = start.linear.map((p) => (p / w.bodies[0].mass) * w.time);
  const lost = 1 - spin(w.totals().momentum, flown) / spin(start, [0, 0, 0]);
  expect(Math.abs(lost)).toBeLessThan(0.01);
});

test('a body turned and moved as a whole feels no force', () => {
  const w = world({
    gravity: [0, 0, 0],
    bodies: [cube({ position: [3, -2, 5], rotation: [40, 70, -110] })],
  });
  w.step();
  expect(w.totals().speed).toBeLessThan(1e-12);
  expect(w.totals().energy.elastic).toBeLessThan(1e-20);
});

test('the energy of a pulled and released body never exceeds the work put in, over 10 000 steps', () => {
  const w = world({
    gravity: [0, 0, 0],
    bodies: [
      cube({
        attachments: [
          { name: 'base', region: { type: 'box', size: [1, 0.01, 1], position: [0, -0.1, 0] } },
        ],
      }),
    ],
  });
  let work = 0;
  let worst = 0;
  let seed = 7;
  const random = (): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
  const stiffness = 200;
  const grip: [number, number, number] = [0.1, 0.1, 0.1];
  for (let round = 0; round < 100; round++) {
    const to: [number, number, number] = [random() - 0.5, random() - 0.2, random() - 0.5];
    const start = w.totals().energy;
    w.apply({ do: 'drag', id: 'hand', body: 'cube', point: grip, to, stiffness });
    // The drag's spring is stretched when it is put on: that is the work put in by this round, at most.
    const reach = norm(difference(to, currentGrip(w, grip)));
    work = start.kinetic + start.elastic + 0.5 * stiffness * reach * reach;
    for (let s = 0; s < 50; s++) {
      w.step();
      const { kinetic, elastic } = w.totals().energy;
      worst = Math.max(worst, (kinetic + elastic) / work);
    }
    w.apply({ do: 'drop', id: 'hand' });
    const before = w.totals().energy;
    for (let s = 0; s < 50; s++) {
      w.step();
      const { kinetic, elastic } = w.totals().energy;
      worst = Math.max(worst, (kinetic + elastic) / (before.kinetic + before.elastic));
    }
  }
  expect(w.steps).toBe(10_000);
  expect(worst).toBeLessThan(1 + 1e-6);
  expect(Number.isFinite(w.totals().speed)).toBe(true);
});

/** Where a material point is now, found through the surface vertex nearest to it at rest. */
function currentGrip(w: ReturnType<typeof world>, point: readonly number[]): number[] {
  const body = w.bodies[0];
  body.draw();
  const rest = body.surface.positions;
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < rest.length; i += 3) {
    const d = norm([rest[i] - point[0], rest[i + 1] - point[1], rest[i + 2] - point[2]]);
    if (d < least) {
      least = d;
      best = i;
    }
  }
  return [body.positions[best], body.positions[best + 1], body.positions[best + 2]];
}
