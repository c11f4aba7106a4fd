import type { Stats } from './protocol.ts';
import type { Faults } from './ui/faults.ts';

/** Says once that bodies broke down, and offers the way back. */
export function watchBroken(faults: Faults, goBack: () => void): (stats: Stats) => void {
  /** Bodies that were broken last time, in one line. */
  let told = '';
  return ({ broken, issues }) => {
    if (broken.join() === told) return;
    told = broken.join();
    if (broken.length === 0) return;
    const own = issues.filter((issue) => broken.some((name) => issue.startsWith(`${name}: `)));
    faults.show('A body broke down', own, { label: 'Go back to the last good state', act: goBack });
  };
}
