import { check } from '../../core/errors.ts';
import type { LayerMotion, SurfaceModel } from '../../models/views.ts';
import type { LiveBody } from '../live.ts';
import { createBetween } from './between.ts';
import {
  type Embedded,
  type EmbedOptions,
  embedPoints,
  type LiveEmbedded,
  type Matter,
} from './embed.ts';
import { drawSeen, drawSeenLayer, seenSurface } from './rider.ts';

/** A body's stored surface from before the last step. */
export interface Memory {
  remember(): void;
  forget(): void;
}

/** A body's drawn surface, interpolated if requested, and the points embedded in it. */
export interface BodyPicture extends Memory {
  surface(): SurfaceModel;
  positions(): Float32Array;
  normals(): Float32Array;
  draw(alpha: number): void;
  drawLayer(index: number): LayerMotion;
  embed(points: ArrayLike<number>, options: EmbedOptions): Embedded;
}

/** `now` returns the live body, which a rebuild replaces. */
export function createPicture(name: string, now: () => LiveBody, matter: Matter): BodyPicture {
  let surface: SurfaceModel | null = null;
  let positions = new Float32Array(0);
  let normals = positions;
  /** A cut replaces the surface and its arrays. */
  const refresh = (): SurfaceModel => {
    const current = seenSurface(now());
    if (current === surface) return current;
    surface = current;
    positions = new Float32Array(current.positions.length);
    normals = new Float32Array(current.positions.length);
    return current;
  };
  let motion: LayerMotion | null = null;
  const between = createBetween();
  const embeds = new Set<WeakRef<LiveEmbedded>>();
  /** Embedded points that are still in use. */
  const embedded = (what: keyof Memory): void => {
    for (const ref of embeds) {
      const one = ref.deref();
      if (one === undefined) embeds.delete(ref);
      else one[what]();
    }
  };
  return {
    surface: refresh,
    positions() {
      refresh();
      return positions;
    },
    normals() {
      refresh();
      return normals;
    },
    draw(alpha) {
      refresh();
      drawSeen(now(), positions, normals);
      if (alpha < 1) between.blend(positions, normals, alpha);
    },
    drawLayer(index) {
      const { body } = now();
      const count = body.look.layers?.length ?? 0;
      check(
        body.look.drawLayer !== undefined && Number.isInteger(index) && index >= 0 && index < count,
        () =>
          count === 0
            ? `body "${name}" has no layers. Give it the model "layers".`
            : `must be from 0 to ${count - 1}, got ${index}. Layers are counted from 0.`,
        'layer',
      );
      const { length } = refresh().positions;
      motion ??= {
        added: new Float32Array(length),
        alone: new Float32Array(length),
        region: new Float32Array(length / 3),
      };
      drawSeenLayer(now(), index, motion);
      return motion;
    },
    embed(points, options) {
      const one = embedPoints(matter, points, options);
      embeds.add(new WeakRef(one));
      one.draw();
      return one;
    },
    remember() {
      const { length } = refresh().positions;
      between.remember(length, (x, n) => drawSeen(now(), x, n));
      embedded('remember');
    },
    forget() {
      between.forget();
      embedded('forget');
    },
  };
}
