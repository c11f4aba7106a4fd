import { check } from '../../core/errors.ts';
import type { PointSet } from '../../models/body.ts';
import {
  type Cells,
  type LayerInfo,
  type LayerMotion,
  type LevelCounts,
  MEASURE,
  type Parts,
  type SurfaceModel,
} from '../../models/views.ts';
import type { Action } from '../../scene/action-types.ts';
import { type BodyDeeds, bodyDeeds } from '../drive/handles.ts';
import type { LiveBody } from '../live.ts';
import type { WorldCore } from '../types.ts';
import { createPicture, type Memory } from './body-picture.ts';
import { bodyPose } from './body-pose.ts';
import { bodyWith } from './body-set.ts';
import type { Embedded, EmbedOptions, Matter } from './embed.ts';
import { takeMeasures } from './measure.ts';

/** A body as its users see it. Stays the same object when the body loses pieces. */
export interface WorldBody extends BodyDeeds {
  /** The scene's name for it; a piece that came off is called `liver/1`, … */
  readonly name: string;
  /** The scene's body that it is, or came off, by index. */
  readonly origin: number;
  /** Which model it is: `solid`, … */
  readonly kind: string;
  /** The surface at rest, in the body's own coordinates, and its triangles. */
  readonly surface: SurfaceModel;
  /** Vertex positions now [m] and unit normals, shape [vertices, 3]. Filled by `draw`; other arrays after a cut. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Unknowns and integration points: all and active. */
  readonly levels: Readonly<LevelCounts>;
  /** The frames, cells or elements an adaptive body is made of, filled by `draw`; null for other bodies. */
  readonly parts: Parts | null;
  /** The cells it is computed with, filled by `drawCells`; null for a body that has none to show. */
  readonly cells: Cells | null;
  /** Its layers, coarsest first, as they are now; null for a body that has none. Changed by the action `layer`. */
  readonly layers: readonly Readonly<LayerInfo>[] | null;
  /** Counts up when the surface's triangles change. */
  readonly topology: number;
  /** Whether a blade can cut it. */
  readonly cuttable: boolean;
  readonly mass: number;
  /** Longest side at rest [m]. */
  readonly size: number;
  /** True while it sleeps and is not computed. */
  readonly resting: boolean;
  /** True if its numbers made no sense: it is held where it last did, and `world.issues` says when and after what. */
  readonly broken: boolean;
  /**
   * Fills `positions` and `normals` from the state now; with `alpha`, from between the last two states (0 the
   * one before, 1 now), for screens that
   * are faster than the steps: see `World.advance`.
   */
  draw(options?: { alpha?: number }): void;
  /** Fills `cells` from the state now. */
  drawCells(): void;
  /** What layer `index` of `layers` does to the surface now. The same arrays are filled each time. */
  drawLayer(index: number): LayerMotion;
  /** Where a named probe is [m]. Probes go with their matter: those of a piece can be asked for here, too. */
  probe(name: string): [number, number, number];
  /**
   * Ties points of its own coordinates at rest, flat, to its matter: `draw` of what is returned says where they
   * are now. For meshes that are drawn in its
   * place, and for all that sits on it. After a cut they go with the pieces.
   */
  embed(points: ArrayLike<number>, options?: EmbedOptions): Embedded;
  /** Where its own origin and axes are now, as well as one rigid map can say it: 3×4. */
  pose(): Float64Array;
  /** Centre of mass [m], momentum [kg m/s] and angular momentum about the origin [kg m²/s]. */
  motion(): Motion;
}

export interface Motion {
  centre: [number, number, number];
  linear: [number, number, number];
  angular: [number, number, number];
}

export interface BodyFaces {
  (): readonly WorldBody[];
  /** Every body keeps its surface as it is; or forgets the one it kept. */
  remember(): void;
  forget(): void;
}

/** The public faces of a world's bodies: the list is another one when bodies come or go. */
export function createBodyFaces(core: WorldCore, apply: (action: Action) => void): BodyFaces {
  const faces = new Map<string, WorldBody>();
  const memories = new Map<string, Memory>();
  let topology = -1;
  let list: readonly WorldBody[] = [];
  const bodies = () => {
    if (topology === core.topology) return list;
    topology = core.topology;
    list = core.entries.map(({ name }) => {
      const face = faces.get(name) ?? bodyFace(core, name, apply, memories);
      faces.set(name, face);
      return face;
    });
    return list;
  };
  const each = (what: keyof Memory): void => {
    for (const { name } of bodies()) memories.get(name)?.[what]();
  };
  return Object.assign(bodies, {
    remember: () => each('remember'),
    forget: () => each('forget'),
  });
}

function bodyFace(
  core: WorldCore,
  name: string,
  apply: (action: Action) => void,
  memories: Map<string, Memory>,
): WorldBody {
  let live: LiveBody | null = null;
  let seen = -1;
  /** Changes of the triangles before the body was rebuilt. */
  let changes = 0;
  /** The live body: another object after a rebuild. A face whose body has been removed keeps the last one. */
  const now = (): LiveBody => {
    if (live !== null && seen === core.topology) return live;
    seen = core.topology;
    const found = core.bodies.find((b) => b.name === name) ?? live!;
    if (live !== null && found !== live) changes += (live.body.cut?.topology ?? 0) + 1;
    live = found;
    return live;
  };
  const picture = createPicture(name, now, matterOf(core, now().origin));
  memories.set(name, picture);
  const probes = createProbes(core, now().origin);
  const three = (at: number): [number, number, number] => {
    const { measures } = now();
    return [measures[at], measures[at + 1], measures[at + 2]];
  };
  const face: WorldBody = {
    ...bodyDeeds(name, apply),
    name,
    origin: now().origin,
    kind: now().body.model.kind,
    get surface() {
      return picture.surface();
    },
    get positions() {
      return picture.positions();
    },
    get normals() {
      return picture.normals();
    },
    get levels() {
      return now().body.levels;
    },
    get parts() {
      return now().body.look.parts ?? null;
    },
    get cells() {
      return now().body.look.cells ?? null;
    },
    get layers() {
      return now().body.look.layers ?? null;
    },
    get topology() {
      return (now().body.cut?.topology ?? 0) + changes;
    },
    cuttable: now().body.cut !== undefined,
    get mass() {
      return now().body.model.mass;
    },
    get size() {
      return now().body.model.size;
    },
    get resting() {
      return core.sleep.group[core.bodies.indexOf(now())] >= 0;
    },
    get broken() {
      return now().broken;
    },
    draw({ alpha } = {}) {
      picture.draw(alpha);
      now().body.look.drawParts?.();
    },
    drawCells: () => now().body.look.drawCells?.(),
    drawLayer: (index) => picture.drawLayer(index),
    probe: (probe) => probes(name, probe),
    embed: (points, options = {}) => picture.embed(points, options),
    pose: () => bodyPose(now().body),
    motion() {
      takeMeasures(core);
      return {
        centre: three(MEASURE.centre),
        linear: three(MEASURE.linear),
        angular: three(MEASURE.angular),
      };
    },
  };
  face.draw();
  return face;
}

/** A body of the scene and what came off it. */
function matterOf(core: WorldCore, origin: number): Matter {
  let topology = -1;
  let only = -1;
  return {
    get topology() {
      return core.topology;
    },
    size: core.built.models[origin].size,
    get bodies() {
      return core.bodies;
    },
    index(point) {
      if (topology !== core.topology) {
        topology = core.topology;
        const pieces = core.bodies.filter((body) => body.origin === origin && body.guest === null);
        only = pieces.length === 1 ? core.bodies.indexOf(pieces[0]) : -1;
      }
      return only >= 0 ? only : bodyWith(core.bodies, origin, point);
    },
  };
}

/** The probes of a body of the scene, each in the piece that has its matter. */
function createProbes(
  core: WorldCore,
  origin: number,
): (body: string, name: string) => [number, number, number] {
  const { probes } = core.scene.bodies[origin];
  const sets = new Map<string, { body: number; set: PointSet }>();
  const at = new Float64Array(3);
  let topology = -1;
  return (body, name) => {
    if (topology !== core.topology) {
      topology = core.topology;
      for (const [probe, point] of Object.entries(probes)) {
        const index = bodyWith(core.bodies, origin, point);
        const set = core.bodies[index].body.points.embed(Float64Array.from(point));
        sets.set(probe, { body: index, set });
      }
    }
    const found = sets.get(name);
    check(found !== undefined, () => `body "${body}" has no probe "${name}".`, 'probe');
    core.bodies[found.body].body.points.positions(found.set, at);
    return [at[0], at[1], at[2]];
  };
}
