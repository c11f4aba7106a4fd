import { clothesOf } from '../document/document.ts';
import type { Json } from '../document/json.ts';
import type { Wardrobe } from './clothes.ts';
import type { SceneView } from './scene-view.ts';

type Files = Readonly<Record<string, Uint8Array>>;

/** Bodies drawn as their files draw them. */
export interface Wearing {
  /** Dresses the bodies of a view; `changed` is called when one looks different. */
  put(view: SceneView, scene: Json, files: Files, changed: () => void): void;
  /** Resolves when all that was put on is worn. */
  ready(): Promise<void>;
}

/** What reads such files is loaded with the first of them. */
export function createWearing(): Wearing {
  const opened = new WeakMap<Uint8Array, Promise<Wardrobe | null>>();
  let last: Promise<void> = Promise.resolve();
  const open = (bytes: Uint8Array): Promise<Wardrobe | null> => {
    const found =
      opened.get(bytes) ??
      import('./clothes.ts').then(({ openClothes }) => openClothes(bytes)).catch(() => null);
    opened.set(bytes, found);
    return found;
  };
  return {
    put(view, scene, files, changed) {
      // What was cut off has another name, and other vertices.
      const clothes = clothesOf(scene, files);
      for (const body of view.bodies) {
        const bytes = clothes.get(body.name);
        if (bytes === undefined) continue;
        const { surface } = body;
        last = Promise.all([last, open(bytes)]).then(([, wardrobe]) => {
          if (!view.bodies.includes(body) || body.surface !== surface) return;
          body.wear(wardrobe?.make(surface.positions.length / 3) ?? null);
          changed();
        });
      }
    },
    ready: () => last,
  };
}
