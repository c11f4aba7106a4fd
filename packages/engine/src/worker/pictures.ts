import { check } from '../core/errors.ts';
import type { Action } from '../scene/action-types.ts';
import type { Scene } from '../scene/schema.ts';
import { betweenPoses } from '../world/drive/obstacle-poses.ts';
import type { WorkerBody, WorkerWorld } from './client.ts';
import { type BodyInfo, type Frame, OBSTACLE_SIZE } from './protocol.ts';
import { createSeats, type Told } from './worker-bodies.ts';

/** The last states of a world that runs elsewhere, and the bodies as they are drawn from them. */
export interface Pictures {
  readonly scene: Scene;
  readonly topology: number;
  readonly bodies: readonly WorkerBody[];
  readonly time: number;
  readonly steps: number;
  /** Number of the last frame's step among those that were asked for. */
  readonly index: number;
  obstacle: WorkerWorld['obstacle'];
  meet(scene: Scene, topology: number, bodies: readonly BodyInfo[]): void;
  take(frame: Frame): void;
}

/** States that are kept: the picture is between two of them. */
const STATES = 3;

export function createPictures(
  deeds: (name: string) => Told,
  send: (action: Action) => void,
  giveBack: (buffer: ArrayBuffer) => void,
): Pictures {
  let scene: Scene | null = null;
  let topology = -1;
  let bodies: WorkerBody[] = [];
  /** Where the obstacles begin in a frame. */
  let end = 0;
  /** Latest first. */
  let states: { values: Float32Array; index: number }[] = [];
  let last: Omit<Frame, 'buffer'> = { time: 0, steps: 0, index: 0, resting: [] };

  /** The two states that a picture is between, and where: 0 at the first, 1 at the second. */
  const around = (alpha: number): { a: Float32Array; b: Float32Array; t: number } => {
    const later = alpha > 0 || states.length < 3 ? 0 : 1;
    const [b, a] = [states[later].values, (states[later + 1] ?? states[later]).values];
    return { a, b, t: later === 0 ? Math.max(0, alpha) : 1 + Math.max(-1, alpha) };
  };
  /** Writes a part of the states to `out`: as of the last, or between them. */
  const blend = (out: Float32Array, at: number, alpha: number): void => {
    const { a, b, t } = around(alpha);
    if (t >= 1) for (let i = 0; i < out.length; i++) out[i] = b[at + i];
    else for (let i = 0; i < out.length; i++) out[i] = a[at + i] + t * (b[at + i] - a[at + i]);
  };
  const frames = {
    get drawn() {
      return states.length > 0;
    },
    blend,
    rests: (order: number) => last.resting[order] ?? false,
  };
  const seats = createSeats(frames, deeds);
  const poseIn = (values: Float32Array, at: number): Float64Array =>
    Float64Array.from(values.subarray(at, at + 12));
  const known = (): Scene => scene!;
  return {
    get scene() {
      return known();
    },
    get topology() {
      return topology;
    },
    get bodies() {
      return bodies;
    },
    get time() {
      return last.time;
    },
    get steps() {
      return last.steps;
    },
    get index() {
      return last.index;
    },
    obstacle(which) {
      const { obstacles } = known();
      const i = typeof which === 'number' ? which : obstacles.findIndex((o) => o.name === which);
      check(
        obstacles[i] !== undefined,
        () => `there is no obstacle "${which}". See scene.obstacles.`,
        'obstacle',
      );
      const { name } = obstacles[i];
      /** Where its pose begins in a frame; others may have come or gone. */
      const at = (): number =>
        end + OBSTACLE_SIZE * known().obstacles.findIndex((o) => o.name === name);
      const between = new Float64Array(12);
      return {
        name,
        get pose() {
          return states.length === 0 ? between : poseIn(states[0].values, at());
        },
        poseAt(alpha) {
          if (states.length === 0) return between;
          const { a, b, t } = around(alpha);
          betweenPoses(between, poseIn(a, at()), poseIn(b, at()), t);
          return between;
        },
        get present() {
          return states[0]?.values[at() + 12] === 1;
        },
        moveTo: (to) => send({ do: 'pose', obstacle: name, ...to }),
        show: (present = true) =>
          send(present ? { do: 'add', obstacle: name } : { do: 'remove', obstacle: name }),
      };
    },
    meet(next, count, infos) {
      scene = next;
      topology = count;
      states = [];
      end = 0;
      bodies = infos.map((info, order) => {
        const body = seats.seat(info, order, end);
        end += 2 * body.positions.length;
        return body;
      });
      seats.keep(infos);
    },
    take(frame) {
      last = frame;
      const values = new Float32Array(frame.buffer);
      // A state that is shown again, after an action, stands for the one it changed.
      if (states[0]?.index === frame.index && states.length > 1) {
        giveBack(states[0].values.buffer as ArrayBuffer);
        states[0] = { values, index: frame.index };
        return;
      }
      states.unshift({ values, index: frame.index });
      if (states.length > STATES) giveBack(states.pop()!.values.buffer as ArrayBuffer);
    },
  };
}
