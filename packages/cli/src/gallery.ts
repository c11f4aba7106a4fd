import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { InputError } from 'pliant';

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

/** Reads a scene by gallery name or by file. */
export function readScene(nameOrFile: string): SceneSource {
  const inGallery = join(folder, `${nameOrFile}.json`);
  const file =
    /^[\w-]+$/.test(nameOrFile) && existsSync(inGallery) ? inGallery : resolve(nameOrFile);
  if (!existsSync(file)) {
    throw new InputError(
      `there is no scene "${nameOrFile}": neither a file nor in the gallery (${galleryNames().join(', ')}).`,
    );
  }
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new InputError(`${nameOrFile}: not valid JSON: ${(error as Error).message}.`);
  }
  return { data, files: (name) => readBytes(resolve(dirname(file), name), name) };
}

/** Bytes of a file, or an error that names it. */
export function readBytes(path: string, shown = path): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    throw new InputError(
      `"${shown}" cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}.`,
    );
  }
}
