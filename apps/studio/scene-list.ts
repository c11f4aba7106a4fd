import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const NAME = 'virtual:scene-list';
const scenes = new URL('../../scenes/', import.meta.url);
const thumbnails = new URL('public/thumbs/', import.meta.url);

/** What the gallery says of scenes before they are fetched, as the module `virtual:scene-list`. */
export function sceneList(): Plugin {
  return {
    name: 'scene-list',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null;
      const files = readdirSync(scenes).filter((file) => file.endsWith('.json'));
      const list = files.flatMap((file) => {
        if (file === 'package.json') return [];
        const {
          title,
          description,
          bodies = [],
        } = JSON.parse(readFileSync(new URL(file, scenes), 'utf8')) as {
          title?: string;
          description?: string;
          bodies?: { model?: { type: string } }[];
        };
        const name = file.slice(0, -'.json'.length);
        const models = [...new Set(bodies.map(({ model }) => model?.type ?? 'solid'))];
        const hasThumbnail = existsSync(new URL(`${name}.webp`, thumbnails));
        return [
          { name, title: title ?? name, description: description ?? '', models, hasThumbnail },
        ];
      });
      return `export const scenes = ${JSON.stringify(list)};`;
    },
  };
}
