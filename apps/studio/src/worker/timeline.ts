import type { Action, World } from 'pliant';

/** A state to come back to. */
interface Kept {
  readonly step: number;
  readonly bytes: Uint8Array;
  /** Actions that had been done by then. */
  readonly done: number;
  /** Whether all bodies were well. */
  readonly isWell: boolean;
}

/**
 * What a run has been through: states now and then, and all that was done by hand. Any step of it can be shown again, to the last bit: the state
 * before it is restored, and what came after is done once more. What is done in the past begins another future.
 */
export interface Timeline {
  /** Steps that can be shown again; the start can be, too. */
  readonly first: number;
  readonly last: number;
  /** Does something by hand; throws as the world does if it cannot be done. */
  act(action: Action): void;
  /** One step: of what was recorded, or a new one. */
  step(): void;
  /** Shows a step again, the nearest there is. */
  seek(step: number): void;
  /** Goes to the last state in which all bodies were well, and forgets what came after. */
  rewind(): void;
  /** Whether a hand holds something now. */
  readonly isHeld: boolean;
}

export interface TimelineOptions {
  /** How far back one can go [s of the scene]. */
  readonly seconds: number;
  /** States take so much memory at most [bytes]. */
  readonly bytes: number;
  /** A state is kept whenever going on from the last one would take so long [ms], and after so many steps at the latest. */
  readonly wait: number;
  readonly steps: number;
}

export const TIMELINE_DEFAULTS: TimelineOptions = {
  seconds: 60,
  bytes: 2e8,
  wait: 40,
  steps: 60,
};
/** Keeping states may take this part of the time of steps. */
const SHARE = 0.1;

export function createTimeline(world: World, options: Partial<TimelineOptions> = {}): Timeline {
  const {
    seconds,
    bytes: mostBytes,
    wait,
    steps: mostSteps,
  } = { ...TIMELINE_DEFAULTS, ...options };
  let states: Kept[] = [];
  let entries: { step: number; action: Action }[] = [];
  /** Entries that have been done in the state as it is. */
  let done = 0;
  let last = world.steps;
  /** Time that steps took since the last state was kept, and that keeping one takes [ms]. */
  let passed = 0;
  let keeping = 0;

  function keepNowAndThen(): void {
    const previous = states[states.length - 1];
    if (previous !== undefined && previous.step >= world.steps) return;
    const isDue =
      previous === undefined ||
      world.steps - previous.step >= mostSteps ||
      passed > Math.max(wait, keeping / SHARE);
    if (!isDue) return;
    const began = performance.now();
    const isWell = world.bodies.every(({ broken }) => !broken);
    states.push({ step: world.steps, bytes: world.snapshot(), done, isWell });
    keeping = performance.now() - began;
    passed = 0;
    forget();
  }

  /** Drops states that are too old, but the start, and every other of the older half when they take too much room. */
  function forget(): void {
    const oldest = last - seconds / world.scene.dt;
    states = states.filter(({ step }, i) => i === 0 || step >= oldest);
    const size = states.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (size <= mostBytes || states.length < 4) return;
    const half = states.length / 2;
    states = states.filter((_, i) => i === 0 || i > half || i % 2 === 0);
  }

  const lastOf = (holds: (state: Kept) => boolean): Kept | undefined => states.filter(holds).at(-1);

  function doDue(): void {
    while (done < entries.length && entries[done].step <= world.steps)
      world.apply(entries[done++].action);
  }

  function step(): void {
    doDue();
    keepNowAndThen();
    const began = performance.now();
    world.step();
    passed += performance.now() - began;
    last = Math.max(last, world.steps);
  }

  /** What hands hold that began to hold it before now. */
  function held(): string[] {
    const ids = new Set<string>();
    for (const { action } of entries.slice(0, done)) {
      if (action.do === 'drag') ids.add(action.id);
      if (action.do === 'drop') ids.delete(action.id);
    }
    return [...ids];
  }

  /** The recorded future is given up. Hands of then let go, except the one that goes on. */
  function branch(action: Action): void {
    const isNow = done === entries.length && world.steps === last;
    if (isNow) return;
    const goesOn = 'id' in action ? action.id : '';
    const left = held().filter((id) => id !== goesOn);
    entries = entries.slice(0, done);
    states = states.filter((state) => state.step <= world.steps && state.done <= done);
    last = world.steps;
    for (const id of left) record({ do: 'drop', id });
  }

  function record(action: Action): void {
    world.apply(action);
    entries.push({ step: world.steps, action });
    done = entries.length;
  }

  return {
    get first() {
      const inWindow = states.find(({ step: at }) => at >= last - seconds / world.scene.dt);
      return Math.min(world.steps, inWindow?.step ?? last);
    },
    get last() {
      return last;
    },
    get isHeld() {
      return held().length > 0;
    },
    act(action) {
      branch(action);
      record(action);
    },
    step,
    seek(wanted) {
      const to = Math.max(states[0]?.step ?? world.steps, Math.min(last, Math.round(wanted)));
      const from = lastOf(({ step: at }) => at <= to);
      if (from !== undefined && (world.steps > to || world.steps < from.step)) {
        world.restore(from.bytes);
        done = from.done;
      }
      while (world.steps < to) {
        doDue();
        world.step();
      }
      if (to === last) doDue();
    },
    rewind() {
      const well = lastOf(({ isWell }) => isWell);
      if (well === undefined) return;
      world.restore(well.bytes);
      done = well.done;
      entries = entries.slice(0, done);
      states = states.filter(({ step: at }) => at <= well.step);
      last = world.steps;
    },
  };
}
