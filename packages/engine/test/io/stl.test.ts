import { describe, expect, it } from 'vitest';
import { checkMesh } from '../../src/geometry/mesh/check.ts';
import { boxMesh, torusMesh } from '../../src/geometry/mesh/primitives.ts';
import { readStl, writeStl } from '../../src/io/index.ts';
import { bytesOf } from './text.ts';

const facet = (...p: number[]): string => {
  const corners = [0, 3, 6].map((o) => `  vertex ${p.slice(o, o + 3).join(' ')}\n`).join('');
  return `facet normal 0 0 1\n outer loop\n${corners} endloop\nendfacet\n`;
};

describe('STL', () => {
  it('comes back with shared vertices and single precision', () => {
    for (const mesh of [boxMesh([1, 2, 3]), torusMesh(1, 0.3, 20, 12)]) {
      const back = readStl(writeStl(mesh));
      expect(back.triangles.length).toBe(mesh.triangles.length);
      expect(back.positions.length).toBe(mesh.positions.length);
      expect(checkMesh(back)).toEqual([]);
      for (let c = 0; c < mesh.triangles.length; c++) {
        for (let d = 0; d < 3; d++) {
          const want = Math.fround(mesh.positions[3 * mesh.triangles[c] + d]);
          expect(back.positions[3 * back.triangles[c] + d]).toBe(want + 0);
        }
      }
    }
  });

  it('reads text, whatever the name says', () => {
    const text = `solid vertex facet 1 2\n${facet(0, 0, 0, 1, 0, 0, 0, 1, 0)}${facet(1, 0, 0, 1, 1, 0, 0, 1, -0)}endsolid vertex\n`;
    const { positions, triangles } = readStl(bytesOf(text));
    expect(positions.length / 3).toBe(4);
    expect([...triangles]).toEqual([0, 1, 2, 1, 3, 2]);
  });

  it('names the place of what is wrong', () => {
    const good = writeStl(boxMesh());
    expect(() => readStl(good.slice(0, 300))).toThrow(
      /byte 80: the header promises 12 triangles \(684 bytes\), the file has 300 bytes/,
    );
    expect(() => readStl(good.slice(0, 50))).toThrow(/byte 50/);
    const nan = good.slice();
    new DataView(nan.buffer).setFloat32(84 + 50 + 12, Number.NaN, true);
    expect(() => readStl(nan)).toThrow(/byte 146: a coordinate of triangle 1 is NaN/);
    expect(() => readStl(new Uint8Array(84))).toThrow(/no triangles/);
    expect(() => readStl(bytesOf('solid x\nfacet\nvertex 1 2 x\n'))).toThrow(
      /line 3: "x" is not a finite number/,
    );
    expect(() => readStl(bytesOf('solid x\nfacet\nvertex 1 2 3\n'))).toThrow(/ends within a facet/);
    expect(() => readStl(bytesOf('solid x\nvertex 1 2 3\n'))).toThrow(
      /line 2: a vertex that belongs to no facet/,
    );
    expect(() => readStl(bytesOf('solid x\nendsolid'))).toThrow(/no facets/);
  });
});
