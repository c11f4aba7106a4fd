import { type BuildOptions, type KernelChoice, type Run, type SceneInput, startRun } from 'pliant';
import { createKeeper, type KeptFile } from './keep.ts';
import { followRun } from './measures.ts';
import { type SweepJob, sceneOf } from './plan.ts';

/** What a run came to. Equal on every machine, but for `cost`. */
export interface RunRecord {
  readonly id: string;
  readonly values: readonly unknown[];
  readonly seed: number;
  /** One a measure, in the sweep's order; null where there is no number. */
  readonly measured: readonly (number | null)[];
  /** Whether the scene's own checks hold. */
  readonly pass: boolean;
  readonly hash: string;
  readonly steps: number;
  readonly version: string;
  readonly series?: readonly {
    readonly time: number;
    readonly values: readonly (number | null)[];
  }[];
  /** Endings of the files that are kept of it. */
  readonly kept?: readonly string[];
  readonly cost: RunCost;
}

/** What a run took, and where. */
export interface RunCost {
  /** Milliseconds: building, a step (median), all of it. */
  readonly build: number;
  readonly step: number;
  readonly total: number;
  readonly kernels: string;
  readonly host: string;
}

export interface RunTools {
  readonly kernels?: KernelChoice;
  /** Bodies that were built before. */
  readonly cache?: BuildOptions['cache'];
  readonly store?: BuildOptions['store'];
  readonly version: string;
  readonly host: string;
  /** Told how many steps are done, after each. */
  step?(done: number): void;
}

/** A run that ended in numbers that make no sense. */
export class BrokenRun extends Error {}

type Task = Pick<RunRecord, 'id' | 'values' | 'seed'>;

/** Does one run of a sweep. Throws what is wrong with it. */
export async function executeRun(
  job: SweepJob,
  { id, values, seed }: Task,
  tools: RunTools,
): Promise<{ record: RunRecord; files: KeptFile[] }> {
  const start = performance.now();
  const run: Run = startRun(sceneOf(job, values, seed) as SceneInput, {
    files: (name) => fileOf(job, name),
    kernels: tools.kernels,
    cache: tools.cache,
    store: tools.store,
    steps: job.steps,
    observe(world) {
      follow.look(world);
      keeper.look();
      tools.step?.(world.steps);
      return true;
    },
  });
  const follow = followRun(job.measures, job.series, run.world.scene.dt);
  let keeper: Awaited<ReturnType<typeof createKeeper>>;
  try {
    keeper = await createKeeper(run.world, job.keep, job.rate, run.total);
    follow.look(run.world);
    keeper.look();
    while (run.step());
    const result = run.result();
    if (result.broken.length > 0) throw new BrokenRun(result.issues.join('; '));
    const files = await keeper.end();
    const record: RunRecord = {
      id,
      values,
      seed,
      measured: follow.values(result),
      pass: result.checks.every((check) => check.pass || !check.judged),
      hash: result.hash,
      steps: result.steps,
      version: tools.version,
      series: job.series && follow.rows,
      kept: files.length === 0 ? undefined : files.map(({ ending }) => ending),
      cost: {
        build: result.timings.build,
        step: result.timings.step.median,
        total: performance.now() - start,
        kernels: run.world.kernels,
        host: tools.host,
      },
    };
    return { record, files };
  } finally {
    // The next run of this thread takes its memory.
    run.world.dispose();
  }
}

function fileOf({ files }: SweepJob, name: string): Uint8Array {
  const bytes = files[name];
  if (bytes === undefined) throw new Error(`"${name}" was not read with the sweep.`);
  return bytes;
}
