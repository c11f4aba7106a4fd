import type { World } from 'pliant';
import type { LayersApart, Look } from '../protocol.ts';
import { placementOf } from './placement.ts';

/** Motion smaller than this part of the body's size is not worth a colour. */
const UNSEEN = 1e-4;

/** What a layer does, for the picture. Makes its arrays when first asked. */
export interface LayerLook {
  /** How strongly each vertex is tinted, 0 to 1, shape [vertices]; a copy to send. */
  tint(world: World, look: Look): Float32Array;
  /** Writes positions, then normals, of the shape at rest moved by the layer alone; gives where they end. */
  fill(out: Float32Array, at: number, world: World, look: Look): number;
  /** Every layer of the first body that has some, each by itself; null if none has. */
  apart(world: World): LayersApart | null;
}

export function createLayerLook(): LayerLook {
  /** The largest motion so far [m]: of the layer that is looked at, since then, and of all that are shown apart. */
  let looked = { key: '', most: 0 };
  const largest: number[] = [];

  /** Tints by motion, against the largest so far and now, which is given back: a layer that comes to rest pales instead of blazing up. */
  function motion(world: World, b: number, layer: number, before: number) {
    const body = world.bodies[b];
    const { alone } = body.drawLayer(layer);
    const tint = new Float32Array(alone.length / 3);
    let most = before;
    for (let i = 0; i < tint.length; i++) {
      const [x, y, z] = alone.subarray(3 * i, 3 * i + 3);
      tint[i] = Math.hypot(x, y, z);
      most = Math.max(most, tint[i]);
    }
    const scale = most > UNSEEN * body.size ? 1 / most : 0;
    for (let i = 0; i < tint.length; i++) tint[i] *= scale;
    return { tint, most };
  }

  const own: LayerLook = {
    tint(world, look) {
      const { body: b, layer, what } = look;
      if (what === 'region') return world.bodies[b].drawLayer(layer).region.slice();
      const key = `${b} ${layer}`;
      const { tint, most } = motion(world, b, layer, key === looked.key ? looked.most : 0);
      looked = { key, most };
      return tint;
    },
    fill(out, at, world, { body: b, layer }) {
      const body = world.bodies[b];
      const { alone } = body.drawLayer(layer);
      const { positions, triangles } = body.surface;
      // The coarsest layer puts the body into the world; the others move it where it began.
      const place = placementOf(layer === 0 ? {} : world.scene.bodies[body.origin]);
      const moved = out.subarray(at, at + positions.length);
      for (let i = 0; i < positions.length; i += 3) {
        const [x, y, z] = [0, 1, 2].map((c) => positions[i + c] + alone[i + c]);
        for (let r = 0; r < 3; r++) {
          const o = 4 * r;
          moved[i + r] = place[o] * x + place[o + 1] * y + place[o + 2] * z + place[o + 3];
        }
      }
      const normals = out.subarray(at + positions.length, at + 2 * positions.length);
      writeNormals(normals, moved, triangles);
      return at + 2 * positions.length;
    },
    apart(world) {
      const body = world.bodies.findIndex(({ layers }) => layers !== null);
      if (body < 0) return null;
      const { layers, positions } = world.bodies[body];
      const shapes = (layers ?? []).map((_, layer) => {
        const look: Look = { body, layer, what: 'motion' };
        const shape = new Float32Array(2 * positions.length);
        own.fill(shape, 0, world, look);
        const { tint, most } = motion(world, body, layer, largest[layer] ?? 0);
        largest[layer] = most;
        return { shape, tint };
      });
      return { body, layers: shapes };
    },
  };
  return own;
}

/** Unit normals of vertices, the mean of their triangles by area. */
function writeNormals(out: Float32Array, positions: Float32Array, triangles: Int32Array): void {
  out.fill(0);
  const e = [0, 0, 0];
  const f = [0, 0, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    for (let k = 0; k < 3; k++) {
      e[k] = positions[b + k] - positions[a + k];
      f[k] = positions[c + k] - positions[a + k];
    }
    for (let k = 0; k < 3; k++) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      const n = e[i] * f[j] - e[j] * f[i];
      out[a + k] += n;
      out[b + k] += n;
      out[c + k] += n;
    }
  }
  for (let i = 0; i < out.length; i += 3) {
    const length = Math.hypot(out[i], out[i + 1], out[i + 2]) || 1;
    for (let k = 0; k < 3; k++) out[i + k] /= length;
  }
}
