import { check } from '../core/errors.ts';
import type { Shape } from '../geometry/sdf/shape.ts';
import { MEASURE } from '../models/views.ts';
import type { Action, Point } from '../scene/action-types.ts';
import type { BodyInput, SceneInput } from '../scene/generated/scene-input.ts';
import { parseScene, parseWithBody } from '../scene/parse.ts';
import { parseAction } from '../scene/parse-action.ts';
import type { Scene } from '../scene/schema.ts';
import { createBodyFaces, type WorldBody } from './bodies/body-face.ts';
import { createGuests, type Guests } from './bodies/guests.ts';
import { takeMeasures } from './bodies/measure.ts';
import { type BackgroundOptions, BodyCache, inTurns } from './build/async.ts';
import { type BuildOptions, type BuiltScene, bodySteps, sceneSteps } from './build/build.ts';
import { createCore } from './build/core.ts';
import { checkName } from './drive/actions/find.ts';
import { applyAction } from './drive/actions/index.ts';
import { type AdvanceOptions, createClock } from './drive/clock.ts';
import type {
  AttachmentHandle,
  JointHandle,
  Movable,
  ObstacleHandle,
  SpringHandle,
} from './drive/handles.ts';
import { createThings } from './drive/things.ts';
import type { Split, WorldOptions } from './parts.ts';
import {
  createEvents,
  type EventName,
  type ListenOptions,
  type WorldEvents,
} from './query/events.ts';
import type { Hit } from './query/hit.ts';
import { createQueries, type QueryOptions } from './query/queries.ts';
import { hashState, restoreSnapshot, takeSnapshot } from './record/snapshot.ts';
import { step } from './step.ts';
import { substepsOf } from './substeps.ts';
import type { StepReport, WorldCore } from './types.ts';

/** What all bodies together have now. */
export interface Totals {
  energy: { kinetic: number; elastic: number; potential: number };
  momentum: { linear: [number, number, number]; angular: [number, number, number] };
  /** Largest speed of a point [m/s]. */
  speed: number;
}

/** How a body that comes later is followed and stopped. */
export type AddOptions = BackgroundOptions & Pick<BuildOptions, 'progress'>;

/** Where bodies touch, for looking at. */
export interface ContactPoints {
  /** Entries in use. */
  readonly count: number;
  /** Places [m] and the force on the body whose point it is [N], shape [capacity, 3] each. Filled by `drawContacts`. */
  readonly places: Float32Array;
  readonly forces: Float32Array;
  /** The body whose point entry i is, and the body or obstacle that it touches. */
  names(i: number): [string, string];
}

/** A running scene. */
export interface World {
  readonly scene: Scene;
  /** Seconds since the start, and steps. */
  readonly time: number;
  readonly steps: number;
  /** `webassembly` or `typescript`. */
  readonly kernels: string;
  /** The scene's bodies in their order, then the pieces that came off them; another list when `topology` counts up. */
  readonly bodies: readonly WorldBody[];
  /** Counts up when bodies come or go: one was added, removed or fell apart, or an earlier state was restored. */
  readonly topology: number;
  /**
   * Calls `listener` when a body falls apart, before the step goes on: it keeps its largest piece, the others are in
   * `bodies` now. Returns a function that stops it.
   */
  onSplit(listener: (split: Split) => void): () => void;
  /**
   * Calls `listener` after every step in which the thing happened, in a fixed order: splits, contacts, separations,
   * sensors, falling asleep and waking. Returns a function that stops it.
   */
  on<N extends EventName>(
    event: N,
    listener: (event: WorldEvents[N]) => void,
    options?: ListenOptions,
  ): () => void;
  /** The first surface that a ray meets, of bodies as they are drawn now and of obstacles; null for none. */
  raycast(origin: Point, direction: Point, options?: QueryOptions): Hit | null;
  /** The first place of every body and obstacle that a ray meets, nearest first. */
  raycastAll(origin: Point, direction: Point, options?: QueryOptions): Hit[];
  /** The nearest place of any surface; the distance is negative inside an obstacle. */
  closest(point: Point, options?: QueryOptions): Hit | null;
  /** Names of the bodies and obstacles that a shape, written as in a scene, reaches into. */
  overlap(shape: Shape, options?: QueryOptions): string[];
  /** For engines that move rigid bodies of their own: see `Guests`. */
  readonly guests: Guests;
  /** A body by name: see `WorldBody` for what can be done to it. Throws an `InputError` if there is none. */
  body(name: string): WorldBody;
  /** An obstacle by name or by its place in the scene: where it is, and the way to move it. */
  obstacle(which: string | number): ObstacleHandle;
  /** An attachment as `body.attachment`, a bone as `skeleton.bone`, a spring, a joint. */
  attachment(name: string): AttachmentHandle;
  bone(name: string): Movable;
  spring(name: string): SpringHandle;
  joint(name: string): JointHandle;
  /** Contacts that carry a force, as of the last `drawContacts`. */
  readonly contacts: ContactPoints;
  /** Fills `contacts` from the state now. */
  drawContacts(): void;
  /** What the last step did: milliseconds per phase, iterations, contacts. */
  readonly report: Readonly<StepReport>;
  /** What the scene asks for and does not get, and what would help; there from the start. */
  readonly notes: readonly string[];
  /** Things that went wrong quietly, with how often. */
  readonly issues: ReadonlyMap<string, number>;
  /** Advances by `count` steps of `scene.dt` seconds. Never throws in normal work. */
  step(count?: number): void;
  /**
   * Lets some seconds of a screen's time pass: as many steps as fit, `maxSteps` (4) at most; what is left over waits
   * for the next call, and what would be too many is dropped, so that a slow page slows down. Returns the number of
   * steps made.
   */
  advance(seconds: number, options?: AdvanceOptions): number;
  /** Part of a step that has passed beyond the last one, 0 to 1: draw with `body.draw({ alpha: world.alpha })`. */
  readonly alpha: number;
  /** Does something to the world before its next step. Bad actions throw an `InputError` and change nothing. */
  apply(action: Action): void;
  /**
   * Builds a body in turns with the page and puts it in when it is ready (the action `add`, done then). A promise of
   * the body. What is wrong with it is said at once; if the world has changed so that it does not fit any more, the
   * promise is rejected.
   */
  addAsync(body: BodyInput, options?: AddOptions): Promise<WorldBody>;
  /** Calls `listener` with every action that was done by hand, as plain data. Returns a function that stops it. */
  onAction(listener: (action: Action) => void): () => void;
  totals(): Totals;
  /** Bytes from which `restore` continues bit for bit. */
  snapshot(): Uint8Array;
  restore(bytes: Uint8Array): void;
  /**
   * Hands its memory over to worlds that are made later: the next one takes it instead of asking for more. For programs
   * that make many, one after the other; a world that is let go of is collected as anything else. It cannot be used any
   * more.
   */
  dispose(): void;
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

/**
 * `createWorld` in turns with the page, which goes on drawing and listening: bodies are built one after the other, in
 * stages (`progress` tells them), and between two stages others have their turn. A stage is not interrupted: for models
 * that take seconds use a worker.
 */
export async function createWorldAsync(
  input: SceneInput | Scene | string,
  given: WorldOptions & BackgroundOptions = {},
): Promise<World> {
  const options = { ...given, cache: given.cache ?? new BodyCache() };
  const built = await inTurns(sceneSteps(parseScene(input), options), options);
  return createWorld(built, options);
}

function alive(core: WorldCore): WorldCore {
  check(!core.isDisposed, () => 'this world was disposed of. Create another.', 'world');
  return core;
}

function disposeOf(core: WorldCore): void {
  if (!core.isDisposed) core.housing.room.close();
  core.isDisposed = true;
}

/** One step, and what listeners are told of it. */
function stepOnce(core: WorldCore, events: ReturnType<typeof createEvents>): void {
  if (!events.any) {
    step(core);
    return;
  }
  events.begin();
  step(core, events.gather);
  events.deliver();
}

/** The public face of a world. */
export function faceOf(core: WorldCore): World {
  const events = createEvents(core);
  /** Counts up when something was done between two steps. */
  let changes = 0;
  const queries = createQueries(core, () => changes);
  const actionListeners: ((action: Action) => void)[] = [];
  const apply = (input: Action): void => {
    alive(core);
    const action = parseAction(input);
    applyAction(core, action);
    core.lastAction = { action, step: core.steps };
    changes++;
    events.flushSplits();
    for (const listener of [...actionListeners]) listener(action);
  };
  const clock = createClock(() => core.scene.dt);
  const things = createThings(core, apply);
  const bodies = createBodyFaces(core, apply);
  const contacts = createContactPoints(core);
  bodies();
  const named = (name: string): WorldBody => {
    const found = bodies().find((body) => body.name === name);
    const known = core.entries.map((entry) => entry.name);
    checkName(found !== undefined, 'body', name, known, 'body');
    return found!;
  };
  const guests = createGuests(core);
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
      return bodies();
    },
    get topology() {
      return core.topology;
    },
    onSplit(listener) {
      core.listeners.push(listener);
      return () => void core.listeners.splice(core.listeners.indexOf(listener), 1);
    },
    guests,
    body: named,
    ...things,
    contacts,
    drawContacts: () => drawContacts(core, contacts),
    report: core.report,
    get notes() {
      return notesOf(core);
    },
    issues: core.issues,
    step(count = 1) {
      check(
        Number.isInteger(count) && count >= 0,
        () => `must be a whole number of steps, got ${count}.`,
        'count',
      );
      alive(core);
      for (let i = 0; i < count; i++) stepOnce(core, events);
    },
    advance(seconds, options) {
      alive(core);
      const steps = clock.due(seconds, options);
      for (let i = 0; i < steps; i++) {
        options?.beforeStep?.();
        if (i === steps - 1) bodies.remember();
        stepOnce(core, events);
        options?.afterStep?.();
      }
      return steps;
    },
    get alpha() {
      return clock.alpha;
    },
    on: (name, listener, options) => events.on(name, listener as (event: never) => void, options),
    raycast: queries.raycast,
    raycastAll: queries.raycastAll,
    closest: queries.closest,
    overlap: queries.overlap,
    apply,
    async addAsync(body, { progress, signal } = {}) {
      const action = parseAction({ do: 'add', body });
      const { scene, options } = core;
      const parsed = parseWithBody(scene, body).bodies;
      const n = parsed.length - 1;
      await inTurns(bodySteps(parsed[n], n, { ...options, progress }), { signal });
      apply(action);
      return named(parsed[n].name);
    },
    onAction(listener) {
      actionListeners.push(listener);
      return () => void actionListeners.splice(actionListeners.indexOf(listener), 1);
    },
    totals: () => totals(alive(core)),
    snapshot: () => takeSnapshot(alive(core)),
    restore(bytes) {
      restoreSnapshot(alive(core), bytes);
      changes++;
      events.restored();
      clock.reset();
      bodies.forget();
    },
    dispose: () => disposeOf(core),
    hash: () => hashState(alive(core)),
  };
}

function notesOf(core: WorldCore): string[] {
  const { bodies, seats, scene } = core;
  const h = scene.dt / substepsOf(core);
  const names = new Map<string, string[]>();
  for (const [i, { name, body }] of bodies.slice(0, seats.first).entries()) {
    const done = core.entries[i].looks?.notes ?? [];
    for (const text of [...done, ...(body.look.remarks?.(h) ?? [])]) {
      names.set(text, [...(names.get(text) ?? []), name]);
    }
  }
  core.built.obstacleNotes.forEach((notes, i) => {
    const { name } = scene.obstacles[i];
    for (const text of notes) names.set(text, [...(names.get(text) ?? []), name]);
  });
  return [...names].map(([text, [first, ...others]]) =>
    others.length === 0 ? `${first}: ${text}` : `${first} and ${others.length} more: ${text}`,
  );
}

type DrawnContacts = { -readonly [k in keyof ContactPoints]: ContactPoints[k] } & {
  keys: Int32Array;
};

function createContactPoints(core: WorldCore): DrawnContacts {
  const out: DrawnContacts = {
    count: 0,
    places: new Float32Array(0),
    forces: new Float32Array(0),
    keys: new Int32Array(0),
    names(i) {
      const [a, other] = out.keys.subarray(2 * i, 2 * i + 2);
      const { bodies, obstacles } = core;
      return [bodies[a].name, other < 0 ? obstacles[-1 - other].name : bodies[other].name];
    },
  };
  return out;
}

function drawContacts(core: WorldCore, out: DrawnContacts): void {
  const { rows, memory } = core.contacts;
  if (out.places.length < 3 * rows.capacity) {
    out.places = new Float32Array(3 * rows.capacity);
    out.forces = new Float32Array(3 * rows.capacity);
    out.keys = new Int32Array(2 * rows.capacity);
  }
  core.bodies.forEach(({ body }, b) => {
    body.points.positions(body.points.contacts, memory.bodies[b].x);
  });
  out.count = 0;
  for (let r = 0; r < rows.count[0]; r++) {
    const [x, y, z] = rows.impulse.subarray(3 * r, 3 * r + 3);
    if (x === 0 && y === 0 && z === 0) continue;
    for (let c = 0; c < 2; c++) out.keys[2 * out.count + c] = rows.key[3 * r + c];
    const o = 3 * out.count++;
    const at = memory.bodies[rows.key[3 * r]].x;
    for (let c = 0; c < 3; c++) {
      const from = at[3 * rows.ends[2 * r] + c];
      out.places[o + c] = from + rows.share[r] * (at[3 * rows.ends[2 * r + 1] + c] - from);
      out.forces[o + c] =
        rows.impulse[3 * r + c] / (core.islands.seconds[rows.key[3 * r]] || core.h);
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
