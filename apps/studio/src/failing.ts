import type { Editor } from './document/editor.ts';
import type { PlayerEvents } from './player.ts';
import type { Faults } from './ui/faults.ts';

const TITLES = {
  build: 'This scene cannot be built',
  run: 'The simulation stopped',
  twin: 'The second run stopped',
} as const;

/** Says what went wrong, and offers the way back. A run that the browser has ended goes on from where it was kept (`revive`), if it can. */
export function createFailing(
  faults: Faults,
  editor: () => Editor,
  revive: () => boolean,
): PlayerEvents['failed'] {
  return (messages, what, isLost) => {
    if (what === 'run' && isLost && revive()) return;
    const { couldNotBuild, rebuild, store } = editor();
    if (what === 'build') {
      const undo = { label: 'Undo the change', act: () => void store.undo() };
      faults.show(TITLES.build, messages, couldNotBuild() ? undo : undefined);
      return;
    }
    const again = { label: 'Start it again', act: () => rebuild() };
    faults.show(TITLES[what], messages, what === 'run' ? again : undefined);
  };
}
