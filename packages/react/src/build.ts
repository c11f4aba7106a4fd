import { createWorldAsync, type SceneInput, type World, type WorldOptions } from 'pliant';

/** How far building has come: `done` of `total` bodies, and what is being made. */
export interface SoftProgress {
  readonly body: string;
  readonly done: number;
  readonly total: number;
  readonly stage: string;
}

/** A world in the making, and then the world. */
export interface Building {
  /** Begins, the first time, and gives the promise of the world: always the same, as `use` wants it. */
  begin(): Promise<World>;
  readonly progress: () => SoftProgress | null;
  readonly subscribe: (listener: () => void) => () => void;
  /** Keeps it until the function it returns is called. A world that nobody keeps is disposed of. */
  keep(): () => void;
  readonly ended: boolean;
}

export function startBuilding(scene: Partial<SceneInput>, options: WorldOptions): Building {
  let promise: Promise<World> | null = null;
  let now: SoftProgress | null = null;
  let keepers = 0;
  let ended = false;
  const stop = new AbortController();
  const listeners = new Set<() => void>();
  const make = (): Promise<World> =>
    createWorldAsync(
      { format: 'pliant/1', name: 'world', ...scene },
      {
        ...options,
        signal: stop.signal,
        progress(body, done, total, stage) {
          now = { body, done, total, stage };
          for (const listener of listeners) listener();
          options.progress?.(body, done, total, stage);
        },
      },
    );
  const end = (): void => {
    // React takes effects back and does them again at once where it is strict: only what stays let go of has ended.
    if (keepers > 0) return;
    ended = true;
    stop.abort();
    promise?.then(
      (world) => world.dispose(),
      () => {},
    );
  };
  return {
    begin() {
      // Not at once: this is called while React renders, and progress is told to what it renders.
      promise ??= Promise.resolve().then(make);
      return promise;
    },
    progress: () => now,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    keep() {
      keepers++;
      return () => {
        keepers--;
        queueMicrotask(end);
      };
    },
    get ended() {
      return ended;
    },
  };
}
