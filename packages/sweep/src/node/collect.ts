import type { SweepInput } from 'pliant';
import type { Failure } from '../core/lane.ts';
import { createPace } from '../core/pace.ts';
import type { PlannedRun, SweepPlan } from '../core/plan.ts';
import { commandOf } from './command.ts';
import { openFolder } from './folder.ts';
import {
  connect,
  loadQueue,
  QUEUE,
  type QueuedOutcome,
  type QueuedRun,
  storeSweep,
} from './queue.ts';
import { chosenRuns, parametersOf, resultOf, type SweepOptions, unknownRuns } from './run-sweep.ts';

/** Milliseconds between two looks at what is done. */
const LOOK_EVERY = 250;
/** Jobs that are added, and outcomes that are read, at a time. */
const BATCH = 500;
/** So many looks in a row at an empty queue mean that what is missing was lost. */
const EMPTY = 4;

export interface CollectOptions
  extends Pick<SweepOptions, 'sceneName' | 'onResult' | 'onFailure' | 'onProgress' | 'signal'> {
  readonly url: string;
  readonly out: string;
  readonly input: SweepInput;
  readonly scene: unknown;
  say(text: string): void;
}

/**
 * Puts the runs of a sweep that have no result into a queue, and writes down what workers make of them. An outcome leaves the queue when its file
 * is written, so nothing is lost whoever is killed; what the server forgot is put in again.
 */
export async function collectSweep(
  plan: SweepPlan,
  options: CollectOptions,
): Promise<{ isInterrupted: boolean; conflicts: string[] }> {
  const { out, say, signal } = options;
  const folder = openFolder(out);
  const { bullmq } = await loadQueue();
  const client = await connect(options.url, say);
  const queue = new bullmq.Queue<QueuedRun, QueuedOutcome>(QUEUE, { connection: client });
  queue.on('error', () => {});
  const runs = chosenRuns(plan);
  const { todo, known } = unknownRuns(runs, folder);
  const missing = new Map(sorted(todo).map((run) => [run.id, run]));
  const pace = createPace(runs.length, 1, () => performance.now() / 1000);
  pace.known(known);
  const conflicts: string[] = [];
  let last = performance.now();

  const take = (run: PlannedRun, outcome: QueuedOutcome): void => {
    const now = performance.now();
    const seconds = (now - last) / 1000;
    last = now;
    if ('record' in outcome) {
      if (!folder.write(outcome.record, [])) conflicts.push(run.id);
      pace.ended('done', seconds);
      options.onResult?.(resultOf(plan, run, outcome.record), []);
    } else {
      const command = commandOf(options.sceneName ?? 'SCENE', run, plan);
      const { id, index, seed } = run;
      const failed = {
        id,
        index,
        seed,
        parameters: parametersOf(plan, run),
        ...outcome.failure,
        command,
      };
      folder.fail(failed);
      pace.ended('failed');
      options.onFailure?.(failed);
    }
    missing.delete(run.id);
    options.onProgress?.(pace.progress());
  };
  const isAborted = () => signal?.aborted === true;
  const aborted = new Promise<null>((done) => {
    if (isAborted()) done(null);
    signal?.addEventListener('abort', () => done(null));
  });

  /** Writes down what is ready; gives how many runs. */
  const look = async (): Promise<number> => {
    const jobs = await queue.getJobs(['completed', 'failed'], 0, BATCH - 1);
    let found = 0;
    for (const job of jobs) {
      if (!job?.data) continue;
      const run = missing.get(job.data.id);
      const outcome = job.returnvalue ?? { failure: lostOf(job.failedReason) };
      const isKnown = folder.isDone(job.data.id) || folder.isFailed(job.data.id);
      if (run !== undefined) take(run, outcome);
      // Done twice, after an accident: then both must have come to the same end.
      else if (!isKnown) continue;
      else if ('record' in outcome && !folder.write(outcome.record, []))
        conflicts.push(job.data.id);
      await job.remove();
      found++;
    }
    return found;
  };
  const work = async (): Promise<void> => {
    const sweep = await storeSweep(client, plan, options.input, options.scene);
    const put = async (): Promise<void> => {
      const jobs = [...missing.values()].map(({ id, index }) => ({
        name: 'run',
        data: { sweep, index, id },
        // Adding a run that is in the queue already changes nothing.
        opts: { jobId: `run-${id}` },
      }));
      for (let at = 0; at < jobs.length && !isAborted(); at += BATCH)
        await queue.addBulk(jobs.slice(at, at + BATCH));
    };
    await look();
    await put();
    let empty = 0;
    while (missing.size > 0 && !isAborted()) {
      const found = await look();
      if (found === BATCH) continue;
      const counts = await queue.getJobCounts(
        'wait',
        'active',
        'delayed',
        'prioritized',
        'completed',
        'failed',
      );
      const isBusy = found > 0 || Object.values(counts).some((n) => n > 0);
      empty = isBusy ? 0 : empty + 1;
      if (empty >= EMPTY) {
        say(`the queue has lost ${missing.size} runs: putting them in again.`);
        await put();
        empty = 0;
      }
      await Promise.race([aborted, new Promise((next) => setTimeout(next, LOOK_EVERY))]);
    }
  };
  options.onProgress?.(pace.progress());
  try {
    // While the server is away commands wait; whoever wants to stop does not.
    await Promise.race([work(), aborted]);
  } finally {
    await Promise.race([queue.close(), aborted, new Promise((next) => setTimeout(next, 1000))]);
    client.disconnect();
  }
  return { isInterrupted: missing.size > 0, conflicts };
}

/** Runs with equal bodies after each other: workers build them once. */
function sorted(runs: readonly PlannedRun[]): PlannedRun[] {
  return [...runs].sort((a, b) =>
    a.group < b.group ? -1 : a.group > b.group ? 1 : a.index - b.index,
  );
}

function lostOf(reason: string | undefined): Failure {
  return {
    kind: 'died',
    message: `its workers were lost: ${reason ?? 'no reason given'}`,
    step: 0,
  };
}
