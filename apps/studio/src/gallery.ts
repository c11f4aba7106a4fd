import { scenes as list } from 'virtual:scene-list';
import type { SceneSource } from './protocol.ts';

/** A scene of the gallery, before it is built. */
export interface GalleryEntry {
  /** The file's name without its ending: what stands in the address after `#`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Models of its bodies. */
  readonly models: readonly string[];
  /** Whether `thumbs/NAME.webp` has pictures of a run, side by side. */
  readonly hasThumbnail: boolean;
}

/** Scenes are fetched when they are opened; what the gallery says of them is here from the start. */
const scenes = import.meta.glob<string>(
  ['../../../scenes/*.json', '!../../../scenes/package.json'],
  { query: '?raw', import: 'default' },
);
/** Addresses of mesh files beside the scenes; fetched only by scenes that name them. */
const meshes = import.meta.glob<string>('../../../scenes/**/*.{obj,stl,ply}', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The order and the groups in which scenes are shown. */
const order = Object.values(
  import.meta.glob<{ title: string; about: string; scenes: string[] }[]>(
    '../../../scenes/package.json',
    { eager: true, import: 'gallery' },
  ),
).flat();

const FOLDER = '../../../scenes/';

/** Scenes that belong together. */
export interface GalleryGroup {
  readonly title: string;
  /** What they have in common, in a few words. */
  readonly about: string;
  readonly scenes: readonly GalleryEntry[];
}

const entries = new Map<string, GalleryEntry>(list.map((entry) => [entry.name, entry]));

/** The gallery as `scenes/package.json` orders it; scenes that it does not name come last. */
export const GROUPS: readonly GalleryGroup[] = (() => {
  const named = new Set(order.flatMap((group) => group.scenes));
  const more = [...entries.keys()].filter((name) => !named.has(name));
  return [...order, { title: 'More', about: '', scenes: more }]
    .map(({ title, about, scenes: names }) => ({
      title,
      about,
      scenes: names.flatMap((name) => entries.get(name) ?? []),
    }))
    .filter((group) => group.scenes.length > 0);
})();

export const GALLERY: readonly GalleryEntry[] = GROUPS.flatMap((group) => group.scenes);

/** A gallery scene with its mesh files, or null if there is none of that name. */
export async function loadGalleryScene(name: string): Promise<SceneSource | null> {
  const load = scenes[`${FOLDER}${name}.json`];
  if (load === undefined) return null;
  const text = await load();
  const files: Record<string, Uint8Array> = {};
  for (const [path, url] of Object.entries(meshes)) {
    const file = path.slice(FOLDER.length);
    if (!text.includes(file)) continue;
    files[file] = new Uint8Array(await (await fetch(url)).arrayBuffer());
  }
  return { scene: JSON.parse(text), files };
}
