import { expect, test } from 'vitest';
import { type Poster, packPoster, unpackPoster } from '../src/poster-format.ts';

const body = {
  name: 'a',
  origin: 0,
  color: '#ff0000',
  size: 2,
  mass: 1,
  positions: Float64Array.from({ length: 300 }, (_, i) => Math.sin(i) * (i % 3) - 1),
  triangles: Int32Array.from({ length: 99 }, (_, i) => (i * 37) % 100),
};
const poster: Poster = {
  ...{ name: 'n', title: 'ü', description: '', dt: 0.01, duration: 1, camera: undefined },
  bodies: [body, { ...body, name: 'b', positions: body.positions.map((x) => 5 * x) }],
  obstacles: [],
};

test('a poster comes back as it was, places to a part of the size that nobody sees', () => {
  const back = unpackPoster(packPoster(poster) as Uint8Array<ArrayBuffer>);
  expect({ ...back, bodies: [] }).toEqual({ ...poster, camera: undefined, bodies: [] });
  expect(back.bodies.map(({ name, color }) => [name, color])).toEqual([
    ['a', '#ff0000'],
    ['b', '#ff0000'],
  ]);
  back.bodies.forEach((one, b) => {
    expect(one.triangles).toEqual(body.triangles);
    const { positions } = poster.bodies[b];
    const wrong = Math.max(...one.positions.map((x, i) => Math.abs(x - positions[i])));
    expect(wrong).toBeLessThan((b === 0 ? 4 : 20) / 4096);
  });
});
