import type { SceneSource } from './protocol.ts';

/** A scene of the gallery, before it is built. */
export interface GalleryEntry {
  /** The file's name without its ending: what stands in the address after `#`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

interface SceneFile {
  title?: string;
  description?: string;
}

const scenes = import.meta.glob<SceneFile>(
  ['../../../scenes/*.json', '!../../../scenes/package.json'],
  { eager: true, import: 'default' },
);

/** Addresses of mesh files beside the scenes; fetched only by scenes that name them. */
const meshes = import.meta.glob<string>('../../../scenes/**/*.{obj,stl,ply}', {
  query: '?url',
  import: 'default',
  eager: true,
});

const FOLDER = '../../../scenes/';

export const GALLERY: readonly GalleryEntry[] = Object.entries(scenes)
  .map(([path, { title = '', description = '' }]) => {
    const name = path.slice(FOLDER.length, -'.json'.length);
    return { name, title: title || name, description };
  })
  .sort((a, b) => (a.name < b.name ? -1 : 1));

/** A gallery scene with its mesh files, or null if there is none of that name. */
export async function loadGalleryScene(name: string): Promise<SceneSource | null> {
  const scene = scenes[`${FOLDER}${name}.json`];
  if (scene === undefined) return null;
  const text = JSON.stringify(scene);
  const files: Record<string, Uint8Array> = {};
  for (const [path, url] of Object.entries(meshes)) {
    const file = path.slice(FOLDER.length);
    if (!text.includes(file)) continue;
    files[file] = new Uint8Array(await (await fetch(url)).arrayBuffer());
  }
  return { scene, files };
}
