import { check } from '../core/errors.ts';
import type { KernelChoice } from '../kernels/index.ts';
import {
  type Body,
  type Cells,
  type LayerInfo,
  type LayerMotion,
  type LevelCounts,
  MEASURE,
  type Parts,
  type PointSet,
  type SurfaceModel,
} from '../models/contract.ts';
import type { Scene, SceneInput } from '../scene/schema.ts';
import { type Action, applyAction } from './actions.ts';
import type { BuildOptions, BuiltScene } from './build.ts';
import { createCore } from './core.ts';
import { createGuests, type Guests } from './guests.ts';
import { takeMeasures } from './measure.ts';
import { bodyWith, rootOf, type Split } from './pieces.ts';
import { hashState, restoreSnapshot, takeSnapshot } from './snapshot.ts';
import { step } from './step.ts';
import type { LiveBody, StepReport, WorldCore } from './types.ts';

/** A body as its users see it. Stays the same object when it loses pieces. */
export interface WorldBody {
  /** The scene's name for it; pieces that came off it are called `liver/1`, `liver/2`, … */
  readonly name: string;
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
  /** Fills `positions` and `normals` from the state now. */
  draw(): void;
  /** Fills `cells` from the state now. */
  drawCells(): void;
  /** What layer `index` of `layers` does to the surface now. The same arrays are filled each time. */
  drawLayer(index: number): LayerMotion;
  /** Where a named probe is [m]. Probes go with their matter, and pieces of one body answer for all of them. */
  probe(name: string): [number, number, number];
  /** True while it is at rest and not computed. */
  readonly resting: boolean;
  /** Where its mass is and how it moves now. */
  motion(): Motion;
}

/** How a body as a whole moves. */
export interface Motion {
  /** Centre of mass [m]. */
  centre: [number, number, number];
  /** Momentum [kg m/s], and angular momentum about the origin [kg m²/s]. */
  linear: [number, number, number];
  angular: [number, number, number];
}

/** What all bodies together have now. */
export interface Totals {
  energy: { kinetic: number; elastic: number; potential: number };
  momentum: { linear: [number, number, number]; angular: [number, number, number] };
  /** Largest speed of a point [m/s]. */
  speed: number;
}

export interface WorldOptions extends BuildOptions {
  /** Kernels to use; all give the same bits. */
  kernels?: KernelChoice;
}

/** Where bodies touch, for looking at. */
export interface ContactPoints {
  /** Entries in use. */
  readonly count: number;
  /** Places [m] and the force on the body whose point it is [N], shape [capacity, 3] each. Filled by `drawContacts`. */
  readonly places: Float32Array;
  readonly forces: Float32Array;
}

/** A running scene. */
export interface World {
  readonly scene: Scene;
  /** Seconds since the start, and steps. */
  readonly time: number;
  readonly steps: number;
  /** `webassembly` or `typescript`. */
  readonly kernels: string;
  /** The scene's bodies, then pieces that came off them; another list, with the same faces, when bodies come or go. */
  readonly bodies: readonly WorldBody[];
  /** Counts up when bodies come or go: added, removed, fallen apart, or back by `restore`. */
  readonly topology: number;
  /**
   * Calls `listener` when a body falls apart: it goes on as its largest piece, the others are in `bodies` now. The scene has them,
   * too. Gives the way to stop it.
   */
  onSplit(listener: (split: Split) => void): () => void;
  /** For engines that move rigid bodies of their own: see `Guests`. */
  readonly guests: Guests;
  /** Where obstacle i is now (3×4 affine map) and whether it is there. */
  obstacle(i: number): { pose: Float64Array; present: boolean };
  /** Contacts that carry a force, as of the last `drawContacts`. */
  readonly contacts: ContactPoints;
  /** Fills `contacts` from the state now. */
  drawContacts(): void;
  /** What the last step did: milliseconds per phase, iterations, contacts. */
  readonly report: Readonly<StepReport>;
  /** Things that went wrong quietly, with how often. */
  readonly issues: ReadonlyMap<string, number>;
  /** Advances by `count` steps of `scene.dt` seconds. Never throws in normal work. */
  step(count?: number): void;
  /** Does something to the world before its next step. Bad actions throw an `InputError` and change nothing. */
  apply(action: Action): void;
  totals(): Totals;
  /** Bytes from which `restore` continues bit for bit. */
  snapshot(): Uint8Array;
  restore(bytes: Uint8Array): void;
  /** Sixteen digits that are equal if and only if (as good as) the states are equal to the last bit. */
  hash(): string;
}

/** Builds a scene and makes a world of it. Takes a scene as data or JSON text, or one already built. */
export function createWorld(
  input: SceneInput | Scene | string | BuiltScene,
  options: WorldOptions = {},
): World {
  return faceOf(createCore(input, options));
}

/** The public face of a world. */
export function faceOf(core: WorldCore): World {
  let bodies: WorldBody[] = [];
  let seen: readonly LiveBody[] | null = null;
  /** Faces of the bodies there are: whoever holds one keeps it when others come and go. */
  const faces = (): WorldBody[] => {
    if (seen !== core.bodies) {
      seen = core.bodies;
      const known = new Map(bodies.map((face) => [face.name, face]));
      bodies = core.scene.bodies.map(({ name }) => known.get(name) ?? bodyFace(core, name));
    }
    return bodies;
  };
  faces();
  const guests = createGuests(core);
  const contacts = { count: 0, places: new Float32Array(0), forces: new Float32Array(0) };
  makeRoom(contacts, core);
  return {
    get scene() {
      return core.scene;
    },
    get time() {
      return core.time;
    },
    get steps() {
      return core.steps;
    },
    kernels: core.kernels.name,
    get bodies() {
      return faces();
    },
    get topology() {
      return core.topology;
    },
    onSplit(listener) {
      core.listeners.push(listener);
      return () => void core.listeners.splice(core.listeners.indexOf(listener), 1);
    },
    guests,
    obstacle: (i) => ({ pose: core.obstacles[i].pose, present: core.obstacles[i].present }),
    contacts,
    drawContacts: () => drawContacts(core, contacts),
    report: core.report,
    issues: core.issues,
    step(count = 1) {
      for (let i = 0; i < count; i++) step(core);
    },
    apply: (action) => applyAction(core, action),
    totals: () => totals(core),
    snapshot: () => takeSnapshot(core),
    restore: (bytes) => restoreSnapshot(core, bytes),
    hash: () => hashState(core),
  };
}

function bodyFace(core: WorldCore, name: string): WorldBody {
  let bodies = core.bodies;
  let index = core.scene.bodies.findIndex((b) => b.name === name);
  let { body } = bodies[index];
  let surface = body.surface ?? body.model.surface;
  let positions = new Float32Array(surface.positions.length);
  let normals = new Float32Array(surface.positions.length);
  let changes = 0;
  const root = rootOf(name);
  const { probes } = core.whole.scene.bodies.find((b) => b.name === root)!;
  let sets = new Map<string, { owner: Body; set: PointSet }>();
  const at = new Float64Array(3);
  let motion: LayerMotion | null = null;
  const embedProbes = (): void => {
    sets = new Map(
      Object.entries(probes).map(([probe, x]) => {
        const owner = core.bodies[bodyWith(core, root, x)].body;
        return [probe, { owner, set: owner.embed(Float64Array.from(x)) }];
      }),
    );
  };
  embedProbes();
  /** The live body: another one after the world was made anew; the last one if it is gone. */
  const live = (): Body => {
    if (bodies === core.bodies) return body;
    bodies = core.bodies;
    index = core.scene.bodies.findIndex((b) => b.name === name);
    if (index < 0) return body;
    body = bodies[index].body;
    embedProbes();
    return body;
  };
  /** After a cut the body has another surface, and other arrays. */
  const refresh = (): void => {
    const now = live().surface ?? body.model.surface;
    if (now === surface) return;
    surface = now;
    changes++;
    positions = new Float32Array(now.positions.length);
    normals = new Float32Array(now.positions.length);
  };
  const face: WorldBody = {
    name,
    kind: body.model.kind,
    get surface() {
      refresh();
      return surface;
    },
    get positions() {
      refresh();
      return positions;
    },
    get normals() {
      refresh();
      return normals;
    },
    get levels() {
      return live().levels;
    },
    get parts() {
      return live().parts;
    },
    get cells() {
      return live().cells;
    },
    get layers() {
      return live().layers ?? null;
    },
    get topology() {
      refresh();
      return changes;
    },
    cuttable: body.cut !== undefined,
    get mass() {
      return live().model.mass;
    },
    get size() {
      return live().model.size;
    },
    get resting() {
      live();
      return core.rest.group[index] >= 0;
    },
    draw() {
      refresh();
      body.drawSurface(positions, normals);
      body.drawParts();
    },
    drawCells: () => live().drawCells(),
    drawLayer(layer) {
      live();
      const count = body.layers?.length ?? 0;
      check(
        body.drawLayer !== undefined && Number.isInteger(layer) && layer >= 0 && layer < count,
        () =>
          count === 0
            ? `body "${name}" has no layers. Give it the model "layers".`
            : `must be from 0 to ${count - 1}, got ${layer}.`,
        'layer',
      );
      motion ??= {
        added: new Float32Array(surface.positions.length),
        alone: new Float32Array(surface.positions.length),
        region: new Float32Array(surface.positions.length / 3),
      };
      body.drawLayer(layer, motion);
      return motion;
    },
    probe(wanted) {
      live();
      const found = sets.get(wanted);
      check(found !== undefined, () => `body "${name}" has no probe "${wanted}".`, 'probe');
      found.owner.pushPositions(found.set, at);
      return [at[0], at[1], at[2]];
    },
    motion() {
      live();
      takeMeasures(core);
      check(index >= 0, () => `there is no body "${name}" any more.`, 'body');
      const { measures } = core.bodies[index];
      const three = (k: number): [number, number, number] => [
        measures[k],
        measures[k + 1],
        measures[k + 2],
      ];
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

type ContactArrays = { -readonly [K in keyof ContactPoints]: ContactPoints[K] };

function makeRoom(out: ContactArrays, { contacts }: WorldCore): void {
  const length = 3 * contacts.rows.capacity;
  if (out.places.length >= length) return;
  out.places = new Float32Array(length);
  out.forces = new Float32Array(length);
}

function drawContacts(core: WorldCore, out: ContactArrays): void {
  const { rows, memory } = core.contacts;
  makeRoom(out, core);
  core.bodies.forEach(({ body }, b) => {
    body.pushPositions(body.contacts, memory.bodies[b].x);
  });
  out.count = 0;
  for (let r = 0; r < rows.count[0]; r++) {
    const [x, y, z] = rows.impulse.subarray(3 * r, 3 * r + 3);
    if (x === 0 && y === 0 && z === 0) continue;
    const o = 3 * out.count++;
    const at = memory.bodies[rows.key[3 * r]].x;
    for (let c = 0; c < 3; c++) {
      out.places[o + c] = at[3 * rows.key[3 * r + 2] + c];
      out.forces[o + c] = rows.impulse[3 * r + c] / core.scene.dt;
    }
  }
}

function totals(core: WorldCore): Totals {
  takeMeasures(core);
  const own = core.bodies.slice(0, core.seats.first);
  const sum = (at: number): number => own.reduce((total, b) => total + b.measures[at], 0);
  const three = (at: number): [number, number, number] => [sum(at), sum(at + 1), sum(at + 2)];
  return {
    energy: {
      kinetic: sum(MEASURE.kinetic),
      elastic: sum(MEASURE.elastic),
      potential: sum(MEASURE.potential),
    },
    momentum: { linear: three(MEASURE.linear), angular: three(MEASURE.angular) },
    speed: own.reduce((top, b) => Math.max(top, b.measures[MEASURE.speed]), 0),
  };
}
