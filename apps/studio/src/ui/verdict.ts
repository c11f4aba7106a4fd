import { h } from './dom.ts';
import { digits, whole } from './format.ts';

/** What adaptation has been worth since the start. */
export interface Verdict {
  /**
   * Unknowns that were solved for, and those that would have been, summed over all steps; null for a scene that does not adapt. `now`: those of
   * the last step.
   */
  show(sums: { readonly active: number; readonly total: number } | null, now: number): void;
}

/** Ratios closer to one than this are called equal. */
const SAME = 1.05;

/** At the foot of the stage. What was lost is said, too. */
export function createVerdict(holder: HTMLElement): Verdict {
  const ratio = h('b', {});
  const words = h('small', {});
  // Not a live region: it changes all the time, and who hears the page reads it when it is wanted.
  const element = h('p', { class: 'verdict', hidden: true }, ratio, words);
  holder.append(element);
  return {
    show(sums, now) {
      element.hidden = (sums?.total ?? now) === 0;
      if (sums === null) {
        ratio.textContent = whole(now);
        words.textContent = ' unknowns';
        element.title =
          'Unknowns of the last step. This scene does not adapt: there is nothing to compare it with.';
        return;
      }
      if (sums.total === 0) return;
      const times = sums.total / Math.max(1, sums.active);
      ratio.textContent = times < SAME ? 'All' : `${digits(times)}× fewer`;
      const part = Math.round((100 * sums.active) / sums.total);
      words.textContent = times < SAME ? ' unknowns in use' : ' unknowns';
      element.title = `Since the start ${part} % of all unknowns were solved for. The command line prints the same figure.`;
    },
  };
}
