import type { RunRecord } from './execute.ts';
import type { KeptFile } from './keep.ts';
import type { PlannedRun, SweepJob } from './plan.ts';

/** What a worker is told. */
export type ToWorker =
  | { readonly type: 'open'; readonly job: SweepJob; readonly settings: unknown }
  | { readonly type: 'run'; readonly run: Pick<PlannedRun, 'id' | 'values' | 'seed'> };

/** What a worker tells. */
export type FromWorker =
  | { readonly type: 'begun' }
  | { readonly type: 'step'; readonly step: number }
  | { readonly type: 'done'; readonly record: RunRecord; readonly files: KeptFile[] }
  | { readonly type: 'failed'; readonly kind: FailureKind; readonly message: string };

/** How a run failed: its scene is wrong, its numbers make no sense, it took too long or too much memory, or its worker ended for no known reason. */
export type FailureKind = 'refused' | 'broken' | 'limit' | 'memory' | 'died';

export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
  /** The last step that it is known to have done. */
  readonly step: number;
}

export type Outcome =
  | { readonly record: RunRecord; readonly files: readonly KeptFile[] }
  | { readonly failure: Failure }
  | 'stopped';

/** A thread or a web worker. */
export interface Member {
  post(message: ToWorker): void;
  kill(): void;
}

export interface MemberEvents {
  message(message: FromWorker): void;
  /** It ended by itself; `memory` if that is why. */
  died(reason: string, kind: 'memory' | 'died'): void;
}

/** A place where one run is done at a time, by a worker that is replaced when it dies. */
export interface Lane {
  run(run: PlannedRun): Promise<Outcome>;
  /** Ends the worker at once; a run in it comes to `stopped`, and so do all that are asked for later. */
  close(): void;
  readonly isClosed: boolean;
  /** Since when a run is being done [ms of `performance.now`]; null if none is. */
  readonly since: number | null;
  /** Ends the worker, as a fault of the machine would: what it did is begun again by another, but not for ever. */
  crash(reason?: string): void;
}

/** A run whose worker died for no reason of the run's own is tried so often in all. */
const TRIES = 3;
/** Seconds that a worker may take to start, on the busiest machine. */
const START = 120;

export function createLane(
  job: SweepJob,
  settings: unknown,
  spawn: (events: MemberEvents) => Member,
  limit: number | undefined,
): Lane {
  let member: Member | null = null;
  let isClosed = false;
  /** Of the run at hand. */
  let listener: Partial<MemberEvents> | null = null;
  let since: number | null = null;
  /** Why the worker was ended from here. */
  let crashed: string | undefined;

  const start = (): Member => {
    const own = spawn({
      message: (message) => listener?.message?.(message),
      died(reason, kind) {
        // One that was let go of before has nothing to say any more.
        if (member !== own) return;
        member = null;
        listener?.died?.(reason, kind);
      },
    });
    own.post({ type: 'open', job, settings });
    return own;
  };
  const drop = (): void => {
    const own = member;
    member = null;
    own?.kill();
  };

  const attempt = (run: PlannedRun): Promise<Outcome> =>
    new Promise((resolve) => {
      let step = 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = (outcome: Outcome): void => {
        clearTimeout(timer);
        listener = null;
        since = null;
        crashed = undefined;
        resolve(outcome);
      };
      const fail = (kind: FailureKind, message: string): void =>
        end({ failure: { kind, message, step } });
      listener = {
        message(message) {
          if (message.type === 'begun') watch(limit ?? 0);
          else if (message.type === 'step') step = message.step;
          else if (message.type === 'failed') fail(message.kind, message.message);
          else end({ record: message.record, files: message.files });
        },
        died: (reason, kind) => (isClosed ? end('stopped') : fail(kind, crashed ?? reason)),
      };
      const watch = (allowed: number): void => {
        since = performance.now();
        if (limit === undefined) return;
        clearTimeout(timer);
        timer = setTimeout(() => {
          drop();
          fail('limit', `it took longer than ${limit} s`);
        }, allowed * 1000);
      };
      member ??= start();
      // Until the worker says that it has begun: what it takes to start a worker is not the run's.
      watch((limit ?? 0) + START);
      const { id, values, seed } = run;
      member.post({ type: 'run', run: { id, values, seed } });
    });

  return {
    async run(run) {
      for (let tries = 1; ; tries++) {
        if (isClosed) return 'stopped';
        const outcome = await attempt(run);
        const isAgain =
          outcome !== 'stopped' && 'failure' in outcome && outcome.failure.kind === 'died';
        if (!isAgain || tries === TRIES) return outcome;
      }
    },
    close() {
      isClosed = true;
      const told = listener;
      drop();
      told?.died?.('closed', 'died');
    },
    get isClosed() {
      return isClosed;
    },
    get since() {
      return since;
    },
    crash(reason) {
      crashed = reason;
      member?.kill();
    },
  };
}
