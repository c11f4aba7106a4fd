import { getAt, type Json } from './document/json.ts';
import { createOutliner, type Item, type Outliner } from './ui/outliner.ts';
import type { Show } from './view/show.ts';

/** The outline of the document, and the picture that follows it. */
export interface Outlining extends Pick<Outliner, 'isLocked' | 'kept' | 'restore'> {
  /** Another document shows everything. */
  show(scene: Json, isOther: boolean): void;
  /** Brings the picture after what is hidden and selected. */
  apply(): void;
}

/** `open` opens the panel of what was selected; `release` lets an attachment go. */
export function createOutlining(
  holder: HTMLElement,
  show: Show,
  open: (item: Item) => void,
  release: (body: number, attachment: number) => void,
): Outlining {
  let scene: Json = {};
  const outliner = createOutliner(holder, {
    changed: apply,
    release,
    select(item) {
      apply();
      if (item !== null) open(item);
    },
  });

  function hiddenOf(kind: Item['kind']): Set<number> {
    const all = (getAt(scene, [kind]) ?? []) as readonly Json[];
    return new Set([...all.keys()].filter((i) => outliner.isHidden(kind, i)));
  }

  function apply(): void {
    show.hide({ bodies: hiddenOf('bodies'), obstacles: hiddenOf('obstacles') });
    const { selected } = outliner;
    for (const body of show.view()?.bodies ?? [])
      body.glow(selected?.kind === 'bodies' && selected.index === body.origin);
  }

  return {
    isLocked: outliner.isLocked,
    kept: outliner.kept,
    restore(kept) {
      outliner.restore(kept);
      apply();
    },
    show(next, isOther) {
      scene = next;
      outliner.show(next, isOther);
      if (isOther) apply();
    },
    apply,
  };
}
