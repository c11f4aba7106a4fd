import { InputError, parseScene, type RunResult, runScene } from 'pliant';
import { readArgs } from '../args.ts';
import { createCsv } from '../csv.ts';
import { folderStore, openLines, writeBytes } from '../files.ts';
import { readBytes, readScene } from '../gallery.ts';
import { printRun } from '../print.ts';
import { createProgress } from '../progress.ts';
import { setPath } from '../set.ts';

export const RUN_HELP = `pliant run SCENE [options]     SCENE is a gallery name or a file
  --steps N           how many steps (the scene's duration if missing)
  --dt SECONDS        length of a step
  --set PATH=VALUE    change the scene first, e.g. --set bodies[0].material.young=2e5 (may be repeated)
  --resume FILE       start from a snapshot
  --snapshot FILE     write a snapshot at the end
  --csv FILE          write one line a step
  --kernels NAME      webassembly, typescript or auto
  --cache FOLDER      keep prepared bodies here, so that the next run starts at once
  --json              print one JSON object`;

/** Runs one scene. 0 if its checks hold, 1 if one fails. */
export function run(argv: readonly string[]): number {
  const args = readArgs(argv, {
    steps: 'value',
    dt: 'value',
    set: 'list',
    resume: 'value',
    snapshot: 'value',
    csv: 'value',
    kernels: 'value',
    cache: 'value',
    json: 'flag',
  });
  if (args.words.length !== 1)
    throw new InputError(`run takes one scene, got ${args.words.length}.\n\n${RUN_HELP}`);
  const { data, files } = readScene(args.words[0]);
  const dt = args.value('dt');
  if (dt !== undefined) setPath(data, `dt=${dt}`);
  for (const assignment of args.list('set')) setPath(data, assignment);
  const scene = parseScene(data);
  const kernels = args.value('kernels') ?? 'auto';
  if (kernels !== 'auto' && kernels !== 'typescript' && kernels !== 'webassembly') {
    throw new InputError(`--kernels must be auto, typescript or webassembly, got "${kernels}".`);
  }
  const resume = args.value('resume');
  const steps = args.count('steps', 1);
  const total = steps ?? Math.max(1, Math.round(scene.duration / scene.dt));
  const progress = createProgress(process.stderr);
  const csvFile = args.value('csv');
  const csv = csvFile === undefined ? null : openLines(csvFile);
  const folder = args.value('cache');
  let done = 0;
  let lines: ReturnType<typeof createCsv> | undefined;
  const { result, world } = runScene(scene, {
    files,
    kernels,
    store: folder === undefined ? undefined : folderStore(folder),
    steps,
    resume: resume === undefined ? undefined : readBytes(resume),
    observe(world) {
      lines ??= createCsv(world);
      if (done++ === 0) csv?.write(lines.header);
      csv?.write(lines.line());
      progress.show(done, total, 'steps');
      return true;
    },
  });
  progress.clear();
  csv?.end();
  const snapshot = args.value('snapshot');
  if (snapshot !== undefined) writeBytes(snapshot, world.snapshot());
  if (args.flag('json')) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  else printRun(result);
  return failed(result) ? 1 : 0;
}

export function failed(result: RunResult): boolean {
  return result.checks.some((check) => !check.pass);
}
