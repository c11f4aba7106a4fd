import type { SavedDocument } from '../document/document.ts';
import type { ImportActions } from '../import/card.ts';
import type { SceneSource } from '../protocol.ts';
import { byId } from './dom.ts';

/** Endings of files that hold meshes. */
const MESHES = /\.(obj|ply|stl|msh|glb|gltf)$/i;

/** Lets files be dropped anywhere on the window; `shade` is shown while they hang over it. */
export function acceptDrops(shade: HTMLElement, open: (files: readonly File[]) => void): void {
  // Entering a child comes before leaving its parent: only the count tells when the window is left.
  let depth = 0;
  const hasFiles = (event: DragEvent): boolean =>
    event.dataTransfer?.types.includes('Files') === true;
  window.addEventListener('dragenter', (event) => {
    if (!hasFiles(event)) return;
    depth++;
    shade.hidden = false;
  });
  window.addEventListener('dragleave', (event) => {
    if (hasFiles(event) && --depth <= 0) shade.hidden = true;
  });
  window.addEventListener('dragover', (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  window.addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth = 0;
    shade.hidden = true;
    open([...(event.dataTransfer?.files ?? [])]);
  });
}

/**
 * What was dropped: a document, or a scene with its files. A mesh gets a card of its own, and gives null. What reads meshes and documents is
 * loaded when one comes.
 */
export async function openDropped(
  files: readonly File[],
  actions: ImportActions,
): Promise<SceneSource | SavedDocument | null> {
  const saved = files.find(({ name }) => /\.pliant$/i.test(name));
  if (saved !== undefined) {
    const { unpackDocument } = await import('../share/pack.ts');
    return unpackDocument(new Uint8Array(await saved.arrayBuffer()));
  }
  const hasScene = files.some(({ name }) => /\.json$/i.test(name));
  const mesh = files.find(({ name }) => MESHES.test(name));
  if (hasScene || mesh === undefined) return readFiles(files);
  const [{ showImportCard }, all] = await Promise.all([
    import('../import/card.ts'),
    readAll(files),
  ]);
  const dropped = { file: mesh.name, bytes: all[mesh.name], files: all };
  await showImportCard(byId('card'), dropped, actions);
  return null;
}

async function readAll(files: readonly File[]): Promise<Record<string, Uint8Array>> {
  const bytes = await Promise.all(files.map(async (f) => new Uint8Array(await f.arrayBuffer())));
  return Object.fromEntries(files.map((file, i) => [file.name, bytes[i]]));
}

/** The scene among some files (the one that ends in .json), with the others by name. Throws if there is no one scene. */
async function readFiles(files: readonly File[]): Promise<SceneSource> {
  const scenes = files.filter((file) => file.name.toLowerCase().endsWith('.json'));
  if (scenes.length !== 1) {
    throw new Error(
      scenes.length === 0
        ? 'There is neither a mesh (.obj, .ply, .stl, .msh, .glb) nor a scene (.json) nor a document (.pliant) among these files.'
        : `There are ${scenes.length} scenes here. Open one at a time.`,
    );
  }
  const others = files.filter((file) => file !== scenes[0]);
  return { scene: await scenes[0].text(), files: await readAll(others) };
}

/** Text that is no JSON is left to those who check scenes: they say where it goes wrong. */
export function parsed(scene: unknown): unknown {
  if (typeof scene !== 'string') return scene;
  try {
    return JSON.parse(scene);
  } catch {
    return scene;
  }
}
