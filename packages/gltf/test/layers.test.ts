import { createWorld } from 'pliant';
import { expect, it } from 'vitest';
import { importGltf } from '../src/index.ts';
import { rigged } from './fixtures.ts';
import { farthest, skinned } from './skin.ts';

it('a body that follows its bones alone is the file’s skin, to 1e-5 of its size', async () => {
  const figure = await importGltf(rigged().glb());
  const { scene, files, drawn } = figure;
  const world = createWorld(scene, { files: (name) => files[name] });
  const [body] = world.bodies;
  for (const step of [1, 20, 41, 66]) {
    world.step(step - world.steps);
    body.draw();
    const skin = skinned(figure, world.time);
    const ours = Float64Array.from(
      skin,
      (_, i) => body.positions[3 * drawn[0].vertexOf[Math.floor(i / 3)] + (i % 3)],
    );
    expect(farthest(ours, skin)).toBeLessThan(1e-5 * 1.6);
  }
});

it('thick flesh is as soft as thin flesh', async () => {
  const { scene, files } = await importGltf(rigged().glb(), { flesh: 0.9, clip: null });
  const world = createWorld(scene, { files: (name) => files[name] });
  const [body] = world.bodies;
  const rest = body.positions.slice();
  world.step(15);
  body.draw();
  const sag = farthest(body.positions, rest);
  expect(sag).toBeGreaterThan(2e-4);
  expect(sag).toBeLessThan(0.01);
});

it('flesh stays near the skin, swings, comes to rest, and is gone when muted', async () => {
  const figure = await importGltf(rigged().glb(), { flesh: 0.4, clip: null });
  const { scene, files, drawn } = figure;
  const world = createWorld(scene, { files: (name) => files[name] });
  const [body] = world.bodies;
  const off = (): number => {
    body.draw();
    const rest = drawn[0].positions;
    return farthest(
      Float64Array.from(
        rest,
        (_, i) => body.positions[3 * drawn[0].vertexOf[Math.floor(i / 3)] + (i % 3)],
      ),
      rest,
    );
  };
  expect(body.layers!.map(({ name }) => name)).toEqual(['bones', 'bones-flesh']);
  world.step(25);
  const sag = off();
  expect(sag).toBeGreaterThan(1e-4);
  expect(sag).toBeLessThan(0.01);
  world.step(20);
  expect(Math.abs(off() - sag)).toBeLessThan(1e-3);
  world.apply({ do: 'layer', body: body.name, layer: 'bones-flesh', mute: true });
  world.step(45);
  expect(off()).toBeLessThan(1e-5 * 1.6);
});

it.each([
  ['of a joint', false, { fleshOf: { 'Bone.002': 0.7 } }],
  ['that is painted', true, {}],
] as const)(
  'a patch of flesh %s is soft there, and the rest follows its bones',
  async (_, painted, options) => {
    const { scene, files } = await importGltf(rigged({ painted }).glb(), {
      clip: null,
      ...options,
    });
    const world = createWorld(scene, { files: (name) => files[name] });
    const [body] = world.bodies;
    const rest = body.positions.slice();
    world.step(15);
    body.draw();
    let [above, below] = [0, 0];
    for (let i = 0; i < rest.length; i += 3) {
      const off = farthest(body.positions.subarray(i, i + 3), rest.subarray(i, i + 3));
      if (rest[i + 1] > 1.5) above = Math.max(above, off);
      if (rest[i + 1] < 0.8) below = Math.max(below, off);
    }
    expect(above).toBeGreaterThan(2e-4);
    expect(above).toBeLessThan(0.02);
    expect(below).toBeLessThan(1e-5 * 1.6);
  },
);

it('flesh of a joint that is not there is refused with those that are', async () => {
  await expect(importGltf(rigged().glb(), { fleshOf: { tail: 0.5 } })).rejects.toThrow(
    /no joint "tail"\. There are: /,
  );
});
