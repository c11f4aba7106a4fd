import { describe, expect, it } from 'vitest';
import { meshMass } from '../../src/geometry/mass.ts';
import { icosphere } from '../../src/geometry/mesh/primitives.ts';
import { readObj, writeObj } from '../../src/io/index.ts';
import { bytesOf } from './text.ts';

const square = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';

describe('OBJ', () => {
  it('comes back with the same bits', () => {
    const mesh = icosphere(0.123456789, 2);
    expect(readObj(writeObj(mesh))).toEqual(mesh);
  });

  it('reads slashes, negative numbers, comments, joined lines, and carriage returns', () => {
    const { triangles, positions } = readObj(
      bytesOf(
        `# a square\r\nmtllib x.mtl\r\no thing\r\n${square}vt 0 0\r\nvn 0 0 1\r\nf 1/1/1 2//1 \\\r\n 3/1 # done\r\nf -4 -2 -1\r\n`,
      ),
    );
    expect([...triangles]).toEqual([0, 1, 2, 0, 2, 3]);
    expect(positions.length).toBe(12);
  });

  it('reads numbers in every spelling exactly', () => {
    const numbers = [
      '1',
      '-0.1',
      '+.5',
      '3.',
      '1e-3',
      '6.02214076E23',
      '0.1234567890123456789',
      '1e-320',
      '123456789012345678',
    ];
    const lines = numbers.map((n) => `v ${n} 0 0`).join('\n');
    const { positions } = readObj(bytesOf(`${lines}\nf 1 2 3\n`));
    numbers.forEach((n, i) => {
      expect(positions[3 * i]).toBe(Number(n));
    });
  });

  it('cuts polygons, also those with a dent', () => {
    const quad = readObj(bytesOf(`${square}f 1 2 3 4\n`));
    expect(quad.triangles.length).toBe(6);
    // An arrow head: a fan from its first corner would fold over.
    const arrow = readObj(bytesOf('v 0 0 0\nv 2 -1 0\nv 0 2 0\nv -2 -1 0\nf 4 1 2 3\n'));
    let area = 0;
    for (let t = 0; t < arrow.triangles.length; t += 3) {
      const [a, b, c] = [...arrow.triangles.subarray(t, t + 3)].map((v) =>
        arrow.positions.subarray(3 * v),
      );
      const twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
      expect(twice).toBeGreaterThan(0);
      area += twice / 2;
    }
    expect(area).toBeCloseTo(4, 12);
  });

  it('keeps vertex colours as attributes', () => {
    const text = 'v 0 0 0 1 0 0\nv 1 0 0 0 .5 0\nv 0 1 0 0 0 .25\nf 1 2 3';
    const { attributes } = readObj(bytesOf(text));
    expect([...attributes!.green]).toEqual([0, 0.5, 0]);
  });

  it('names the line of what is wrong', () => {
    const wrong: [string, RegExp][] = [
      ['v 0 0\n', /line 1: a vertex needs three coordinates, got 2/],
      ['v 0 nan 0\n', /line 1: "nan" is not a finite number/],
      ['v 0 1e999 0\n', /line 1: "1e999" is not a finite number/],
      [`${square}f 1 2\n`, /line 5: a face needs three corners/],
      [`${square}f 1 2 9\n`, /line 5: the face asks for vertex 9, but the file has 4/],
      [`${square}f 1 2 0\n`, /line 5: "0" is not a vertex number/],
      [`${square}f 1 2 -7\n`, /line 5: vertex -7 counts back/],
      [`${square}f 1 2 1.5\n`, /line 5: "1.5" is not a vertex number/],
      [`${square}bogus 1\n`, /line 5: "bogus" is not an OBJ statement/],
      [square, /no faces/],
      ['', /no vertices/],
    ];
    for (const [text, message] of wrong) expect(() => readObj(bytesOf(text))).toThrow(message);
  });

  it('keeps the volume of what it cuts', () => {
    const cube = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n';
    const faces = 'f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n';
    expect(meshMass(readObj(bytesOf(cube + faces)), 1).volume).toBeCloseTo(1, 12);
  });
});
