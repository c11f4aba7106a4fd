import { describe, expect, it } from 'vitest';
import { solidify } from '../../src/geometry/solidify.ts';
import { checkMesh, createRandom, createWorld, type SceneInput } from '../../src/index.ts';
import { brokenMesh, DAMAGES, volumeOf } from './broken-meshes.ts';

/** 20 of each kind with PLIANT_SWEEP set, one otherwise. */
const EACH = process.env.PLIANT_SWEEP ? 20 : 1;

describe.each(DAMAGES)('a mesh with %s', (kind) => {
  it('becomes a closed solid with the volume of the sound one', () => {
    const random = createRandom(DAMAGES.indexOf(kind) + 1);
    for (let k = 0; k < EACH; k++) {
      const { mesh, volume } = brokenMesh(kind, random);
      const made = solidify(mesh);
      expect(checkMesh(made.mesh).filter(({ severity }) => severity === 'error')).toEqual([]);
      const has = volumeOf(made.mesh);
      expect(has).toBeGreaterThan(0);
      if (volume !== null) expect(Math.abs(has / volume - 1), `number ${k}`).toBeLessThan(0.05);
    }
  });
});

describe('a body made from a broken mesh', () => {
  const models = process.env.PLIANT_SWEEP
    ? ['solid', 'frames', 'tets', 'octree', 'layers', 'rigid']
    : ['octree', 'rigid'];
  it.each(models)('as %s falls, lands, and shows the given vertices', (type) => {
    const { mesh } = brokenMesh('holes', createRandom(5));
    const model =
      type === 'layers'
        ? {
            type,
            layers: [
              { kind: 'rigid', name: 'all' },
              { kind: 'hex', name: 'soft', cell: 0.06 },
            ],
          }
        : { type };
    const world = createWorld({
      format: 'pliant/1',
      name: 'broken',
      bodies: [
        {
          name: 'lump',
          shape: { type: 'mesh', positions: [...mesh.positions], triangles: [...mesh.triangles] },
          position: [0, 0.25, 0],
          material: { young: 5e4, density: 1000 },
          model: model as NonNullable<SceneInput['bodies']>[number]['model'],
        },
      ],
      obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
    });
    expect(world.notes.join()).toMatch(
      /bounds no solid; one was made around it \(.*\): 0\.00\d+ m³/,
    );
    world.step(60);
    expect(world.bodies[0].motion().centre[1]).toBeLessThan(0.2);
    expect(world.bodies[0].motion().centre[1]).toBeGreaterThan(0.05);
    if (type !== 'octree' && type !== 'rigid') {
      expect(world.bodies[0].positions).toHaveLength(mesh.positions.length);
    }
  });
});

it('a mesh without an extent is refused, with its place', () => {
  const shape = {
    type: 'mesh' as const,
    positions: [1, 1, 1, 1, 1, 1, 1, 1, 1],
    triangles: [0, 1, 2],
  };
  const scene: SceneInput = {
    format: 'pliant/1',
    name: 'point',
    bodies: [{ name: 'p', shape, material: { young: 1e4 } }],
  };
  expect(() => createWorld(scene)).toThrow(/bodies\[0\]\.shape: .*extent/);
});
