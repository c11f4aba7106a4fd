import type { Editor } from '../document/editor.ts';
import { getAt, type Json } from '../document/json.ts';
import type { SceneSource } from '../protocol.ts';
import { bodyBounds } from '../view/framing.ts';
import type { Show } from '../view/show.ts';
import type { ImportActions } from './card.ts';

/** What is done with a mesh that was dropped. */
export function createImportActions(
  editor: Editor,
  show: Show,
  open: (source: SceneSource) => void,
): ImportActions {
  const bodies = (): readonly Json[] =>
    (getAt(editor.store.value.scene, ['bodies']) ?? []) as readonly Json[];
  return {
    open,
    add({ scene, files }) {
      editor.addFiles(files);
      const added = (scene.bodies ?? []) as unknown as readonly Json[];
      editor.store.run(`import ${scene.name}`, [
        [
          ['scene', 'bodies'],
          [...bodies(), ...added],
        ],
      ]);
    },
    taken: () => bodies().map((body) => String(getAt(body, ['name']))),
    room(width) {
      const box = bodyBounds(show.view()?.bodies.map(({ positions }) => positions) ?? []);
      return [box.max.x + 0.6 * width, (box.min.z + box.max.z) / 2];
    },
  };
}
