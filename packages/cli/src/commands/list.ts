import { parseScene } from 'pliant';
import { readArgs } from '../args.ts';
import { galleryNames, readScene } from '../gallery.ts';

/** Prints the gallery. */
export function list(argv: readonly string[]): number {
  const args = readArgs(argv, { json: 'flag' });
  const scenes = galleryNames().map((name) => parseScene(readScene(name).data));
  if (args.flag('json')) {
    const rows = scenes.map(({ name, title, description }) => ({ name, title, description }));
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return 0;
  }
  const width = Math.max(...scenes.map((scene) => scene.name.length));
  for (const scene of scenes) process.stdout.write(`${scene.name.padEnd(width)}  ${scene.title}\n`);
  return 0;
}
