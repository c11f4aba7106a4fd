import { check, InputError } from '../core/errors.ts';
import type { KernelChoice } from '../kernels/index.ts';
import type { Action, Point } from '../scene/action-types.ts';
import type { SceneInput } from '../scene/generated/scene-input.ts';
import type { Scene } from '../scene/schema.ts';
import type { WorldBody } from '../world/bodies/body-face.ts';
import type { Motion } from '../world/bodies/body-motion.ts';
import type { Transform } from '../world/bodies/body-pose.ts';
import type { BuildStage } from '../world/build/build.ts';
import type { BuildLimits } from '../world/build/limits.ts';
import { type AdvanceOptions, createClock } from '../world/drive/clock.ts';
import {
  type AttachmentHandle,
  attachmentDeeds,
  type BodyDeeds,
  bodyDeeds,
  boneDeeds,
  type JointHandle,
  jointDeeds,
  type Movable,
  type ObstacleHandle,
  type SpringHandle,
  springDeeds,
} from '../world/drive/handles.ts';
import type { EventName, ListenOptions, WorldEvents } from '../world/query/events.ts';
import type { Hit } from '../world/query/hit.ts';
import type { QueryOptions } from '../world/query/queries.ts';
import type { Totals, World } from '../world/world.ts';
import { createAsker, errorOf, sendPlain, type WorkerLike } from './asker.ts';
import { createPictures, type Pictures } from './pictures.ts';
import type { Reply } from './protocol.ts';

export interface WorkerWorldOptions extends BuildLimits {
  /** Bytes of the mesh files that the scene names. */
  files?: Readonly<Record<string, Uint8Array>>;
  kernels?: KernelChoice;
  progress?: (name: string, done: number, total: number, stage: BuildStage) => void;
  /** An `AbortSignal` of the build: the worker is ended, and the promise rejected with the signal's reason. */
  signal?: { throwIfAborted(): void; addEventListener(type: 'abort', listener: () => void): void };
  /**
   * The worker to use, for pages that bundle or serve it in their own way: a module worker of `pliant/worker-thread`.
   */
  worker?: () => WorkerLike;
  /**
   * Told of what `send`, `on` and handles were refused for, and of a worker that broke down; thrown on its own if
   * missing.
   */
  onError?: (error: Error) => void;
}

/** A body of a world in a worker: what drawing needs, and the deeds of a body. */
export interface WorkerBody
  extends BodyDeeds,
    Pick<
      WorldBody,
      | 'name'
      | 'origin'
      | 'kind'
      | 'surface'
      | 'positions'
      | 'normals'
      | 'topology'
      | 'cuttable'
      | 'mass'
      | 'size'
      | 'resting'
      | 'draw'
    > {
  motion(): Promise<Motion>;
  transform(): Promise<Transform>;
  probe(name: string): Promise<[number, number, number]>;
}

/** What a joint of a world in a worker can be told, and asked. */
export interface WorkerJoint extends Pick<JointHandle, 'name' | 'setMotor' | 'release' | 'remove'> {
  /** As after the last step. */
  read(): Promise<Pick<JointHandle, 'holds' | 'position' | 'force' | 'torque'>>;
}

type PlainQuery = Omit<QueryOptions, 'filter'>;

/**
 * A world that runs in a worker. Drawing is as with `World`; questions are answered by promises; deeds are done before
 * the next step.
 */
export interface WorkerWorld {
  readonly scene: Scene;
  readonly time: number;
  readonly steps: number;
  readonly kernels: string;
  readonly notes: readonly string[];
  readonly bodies: readonly WorkerBody[];
  readonly topology: number;
  /**
   * Where the picture is between the last states that have come, for `body.draw({ alpha })`: it is up to two
   * steps old, so that a state is there when it is
   * needed; −1 to 0 is between the two before the last.
   */
  readonly alpha: number;
  body(name: string): WorkerBody;
  obstacle(
    which: string | number,
  ): Pick<ObstacleHandle, 'name' | 'pose' | 'poseAt' | 'present' | 'moveTo' | 'show'>;
  /** To be moved, released, removed or asked; a wrong name is told of when something is done with it. */
  attachment(name: string): Pick<AttachmentHandle, 'name' | 'moveTo' | 'release'>;
  bone(name: string): Movable;
  spring(name: string): Pick<SpringHandle, 'name' | 'release' | 'remove'>;
  joint(name: string): WorkerJoint;
  /** Lets seconds of a screen's time pass: asks for the steps that are due, and returns at once with their number. */
  advance(seconds: number, options?: Pick<AdvanceOptions, 'maxSteps'>): number;
  /** Advances by `count` steps; done when the last state is here. */
  step(count?: number): Promise<void>;
  /** Executes an action; rejected with an `InputError` if the action is bad or impossible. */
  apply(action: Action): Promise<void>;
  /** The same without waiting; errors are passed to `onError`. */
  send(action: Action): void;
  on<N extends EventName>(
    event: N,
    listener: (event: WorldEvents[N]) => void,
    options?: ListenOptions,
  ): () => void;
  raycast(origin: Point, direction: Point, options?: PlainQuery): Promise<Hit | null>;
  raycastAll(origin: Point, direction: Point, options?: PlainQuery): Promise<Hit[]>;
  closest(point: Point, options?: PlainQuery): Promise<Hit | null>;
  overlap(shape: Parameters<World['overlap']>[0], options?: PlainQuery): Promise<string[]>;
  totals(): Promise<Totals>;
  /** Problems of the steps, with counts. */
  issues(): Promise<ReadonlyMap<string, number>>;
  snapshot(): Promise<Uint8Array>;
  restore(bytes: Uint8Array): Promise<void>;
  hash(): Promise<string>;
  /** Ends the worker. */
  dispose(): void;
}

/** Of pages. Bundlers look for just these words to find the worker's script. */
declare const Worker: new (url: object, options: { type: 'module' }) => WorkerLike;
declare const URL: new (path: string, base: string) => object;
declare const setTimeout: (work: () => void, ms: number) => unknown;

/** Starts a worker, builds a scene in it, and gives its world once it stands. */
export function createWorkerWorld(
  scene: SceneInput | string,
  options: WorkerWorldOptions = {},
): Promise<WorkerWorld> {
  const { files = {}, kernels, progress, signal, maxBuild, maxMemory } = options;
  return new Promise((done, failed) => {
    signal?.throwIfAborted();
    const worker =
      options.worker?.() ??
      new Worker(new URL('../worker-thread.js', (import.meta as unknown as { url: string }).url), {
        type: 'module',
      });
    const client = createClient(worker, options);
    let isBuilding = true;
    const stop = (error: unknown): void => {
      isBuilding = false;
      client.end(error as Error);
      failed(error);
    };
    signal?.addEventListener('abort', () => {
      if (!isBuilding) return;
      try {
        signal.throwIfAborted();
      } catch (reason) {
        stop(reason);
      }
    });
    worker.onmessage = ({ data }: { data: Reply }): void => {
      if (data.type === 'progress') progress?.(data.name, data.done, data.total, data.stage);
      else if (data.type === 'failed') stop(errorOf(data.fault));
      else if (data.type === 'ready') {
        isBuilding = false;
        done(client.ready(data.kernels, data.notes));
      } else client.handle(data);
    };
    const breakDown = (event?: { message?: string }): void => {
      const error = new Error(
        `the worker broke down: ${event?.message || 'its script cannot be loaded or a message cannot be read'}. Create the world again.`,
      );
      if (isBuilding) stop(error);
      else client.end(error, true);
    };
    worker.onerror = breakDown;
    worker.onmessageerror = breakDown;
    try {
      const limits = { maxBuild, maxMemory };
      sendPlain(worker, { type: 'load', scene, files, kernels, limits }, 'scene');
    } catch (error) {
      stop(error);
    }
  });
}

interface Client {
  readonly world: WorkerWorld;
  /** Ends the worker: rejects pending promises with the reason; `onError` receives it, too, if nobody asked for it. */
  end(reason: Error, isUnasked?: boolean): void;
  handle(reply: Reply): void;
  ready(kernels: string, notes: readonly string[]): WorkerWorld;
}

function createClient(worker: WorkerLike, { onError }: WorkerWorldOptions): Client {
  const listeners = new Map<number, (data: never) => void>();
  let next = 0;
  const complain = (error: Error): void => {
    if (onError) onError(error);
    else
      setTimeout(() => {
        throw error;
      }, 0);
  };
  const { post, ask, answer, end } = createAsker(worker, complain);
  const send = (action: Action): void => post({ type: 'do', action });
  const pictures: Pictures = createPictures(
    (name) => ({
      ...bodyDeeds(name, send),
      motion: () => ask('motion', name),
      transform: () => ask('transform', name),
      probe: (probe) => ask('probe', name, probe),
    }),
    send,
    (buffer) => post({ type: 'return', buffer }, [buffer]),
  );
  const clock = createClock(() => pictures.scene.dt);
  /** Steps that `advance` has asked for. */
  let asked = 0;
  const world: WorkerWorld = {
    get scene() {
      return pictures.scene;
    },
    get time() {
      return pictures.time;
    },
    get steps() {
      return pictures.steps;
    },
    kernels: '',
    notes: [],
    get bodies() {
      return pictures.bodies;
    },
    get topology() {
      return pictures.topology;
    },
    get alpha() {
      return Math.max(-1, Math.min(1, asked - pictures.index + clock.alpha - 1));
    },
    body(name) {
      const found = pictures.bodies.find((body) => body.name === name);
      check(found !== undefined, () => `there is no body "${name}". See world.bodies.`, 'body');
      return found;
    },
    obstacle: pictures.obstacle,
    attachment: (name) => attachmentDeeds(name, send),
    bone: (name) => boneDeeds(name, send),
    spring: (name) => springDeeds(name, send),
    joint: (name) => ({ ...jointDeeds(name, send), read: () => ask('joint', name) }),
    advance(seconds, { maxSteps = 4 } = {}) {
      const due = clock.due(seconds, { maxSteps });
      // A worker that is behind is given no more than it can catch up with.
      const count = Math.max(0, Math.min(due, maxSteps - (asked - pictures.index)));
      if (count > 0) post({ type: 'steps', count });
      asked += count;
      return count;
    },
    step: (count = 1) => ask('step', count),
    apply: (action) => ask('apply', action),
    send,
    on(event, listener, options) {
      const id = next++;
      listeners.set(id, listener as (data: never) => void);
      post({ type: 'listen', id, event, options });
      return () => {
        listeners.delete(id);
        post({ type: 'unlisten', id });
      };
    },
    raycast: (...args) => ask('raycast', ...args),
    raycastAll: (...args) => ask('raycastAll', ...args),
    closest: (...args) => ask('closest', ...args),
    overlap: (...args) => ask('overlap', ...args),
    totals: () => ask('totals'),
    issues: () => ask('issues'),
    snapshot: () => ask('snapshot'),
    restore: (bytes) => ask('restore', bytes),
    hash: () => ask('hash'),
    dispose() {
      end(new InputError('this world was disposed of. Create another.', 'world'));
    },
  };
  return {
    world,
    end(reason, isUnasked) {
      if (end(reason) && isUnasked) complain(reason);
    },
    ready: (kernels, notes) => Object.assign(world, { kernels, notes }),
    handle(reply) {
      switch (reply.type) {
        case 'bodies':
          pictures.meet(reply.scene, reply.topology, reply.bodies);
          return;
        case 'frame':
          pictures.take(reply.frame);
          return;
        case 'event':
          listeners.get(reply.id)?.(reply.data as never);
          return;
        case 'answer':
        case 'refused':
          answer(reply);
      }
    },
  };
}
