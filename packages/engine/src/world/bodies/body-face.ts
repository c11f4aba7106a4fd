import { alphaOf, type DrawOptions } from '../../core/arguments.ts';
import { check } from '../../core/errors.ts';
import { show } from '../../core/show.ts';
import type { PointSet } from '../../models/body.ts';
import type {
  Cells,
  LayerInfo,
  LayerMotion,
  LevelCounts,
  Parts,
  SurfaceModel,
} from '../../models/views.ts';
import type { Action } from '../../scene/action-types.ts';
import { checkName } from '../drive/actions/find.ts';
import { type BodyDeeds, bodyDeeds } from '../drive/handles.ts';
import type { LiveBody } from '../live.ts';
import type { WorldCore } from '../types.ts';
import { bodyMotion, type Motion } from './body-motion.ts';
import { createPicture, type Memory } from './body-picture.ts';
import { bodyPose, bodyTransform, type Transform } from './body-pose.ts';
import { bodyWith } from './body-set.ts';
import type { Embedded, EmbedOptions, Matter } from './embed.ts';
import { takeMeasures } from './measure.ts';

/** A body of a world, for programs. It stays the same object when the body loses pieces. */
export interface WorldBody extends BodyDeeds {
  /** Its name in the scene; a piece cut from it is called `liver/1`, … */
  readonly name: string;
  /** Index of the scene's body that it is, or was cut from. */
  readonly origin: number;
  /** Which model it is: `solid`, … */
  readonly kind: string;
  /** The surface at rest, in the body's own coordinates, and its triangles. */
  readonly surface: SurfaceModel;
  /** Vertex positions now [m] and unit normals, shape [vertices, 3]. Filled by `draw`; a cut replaces the arrays. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Unknowns and integration points: all and active. */
  readonly levels: Readonly<LevelCounts>;
  /** The frames, cells or elements of an adaptive body, filled by `draw`; null for other bodies. */
  readonly parts: Parts | null;
  /** Its cells, filled by `drawCells`; null if it has none to show. */
  readonly cells: Cells | null;
  /** Its layers now, coarsest first; null if it has none. The action `layer` changes them. */
  readonly layers: readonly Readonly<LayerInfo>[] | null;
  /** Incremented when the surface's triangles change. */
  readonly topology: number;
  /** Whether it can be cut. */
  readonly cuttable: boolean;
  readonly mass: number;
  /** Longest side at rest [m]. */
  readonly size: number;
  /** True while it sleeps. */
  readonly resting: boolean;
  /** True while it is paused (`pause`). */
  readonly paused: boolean;
  /** Factor on gravity (`setGravityScale`). */
  readonly gravityScale: number;
  /**
   * True if its step gave invalid numbers: it is frozen in its last valid state, and `world.issues` names the step and
   * the last action.
   */
  readonly broken: boolean;
  /**
   * Fills `positions` and `normals` from the state now; with `alpha`, interpolated between the last two states (0 the
   * one before, 1 now), for screens faster than the steps: see `World.advance`.
   */
  draw(options?: DrawOptions): void;
  /** Fills `cells` from the state now. */
  drawCells(): void;
  /** Returns the displacement of the surface by layer `index` of `layers`. Each call fills the same arrays. */
  drawLayer(index: number): LayerMotion;
  /** Returns the position of a named probe [m]. Probes move with their material; this also finds probes in pieces. */
  probe(name: string): [number, number, number];
  /**
   * Embeds points in its material, given flat in its own coordinates at rest; `draw` of the result computes their
   * positions. For meshes drawn in its place, and for things that sit on it. After a cut each point follows its piece.
   */
  embed(points: ArrayLike<number>, options?: EmbedOptions): Embedded;
  /** Returns the pose of its own origin and axes, the best rigid fit: a 3×4 map. */
  pose(): Float64Array;
  /** The same as a position [m] and a quaternion: `place` with these leaves it where it is. */
  transform(): Transform;
  /** How it moves as a whole. */
  motion(): Motion;
}

export interface BodyFaces {
  (): readonly WorldBody[];
  /** Makes every body store its current surface, or drop the stored one. */
  remember(): void;
  forget(): void;
}

/** Creates the public objects of a world's bodies; a new list when bodies are added or removed. */
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
  /** The live body, replaced by a rebuild. If the body has been removed, the last one stays. */
  const now = (): LiveBody => {
    if (live !== null && seen === core.topology) return live;
    seen = core.topology;
    const found = core.bodies.find((b) => b.name === name) ?? live!;
    if (live !== null && found !== live) changes += (live.body.cut?.topology ?? 0) + 1;
    live = found;
    return live;
  };
  /** The same, if it is still in the world. */
  const here = (): LiveBody => {
    const found = now();
    const isIn = core.bodies.includes(found);
    checkName(isIn, 'body', name, isIn ? [] : core.entries.map((one) => one.name), 'body');
    return found;
  };
  const picture = createPicture(name, now, matterOf(core, now().origin));
  memories.set(name, picture);
  const probes = createProbes(core, now().origin);
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
    get paused() {
      return now().changes.paused === true;
    },
    get gravityScale() {
      return now().gravityScale;
    },
    get broken() {
      return now().broken;
    },
    draw(options = {}) {
      picture.draw(alphaOf(options));
      now().body.look.drawParts?.();
    },
    drawCells: () => now().body.look.drawCells?.(),
    drawLayer: (index) => picture.drawLayer(index),
    probe(probe) {
      here();
      return probes(name, probe);
    },
    embed(points, options = {}) {
      here();
      return picture.embed(points, options);
    },
    pose: () => bodyPose(here().body),
    transform: () => bodyTransform(here().body),
    motion() {
      const { measures } = here();
      takeMeasures(core);
      return bodyMotion(measures);
    },
  };
  face.draw();
  return face;
}

/** A body of the scene and its pieces. */
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

/** The probes of a body of the scene, each in the piece with its material. */
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
    check(
      found !== undefined,
      () => `body "${body}" has no probe ${show(name)}. Add it to "probes" in the scene.`,
      'probe',
    );
    core.bodies[found.body].body.points.positions(found.set, at);
    return [at[0], at[1], at[2]];
  };
}
