import type { Editor } from './document/editor.ts';
import { GALLERY, loadGalleryScene } from './gallery.ts';
import type { ImportActions } from './import/card.ts';
import type { SceneSource } from './protocol.ts';
import { sceneInLink } from './scene-link.ts';
import type { Sweeps } from './sweep/open.ts';
import { openDropped, parsed } from './ui/drop.ts';
import type { Faults } from './ui/faults.ts';
import type { Heading } from './ui/heading.ts';

/** The ways in: a name of the gallery, files, what the address says. */
export interface Opening {
  named(name: string): Promise<void>;
  files(files: readonly File[]): Promise<void>;
  address(): Promise<void>;
  /** Whether anything was asked for yet. */
  isAsked(): boolean;
  /** Builds a scene: of the gallery, if it has a name there. */
  scene(source: SceneSource, name: string | null): void;
}

export interface OpeningParts {
  readonly editor: Editor;
  readonly faults: Faults;
  readonly heading: Heading;
  readonly importActions: ImportActions;
  readonly sweeps: Sweeps;
  /** Marks what is being opened; null for what is not of the gallery. */
  select(name: string | null): void;
  /** Puts away what stands in front of the stage. */
  clear(): void;
  /** Says in the address what runs; false if nothing does. */
  nameInAddress(): boolean;
}

export function createOpening(parts: OpeningParts): Opening {
  const { editor, faults, heading } = parts;
  /** Counts what was asked for: files that come late, after something else was asked for, are not opened. */
  let lastAsked = 0;

  function scene({ scene: text, files }: SceneSource, name: string | null): void {
    lastAsked++;
    parts.select(name);
    if (name === null) heading.building('the scene');
    editor.openScene({ scene: parsed(text), files }, name);
  }

  async function named(name: string): Promise<void> {
    const mine = ++lastAsked;
    const source = await loadGalleryScene(name);
    if (mine !== lastAsked) return;
    if (source === null) {
      faults.show('No such scene', [`There is no scene "${name}" in the gallery.`]);
      if (!parts.nameInAddress() && GALLERY.length > 0) await named(GALLERY[0].name);
      return;
    }
    parts.clear();
    heading.building(GALLERY.find((entry) => entry.name === name)?.title ?? name);
    scene(source, name);
  }

  return {
    scene,
    named,
    isAsked: () => lastAsked > 0,
    async files(files) {
      if (files.length === 0) return;
      faults.hide();
      const mine = ++lastAsked;
      try {
        const opening = await openDropped(files, parts.importActions);
        if (mine !== lastAsked || opening === null) return;
        if ('document' in opening) editor.open({ saved: opening });
        else if (!(await parts.sweeps.take(opening))) scene(opening, null);
      } catch (error) {
        faults.show('This cannot be opened', [(error as Error).message]);
      }
    },
    async address() {
      faults.hide();
      const { hash } = location;
      const own = sceneInLink(hash);
      if (own !== null) scene({ scene: own, files: {} }, null);
      else if (hash.includes('=')) {
        // What unpacks documents is loaded for those who come with one.
        const { documentInLink } = await import('./share/pack.ts');
        const saved = await documentInLink(hash);
        if (saved !== null) editor.open({ saved });
        else await named(hash.slice(1));
      } else await named(hash.slice(1) || (GALLERY[0]?.name ?? ''));
    },
  };
}
