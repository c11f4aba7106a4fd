import type { Player } from '../player.ts';
import type { Stats } from '../protocol.ts';
import { type Autosave, createAutosave } from './autosave.ts';
import type { Moment } from './document.ts';
import type { Editor } from './editor.ts';
import { type Kept, openKeep } from './keep.ts';

/** A larger state than this is not kept for the next visit [bytes]: that then begins at the start. */
const MOST_BYTES = 5e7;
/** While a scene plays, how often it is kept [ms]. */
const EVERY = 5000;

/** The document, kept in the browser for the next visit. */
export interface Keeping extends Autosave {
  /** Keeps a scene that plays, every few seconds. */
  follow(stats: Stats): void;
  /**
   * Opens what was kept for this tab at this address; false if nothing was. What was asked for while it was looked for (`isLate`) stays.
   */
  restore(isLate: () => boolean): Promise<boolean>;
  /** Builds the document again, and goes on from the last state that was kept; false if that was tried and led nowhere. */
  revive(): boolean;
}

/** `moment` says how the document is looked at. */
export function createKeeping(
  player: Player,
  editor: Editor,
  moment: (step: number) => Moment | null,
): Keeping {
  const keep = openKeep();
  let keptAt = 0;
  let last: Kept | null = null;
  /** The state that a lost run went on from; undefined if none was lost. */
  let revived: Kept | null | undefined;
  const autosave = createAutosave(keep, async (): Promise<Kept | null> => {
    const state = await player.snapshot();
    const now = state && moment(state.step);
    if (state === null || now === null) return null;
    const snapshot = state.bytes.length > MOST_BYTES ? null : state.bytes;
    const saved = editor.save(now);
    last = { saved, address: location.hash, snapshot, savedAt: Date.now() };
    return last;
  });
  return {
    ...autosave,
    follow({ playing }) {
      if (!playing || performance.now() - keptAt < EVERY) return;
      keptAt = performance.now();
      autosave.wanted();
    },
    revive() {
      if (revived === last) return false;
      revived = last;
      editor.rebuild(last?.snapshot ? { state: last.snapshot, of: last.saved } : undefined);
      return true;
    },
    async restore(isLate) {
      const kept = await keep.get();
      if (isLate()) return true;
      // A reload goes on where it was; another address is another wish.
      if (kept === null || kept.address !== location.hash) return false;
      editor.open({ saved: kept.saved, resume: kept.snapshot ?? undefined });
      return true;
    },
  };
}
