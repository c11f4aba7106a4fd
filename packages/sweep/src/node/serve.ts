import { InputError } from 'pliant';
import type { Lane } from '../core/lane.ts';
import type { PlannedRun, SweepPlan } from '../core/plan.ts';
import { openFolder } from './folder.ts';
import {
  connect,
  loadQueue,
  loadSweep,
  QUEUE,
  type QueuedOutcome,
  type QueuedRun,
} from './queue.ts';
import { createThreads, defaultWorkers, type ThreadOptions } from './threads.ts';

export interface ServeOptions extends ThreadOptions {
  readonly url: string;
  /** A folder for kept files and results; results it has are not computed again. */
  readonly out?: string;
  /** Seconds after which a worker that says nothing counts as dead, and its runs are given to others. */
  readonly lock?: number;
  /** Once aborted, no run is taken any more. */
  readonly signal?: AbortSignal;
  readonly kill?: AbortSignal;
  say(text: string): void;
  /** Told of every run that is begun, and of what it came to. */
  onRun?(what: 'begun' | 'known' | 'done' | 'failed', id: string): void;
}

/** The threads that serve one sweep. */
interface Crew {
  readonly plan: SweepPlan;
  readonly lanes: readonly Lane[];
  readonly free: Lane[];
}

/** A run may lose its worker so often before it counts as failed. */
const MOST_LOSSES = 5;

/** Takes runs from a queue until told to stop. Runs are done in threads: the one that holds the lock on a run must have time to renew it. */
export async function serveQueue(options: ServeOptions): Promise<void> {
  const { workers = defaultWorkers(), say, lock = 30 } = options;
  const { bullmq } = await loadQueue();
  const client = await connect(options.url, say);
  const folder = options.out === undefined ? null : openFolder(options.out);
  /** Crews by sweep, and how many runs are with each. */
  const crews = new Map<string, { readonly made: Promise<Crew>; users: number }>();

  const crewOf = (sweep: string) => {
    const crew = crews.get(sweep) ?? { made: makeCrew(sweep), users: 0 };
    crews.set(sweep, crew);
    return crew;
  };
  const makeCrew = async (sweep: string): Promise<Crew> => {
    const plan = await loadSweep(client, sweep);
    if (plan === null) throw new Error('the queue does not know this sweep any more');
    if (plan.sweep.keep.length > 0 && folder === null)
      throw new InputError('the sweep keeps files. Say where with --out FOLDER.');
    const { limit = plan.sweep.limit, memory = plan.sweep.memory } = options;
    const lanes = createThreads(plan.job, { ...options, workers, limit, memory });
    await dismissIdle(sweep);
    return { plan, lanes, free: [...lanes] };
  };
  /** Threads of sweeps that nothing runs of any more go; they come again if asked for. */
  const dismissIdle = async (sweep: string): Promise<void> => {
    for (const [other, { made, users }] of crews) {
      if (other === sweep || users > 0) continue;
      crews.delete(other);
      for (const lane of (await made).lanes) lane.close();
    }
  };
  /** A worker that cannot do what is asked of it must not take runs from those that can. */
  let refuse: (error: unknown) => void = () => {};
  const refused = new Promise<never>((_, reject) => {
    refuse = reject;
  });

  const perform = async ({ sweep, index, id }: QueuedRun): Promise<QueuedOutcome> => {
    const found = folder?.read(id);
    if (found !== undefined) {
      options.onRun?.('known', id);
      return { record: found };
    }
    const crew = crewOf(sweep);
    crew.users++;
    try {
      return await doRun(await crew.made, index, id);
    } finally {
      crew.users--;
    }
  };
  const doRun = async ({ plan, free }: Crew, index: number, id: string): Promise<QueuedOutcome> => {
    const run: PlannedRun = plan.run(index);
    if (run.id !== id)
      throw new InputError(
        `run ${index} is ${run.id} here and ${id} in the queue. Install the same pliant everywhere.`,
      );
    // As many jobs at a time as there are lanes, so one is free.
    const lane = free.pop()!;
    options.onRun?.('begun', id);
    try {
      const outcome = await lane.run(run);
      if (outcome === 'stopped') throw new Error('the worker was stopped');
      if ('failure' in outcome) {
        options.onRun?.('failed', id);
        return outcome;
      }
      folder?.write(outcome.record, outcome.files);
      options.onRun?.('done', id);
      return { record: outcome.record };
    } finally {
      free.push(lane);
    }
  };
  const worker = new bullmq.Worker<QueuedRun, QueuedOutcome>(
    QUEUE,
    async (job) => {
      try {
        return await perform(job.data);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        refuse(error);
        // The run stays with this worker's name on it until the lock is over, and then goes to another.
        return new Promise<never>(() => {});
      }
    },
    {
      connection: client,
      concurrency: workers,
      lockDuration: lock * 1000,
      stalledInterval: lock * 400,
      maxStalledCount: MOST_LOSSES,
    },
  );
  worker.on('error', () => {});
  try {
    await Promise.race([refused, aborted(options.signal)]);
    await Promise.race([worker.close(), aborted(options.kill)]);
  } finally {
    for (const crew of await Promise.allSettled([...crews.values()].map(({ made }) => made)))
      if (crew.status === 'fulfilled') for (const lane of crew.value.lanes) lane.close();
    void worker.close(true).catch(() => {});
    client.disconnect();
  }
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done) => {
    if (signal?.aborted) done();
    signal?.addEventListener('abort', () => done());
  });
}
