import type { RunRecord } from './execute.ts';
import type { KeptFile } from './keep.ts';
import type { Failure, Lane } from './lane.ts';
import type { PlannedRun } from './plan.ts';
import { createSchedule } from './schedule.ts';

/** Who does the runs of a sweep, and who is told. */
export interface DriveOptions {
  readonly lanes: readonly Lane[];
  /** True for a run that somebody else has done meanwhile. */
  isDone?(run: PlannedRun): boolean;
  /** Told of every run that was found done. */
  onKnown?(run: PlannedRun): void;
  onResult?(run: PlannedRun, record: RunRecord, files: readonly KeptFile[]): void;
  onFailure?(run: PlannedRun, failure: Failure): void;
  /** Once aborted, no run begins any more; those that run are finished. */
  readonly signal?: AbortSignal;
  /** Which group of runs comes first. */
  readonly start?: number;
}

/** Does runs, one at a time in each lane, until all are done or it is asked to stop. Failures do not stop the rest. */
export async function driveRuns(runs: readonly PlannedRun[], options: DriveOptions): Promise<void> {
  const { lanes, signal } = options;
  const schedule = createSchedule(runs, options.start);
  const work = async (lane: Lane): Promise<void> => {
    let group: string | undefined;
    while (!signal?.aborted) {
      const run = schedule.next(group);
      if (run === undefined) return;
      group = run.group;
      if (options.isDone?.(run)) {
        options.onKnown?.(run);
        continue;
      }
      const outcome = await lane.run(run);
      if (outcome === 'stopped') return;
      if ('failure' in outcome) options.onFailure?.(run, outcome.failure);
      else options.onResult?.(run, outcome.record, outcome.files);
    }
  };
  await Promise.all(lanes.map(work));
}
