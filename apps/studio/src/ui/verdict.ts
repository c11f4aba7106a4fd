import { h } from './dom.ts';
import { digits } from './format.ts';

/** What adaptation has been worth since the start. */
export interface Verdict {
  /** Unknowns that were solved for, and those that would have been, summed over all steps; null hides it. */
  show(sums: { readonly active: number; readonly total: number } | null): void;
}

/** Ratios closer to one than this are called equal. */
const SAME = 1.05;

/** At the foot of the stage. What was lost is said, too. */
export function createVerdict(holder: HTMLElement): Verdict {
  const ratio = h('b', {});
  const words = h('small', {});
  const element = h(
    'p',
    {
      class: 'verdict',
      role: 'status',
      hidden: true,
    },
    ratio,
    words,
  );
  holder.append(element);
  return {
    show(sums) {
      element.hidden = sums === null || sums.total === 0;
      if (sums === null || sums.total === 0) return;
      const times = sums.total / Math.max(1, sums.active);
      ratio.textContent = times < SAME ? 'No fewer' : `${digits(times)}× fewer`;
      const part = Math.round((100 * sums.active) / sums.total);
      words.textContent = ' unknowns';
      element.title = `Totals since the start: ${part} % of all unknowns were solved for. The command line says the same.`;
    },
  };
}
