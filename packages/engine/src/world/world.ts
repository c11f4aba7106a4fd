import { checkOptions, subscribe } from '../core/arguments.ts';
import { check } from '../core/errors.ts';
import { show } from '../core/show.ts';
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
import { type BuildOptions, type BuiltScene, bodySteps } from './build/build.ts';
import { CREATE_OPTIONS } from './build/create-options.ts';
import { createCore, sceneSteps } from './build/scene.ts';
import { checkName } from './drive/actions/find.ts';
import { applyAction } from './drive/actions/index.ts';
import { type AdvanceOptions, createClock } from './drive/clock.ts';
import type {
  AttachmentHandle,
  BoneHandle,
  JointHandle,
  ObstacleHandle,
  SpringHandle,
} from './drive/handles.ts';
import { createObstaclePoses } from './drive/obstacle-poses.ts';
import { createThings } from './drive/things.ts';
import { windNotes } from './drive/wind.ts';
import type { Split, WorldOptions } from './parts.ts';
import { type ContactPoints, createContactPoints } from './query/contact-points.ts';
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

/** Totals over all bodies. */
export interface Totals {
  energy: { kinetic: number; elastic: number; potential: number };
  momentum: { linear: [number, number, number]; angular: [number, number, number] };
  /** Largest speed of a point [m/s]. */
  speed: number;
}

/** Progress and abort of adding a body. */
export type AddOptions = BackgroundOptions & Pick<BuildOptions, 'progress'>;

/** A running scene. */
export interface World {
  readonly scene: Scene;
  /** Seconds since the start, and steps. */
  readonly time: number;
  readonly steps: number;
  /** `webassembly` or `typescript`. */
  readonly kernels: string;
  /** The scene's bodies in their order, then the pieces cut from them; a new list when `topology` changes. */
  readonly bodies: readonly WorldBody[];
  /** Incremented when a body is added, removed or falls apart, or when a state is restored. */
  readonly topology: number;
  /**
   * Calls `listener` when a body falls apart, before the step continues: the body keeps its largest piece, the others
   * are added to `bodies`. Returns a function that unsubscribes.
   */
  onSplit(listener: (split: Split) => void): () => void;
  /**
   * Calls `listener` after every step with such an event, in a fixed order: splits, breaks, contacts, separations,
   * sensors, sleep and waking. Returns a function that unsubscribes.
   */
  on<N extends EventName>(
    event: N,
    listener: (event: WorldEvents[N]) => void,
    options?: ListenOptions,
  ): () => void;
  /** Returns the first hit of a ray on the deformed bodies and the obstacles; null for none. */
  raycast(origin: Point, direction: Point, options?: QueryOptions): Hit | null;
  /** Returns the first hit of a ray on every body and obstacle, nearest first. */
  raycastAll(origin: Point, direction: Point, options?: QueryOptions): Hit[];
  /** Returns the nearest point of any surface; the distance is negative inside an obstacle. */
  closest(point: Point, options?: QueryOptions): Hit | null;
  /** Returns the names of bodies and obstacles that overlap a shape, written as in a scene. */
  overlap(shape: Shape, options?: QueryOptions): string[];
  /** Rigid bodies of other engines: see `Guests`. */
  readonly guests: Guests;
  /** Returns a body by name. Throws an `InputError` if there is none. */
  body(name: string): WorldBody;
  /** Returns the handle of an obstacle by name or by index in the scene. */
  obstacle(which: string | number): ObstacleHandle;
  /** Handles of an attachment (`body.attachment`), a bone (`skeleton.bone`), a spring, a joint. */
  attachment(name: string): AttachmentHandle;
  bone(name: string): BoneHandle;
  spring(name: string): SpringHandle;
  joint(name: string): JointHandle;
  /** Contacts with a force, as of the last step. One object, filled when it is read. */
  readonly contacts: ContactPoints;
  /** Fills `contacts` again, for programs that keep the object. */
  drawContacts(): void;
  /** Figures of the last step: milliseconds per phase, iterations, contacts. */
  readonly report: Readonly<StepReport>;
  /** Requests of the scene that cannot be met, with a remedy; complete from the start. */
  readonly notes: readonly string[];
  /** Problems of the steps that did not stop the world, with counts. */
  readonly issues: ReadonlyMap<string, number>;
  /** Advances by `count` steps of `scene.dt` seconds. Never throws in normal work. */
  step(count?: number): void;
  /**
   * Advances by elapsed time: makes as many steps as fit, `maxSteps` (4) at most. The remainder waits for the next
   * call; excess time is dropped, so that a slow page slows the world down. Returns the number of steps made.
   */
  advance(seconds: number, options?: AdvanceOptions): number;
  /** Fraction of a step elapsed since the last one, 0 to 1: draw with `body.draw({ alpha: world.alpha })`. */
  readonly alpha: number;
  /** Executes an action before the next step. A bad action throws an `InputError` and changes nothing. */
  apply(action: Action): void;
  /**
   * Builds a body between frames and adds it when it is ready (by the action `add`). Resolves to the body. Bad input
   * throws at once; if the world has changed so that the body no longer fits, the promise is rejected.
   */
  addAsync(body: BodyInput, options?: AddOptions): Promise<WorldBody>;
  /** Calls `listener` with every applied action, as plain data. Returns a function that unsubscribes. */
  onAction(listener: (action: Action) => void): () => void;
  totals(): Totals;
  /** Bytes from which `restore` continues bit for bit. */
  snapshot(): Uint8Array;
  restore(bytes: Uint8Array): void;
  /**
   * Returns its memory for reuse by the next world; this world cannot be used any more. Only for programs that create
   * many worlds: otherwise the garbage collector frees a world.
   */
  dispose(): void;
  /**
   * Returns a digest of sixteen digits: equal (up to rare collisions) if and only if the states are equal to the last
   * bit.
   */
  hash(): string;
}

/**
 * Builds a scene and creates a world. Takes a scene as data or JSON text, or a built scene. Throws a `SceneError` or an
 * `InputError` on bad input.
 */
export function createWorld(
  input: SceneInput | string | BuiltScene,
  options: WorldOptions = {},
): World {
  return faceOf(createCore(input, options));
}

/**
 * `createWorld` without blocking the page: builds bodies one after the other, in stages (reported to `progress`), and
 * yields to the page between two stages. A stage is not interrupted: for models that take seconds use a worker.
 */
export async function createWorldAsync(
  input: SceneInput | string,
  given: WorldOptions & BackgroundOptions = {},
): Promise<World> {
  checkOptions(given, CREATE_OPTIONS);
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

/** Makes one step and notifies listeners. */
function stepOnce(core: WorldCore, events: ReturnType<typeof createEvents>): void {
  // A listener may have disposed of the world: its memory is another's by now.
  if (core.isDisposed) return;
  if (!events.any) {
    step(core);
    return;
  }
  events.begin();
  step(core, events.gather);
  events.deliver();
}

/** Creates the public object of a world. */
export function faceOf(core: WorldCore): World {
  const events = createEvents(core);
  /** Incremented by actions between two steps. */
  let changes = 0;
  const queries = createQueries(core, () => changes);
  const query = (): typeof queries => {
    alive(core);
    return queries;
  };
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
  const poses = createObstaclePoses(core);
  const things = createThings(core, poses, apply);
  const bodies = createBodyFaces(core, apply);
  const contacts = createContactPoints(core, () => changes);
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
    onSplit: (listener) => subscribe(core.listeners, listener),
    guests,
    body: named,
    ...things,
    get contacts() {
      return contacts.read();
    },
    drawContacts: contacts.draw,
    report: core.report,
    get notes() {
      return notesOf(core);
    },
    issues: core.issues,
    step(count = 1) {
      check(
        Number.isSafeInteger(count) && count >= 0,
        () => `must be a whole number of steps, got ${show(count)}. Take 0 or more.`,
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
        if (i === steps - 1) {
          bodies.remember();
          poses.remember();
        }
        stepOnce(core, events);
        options?.afterStep?.();
      }
      return steps;
    },
    get alpha() {
      return clock.alpha;
    },
    on: (name, listener, options) => events.on(name, listener as (event: never) => void, options),
    raycast: (...given) => query().raycast(...given),
    raycastAll: (...given) => query().raycastAll(...given),
    closest: (...given) => query().closest(...given),
    overlap: (...given) => query().overlap(...given),
    apply,
    async addAsync(body, given = {}) {
      checkOptions(given, ['progress', 'signal']);
      const { progress, signal } = given;
      const action = parseAction({ do: 'add', body });
      const { scene, options } = core;
      const parsed = parseWithBody(scene, body).bodies;
      const n = parsed.length - 1;
      await inTurns(bodySteps(parsed[n], n, { ...options, progress }), { signal });
      apply(action);
      return named(parsed[n].name);
    },
    onAction: (listener) => subscribe(actionListeners, listener),
    totals: () => totals(alive(core)),
    snapshot: () => takeSnapshot(alive(core)),
    restore(bytes) {
      restoreSnapshot(alive(core), bytes);
      changes++;
      events.restored();
      clock.reset();
      bodies.forget();
      poses.forget();
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
  const listed = [...names].map(([text, [first, ...others]]) =>
    others.length === 0 ? `${first}: ${text}` : `${first} and ${others.length} more: ${text}`,
  );
  return [...listed, ...(core.built.start?.notes ?? []), ...windNotes(core)];
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
