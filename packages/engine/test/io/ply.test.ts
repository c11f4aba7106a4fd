import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { icosphere } from '../../src/geometry/mesh/primitives.ts';
import { readMesh, readPly, writeObj, writePly, writeStl } from '../../src/io/index.ts';
import { bytesOf } from './text.ts';

const header = (
  format: string,
  vertices: number | string,
  faces: number | string,
  extra = '',
): string =>
  `ply\nformat ${format} 1.0\ncomment made by hand\nelement vertex ${vertices}\nproperty float x\nproperty float y\nproperty float z\n${extra}element face ${faces}\nproperty list uchar int vertex_indices\nend_header\n`;

describe('PLY', () => {
  it('comes back with the same bits, attributes included', () => {
    const random = createRandom(1);
    const mesh = {
      ...icosphere(1.1, 2),
      attributes: { stiffness: new Float64Array(162).map(() => random.next()) },
    };
    expect(readPly(writePly(mesh))).toEqual(mesh);
  });

  it('reads text with polygons, other elements and extra numbers', () => {
    const text = `${header('ascii', 4, 1, 'property uchar red\nelement junk 2\nproperty list uchar float a\nproperty short b\n')}0 0 0 255\n1 0 0 0\n1 1 0 7\n0 1 0 9\n2 1.5 2.5 3\n0 4\n4 0 1 2 3\n`;
    const { positions, triangles, attributes } = readPly(bytesOf(text));
    expect([...positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect([...triangles]).toEqual([0, 1, 2, 0, 2, 3]);
    expect([...attributes!.red]).toEqual([255, 0, 7, 9]);
  });

  it('reads both byte orders', () => {
    for (const little of [true, false]) {
      const head = bytesOf(header(little ? 'binary_little_endian' : 'binary_big_endian', 3, 1));
      const bytes = new Uint8Array(head.length + 36 + 13);
      bytes.set(head);
      const view = new DataView(bytes.buffer);
      for (let i = 0; i < 9; i++) view.setFloat32(head.length + 4 * i, i * 0.5, little);
      view.setUint8(head.length + 36, 3);
      for (let k = 0; k < 3; k++) view.setInt32(head.length + 37 + 4 * k, k, little);
      const { positions, triangles } = readPly(bytes);
      expect([...positions]).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4]);
      expect([...triangles]).toEqual([0, 1, 2]);
    }
  });

  it('does not believe a lying header', () => {
    const lies = [
      header('ascii', 4e9, 1),
      header('binary_little_endian', 3, 1e15),
      header('ascii', '1e300', 1),
      header('ascii', 0, 0, 'element void 1e15\n').replace(
        'element void 1e15\n',
        'property float w\nelement void 1000000000\n',
      ),
    ];
    for (const text of lies)
      expect(() => readPly(bytesOf(`${text}0 0 0\n`))).toThrow(
        /header promises|no faces|whole number/,
      );
    const long = bytesOf(`${header('binary_little_endian', 0, 1)}`);
    expect(() => readPly(Uint8Array.of(...long, 255, 0, 0))).toThrow(
      /byte \d+: a list of 255 items does not fit in the 2 bytes left/,
    );
  });

  it('names the place of what is wrong', () => {
    const wrong: [string, RegExp][] = [
      ['plyx\n', /line 1: a PLY file begins with/],
      ['ply\nformat ascii 1.0\n', /no end_header/],
      ['ply\nformat odd 1.0\n', /line 2: "odd" is not a PLY format/],
      ['ply\nend_header\n', /no format line/],
      ['ply\nformat ascii 1.0\nproperty float x\n', /line 3: a property before the first element/],
      [
        'ply\nformat ascii 1.0\nelement vertex 1\nproperty real x\n',
        /line 4: "real" is not a number type/,
      ],
      [
        'ply\nformat ascii 1.0\nelement vertex -1\n',
        /line 3: the element "vertex" needs a whole number/,
      ],
      [
        `${header('ascii', 3, 1)}0 0 0\n1 0 0\n0 1 x\n3 0 1 2\n`,
        /line 13: "x" is not a finite number/,
      ],
      [
        `${header('ascii', 3, 1)}0 0 0\n1 0 0\n0 1 0\n3 0 1 5\n`,
        /face 0: it asks for vertex 5, but the file has 3/,
      ],
      [`${header('ascii', 3, 1)}0 0 0\n1 0 0\n0 1 0\n2 0 1 5\n`, /line 14: face 0 has 2 corners/],
      [`${header('ascii', 3, 1)}0 0 0\n1 0 0\n0 1 0\n3 0 1\n`, /ends too early/],
    ];
    for (const [text, message] of wrong) expect(() => readPly(bytesOf(text))).toThrow(message);
  });
});

describe('reading by contents', () => {
  it('tells formats apart without a name, and uses the name where it must', () => {
    const mesh = icosphere(1, 1);
    for (const write of [writeObj, writeStl, writePly]) {
      expect(readMesh(write(mesh)).triangles.length).toBe(mesh.triangles.length);
      expect(readMesh(write(mesh), 'x.bin').triangles.length).toBe(mesh.triangles.length);
    }
    expect(() => readMesh(bytesOf('hello world'))).toThrow(
      /byte 0: the file begins with "hello world".*OBJ, STL or PLY/,
    );
    expect(() => readMesh(bytesOf('hello world'), 'a.OBJ')).toThrow(
      /line 1: "hello" is not an OBJ statement/,
    );
    expect(() => readMesh(new Uint8Array(0))).toThrow(/OBJ, STL or PLY/);
  });
});
