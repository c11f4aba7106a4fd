import { parseScene, runScene } from 'pliant';
import { readArgs } from '../args.ts';
import { folderStore } from '../files.ts';
import { galleryNames, readScene } from '../gallery.ts';
import { printChecks, printNotes } from '../print.ts';
import { createProgress } from '../progress.ts';
import { failed } from './run.ts';

/** Runs scenes (the whole gallery if none is named) and their self-checks. 0 if all hold, 1 if one fails. */
export function check(argv: readonly string[]): number {
  const args = readArgs(argv, { json: 'flag', cache: 'value' });
  const names = args.words.length > 0 ? args.words : galleryNames();
  const folder = args.value('cache');
  const store = folder === undefined ? undefined : folderStore(folder);
  const results = [];
  for (const name of names) {
    const { data, files } = readScene(name);
    const scene = parseScene(data);
    const total = Math.max(1, Math.round(scene.duration / scene.dt));
    const progress = createProgress(process.stderr);
    let done = 0;
    const { result } = runScene(scene, {
      files,
      store,
      observe() {
        progress.show(++done, total, scene.name);
        return true;
      },
    });
    progress.clear();
    results.push(result);
    if (args.flag('json')) continue;
    process.stdout.write(`${scene.name}\n`);
    printChecks(result);
    printNotes(result);
    if (result.checks.length === 0) process.stdout.write('  no self-check\n');
  }
  if (args.flag('json')) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
  const bad = results.filter(failed).length;
  if (!args.flag('json'))
    process.stdout.write(`${results.length - bad} of ${results.length} scenes hold\n`);
  return bad > 0 ? 1 : 0;
}
