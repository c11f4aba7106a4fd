import {
  createThreads,
  defaultWorkers,
  openFolder,
  parseShard,
  readResults,
  runSweep,
  type SweepPlan,
  type Swept,
  type ThreadOptions,
  writeTables,
} from '@pliant/sweep';
import { InputError, type KernelChoice } from 'pliant';
import type { Args } from '../args.ts';
import { EXIT } from '../command.ts';
import { queueSweep } from './queue.ts';
import { createShow, durationOf } from './show.ts';
import { keepSource, keptScene, openSwept, readSweep, type SweepSource } from './source.ts';
import { stopSignals } from './stop.ts';

/** More runs than this are surely a slip, unless one says otherwise. */
const MANY = 1_000_000;

/** `pliant sweep FILE`: does the runs that have no result yet. */
export async function startSweep(args: Args, file: string): Promise<number> {
  const source = readSweep(file);
  const { count } = source.plan.design;
  if (count > MANY && !args.flag('yes')) {
    throw new InputError(`${file}: has ${count} runs. Say --yes if that is what you want.`);
  }
  if (args.flag('dry')) return dryRun(args, source.plan);
  const folder = args.value('out') ?? source.plan.sweep.name;
  const shard = shardOf(args);
  keepSource(folder, source);
  if (args.value('queue') !== undefined) return queueSweep(args, folder, source);
  return goOn(args, folder, source, shard);
}

/** `pliant sweep retry FOLDER`: forgets failures and goes on. */
export async function retrySweep(args: Args, folder: string): Promise<number> {
  const source = openSwept(folder);
  const results = openFolder(folder);
  const { failures } = readResults(results, source.plan);
  for (const { id } of failures) results.forget(id);
  if (args.value('queue') !== undefined) return queueSweep(args, folder, source);
  return goOn(args, folder, source, shardOf(args));
}

function shardOf(args: Args): [number, number] | undefined {
  const text = args.value('shard');
  return text === undefined ? undefined : parseShard(text);
}

async function goOn(
  args: Args,
  folder: string,
  { plan }: SweepSource,
  shard: [number, number] | undefined,
): Promise<number> {
  const isJson = args.flag('json');
  const show = createShow(process.stderr, isJson);
  const signals = stopSignals((text) => {
    show.clear();
    process.stderr.write(`pliant: ${text}\n`);
  });
  try {
    const summary = await runSweep(plan, {
      ...threadOptions(args),
      out: folder,
      shard,
      sceneName: keptScene(folder),
      signal: signals.finish,
      kill: signals.kill,
      onProgress: show.progress,
      onResult: show.result,
      onFailure: show.failure,
    });
    show.clear();
    const isWhole = shard === undefined;
    const status = await closeSweep(args, folder, plan, isWhole);
    return summary.isInterrupted ? EXIT.interrupted : status;
  } finally {
    show.clear();
    signals.off();
  }
}

/** Writes the tables of what there is, and says what it came to. */
export async function closeSweep(
  args: Args,
  folder: string,
  plan: SweepPlan,
  isWhole = true,
): Promise<number> {
  const results = openFolder(folder);
  const swept = readResults(results, plan);
  // A shard leaves the tables to `merge`: all of them would write the same files.
  const written = isWhole ? await writeTables(results, swept, keptScene(folder)) : [];
  if (args.flag('json')) {
    const { total, records, failures, conflicts } = swept;
    const unpassed = records.filter(({ pass }) => !pass).length;
    const counts = { total, done: records.length, failed: failures.length, unpassed };
    const left = total - records.length - failures.length;
    const end = { event: 'end', folder, ...counts, left, conflicts, written };
    process.stdout.write(`${JSON.stringify(end)}\n`);
  } else printSummary(folder, swept, written);
  const isBad =
    swept.failures.length > 0 ||
    swept.conflicts.length > 0 ||
    swept.records.some(({ pass }) => !pass);
  return isBad ? EXIT.failed : EXIT.ok;
}

/** Counts, failures by message, faults of the machine. */
export function printSummary(folder: string, swept: Swept, written: readonly string[]): void {
  const { total, records, failures, conflicts } = swept;
  const left = total - records.length - failures.length;
  const unpassed = records.filter(({ pass }) => !pass).length;
  const lines = [
    `${records.length} of ${total} runs done${failures.length > 0 ? `, ${failures.length} failed` : ''}${left > 0 ? `, ${left} left` : ''}`,
  ];
  if (unpassed > 0) lines.push(`${unpassed} do not pass the scene's own checks`);
  for (const [message, list] of failuresByMessage(failures)) {
    lines.push(`  ${list.length} × ${message}`, `      ${list[0].command}`);
  }
  for (const id of conflicts) {
    lines.push(
      `  ${id} came to two different ends: see ${folder}/conflicts/${id}.json. That is a fault of pliant or of a machine.`,
    );
  }
  if (written.length > 0) lines.push(`${folder}: ${written.join(', ')}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

function failuresByMessage(failures: Swept['failures']): [string, Swept['failures'][number][]][] {
  const groups = new Map<string, Swept['failures'][number][]>();
  for (const failure of failures) {
    groups.set(failure.message, [...(groups.get(failure.message) ?? []), failure]);
  }
  return [...groups].sort((a, b) => b[1].length - a[1].length);
}

export function threadOptions(args: Args): ThreadOptions {
  const seconds = args.value('limit');
  const limit = seconds === undefined ? undefined : Number(seconds.replace(/s$/, ''));
  if (limit !== undefined && !(limit > 0)) {
    throw new InputError(
      `--limit must be a positive number of seconds, got "${seconds}". Leave it out for none.`,
    );
  }
  return {
    workers: args.value('workers') === 'auto' ? defaultWorkers() : args.count('workers', 1),
    limit,
    memory: args.count('memory', 16),
    kernels: args.value('kernels') as KernelChoice | undefined,
    cache: args.value('cache'),
  };
}

/** How many runs, the first three, distinct bodies, and how long it would take, from one run. */
async function dryRun(args: Args, plan: SweepPlan): Promise<number> {
  const { count, columns } = plan.design;
  const options = threadOptions(args);
  const workers = options.workers ?? defaultWorkers();
  const looked = Math.min(count, 10_000);
  const runs = Array.from({ length: looked }, (_, i) => plan.run(i));
  const bodies = new Set(runs.map(({ group }) => group)).size;
  const [lane] = createThreads(plan.job, { ...options, workers: 1 });
  const outcome = await lane.run(runs[0]);
  lane.close();
  const first = runs.slice(0, 3).map(({ id, values }) => ({
    id,
    ...Object.fromEntries(columns.map((path, c) => [path, values[c]])),
  }));
  if (outcome === 'stopped') return EXIT.interrupted;
  const failure = 'failure' in outcome ? outcome.failure.message : undefined;
  const cost = 'record' in outcome ? outcome.record.cost : undefined;
  // Bodies that are built once are not built again for each run of theirs.
  const shared = looked === count ? bodies / count : bodies / looked;
  const each = cost && (cost.total - cost.build * (1 - shared)) / 1000;
  const seconds = each === undefined ? undefined : (each * count) / workers;
  if (args.flag('json')) {
    const told = { runs: count, bodies, first, workers, seconds, failure };
    process.stdout.write(`${JSON.stringify(told, null, 2)}\n`);
  } else {
    const lines = [
      `${count} runs, ${bodies}${looked < count ? ' or more' : ''} distinct sets of bodies`,
      ...first.map((run) => `  ${JSON.stringify(run)}`),
      seconds === undefined
        ? `the first fails: ${failure}`
        : `about ${durationOf(seconds)} with ${workers} worker${workers > 1 ? 's' : ''}, from one run`,
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  return EXIT.ok;
}
