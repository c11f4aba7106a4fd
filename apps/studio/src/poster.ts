import { scene as opening, url } from 'virtual:poster';
import { type Poster, type PosterBody, unpackPoster } from './poster-format.ts';
import type { Posters } from './posters.ts';
import { type BodyInfo, OBSTACLE_SIZE, type SceneInfo } from './protocol.ts';
import type { Picture } from './view/show.ts';

/** A scene before it runs: what is known of it, and its bodies and obstacles in the form of a frame. */
export interface Still {
  readonly info: SceneInfo;
  readonly frame: Picture;
}

/**
 * A scene as it looks at its start, long before the engine is here: the opening scene as it was built into the page, any other scene of the gallery
 * as it was seen at the last visit.
 */
export async function loadPoster(address: string, seen: Posters): Promise<Still | null> {
  const name = address.slice(1);
  if (name !== '' && name !== opening) return seen.get(name);
  if (url === '') return null;
  const answer = await fetch(url);
  return answer.ok ? stillOf(unpackPoster(new Uint8Array(await answer.arrayBuffer()))) : null;
}

export function stillOf({ bodies, obstacles, ...rest }: Poster): Still {
  const numbers = bodies.reduce((sum, { positions }) => sum + 2 * positions.length, 0);
  const out = new Float32Array(numbers + OBSTACLE_SIZE * obstacles.length);
  let at = 0;
  for (const body of bodies) {
    out.set(body.positions, at);
    out.set(normalsOf(body), at + body.positions.length);
    at += 2 * body.positions.length;
  }
  for (const { pose, present } of obstacles) {
    out.set(pose, at);
    out[at + 12] = present ? 1 : 0;
    at += OBSTACLE_SIZE;
  }
  const info: SceneInfo = {
    ...rest,
    bodies: bodies.map(
      ({ positions, triangles, ...body }): BodyInfo => ({
        ...body,
        surface: { positions, triangles },
        parts: null,
        cells: null,
        cuttable: false,
        layers: null,
      }),
    ),
    obstacles: obstacles.map(({ name, color, shape }) => ({ name, color, shape, surface: null })),
    kernels: '',
    buildTime: 0,
    prepared: 0,
  };
  return { info, frame: { buffer: out.buffer, hasCells: false, contacts: null } };
}

/** Normals of vertices, each triangle counting by its area. */
function normalsOf({ positions: x, triangles }: PosterBody): Float32Array {
  const out = new Float32Array(x.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const side = (i: number, p: number): number => x[p + (i % 3)] - x[a + (i % 3)];
    for (let i = 0; i < 3; i++) {
      const n = side(i + 1, b) * side(i + 2, c) - side(i + 2, b) * side(i + 1, c);
      for (const p of [a, b, c]) out[p + i] += n;
    }
  }
  for (let p = 0; p < out.length; p += 3) {
    const length = Math.hypot(out[p], out[p + 1], out[p + 2]) || 1;
    for (let i = 0; i < 3; i++) out[p + i] /= length;
  }
  return out;
}
