import RAPIER from '@dimforge/rapier3d-compat';
import { compileShape, createRandom, meshSdf, type Shape } from 'pliant';
import { beforeAll, describe, expect, it } from 'vitest';
import { couple } from '../src/index.ts';
import { shapeOfColliders } from '../src/shapes.ts';
import { add, cube, rigidWorld, softWorld } from './helpers.ts';

const { ColliderDesc, RigidBodyDesc } = RAPIER;

beforeAll(() => RAPIER.init());

/** Is a point inside the solid that Pliant makes of a shape? Meshes are compiled as a scene would. */
function insideTest(shape: Shape): (x: number, y: number, z: number) => number {
  const resolve = (one: Shape) =>
    one.type === 'mesh'
      ? meshSdf({
          positions: Float64Array.from(one.positions as number[]),
          triangles: Int32Array.from(one.triangles as number[]),
        })
      : undefined;
  const sdf = compileShape(shape, { resolve });
  const out = new Float64Array(1);
  return (x, y, z) => {
    sdf.evaluate(Float64Array.of(x, y, z), 1, out);
    return out[0];
  };
}

const octahedron = Float32Array.of(
  0.3,
  0,
  0,
  -0.3,
  0,
  0,
  0,
  0.4,
  0,
  0,
  -0.4,
  0,
  0,
  0,
  0.2,
  0,
  0,
  -0.2,
);
const tetrahedron = Float32Array.of(0.3, 0.2, 0.1, -0.3, 0, 0, 0, -0.4, 0.2, 0, 0, -0.3);
const turn = { x: 0.2, y: -0.5, z: 0.3, w: Math.sqrt(1 - 0.38) };

const SHAPES: [string, () => RAPIER.ColliderDesc[]][] = [
  ['ball', () => [ColliderDesc.ball(0.3)]],
  ['cuboid', () => [ColliderDesc.cuboid(0.1, 0.2, 0.3)]],
  ['round cuboid', () => [ColliderDesc.roundCuboid(0.1, 0.2, 0.3, 0.05)]],
  ['capsule', () => [ColliderDesc.capsule(0.2, 0.1)]],
  ['cylinder', () => [ColliderDesc.cylinder(0.2, 0.1)]],
  ['cone', () => [ColliderDesc.cone(0.2, 0.3)]],
  ['convex hull', () => [ColliderDesc.convexHull(octahedron)!]],
  [
    'closed mesh',
    () => [ColliderDesc.trimesh(tetrahedron, Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2))!],
  ],
  ['half space', () => [new ColliderDesc(new RAPIER.HalfSpace({ x: 0, y: 1, z: 0 }))]],
  [
    'two colliders, moved and turned',
    () => [
      ColliderDesc.cuboid(0.1, 0.2, 0.05).setTranslation(0.1, 0.05, 0).setRotation(turn),
      ColliderDesc.cylinder(0.2, 0.08)
        .setTranslation(-0.2, 0, 0.1)
        .setRotation({ x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 }),
    ],
  ],
];

describe('Pliant’s solid is Rapier’s', () => {
  it.each(SHAPES)('%s', (name, make) => {
    const rapier = rigidWorld(0);
    const fixed = name === 'half space' || name === 'closed mesh';
    const body = rapier.createRigidBody(fixed ? RigidBodyDesc.fixed() : RigidBodyDesc.dynamic());
    const colliders = make().map((desc) => rapier.createCollider(desc, body));
    rapier.step();
    const distance = insideTest(shapeOfColliders(colliders)!);
    const random = createRandom(5);
    let inside = 0;
    for (let k = 0; k < 400; k++) {
      const p = {
        x: random.range(-0.5, 0.5),
        y: random.range(-0.5, 0.5),
        z: random.range(-0.5, 0.5),
      };
      const d = distance(p.x, p.y, p.z);
      if (Math.abs(d) < 1e-5) continue;
      // Rapier takes meshes for surfaces: it is asked for the nearest point there.
      const theirs =
        name === 'closed mesh' ? d < 0 : colliders.some((collider) => collider.containsPoint(p));
      expect(d < 0).toBe(theirs);
      if (colliders.length === 1 && name !== 'round cuboid') {
        const near = colliders[0].projectPoint(p, false)!.point;
        const gap = Math.sqrt((near.x - p.x) ** 2 + (near.y - p.y) ** 2 + (near.z - p.z) ** 2);
        expect(Math.abs(d)).toBeLessThan(gap + 1e-5);
        if (name !== 'half space') expect(Math.abs(d)).toBeGreaterThan(0.999 * gap - 1e-5);
      } else if (colliders.length === 1 && d > 0) {
        // Rapier finds the nearest point of a round box only roughly: against the formula instead.
        const out = [Math.abs(p.x) - 0.1, Math.abs(p.y) - 0.2, Math.abs(p.z) - 0.3];
        const core = Math.sqrt(out.reduce((sum, c) => sum + Math.max(0, c) ** 2, 0));
        expect(d).toBeCloseTo(core - 0.05, 6);
      }
      if (d < 0) inside++;
    }
    expect(inside).toBeGreaterThan(5);
  });

  it('a heightfield is ground: its surface is where Rapier’s rays hit it', () => {
    const rapier = rigidWorld(0);
    const heights = Float32Array.from({ length: 20 }, (_, i) => Math.sin(i) / 3);
    const desc = ColliderDesc.heightfield(3, 4, heights, { x: 2, y: 0.5, z: 3 });
    const collider = rapier.createCollider(desc);
    rapier.step();
    const distance = insideTest(shapeOfColliders([collider])!);
    const random = createRandom(6);
    for (let k = 0; k < 100; k++) {
      const [x, z] = [random.range(-0.95, 0.95), random.range(-1.45, 1.45)];
      const ray = new RAPIER.Ray({ x, y: 2, z }, { x: 0, y: -1, z: 0 });
      const y = 2 - collider.castRay(ray, 10, true);
      expect(Math.abs(distance(x, y, z))).toBeLessThan(1e-5);
      expect(distance(x, y - 0.01, z)).toBeLessThan(0);
      expect(distance(x, y + 0.01, z)).toBeGreaterThan(0);
    }
  });
});

it('what is no solid is refused with a reason, and can be left out', () => {
  const soft = softWorld({ bodies: [cube()] });
  const rapier = rigidWorld();
  const open = ColliderDesc.trimesh(
    Float32Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1),
    Uint32Array.of(0, 1, 2),
  )!;
  add(rapier, [0, -1, 0], open, RigidBodyDesc.fixed());
  expect(() => couple(soft, rapier)).toThrow(/rigid body .* not closed/);
  const link = couple(soft, rapier, { bodies: (body) => body.isDynamic() });
  link.step();
  // Later ones are reported: a game goes on.
  add(
    rapier,
    [3, 0, 0],
    ColliderDesc.segment({ x: 0, y: 0, z: 0 }, { x: 1, y: 0, z: 0 }).setDensity(1),
  );
  link.step();
  link.step();
  expect([...link.issues.keys()].join()).toMatch(/segment is no solid.*`colliders`/);
  expect([...link.issues.values()]).toEqual([1]);
});

it('sensors are not touched', () => {
  const soft = softWorld({ bodies: [cube({ position: [0, 0.1, 0] })] });
  const rapier = rigidWorld();
  add(rapier, [0, -0.5, 0], ColliderDesc.cuboid(5, 0.5, 5).setSensor(true), RigidBodyDesc.fixed());
  const link = couple(soft, rapier);
  for (let s = 0; s < 30; s++) link.step();
  expect(soft.bodies[0].probe('bottom')[1]).toBeLessThan(-0.5);
});
