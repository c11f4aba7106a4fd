import { describe, expect, it } from 'vitest';
import { tangentsOf } from '../src/tangents.ts';
import { farthest } from './skin.ts';

describe('tangents', () => {
  const x = [0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0];
  const normals = [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1];
  const triangles = [0, 1, 2, 0, 2, 3];

  it('point where u grows; with the normal they give what is up in the image', () => {
    // v points down in the image: the upper edge has v = 0.
    const tangents = tangentsOf(x, normals, [0, 1, 1, 1, 1, 0, 0, 0], triangles);
    for (let v = 0; v < 4; v++)
      expect(farthest([...tangents.subarray(4 * v, 4 * v + 4)], [1, 0, 0, 1])).toBeLessThan(1e-6);
  });

  it('have the other sign where the image is mirrored', () => {
    const tangents = tangentsOf(x, normals, [1, 1, 0, 1, 0, 0, 1, 0], triangles);
    for (let v = 0; v < 4; v++)
      expect(farthest([...tangents.subarray(4 * v, 4 * v + 4)], [-1, 0, 0, -1])).toBeLessThan(1e-6);
  });

  it('lie in the surface and have length one where the image is pressed to a point', () => {
    const tangents = tangentsOf(x, normals, new Array(8).fill(0.5), triangles);
    for (let v = 0; v < 4; v++) {
      const [a, b, c, w] = tangents.subarray(4 * v, 4 * v + 4);
      expect([Math.hypot(a, b, c), Math.abs(c), Math.abs(w)]).toEqual([1, 0, 1]);
    }
  });
});
