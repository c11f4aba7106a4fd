import { describe, expect, it } from 'vitest';
import { createRandom, createWorld, type SceneInput } from '../../src/index.ts';
import { effort } from '../effort.ts';
import { DAMAGE_KINDS, damagedMesh } from '../geometry/damaged-meshes.ts';
import { BODIES } from './every-model.ts';

/** A damaged mesh of about 30 cm, whatever its own size, that falls on a floor. */
function scene(k: number, model: string): SceneInput {
  const { mesh } = damagedMesh(k, createRandom(k + 1));
  const size = Math.max(
    ...[0, 1, 2].map((d) => {
      const along = mesh.positions.filter((_, i) => i % 3 === d);
      return Math.max(...along) - Math.min(...along);
    }),
  );
  const scale = 0.3 / size;
  const low = Math.min(...mesh.positions.filter((_, i) => i % 3 === 1));
  return {
    format: 'pliant/1',
    name: 'any-mesh',
    bodies: [
      {
        name: 'thing',
        shape: {
          type: 'mesh',
          positions: Array.from(mesh.positions),
          triangles: [...mesh.triangles],
          scale,
          position: [-mesh.positions[0] * scale, -low * scale, -mesh.positions[2] * scale],
        },
        position: [0, 0.05, 0],
        material: { young: 1e5, density: 1000, damping: { stiffness: 0.02 } },
        ...(BODIES[model] as object),
      },
    ],
    obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
  } as SceneInput;
}

const MODELS = Object.keys(BODIES);

/**
 * Which mesh with which model: in full 200, and every kind of damage with every model, their numbers having no common
 * factor. The default elements of sheets are so small that the step in which they land takes half a minute.
 */
const PAIRS: readonly (readonly [number, string])[] = effort<(readonly [number, string])[]>(
  [
    [DAMAGE_KINDS.indexOf('gaps'), 'rigid'],
    [DAMAGE_KINDS.indexOf('sheet'), 'octree'],
    // Eight cells, which cannot say some of the bendings that calibrate an octree.
    [132, 'octree'],
  ],
  Array.from({ length: 200 }, (_, k) => {
    const model = MODELS[k % MODELS.length];
    const isOpen = ['shell', 'sheet'].includes(DAMAGE_KINDS[k % DAMAGE_KINDS.length]);
    return [k, model === 'solid' && isOpen ? 'quadratic' : model] as const;
  }),
);

describe('a body made of a damaged mesh', () => {
  it.each(PAIRS.map(([k, model]) => [k, DAMAGE_KINDS[k % DAMAGE_KINDS.length], model] as const))(
    'number %i, with %s, as %s, falls, lands and rests, or is refused with its place',
    (k, _kind, model) => {
      let world: ReturnType<typeof createWorld>;
      try {
        world = createWorld(scene(k, model));
      } catch (refusal) {
        // Elements of a set size that are larger than a part is thick.
        expect(String(refusal)).toMatch(/bodies\[0\]\.model\.cell: must be smaller .* Try 0\.\d+/);
        return;
      }
      expect(world.notes.length).toBeGreaterThan(0);
      const { surface } = world.bodies[0];
      const rest = world.bodies[0].positions.slice();
      const off = rest.map((x, i) => Math.abs(x - (i % 3 === 1 ? 0.05 : 0) - surface.positions[i]));
      expect(Math.max(...off)).toBeLessThan(1e-6);
      world.step(effort(40, 210));
      const before = world.bodies[0].motion().centre[1];
      world.step(effort(1, 30));
      expect(world.bodies[0].broken).toBe(false);
      const [, height] = world.bodies[0].motion().centre;
      expect(height).toBeGreaterThan(-0.01);
      expect(height).toBeLessThan(0.35);
      // What is round may roll on.
      expect(Math.abs(height - before)).toBeLessThan(effort(0.01, 0.005));
      expect(Math.hypot(...world.bodies[0].motion().linear) / world.bodies[0].mass).toBeLessThan(
        effort(1, 0.5),
      );
    },
  );
});

describe('a mesh that is only seen', () => {
  const positions = [0, 0.1, 0, 0.1, 0.1, 0, 0, 0.1, 0.1, 0, 0.1, 0];
  const dressed: SceneInput = {
    format: 'pliant/1',
    name: 'dressed',
    bodies: [
      {
        name: 'cube',
        shape: { type: 'box', size: [0.2, 0.2, 0.2] },
        surface: { positions, triangles: [0, 2, 1, 3, 1, 2] },
        material: { young: 1e4 },
      },
    ],
  };

  it('has all its vertices in their order, rides on the body, and changes nothing about it', () => {
    const world = createWorld(dressed);
    const bare = createWorld({
      ...dressed,
      bodies: [{ ...dressed.bodies![0], surface: undefined }],
    });
    world.step(10);
    bare.step(10);
    expect(world.hash()).toBe(bare.hash());
    world.bodies[0].draw();
    const drop = world.bodies[0].motion().centre[1];
    expect(drop).toBeLessThan(-0.1);
    positions.forEach((x, i) => {
      expect(world.bodies[0].positions[i] - (i % 3 === 1 ? drop : 0)).toBeCloseTo(x, 5);
    });
  });

  it('is refused with its place if it is no mesh', () => {
    const bad = { ...dressed.bodies![0], surface: { positions, triangles: [0, 1, 9] } };
    expect(() => createWorld({ ...dressed, bodies: [bad] })).toThrow(
      /bodies\[0\]\.surface: .*vertex 9/,
    );
  });
});
