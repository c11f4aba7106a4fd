import { type Bvh, buildBvh, refitBvh } from '../../geometry/query/bvh.ts';
import type { SurfaceModel } from '../../models/views.ts';
import { drawSeen, seenSurface } from '../bodies/rider.ts';
import type { LiveBody } from '../live.ts';
import type { WorldCore } from '../types.ts';

/** A body's surface as it is drawn now, with a tree over its triangles. */
export interface Skin {
  surface: SurfaceModel;
  bvh: Bvh;
  /** Single precision, as drawn; `bvh.positions` has the same numbers. */
  drawn: Float32Array;
  normals: Float32Array;
  /** Counts of steps and changes when it was drawn. */
  steps: number;
  changes: number;
}

/** Skins of bodies, redrawn on demand after a step or a change. */
export function createSkins(core: WorldCore, changes: () => number): (live: LiveBody) => Skin {
  const skins = new WeakMap<LiveBody, Skin>();
  return (live) => {
    const surface = seenSurface(live);
    let skin = skins.get(live);
    if (skin === undefined || skin.surface !== surface) {
      const positions = Float64Array.from(surface.positions);
      const bvh = buildBvh({ positions, triangles: surface.triangles });
      const drawn = new Float32Array(positions.length);
      skin = {
        surface,
        bvh,
        drawn,
        normals: new Float32Array(positions.length),
        steps: -1,
        changes: -1,
      };
      skins.set(live, skin);
    }
    const now = changes();
    if (skin.steps === core.steps && skin.changes === now) return skin;
    skin.steps = core.steps;
    skin.changes = now;
    drawSeen(live, skin.drawn, skin.normals);
    skin.bvh.positions.set(skin.drawn);
    refitBvh(skin.bvh);
    return skin;
  };
}
