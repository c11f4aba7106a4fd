import { check } from '../core/errors.ts';
import type { FrameWriter, Sink } from './sink.ts';
import { asciiBytes } from './text.ts';

/**
 * Writes an MDD point cache: for Blender's Mesh Cache modifier, Houdini, LightWave. Big-endian: frames, points, the
 * times [s], then single precision vertices. Write an OBJ with the same vertices beside it.
 */
export function mddWriter(sink: Sink, points: number, times: ArrayLike<number>): FrameWriter {
  const head = new DataView(new ArrayBuffer(8 + 4 * times.length));
  head.setInt32(0, times.length);
  head.setInt32(4, points);
  for (let k = 0; k < times.length; k++) head.setFloat32(8 + 4 * k, times[k]);
  sink.write(new Uint8Array(head.buffer));
  return frames(sink, points, times.length, false);
}

/**
 * Writes a PC2 point cache: for Blender and 3ds Max. Little-endian: 32 bytes of header, then single precision vertices.
 * `start` is the number of the first frame, `rate` how many of the cache's frames there are for one of the animation's.
 */
export function pc2Writer(
  sink: Sink,
  points: number,
  count: number,
  start = 0,
  rate = 1,
): FrameWriter {
  const head = new DataView(new ArrayBuffer(32));
  new Uint8Array(head.buffer).set(asciiBytes('POINTCACHE2'));
  head.setInt32(12, 1, true);
  head.setInt32(16, points, true);
  head.setFloat32(20, start, true);
  head.setFloat32(24, rate, true);
  head.setInt32(28, count, true);
  sink.write(new Uint8Array(head.buffer));
  return frames(sink, points, count, true);
}

function frames(sink: Sink, points: number, count: number, isLittle: boolean): FrameWriter {
  const row = new DataView(new ArrayBuffer(12 * points));
  let written = 0;
  return {
    frame(positions) {
      check(
        positions.length === 3 * points && written < count,
        () =>
          `frame ${written} has ${positions.length / 3} points; the header promises ${count} frames of ${points}. Give as many to each frame.`,
        'positions',
      );
      for (let i = 0; i < 3 * points; i++) row.setFloat32(4 * i, positions[i], isLittle);
      sink.write(new Uint8Array(row.buffer));
      written++;
    },
    end() {
      check(
        written === count,
        () => `${written} frames were written of ${count}. Write them all before the end.`,
        'frames',
      );
    },
  };
}
