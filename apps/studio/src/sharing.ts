import { clothesOf, type Moment } from './document/document.ts';
import type { Editor } from './document/editor.ts';
import type { Player } from './player.ts';
import type { Stats } from './protocol.ts';
import { openShare } from './share/open.ts';
import type { Show } from './view/show.ts';
import type { Stage } from './view/stage.ts';

export interface SharingParts {
  readonly holder: HTMLElement;
  readonly editor: Editor;
  readonly player: Player;
  readonly stage: Stage;
  readonly show: Show;
  /** How the document is looked at, and how its run goes: seconds a step with it. */
  moment(): Moment | null;
  run(): { readonly stats: Stats | null; readonly dt: number };
  /** Called before something pauses the run. */
  pausing(): void;
}

/** Opens the card of everything that can be taken home. */
export function createSharing(parts: SharingParts): () => Promise<void> {
  const { holder, editor, player, stage, show } = parts;
  return () =>
    openShare(holder, {
      save: () => editor.save(parts.moment()),
      file(what, range) {
        parts.pausing();
        const clothing = Object.fromEntries(clothesOf(editor.store.value.scene, editor.files));
        return player.file(what, range, clothing);
      },
      range() {
        const { stats, dt } = parts.run();
        return { ...(stats?.range ?? { first: 0, last: 0 }), dt };
      },
      picture: () => stage.picture(show.ground()),
      recorded() {
        parts.pausing();
        const { stats, dt } = parts.run();
        return {
          ...(stats?.range ?? { first: 0, last: 0 }),
          dt,
          async show(step) {
            player.seek(step);
            await player.settled();
          },
          draw: stage.drawNow,
          part: stage.freePixels,
        };
      },
    });
}
