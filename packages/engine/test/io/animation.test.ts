import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  cellGrid,
  createWorld,
  mddWriter,
  memorySink,
  pc2Writer,
  surfaceGrid,
  usdaStage,
  usdaWriter,
  type VtuGrid,
  vertexTextures,
  writePvd,
  writeVtu,
} from '../../src/index.ts';

const FRAMES = [0, 1, 2].map((t) =>
  Float32Array.from({ length: 12 }, (_, i) => Math.sin(i + 0.1 * t)),
);
const text = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

describe('point caches', () => {
  it('MDD keeps every single-precision number, big-endian', () => {
    const sink = memorySink();
    const writer = mddWriter(sink, 4, [0, 0.5, 1]);
    for (const frame of FRAMES) writer.frame(frame);
    writer.end();
    const bytes = sink.bytes();
    const view = new DataView(bytes.buffer);
    expect([view.getInt32(0), view.getInt32(4), view.getFloat32(12)]).toEqual([3, 4, 0.5]);
    expect(bytes.length).toBe(8 + 12 + 3 * 48);
    FRAMES.forEach((frame, t) => {
      for (let i = 0; i < 12; i++) expect(view.getFloat32(20 + 48 * t + 4 * i)).toBe(frame[i]);
    });
  });

  it('PC2 keeps every single-precision number, little-endian', () => {
    const sink = memorySink();
    const writer = pc2Writer(sink, 4, 3, 1, 1);
    for (const frame of FRAMES) writer.frame(frame);
    writer.end();
    const bytes = sink.bytes();
    const view = new DataView(bytes.buffer);
    expect(text(bytes.slice(0, 12))).toBe('POINTCACHE2\0');
    expect([12, 16, 28].map((at) => view.getInt32(at, true))).toEqual([1, 4, 3]);
    expect([20, 24].map((at) => view.getFloat32(at, true))).toEqual([1, 1]);
    expect(view.getFloat32(32 + 48 * 2 + 4 * 5, true)).toBe(FRAMES[2][5]);
  });

  it('another number of points or frames than promised is refused', () => {
    const writer = mddWriter(memorySink(), 3, [0]);
    expect(() => writer.frame(FRAMES[0])).toThrow(
      /frame 0 has 4 points; the header promises 1 frames of 3/,
    );
    expect(() => writer.end()).toThrow(/0 frames were written of 1/);
  });
});

describe('USD as text', () => {
  it('has triangles and a time sample a frame that give the same single-precision numbers', () => {
    const sink = memorySink();
    const writer = usdaWriter(sink, {
      name: '1 ball',
      rate: 60,
      triangles: [0, 1, 2, 0, 2, 3],
      color: [1, 0, 0.5],
    });
    for (const frame of FRAMES) writer.frame(frame);
    writer.end();
    const usda = text(sink.bytes());
    expect(usda).toContain('def Mesh "_1_ball"');
    expect(usda).toContain('faceVertexCounts = [3, 3]');
    const samples = [...usda.matchAll(/^ {8}(\d+): \[(.*)\],$/gm)];
    expect(samples.map(([, at]) => Number(at))).toEqual([0, 1, 2]);
    samples.forEach(([, , row], t) => {
      expect(Float32Array.from(row.match(/[-\d.e]+/g)!, Number)).toEqual(FRAMES[t]);
    });
    expect(usda.split('{').length).toBe(usda.split('}').length);
    expect(text(usdaStage([{ name: 'a', file: 'run.a.usda' }], 60, 0, 2))).toContain(
      '@./run.a.usda@',
    );
  });
});

/** The appended arrays of a VTU file, by name. */
function arraysOf(bytes: Uint8Array): Map<string, number[]> {
  const words = text(bytes);
  const start = words.indexOf('   _', words.indexOf('<AppendedData')) + 4;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const found = new Map<string, number[]>();
  for (const [, type, name, offset] of words.matchAll(
    /<DataArray type="(\w+)" Name="([^"]*)".*offset="(\d+)"/g,
  )) {
    const at = start + Number(offset);
    const size = view.getUint32(at, true);
    const width = type === 'UInt8' ? 1 : 4;
    const read = (o: number): number =>
      type === 'Float32'
        ? view.getFloat32(o, true)
        : type === 'Int32'
          ? view.getInt32(o, true)
          : view.getUint8(o);
    found.set(
      name,
      Array.from({ length: size / width }, (_, i) => read(at + 8 + width * i)),
    );
  }
  return found;
}

describe('VTU', () => {
  it('gives points, cells and fields back', () => {
    const grid: VtuGrid = {
      positions: FRAMES[0],
      cells: [0, 1, 2, 3],
      kind: 'tetrahedron',
      pointFields: { speed: [1, 2, 3, 4] },
      cellFields: { 'stress [Pa]': [7] },
    };
    const arrays = arraysOf(writeVtu(grid));
    expect(arrays.get('Points')).toEqual([...FRAMES[0]]);
    expect(arrays.get('connectivity')).toEqual([0, 1, 2, 3]);
    expect(arrays.get('offsets')).toEqual([4]);
    expect(arrays.get('types')).toEqual([10]);
    expect(arrays.get('speed')).toEqual([1, 2, 3, 4]);
    expect(arrays.get('stress [Pa]')).toEqual([7]);
    expect(text(writePvd([{ time: 0.5, part: 1, file: 'a&b.vtu' }]))).toContain(
      'timestep="0.5" part="1" file="a&amp;b.vtu"',
    );
  });

  it('cells of a body fill its volume and have their levels and all that their values may mean', () => {
    const world = createWorld({
      format: 'pliant/1',
      name: 'cells',
      bodies: [
        {
          name: 'cube',
          shape: { type: 'box', size: [0.2, 0.2, 0.2] },
          material: { young: 1e4 },
          model: { type: 'tets', cell: 0.1 },
        },
      ],
    });
    const [body] = world.bodies;
    const grid = cellGrid(body)!;
    const x = grid.positions;
    let volume = 0;
    for (let i = 0; i < x.length; i += 12) {
      const e = (k: number, d: number): number => x[i + 3 * k + d] - x[i + d];
      for (let d = 0; d < 3; d++) {
        const [p, q] = [(d + 1) % 3, (d + 2) % 3];
        volume += (e(1, d) * (e(2, p) * e(3, q) - e(2, q) * e(3, p))) / 6;
      }
    }
    expect(volume).toBeCloseTo(0.008, 5);
    const names = Object.keys(grid.cellFields!);
    expect(names.join()).toMatch(/level/i);
    expect(names.join()).toMatch(/Pa\]/);
    expect(surfaceGrid(body).cells.length).toBeGreaterThan(30);
  });
});

describe('textures for vertex shaders', () => {
  it('are PNG files with every vertex to 1/65535 of the bounds, long rows folded', () => {
    const vertices = 5000;
    const frames = [0, 1].map((t) => ({
      positions: Float32Array.from({ length: 3 * vertices }, (_, i) => Math.sin(0.01 * i + t)),
      normals: Float32Array.from({ length: 3 * vertices }, (_, i) => [0, 1, 0][i % 3]),
    }));
    const { positions, normals, json } = vertexTextures(frames, 30);
    const told = JSON.parse(text(json));
    expect(told).toMatchObject({ vertices, frames: 2, rate: 30, width: 4096, rows: 2 });
    const view = new DataView(positions.buffer);
    expect([view.getUint32(16), view.getUint32(20), positions[24]]).toEqual([4096, 4, 16]);
    const length = view.getUint32(33);
    expect(text(positions.subarray(37, 41))).toBe('IDAT');
    // Inflating checks the blocks and the checksum of what is in them.
    const raw = inflateSync(positions.subarray(41, 41 + length));
    let off = 0;
    for (let v = 0; v < vertices; v += 7) {
      const row = 2 + Math.floor(v / 4096);
      for (let d = 0; d < 3; d++) {
        const at = row * (1 + 6 * 4096) + 1 + 6 * (v % 4096) + 2 * d;
        const part = (256 * raw[at] + raw[at + 1]) / 65_535;
        const x = told.low[d] + part * (told.high[d] - told.low[d]);
        off = Math.max(off, Math.abs(x - frames[1].positions[3 * v + d]));
      }
    }
    expect(off).toBeLessThan((2.01 / 65_535) * 0.51);
    expect(normals.length).toBe(positions.length);
  });
});
