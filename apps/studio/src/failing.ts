import type { Editor } from './document/editor.ts';
import type { Faults } from './ui/faults.ts';

const TITLES = {
  build: 'This scene cannot be built',
  run: 'The simulation stopped',
  twin: 'The second run stopped',
} as const;

/** Says what went wrong, and offers the way back. */
export function createFailing(
  faults: Faults,
  editor: () => Editor,
): (messages: readonly string[], what: keyof typeof TITLES) => void {
  return (messages, what) => {
    const { couldNotBuild, rebuild, store } = editor();
    if (what === 'build') {
      const undo = { label: 'Undo the change', act: () => void store.undo() };
      faults.show(TITLES.build, messages, couldNotBuild() ? undo : undefined);
      return;
    }
    const again = { label: 'Start it again', act: rebuild };
    faults.show(TITLES[what], messages, what === 'run' ? again : undefined);
  };
}
