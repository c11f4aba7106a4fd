import type { Keep, Kept } from './keep.ts';

export interface Autosave {
  /** Says that there is something to save. */
  wanted(): void;
  /** Saves now; resolves when it is kept. */
  flush(): Promise<void>;
}

/** How long after a change it is saved [ms]: a hand that goes on changing is not disturbed. */
const AFTER = 600;

/** `gather` gives what to keep, null for nothing. */
export function createAutosave(keep: Keep, gather: () => Promise<Kept | null>): Autosave {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = async (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const kept = await gather();
    if (kept !== null) await keep.put(kept);
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) flush();
  });
  return {
    wanted() {
      timer ??= setTimeout(flush, AFTER);
    },
    flush,
  };
}
