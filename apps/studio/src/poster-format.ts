import type { ObstacleInfo, SceneInfo } from './protocol.ts';

/** A scene as it looks at its start. */
export interface Poster
  extends Pick<SceneInfo, 'name' | 'title' | 'description' | 'dt' | 'duration' | 'camera'> {
  readonly bodies: readonly PosterBody[];
  readonly obstacles: readonly (Pick<ObstacleInfo, 'name' | 'color' | 'shape'> & {
    readonly pose: readonly number[];
    readonly present: boolean;
  })[];
}

export interface PosterBody {
  readonly name: string;
  readonly origin: number;
  readonly color: string | undefined;
  readonly size: number;
  readonly mass: number;
  /** In the world [m], shape [vertices, 3]. */
  readonly positions: Float64Array;
  readonly triangles: Int32Array;
}

/** What is said of a body's numbers before they come. */
interface Head {
  /** Least coordinates, and the step between two whole numbers [m]. */
  readonly low: readonly [number, number, number];
  readonly unit: number;
  readonly numbers: number;
  readonly corners: number;
}

/** Parts of the longest side that can be told apart: far below a pixel. */
const FINENESS = 4096;

/**
 * Packs a poster: the length of a JSON text, the text, then of each body its vertices, in whole parts of its size, and its triangles, as
 * differences to the number of the same kind before, which servers compress well. All are taken modulo 2¹⁶, so a body has at most as many
 * vertices.
 */
export function packPoster({ bodies, ...rest }: Poster): Uint8Array {
  const heads = bodies.map((body): Head => {
    const low = [0, 1, 2].map((c) => extreme(body.positions, c, Math.min));
    const high = [0, 1, 2].map((c) => extreme(body.positions, c, Math.max));
    const unit = Math.max(...high.map((x, c) => x - low[c])) / FINENESS || 1;
    const [x, y, z] = low;
    const { length: numbers } = body.positions;
    return { low: [x, y, z], unit, numbers, corners: body.triangles.length };
  });
  const about = bodies.map(({ positions: _p, triangles: _t, ...body }, b) => ({
    ...body,
    head: heads[b],
  }));
  const text = new TextEncoder().encode(JSON.stringify({ ...rest, bodies: about }));
  const start = 4 + 2 * Math.ceil(text.length / 2);
  const length = heads.reduce((sum, { numbers, corners }) => sum + 2 * (numbers + corners), start);
  const out = new Uint8Array(length);
  new DataView(out.buffer).setInt32(0, text.length, true);
  out.set(text, 4);
  const whole = new Uint16Array(out.buffer, start);
  let at = 0;
  bodies.forEach(({ positions, triangles }, b) => {
    const { low, unit } = heads[b];
    const places = Int32Array.from(positions, (x, i) => Math.round((x - low[i % 3]) / unit));
    for (const list of [places, triangles])
      list.forEach((value, i) => {
        whole[at++] = value - (i < 3 ? 0 : list[i - 3]);
      });
  });
  return out;
}

export function unpackPoster(bytes: Uint8Array<ArrayBuffer>): Poster {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getInt32(0, true);
  const { bodies, ...rest } = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const start = bytes.byteOffset + 4 + 2 * Math.ceil(length / 2);
  const whole = new Uint16Array(bytes.buffer, start);
  let at = 0;
  const take = (count: number): Int32Array => {
    const list = Int32Array.from(whole.subarray(at, at + count));
    at += count;
    for (let i = 3; i < count; i++) list[i] = (list[i] + list[i - 3]) & 0xffff;
    return list;
  };
  return {
    ...rest,
    bodies: bodies.map(({ head, ...body }: Omit<PosterBody, 'positions'> & { head: Head }) => {
      const { low, unit, numbers, corners } = head;
      const positions = Float64Array.from(take(numbers), (x, i) => low[i % 3] + unit * x);
      return { ...body, positions, triangles: take(corners) };
    }),
  };
}

function extreme(list: Float64Array, c: number, choose: (a: number, b: number) => number): number {
  let found = list[c] ?? 0;
  for (let i = c; i < list.length; i += 3) found = choose(found, list[i]);
  return found;
}
