import type { KeptOutline } from '../ui/outliner.ts';
import type { KeptView } from '../view/views.ts';
import { differences, getAt, type Json, type Path, setAt } from './json.ts';
import type { LayerDeeds } from './layers.ts';
import type { Edit } from './store.ts';

/** What is made in the studio: all that undoing goes back over. */
export type StudioDocument = {
  /** Gallery name of the scene it began as; null for one of its own. */
  readonly origin: string | null;
  readonly scene: Json;
  readonly layers: Json;
};

/** How it is looked at. Saved with the document, and nothing to undo. */
export interface Moment {
  readonly camera: { readonly eye: number[]; readonly target: number[] } | null;
  readonly view: ViewState;
  /** Steps that had passed. */
  readonly step: number;
}

export interface ViewState extends KeptView {
  readonly contacts: boolean;
  readonly follows: boolean;
  /** What is hidden and locked; missing in documents from before. */
  readonly outline?: KeptOutline;
}

/** A document as it is saved or shared. */
export interface SavedDocument {
  readonly format: 'pliant-studio/1';
  readonly document: StudioDocument;
  /**
   * What the scene said, where it has changed since its bodies were built: whoever opens it builds that and then makes the changes, as was
   * done here, and so gets the same bits.
   */
  readonly built: readonly Edit[];
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly moment: Moment | null;
}

export const layersOf = (document: StudioDocument): LayerDeeds =>
  document.layers as unknown as LayerDeeds;

export function newDocument(scene: Json, origin: string | null): StudioDocument {
  return { origin, scene, layers: [] };
}

/** What leads from a scene back to the one that its bodies were built of. */
export function backTo(built: Json, scene: Json): Edit[] {
  return differences(scene, built).map((path: Path): Edit => [path, getAt(built, path)]);
}

/** The scene that bodies were built of. */
export function builtOf({ document, built }: SavedDocument): Json {
  return built.reduce(
    (scene, [path, value]) => setAt(scene, path, value ?? undefined),
    document.scene,
  );
}

/** Ends the name of a file that says how a mesh file is drawn, with its textures: no scene names it. */
export const CLOTHES = '.drawn.glb';

/** Files of how bodies are drawn, by the names of the bodies. */
export function clothesOf(
  scene: Json,
  files: Readonly<Record<string, Uint8Array>>,
): Map<string, Uint8Array> {
  const bodies = getAt(scene, ['bodies']);
  const found = new Map<string, Uint8Array>();
  for (const body of Array.isArray(bodies) ? bodies : []) {
    const mesh = getAt(body, ['surface', 'file']) ?? getAt(body, ['shape', 'file']);
    const bytes = files[`${mesh}${CLOTHES}`];
    if (bytes !== undefined) found.set(String(getAt(body, ['name'])), bytes);
  }
  return found;
}

/** Files that a scene names, of those at hand, and how those are drawn. */
export function filesOf(
  scene: Json,
  files: Readonly<Record<string, Uint8Array>>,
): Record<string, Uint8Array> {
  const text = JSON.stringify(scene);
  return Object.fromEntries(
    Object.entries(files).filter(([name]) => {
      const named = name.endsWith(CLOTHES) ? name.slice(0, -CLOTHES.length) : name;
      return text.includes(named.slice(named.lastIndexOf('/') + 1));
    }),
  );
}
