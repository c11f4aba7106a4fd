import { parseScene } from 'pliant';
import type { Args } from '../args.ts';
import { type Command, EXIT } from '../command.ts';
import { galleryGroups, readScene } from '../gallery.ts';

export const list: Command = {
  name: 'list',
  words: '',
  summary: 'print the gallery, group by group',
  options: { json: { text: 'print one JSON array' } },
  run: listCommand,
};

function listCommand(args: Args): number {
  const groups = galleryGroups().map((group) => ({
    ...group,
    scenes: group.scenes.map((name) => parseScene(readScene(name).data)),
  }));
  if (args.flag('json')) {
    const rows = groups.flatMap(({ title: group, scenes }) =>
      scenes.map(({ name, title, description }) => ({ name, title, description, group })),
    );
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return EXIT.ok;
  }
  const names = groups.flatMap(({ scenes }) => scenes.map(({ name }) => name));
  const width = Math.max(...names.map((name) => name.length));
  groups.forEach(({ title, about, scenes }, i) => {
    const heading = about === '' ? title : `${title}: ${about}`;
    process.stdout.write(`${i === 0 ? '' : '\n'}${heading}\n`);
    for (const scene of scenes) {
      process.stdout.write(`  ${scene.name.padEnd(width)}  ${scene.title}\n`);
    }
  });
  return EXIT.ok;
}
