import { folderStore } from '@pliant/sweep';
import {
  createCsv,
  InputError,
  parseScene,
  type Run,
  type RunResult,
  startRun,
  surfacesNow,
  writeMesh,
} from 'pliant';
import type { Args } from '../args.ts';
import { type Command, EXIT } from '../command.ts';
import { type Output, openOutput, readBytes } from '../files.ts';
import { readScene } from '../gallery.ts';
import { stepToEnd } from '../interrupt.ts';
import { LIMIT_OPTIONS, limitsOf } from '../limits.ts';
import { printRun } from '../print.ts';
import { createProgress, type Progress, showBuild } from '../progress.ts';
import { setPath } from '../set.ts';

const KERNELS = ['auto', 'typescript', 'webassembly'] as const;

export const run: Command = {
  name: 'run',
  words: 'SCENE',
  summary: 'run a scene: a gallery name, a file, or - for the standard input',
  takesScenes: true,
  options: {
    steps: { value: 'N', text: "how many steps (the scene's duration if missing)" },
    dt: { value: 'SECONDS', text: 'length of a step' },
    set: {
      value: 'PATH=VALUE',
      repeats: true,
      text: 'change the scene first, e.g. --set bodies[0].material.young=2e5',
    },
    resume: { value: 'FILE', text: 'start from a snapshot' },
    snapshot: { value: 'FILE', text: 'write a snapshot at the end' },
    'save-mesh': { value: 'FILE', text: 'write the surfaces at the end: .obj, .stl or .ply' },
    csv: { value: 'FILE', text: 'write one line a step' },
    kernels: { value: 'NAME', choices: KERNELS, text: 'webassembly, typescript or auto' },
    cache: { value: 'FOLDER', text: 'keep prepared bodies here: the next run starts at once' },
    ...LIMIT_OPTIONS,
    'allow-outside': { text: "read mesh files from outside the scene's folder, too" },
    json: { text: 'print one JSON object' },
  },
  run: runCommand,
};

/** Nothing is written before the scene and all inputs are checked; what was done is written even if the run is interrupted. */
async function runCommand(args: Args): Promise<number> {
  if (args.words.length !== 1) {
    throw new InputError(`run takes one scene, got ${args.words.length}. Try pliant run --help.`);
  }
  const outputs = openOutputs(args);
  const progress = createProgress(process.stderr);
  try {
    const current = prepare(args, progress, outputs.csv);
    const isInterrupted = await stepToEnd(current);
    const result = current.result();
    progress.clear();
    outputs.snapshot?.write(current.world.snapshot());
    outputs.mesh?.write(
      writeMesh(surfacesNow(current.world.bodies), args.value('save-mesh') ?? ''),
    );
    for (const output of Object.values(outputs)) output?.commit();
    printResult(args, result);
    return isInterrupted ? EXIT.interrupted : exitOf([result]);
  } finally {
    progress.clear();
    for (const output of Object.values(outputs)) output?.discard();
  }
}

function openOutputs(args: Args): Record<'csv' | 'snapshot' | 'mesh', Output | undefined> {
  const mesh = args.value('save-mesh');
  if (mesh !== undefined && !/\.(obj|stl|ply)$/i.test(mesh))
    throw new InputError(`--save-mesh must end in .obj, .stl or .ply, got "${mesh}". Rename it.`);
  const toStandard = ['csv', 'snapshot'].filter((name) => args.value(name) === '-');
  if (toStandard.length + (args.flag('json') ? 1 : 0) > 1) {
    throw new InputError(
      'only one of --csv -, --snapshot - and --json can have the output. Write the others to files.',
    );
  }
  const open = (name: string): Output | undefined => {
    const path = args.value(name);
    return path === undefined ? undefined : openOutput(path);
  };
  const opened: Output[] = [];
  const keep = (output: Output | undefined): Output | undefined => {
    if (output !== undefined) opened.push(output);
    return output;
  };
  try {
    return {
      csv: keep(open('csv')),
      snapshot: keep(open('snapshot')),
      mesh: keep(open('save-mesh')),
    };
  } catch (error) {
    for (const output of opened) output.discard();
    throw error;
  }
}

function prepare(args: Args, progress: Progress, csv: Output | undefined): Run {
  const { data, files } = readScene(args.words[0], args.flag('allow-outside'));
  const dt = args.value('dt');
  if (dt !== undefined) setPath(data, `dt=${dt}`);
  for (const assignment of args.list('set')) setPath(data, assignment);
  const scene = parseScene(data);
  const resume = args.value('resume');
  const folder = args.value('cache');
  let done = 0;
  let lines: ReturnType<typeof createCsv> | undefined;
  const current = startRun(scene, {
    ...limitsOf(args),
    files,
    kernels: args.value('kernels') as (typeof KERNELS)[number] | undefined,
    store: folder === undefined ? undefined : folderStore(folder),
    steps: args.count('steps', 1),
    resume: resume === undefined ? undefined : readBytes(resume),
    ...showBuild(progress),
    observe(world) {
      if (lines === undefined) {
        lines = createCsv(world);
        csv?.write(lines.header);
      }
      csv?.write(lines.line());
      progress.show(++done, current.total, 'steps');
      return true;
    },
  });
  return current;
}

/** Words go to the error stream where the output is a file. */
function printResult(args: Args, result: RunResult): void {
  if (args.flag('json')) {
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  const isTaken = args.value('csv') === '-' || args.value('snapshot') === '-';
  const stream = isTaken ? process.stderr : process.stdout;
  printRun(result, (text) => stream.write(text));
}

/** True if nothing in a run broke down and no judged check failed. */
export function holds(result: RunResult): boolean {
  return result.broken.length === 0 && !failed(result);
}

export function exitOf(results: readonly RunResult[]): number {
  if (results.some(({ broken }) => broken.length > 0)) return EXIT.broken;
  return results.some(failed) ? EXIT.failed : EXIT.ok;
}

function failed(result: RunResult): boolean {
  return result.checks.some((check) => check.judged && !check.pass);
}
