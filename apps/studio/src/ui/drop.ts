import type { SceneSource } from '../protocol.ts';

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

/** The scene among some files (the one that ends in .json), with the others by name. Throws if there is no one scene. */
export async function readFiles(files: readonly File[]): Promise<SceneSource> {
  const scenes = files.filter((file) => file.name.toLowerCase().endsWith('.json'));
  if (scenes.length !== 1) {
    throw new Error(
      scenes.length === 0
        ? 'There is no scene among these files: its name ends in ".json".'
        : `There are ${scenes.length} scenes here. Open one at a time.`,
    );
  }
  const others = files.filter((file) => file !== scenes[0]);
  const bytes = await Promise.all(others.map(async (f) => new Uint8Array(await f.arrayBuffer())));
  return {
    scene: await scenes[0].text(),
    files: Object.fromEntries(others.map((file, i) => [file.name, bytes[i]])),
  };
}
