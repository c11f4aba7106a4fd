import { openFolder, readResults } from '@pliant/sweep';
import { InputError } from 'pliant';
import type { Args } from '../args.ts';
import { type Command, EXIT } from '../command.ts';
import { workSweep } from '../sweep/queue.ts';
import { openSwept } from '../sweep/source.ts';
import { closeSweep, printSummary, retrySweep, startSweep } from '../sweep/start.ts';

export const sweep: Command = {
  name: 'sweep',
  words: 'FILE',
  summary:
    'run a scene many times with other values, and go on where it stopped; also: worker, status FOLDER, merge FOLDER…, retry FOLDER',
  options: {
    out: { value: 'FOLDER', text: "where results go (the sweep's name if missing)" },
    workers: {
      value: 'N',
      text: 'threads of this machine (auto, one less than its cores, if missing)',
    },
    shard: {
      value: 'I/N',
      text: 'only the Ith of N parts, counted from 0, for array jobs; merge makes the tables',
    },
    queue: {
      value: 'URL',
      text: 'a Redis or Valkey server: the runs go into its queue, and workers anywhere take them from there',
    },
    lock: {
      value: 'SECONDS',
      text: 'worker: silent for so long, its runs go to others (30 if missing)',
    },
    limit: { value: 'SECONDS', text: 'a run that takes longer is ended and counts as failed' },
    memory: {
      value: 'MB',
      text: 'a run that needs more is ended and counts as failed (2048 if missing)',
    },
    cache: { value: 'FOLDER', text: 'keep prepared bodies here, for all threads and later runs' },
    kernels: {
      value: 'NAME',
      choices: ['auto', 'typescript', 'webassembly'],
      text: 'webassembly, typescript or auto',
    },
    dry: { text: 'say how many runs, the first three and how long it would take; nothing else' },
    yes: { text: 'yes, more than a million runs' },
    json: { text: 'print a line of JSON for every result, failure and second' },
  },
  run: sweepCommand,
};

async function sweepCommand(args: Args): Promise<number> {
  const [word, ...rest] = args.words;
  const one = (): string => {
    if (rest.length === 1) return rest[0];
    throw new InputError(
      `sweep ${word} takes one folder, got ${rest.length}. Try pliant sweep --help.`,
    );
  };
  switch (word) {
    case 'worker':
      if (rest.length > 0)
        throw new InputError(
          `sweep worker takes no file, got "${rest[0]}". The queue tells it what to run.`,
        );
      return workSweep(args);
    case 'status':
      return status(args, one());
    case 'retry':
      return retrySweep(args, one());
    case 'merge':
      return merge(args, rest);
    default:
      if (word !== undefined && rest.length === 0) return startSweep(args, word);
      throw new InputError(
        `sweep takes one file, got ${args.words.length}. Try pliant sweep --help.`,
      );
  }
}

function status(args: Args, folder: string): number {
  const { plan } = openSwept(folder);
  const swept = readResults(openFolder(folder), plan);
  if (args.flag('json')) {
    const { total, records, failures, conflicts } = swept;
    const counts = { total, done: records.length, failed: failures.length, conflicts };
    process.stdout.write(`${JSON.stringify({ ...counts, failures }, null, 2)}\n`);
  } else printSummary(folder, swept, []);
  return EXIT.ok;
}

/** Makes the tables of the first folder, with the results of all. */
async function merge(args: Args, folders: readonly string[]): Promise<number> {
  const [into, ...others] = folders;
  if (into === undefined)
    throw new InputError('sweep merge takes a folder or more, got none. Try pliant sweep --help.');
  const target = openFolder(into);
  for (const other of others) target.take(openFolder(other));
  return closeSweep(args, into, openSwept(into).plan);
}
