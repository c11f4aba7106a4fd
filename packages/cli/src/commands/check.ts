import { folderStore } from '@pliant/sweep';
import { parseScene, type RunResult, startRun } from 'pliant';
import type { Args } from '../args.ts';
import { type Command, EXIT } from '../command.ts';
import { galleryNames, readScene } from '../gallery.ts';
import { stepToEnd } from '../interrupt.ts';
import { LIMIT_OPTIONS, limitsOf } from '../limits.ts';
import { printChecks, printNotes } from '../print.ts';
import { createProgress, showBuild } from '../progress.ts';
import { exitOf, holds } from './run.ts';

export const check: Command = {
  name: 'check',
  words: '[SCENE…]',
  summary: 'run scenes and their self-checks; the whole gallery if none is named',
  takesScenes: true,
  options: {
    cache: { value: 'FOLDER', text: 'keep prepared bodies here: the next run starts at once' },
    ...LIMIT_OPTIONS,
    'allow-outside': { text: "read mesh files from outside a scene's folder, too" },
    json: { text: 'print one JSON array' },
  },
  run: checkCommand,
};

async function checkCommand(args: Args): Promise<number> {
  const names = args.words.length > 0 ? args.words : galleryNames();
  const folder = args.value('cache');
  const store = folder === undefined ? undefined : folderStore(folder);
  const isJson = args.flag('json');
  const results: RunResult[] = [];
  let isInterrupted = false;
  for (const name of names) {
    const { data, files } = readScene(name, args.flag('allow-outside'));
    const scene = parseScene(data);
    const progress = createProgress(process.stderr);
    let done = 0;
    const run = startRun(scene, {
      ...limitsOf(args),
      files,
      store,
      ...showBuild(progress, `bodies of ${scene.name} built`),
      observe() {
        progress.show(++done, run.total, `steps of ${scene.name}`);
        return true;
      },
    });
    isInterrupted = await stepToEnd(run);
    progress.clear();
    const result = run.result();
    results.push(result);
    if (!isJson) printScene(result, isInterrupted);
    if (isInterrupted) break;
  }
  if (isJson) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
  // A scene that was interrupted does not count as one that holds.
  const whole = isInterrupted ? results.slice(0, -1) : results;
  const good = whole.filter(holds).length;
  if (!isJson) process.stdout.write(`${good} of ${results.length} scenes hold\n`);
  return isInterrupted ? EXIT.interrupted : exitOf(results);
}

function printScene(result: RunResult, isInterrupted: boolean): void {
  const write = (text: string): void => void process.stdout.write(text);
  write(`${result.scene}${isInterrupted ? `: interrupted after ${result.steps} steps` : ''}\n`);
  printChecks(result, write);
  printNotes(result, write);
  if (result.checks.length === 0) write('  no self-check\n');
}
