import { check } from '../core/errors.ts';
import { writePng16 } from './png.ts';
import { asciiBytes } from './text.ts';

/** Widest texture that every graphics card takes. */
const WIDEST = 4096;
const MOST = 65_535;

/** An animation as textures for a vertex shader. */
export interface VertexTextures {
  /** Positions, 16 bits a channel; value / 65 535 goes from `low` to `high` of the JSON. */
  readonly positions: Uint8Array;
  /** Normals, (n + 1) / 2. */
  readonly normals: Uint8Array;
  /**
   * `{ vertices, frames, rate, width, rows, low, high }`: frame f of vertex v is in row f·rows + ⌊v / width⌋, column v
   * mod width.
   */
  readonly json: Uint8Array;
}

/**
 * Writes frames (positions and normals, each [vertices, 3]) as a pair of PNG textures, a texel a vertex, and what a
 * shader must know about them. Exact to 1/65 535 of the bounds. Needs all frames: their bounds are the scale.
 */
export function vertexTextures(
  frames: readonly { readonly positions: Float32Array; readonly normals: Float32Array }[],
  rate: number,
): VertexTextures {
  check(
    frames.length > 0,
    () => 'must be at least one, got none. Let the world run before.',
    'frames',
  );
  const vertices = frames[0].positions.length / 3;
  const width = Math.min(vertices, WIDEST);
  const rows = Math.ceil(vertices / width);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of frames) {
    for (let i = 0; i < positions.length; i++) {
      low[i % 3] = Math.min(low[i % 3], positions[i]);
      high[i % 3] = Math.max(high[i % 3], positions[i]);
    }
  }
  const scale = low.map((x, d) => (high[d] > x ? MOST / (high[d] - x) : 0));
  const places = new Uint16Array(3 * width * rows * frames.length);
  const turns = new Uint16Array(places.length);
  frames.forEach(({ positions, normals }, f) => {
    const o = 3 * width * rows * f;
    for (let i = 0; i < positions.length; i++) {
      places[o + i] = Math.round((positions[i] - low[i % 3]) * scale[i % 3]);
      turns[o + i] = Math.round(((normals[i] + 1) / 2) * MOST);
    }
  });
  const height = rows * frames.length;
  const told = { vertices, frames: frames.length, rate, width, rows, low, high };
  return {
    positions: writePng16(places, width, height),
    normals: writePng16(turns, width, height),
    json: asciiBytes(`${JSON.stringify(told, null, 2)}\n`),
  };
}
