import { inflateSync } from 'node:zlib';
import type { Take } from '@pliant/gltf';
import {
  mddWriter,
  pc2Writer,
  readMesh,
  usdaWriter,
  vertexTextures,
  writeMesh,
  writeVtu,
} from 'pliant';
import { farthest } from './record.ts';

/** Every so many frames of a format that is text, or a file a frame, is written and read. */
export const STRIDE = 20;

/** What became of a run in a format: bytes of the frames written, and how far vertices are off when read back [m]. */
interface Result {
  readonly bytes: number;
  readonly frames: number;
  readonly off: number;
}

/** The formats that are exact, each written and read back by what its description says. */
export const EXACT: Readonly<Record<string, (take: Take) => Result>> = {
  MDD({ frames }) {
    const file = gather((sink) => {
      const writer = mddWriter(
        sink,
        frames[0].length / 3,
        frames.map((_, k) => k / 60),
      );
      for (const frame of frames) writer.frame(frame);
      writer.end();
    });
    return cache(file, frames, 8 + 4 * frames.length, false);
  },
  PC2({ frames }) {
    const file = gather((sink) => {
      const writer = pc2Writer(sink, frames[0].length / 3, frames.length);
      for (const frame of frames) writer.frame(frame);
      writer.end();
    });
    return cache(file, frames, 32, true);
  },
  USDA({ frames, triangles }) {
    const some = everySo(frames);
    const file = gather((sink) => {
      const writer = usdaWriter(sink, { name: 'body', rate: 60, triangles });
      for (const frame of some) writer.frame(frame);
      writer.end();
    });
    const lines = Buffer.from(file)
      .toString('latin1')
      .split('\n')
      .filter((line) => /^\s*\d+: \[/.test(line));
    let off = 0;
    lines.forEach((line, k) => {
      const numbers = line.slice(line.indexOf('[')).match(/-?[\d.]+(e-?\d+)?/g) ?? [];
      off = Math.max(off, farthest(Float32Array.from(numbers, Number), some[k]));
    });
    return { bytes: file.length, frames: some.length, off };
  },
  VTU: (take) =>
    files(take, (positions, triangles) => {
      const file = writeVtu({ positions, cells: triangles, kind: 'triangle' });
      // Points come first among the appended numbers, behind the eight bytes of their length.
      const at = Buffer.from(file).indexOf('<AppendedData');
      const from = file.indexOf(95, at) + 9;
      const bytes = file.slice(from, from + 4 * positions.length);
      return [file.length, new Float32Array(bytes.buffer)];
    }),
  OBJ: (take) => files(take, (p, t) => meshFile(p, t, 'obj')),
  PLY: (take) => files(take, (p, t) => meshFile(p, t, 'ply')),
  'PNG textures'({ frames }) {
    const some = everySo(frames);
    const normals = new Float32Array(some[0].length);
    const made = vertexTextures(
      some.map((positions) => ({ positions, normals })),
      60,
    );
    const told = JSON.parse(Buffer.from(made.json).toString());
    const raw = inflateSync(imageData(made.positions));
    let off = 0;
    some.forEach((frame, f) => {
      const read = frame.map((_, i) => {
        const [v, d] = [Math.floor(i / 3), i % 3];
        const row = f * told.rows + Math.floor(v / told.width);
        const at = row * (1 + 6 * told.width) + 1 + 6 * (v % told.width) + 2 * d;
        const part = (256 * raw[at] + raw[at + 1]) / 65_535;
        return told.low[d] + part * (told.high[d] - told.low[d]);
      });
      off = Math.max(off, farthest(read, frame));
    });
    const { positions, json } = made;
    return {
      bytes: positions.length + made.normals.length + json.length,
      frames: some.length,
      off,
    };
  },
};

/** Formats whose triangles may change from frame to frame. */
export const CUTTABLE = ['VTU', 'OBJ', 'PLY'];

const everySo = (frames: readonly Float32Array[]): Float32Array[] =>
  frames.filter((_, k) => k % STRIDE === 0);

function gather(write: (sink: { write(bytes: Uint8Array): void }) => void): Uint8Array {
  const parts: Uint8Array[] = [];
  write({ write: (bytes) => parts.push(bytes.slice()) });
  return Buffer.concat(parts);
}

/** Single-precision numbers from byte `from` on, frame after frame. */
function cache(
  file: Uint8Array,
  frames: readonly Float32Array[],
  from: number,
  little: boolean,
): Result {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let at = from;
  let off = 0;
  for (const frame of frames) {
    for (let i = 0; i < frame.length; i++, at += 4)
      off = Math.max(off, Math.abs(view.getFloat32(at, little) - frame[i]));
  }
  return { bytes: file.length, frames: frames.length, off: at === file.length ? off : Infinity };
}

/** A file a frame. */
function files(
  { frames, triangles }: Take,
  one: (positions: Float32Array, triangles: Int32Array) => [number, ArrayLike<number>],
): Result {
  const some = everySo(frames);
  let [bytes, off] = [0, 0];
  for (const frame of some) {
    const [length, read] = one(frame, triangles);
    bytes += length;
    off = Math.max(off, farthest(read, frame));
  }
  return { bytes, frames: some.length, off };
}

function meshFile(
  positions: Float32Array,
  triangles: Int32Array,
  ending: string,
): [number, ArrayLike<number>] {
  const mesh = { positions: Float64Array.from(positions), triangles };
  const bytes = writeMesh(mesh, `frame.${ending}`);
  return [bytes.length, readMesh(bytes, `frame.${ending}`).positions];
}

/** The compressed data of a PNG file. */
function imageData(png: Uint8Array): Uint8Array {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const parts: Uint8Array[] = [];
  for (let at = 8; at < png.length; ) {
    const length = view.getUint32(at);
    const kind = Buffer.from(png.subarray(at + 4, at + 8)).toString('latin1');
    if (kind === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return Buffer.concat(parts);
}
