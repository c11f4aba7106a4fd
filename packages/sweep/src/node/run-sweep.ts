import { readFileSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { InputError, type SweepInput } from 'pliant';
import { driveRuns } from '../core/drive.ts';
import type { RunRecord } from '../core/execute.ts';
import type { KeptFile } from '../core/keep.ts';
import type { Lane } from '../core/lane.ts';
import { createPace, type Progress } from '../core/pace.ts';
import { type PlannedRun, type PlanOptions, planSweep, type SweepPlan } from '../core/plan.ts';
import { byId } from '../core/table.ts';
import { commandOf } from './command.ts';
import { type FailedRun, openFolder, type ResultFolder } from './folder.ts';
import { shardOf } from './shard.ts';
import { createThreads, defaultWorkers, type ThreadOptions } from './threads.ts';

/** A run of a sweep, with names. */
export interface SweepResult {
  readonly id: string;
  readonly index: number;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly seed: number;
  readonly measures: Readonly<Record<string, number | null>>;
  readonly pass: boolean;
  readonly hash: string;
  readonly steps: number;
  readonly series: RunRecord['series'];
  readonly cost: RunRecord['cost'];
}

export interface SweepOptions extends PlanOptions, ThreadOptions {
  /** Folder of the results: what is there is not run again. Nothing is written if missing. */
  readonly out?: string;
  /** Does only these of all runs, and writes no tables: [i, n] of n machines. */
  readonly shard?: readonly [number, number];
  /** How the scene is called in commands that repeat a run. */
  readonly sceneName?: string;
  onResult?(result: SweepResult, files: readonly KeptFile[]): void;
  onFailure?(failure: FailedRun): void;
  onProgress?(progress: Progress): void;
  /** Once aborted, no run begins any more. */
  readonly signal?: AbortSignal;
  /** Once aborted, runs are ended where they are. */
  readonly kill?: AbortSignal;
  /** Who does the runs, and is closed by whoever made them; threads of this process if missing. */
  readonly lanes?: readonly Lane[];
}

/** What a sweep came to. */
export interface SweepSummary extends Progress {
  /** Results of this call, in the order of their ids. */
  readonly results: readonly SweepResult[];
  readonly failures: readonly FailedRun[];
  /** Results of this call whose scene's own checks do not hold. */
  readonly unpassed: number;
  /** Runs that came to two different ends: never, if machine and engine are sound. */
  readonly conflicts: readonly string[];
  readonly isInterrupted: boolean;
}

/**
 * Does all runs of a sweep in threads of this machine.
 *
 *     const { results } = await runSweep({ format: 'pliant-sweep/1', scene, vary: { 'bodies[0].material.young': { log: [1e4, 1e6, 9] } } },
 *       { onResult: ({ parameters, measures }) => console.log(parameters, measures) });
 */
export async function runSweep(
  input: SweepInput | SweepPlan,
  options: SweepOptions = {},
): Promise<SweepSummary> {
  const plan = 'design' in input ? input : planSweep(input, withScene(input, options));
  const { sweep, job } = plan;
  const folder = options.out === undefined ? null : openFolder(options.out);
  const workers = options.lanes?.length ?? options.workers ?? defaultWorkers();
  const runs = chosenRuns(plan, options.shard);
  const { todo, known } = unknownRuns(runs, folder);
  const pace = createPace(runs.length, workers, () => performance.now() / 1000);
  pace.known(known);
  const tally = createTally(plan);
  const tell = (): void => options.onProgress?.(pace.progress());
  const limit = options.limit ?? sweep.limit;
  const memory = options.memory ?? sweep.memory;
  const lanes = options.lanes ?? createThreads(job, { ...options, workers, limit, memory });
  const end = (): void => {
    for (const lane of lanes) lane.close();
  };
  options.kill?.addEventListener('abort', end);
  const name = options.sceneName ?? (typeof sweep.scene === 'string' ? sweep.scene : 'SCENE');
  try {
    tell();
    await driveRuns(todo, {
      lanes,
      signal: options.signal,
      // Processes that share a folder begin at different runs, and meet at the end.
      start: folder === null ? 0 : process.pid,
      isDone: (run) => folder?.isDone(run.id) ?? false,
      onKnown() {
        pace.known();
        tell();
      },
      onResult(run, record, files) {
        if (folder?.write(record, files) === false) tally.conflicts.push(run.id);
        pace.ended('done', record.cost.total / 1000);
        options.onResult?.(tally.add(run, record), files);
        tell();
      },
      onFailure(run, failure) {
        const parameters = parametersOf(plan, run);
        const command = commandOf(name, run, plan);
        const failed = {
          id: run.id,
          index: run.index,
          parameters,
          seed: run.seed,
          ...failure,
          command,
        };
        folder?.fail(failed);
        tally.failures.push(failed);
        pace.ended('failed');
        options.onFailure?.(failed);
        tell();
      },
    });
  } finally {
    if (options.lanes === undefined) end();
  }
  const progress = pace.progress();
  return { ...progress, ...tally.all(), isInterrupted: progress.left > 0 };
}

/** All runs of a sweep, or one shard's. */
export function chosenRuns(plan: SweepPlan, shard?: readonly [number, number]): PlannedRun[] {
  const runs: PlannedRun[] = [];
  for (let i = 0; i < plan.design.count; i++) {
    const run = plan.run(i);
    if (shard === undefined || shardOf(run.id, shard[1]) === shard[0]) runs.push(run);
  }
  return runs;
}

/** Runs with neither result nor failure; equal runs count once. */
export function unknownRuns(runs: readonly PlannedRun[], folder: ResultFolder | null) {
  const [done, failed] = [folder?.done() ?? new Set(), folder?.failed() ?? new Set()];
  const seen = new Set<string>();
  const todo = runs.filter(({ id }) => {
    if (seen.has(id)) return false;
    seen.add(id);
    return !done.has(id) && !failed.has(id);
  });
  return { todo, known: runs.length - todo.length };
}

function createTally(plan: SweepPlan) {
  const results: SweepResult[] = [];
  const failures: FailedRun[] = [];
  const conflicts: string[] = [];
  return {
    failures,
    conflicts,
    add(run: PlannedRun, record: RunRecord): SweepResult {
      const result = resultOf(plan, run, record);
      results.push(result);
      return result;
    },
    all: () => ({
      results: results.sort(byId),
      failures: failures.sort(byId),
      conflicts,
      unpassed: results.filter(({ pass }) => !pass).length,
    }),
  };
}

export function parametersOf(
  { design }: SweepPlan,
  { values }: Pick<PlannedRun, 'values'>,
): Record<string, unknown> {
  return Object.fromEntries(design.columns.map((path, c) => [path, values[c]]));
}

/** A record of a run with the names of its numbers. */
export function resultOf(plan: SweepPlan, run: PlannedRun, record: RunRecord): SweepResult {
  const { id, seed, pass, hash, steps, series, cost } = record;
  const measures = plan.job.measures.map(({ name }, i) => [name, record.measured[i]] as const);
  return {
    id,
    index: run.index,
    parameters: parametersOf(plan, run),
    seed,
    measures: Object.fromEntries(measures),
    pass,
    hash,
    steps,
    series,
    cost,
  };
}

/** A scene that is named is read from its file, its meshes from beside it. */
function withScene(input: SweepInput, options: SweepOptions): PlanOptions {
  if (options.scene !== undefined || typeof input.scene !== 'string') return options;
  const file = resolve(input.scene);
  let scene: unknown;
  try {
    scene = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new InputError(
      `"${input.scene}" cannot be read: ${(error as Error).message}. Check the path.`,
      'scene',
    );
  }
  const home = dirname(file);
  return {
    scene,
    files: (name) => {
      if (relative(home, resolve(home, name)).startsWith('..'))
        throw new InputError(
          `"${name}" lies outside the folder of ${basename(file)}. Move it there.`,
          'scene',
        );
      return readFileSync(resolve(home, name));
    },
    ...(options.files && { files: options.files }),
  };
}
