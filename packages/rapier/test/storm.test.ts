import RAPIER from '@dimforge/rapier3d-compat';
import { createRandom } from 'pliant';
import { beforeAll, expect, it } from 'vitest';
import { couple } from '../src/index.ts';
import { add, addFloor, cube, rigidWorld, softWorld } from './helpers.ts';

const { ColliderDesc, RigidBodyDesc } = RAPIER;

beforeAll(() => RAPIER.init());

/** A small solid of some kind, size and density. */
function anyCollider(kind: number, s: number): RAPIER.ColliderDesc {
  if (kind === 0) return ColliderDesc.ball(s);
  if (kind === 1) return ColliderDesc.cuboid(s, 0.6 * s, 0.8 * s);
  if (kind === 2) return ColliderDesc.cylinder(0.3 * s, s);
  const points = [s, 0, 0, -s, 0, 0, 0, s, 0, 0, -s, 0, 0, 0, 0.7 * s, 0, 0, -0.7 * s];
  return ColliderDesc.convexHull(Float32Array.from(points))!;
}

it.each([3, 4, 5])(
  'seven bodies of 3 g to 10 kg hailing on a soft pad gain no speed and do not get through (seed %d)',
  (seed) => {
    const random = createRandom(seed);
    const young = 10 ** random.range(4, 6);
    const density = 10 ** random.range(1.5, 3.3);
    const pad = cube({
      shape: { type: 'box', size: [0.5, 0.15, 0.5] },
      position: [0, 0.075, 0],
      material: { young: Math.max(young, 60 * density), density },
      model: { type: 'solid', cell: 0.125, mesh: 'grid' },
    });
    const soft = softWorld({ bodies: [pad] });
    const rapier = rigidWorld();
    addFloor(rapier);
    let limit = 0;
    const bodies = Array.from({ length: 7 }, (_, k) => {
      const s = random.range(0.03, 0.1);
      const y = 0.25 + 0.16 * k;
      const v = random.range(0, 3);
      const collider = anyCollider(k % 4, s).setDensity(10 ** random.range(1.5, 3.5));
      const desc = RigidBodyDesc.dynamic()
        .setLinvel(random.range(-0.5, 0.5), -v, random.range(-0.5, 0.5))
        .setAngvel({ x: random.range(-3, 3), y: random.range(-3, 3), z: random.range(-3, 3) });
      limit = Math.max(limit, Math.sqrt(v * v + 0.5 + 2 * 9.81 * y));
      return add(rapier, [random.range(-0.1, 0.1), y, random.range(-0.1, 0.1)], collider, desc);
    });
    const link = couple(soft, rapier, { room: 8 });
    for (let s = 0; s < 60; s++) {
      link.step();
      for (const body of bodies) {
        const { x, y, z } = body.linvel();
        expect(Math.sqrt(x * x + y * y + z * z)).toBeLessThan(limit);
        expect(body.translation().y).toBeGreaterThan(0);
      }
    }
    expect(soft.totals().speed).toBeLessThan(limit);
  },
);
