import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { InputError } from 'pliant';
import { readBytes, readJsonInput } from './files.ts';

const folder = dirname(createRequire(import.meta.url).resolve('@pliant/scenes/package.json'));

/** Scenes that belong together, in the order they are shown. */
export interface GalleryGroup {
  readonly title: string;
  /** What they have in common, in a few words. */
  readonly about: string;
  readonly scenes: readonly string[];
}

/** The gallery in its groups; scenes that none of them names come last. */
export function galleryGroups(): GalleryGroup[] {
  const { gallery } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    gallery: GalleryGroup[];
  };
  const named = new Set(gallery.flatMap(({ scenes }) => scenes));
  const more = readdirSync(folder)
    .filter((file) => file.endsWith('.json') && file !== 'package.json')
    .map((file) => basename(file, '.json'))
    .filter((name) => !named.has(name))
    .sort();
  return more.length === 0 ? gallery : [...gallery, { title: 'More', about: '', scenes: more }];
}

/** Names of the gallery's scenes, in order. */
export function galleryNames(): string[] {
  return galleryGroups().flatMap(({ scenes }) => scenes);
}

/** A scene as read, with a function that reads the mesh files it names (relative to the scene's own folder). */
export interface SceneSource {
  readonly data: unknown;
  readonly files: (name: string) => Uint8Array;
}

/** Reads a scene by gallery name, by file, or from the standard input (`-`). */
export function readScene(nameOrFile: string, allowOutside = false): SceneSource {
  const inGallery = join(folder, `${nameOrFile}.json`);
  const isName = /^[\w-]+$/.test(nameOrFile) && existsSync(inGallery);
  const file = nameOrFile === '-' ? '-' : isName ? inGallery : pathOf(nameOrFile);
  if (file !== '-' && !existsSync(file)) {
    throw new InputError(
      `there is no scene "${nameOrFile}". Name a file, or one of the gallery: ${galleryNames().join(', ')}.`,
    );
  }
  const home = file === '-' ? process.cwd() : dirname(file);
  const data = readJsonInput(file, nameOrFile);
  return { data, files: (name) => readNear(home, name, allowOutside) };
}

/** A path as it is, or, where there is no such file, with the separators of another system. */
function pathOf(name: string): string {
  const path = resolve(name);
  return existsSync(path) ? path : resolve(name.replaceAll('\\', '/'));
}

/** A file that a scene names: within the scene's own folder, links followed, unless others are allowed. */
export function readNear(
  home: string,
  name: string,
  allowOutside: boolean,
  whose = "the scene's",
): Uint8Array {
  const path = resolve(home, name.replaceAll('\\', '/'));
  if (!allowOutside && existsSync(path)) {
    const from = relative(realpathSync(home), realpathSync(path));
    if (from.startsWith('..') || isAbsolute(from)) {
      throw new InputError(
        `"${name}" lies outside ${whose} folder. Move it there, or say --allow-outside.`,
      );
    }
  }
  return readBytes(path, name);
}
