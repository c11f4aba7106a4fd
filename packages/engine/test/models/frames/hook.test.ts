import { expect, test } from 'vitest';
import { createWorld } from '../../../src/index.ts';
import { createArena, createKernels, measure } from '../../../src/kernels/index.ts';
import { buildFrames } from '../../../src/models/frames/index.ts';
import { hook } from './build/bodies.ts';

const GAP = 0.03;
/** Tips of the two arms on either side of the slit, 3 cm from each other. */
const UPPER = [0.98, GAP / 2, 0] as const;
const LOWER = [0.98, -GAP / 2, 0] as const;

test('arms that nearly touch share no frame: what pulls one does not move the other', () => {
  const model = buildFrames({
    sdf: hook(GAP),
    surface: null,
    density: 1000,
    stiffness: (_x, n, out) => void out.fill(1, 0, n),
    regions: [],
    frames: [1, 4, 12, 24],
    young: 1e5,
    poisson: 0.3,
    order: 1,
    damping: { mass: 0, stiffness: 0, air: 0 },
    adapt: { adaptive: false },
  });
  const arena = createArena(measure((a) => model.allocate(a)));
  const body = model.create(arena, createKernels(arena));
  const upper = body.points.embed(Float64Array.from(UPPER));
  const lower = body.points.embed(Float64Array.from(LOWER));
  // A force on the upper tip as the frames feel it, taken as their velocity: J_lower J_upperᵀ f.
  const felt = new Float64Array(body.equation.unknowns());
  body.points.forces(upper, Float64Array.of(1, 2, 3), felt);
  const moved = (points: typeof upper): Float64Array => {
    const out = new Float64Array(3);
    body.points.velocities(points, felt, out);
    return out;
  };
  expect(Math.hypot(...moved(upper))).toBeGreaterThan(0.1);
  expect([...moved(lower)]).toEqual([0, 0, 0]);
});

test('a pull on one arm leaves the other as good as still at that moment; through the bridge it follows later', () => {
  const arm = (y: number) => ({ type: 'box', size: [1, 0.2, 0.2], position: [0.5, y, 0] }) as const;
  const w = createWorld({
    format: 'pliant/1',
    name: 'hook',
    gravity: [0, 0, 0],
    dt: 0.002,
    bodies: [
      {
        name: 'hook',
        shape: {
          type: 'union',
          shapes: [
            arm(0.1 + GAP / 2),
            arm(-0.1 - GAP / 2),
            { type: 'box', size: [0.2, 0.4 + GAP, 0.2], position: [0.1, 0, 0] },
          ],
        },
        material: { young: 1e6, damping: { stiffness: 0 } },
        model: { type: 'frames', frames: [1, 4, 12, 24], adaptive: false },
        probes: { upper: [...UPPER], lower: [...LOWER] },
      },
    ],
  });
  const force: [number, number, number] = [0, 200, 0];
  w.apply({ do: 'force', body: 'hook', point: [...UPPER], force, duration: 1 });
  const way = (name: string, start: readonly number[]): number =>
    Math.hypot(...w.bodies[0].probe(name).map((x, i) => x - start[i]));
  w.step();
  expect(way('lower', LOWER)).toBeLessThan(0.02 * way('upper', UPPER));
  w.step(300);
  expect(way('lower', LOWER)).toBeGreaterThan(0.1 * way('upper', UPPER));
});
