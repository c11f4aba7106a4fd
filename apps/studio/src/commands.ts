import { GALLERY } from './gallery.ts';
import type { Tool } from './hands/hands.ts';
import type { PaletteCommand } from './ui/palette.ts';
import type { SideTab } from './ui/side-tabs.ts';
import { VIEWS, type ViewName } from './view/view-settings.ts';

/** What can be done by name or by key. */
export interface CommandActions {
  play(): void;
  step(): void;
  reset(): void;
  undo(): void;
  redo(): void;
  share(): void;
  frames(): void;
  cells(): void;
  view(name: ViewName): void;
  register(): void;
  contacts(): void;
  tool(name: Tool): void;
  side(tab: SideTab): void;
  story(): void;
  sweep(): void;
  close(): void;
}

/** A command with the keys that do it, as browsers call them. */
interface Command extends PaletteCommand {
  readonly keys?: readonly string[];
}

/** All commands, for the keyboard and for the palette; and the scenes of the gallery, by name. */
export function createCommands(actions: CommandActions): {
  readonly keys: Readonly<Record<string, () => void>>;
  palette(): Promise<void>;
  sheet(): Promise<void>;
} {
  const palette = async (): Promise<void> => {
    const { openPalette } = await import('./ui/palette.ts');
    const scenes = GALLERY.map(({ name, title }) => ({
      name: `Open: ${title}`,
      act: () => {
        location.hash = name;
      },
    }));
    openPalette([...commands, ...scenes]);
  };
  const sheet = async (): Promise<void> => {
    const { openKeysSheet } = await import('./ui/keys-sheet.ts');
    openKeysSheet(commands);
  };
  const commands: readonly Command[] = [
    { name: 'Play or pause', key: 'space', keys: [' '], act: actions.play },
    { name: 'One step', key: '.', keys: ['.'], act: actions.step },
    { name: 'Start over', key: 'r', keys: ['r'], act: actions.reset },
    { name: 'Undo', key: 'Ctrl Z', keys: ['Ctrl+z'], act: actions.undo },
    { name: 'Redo', key: 'Ctrl Shift Z', keys: ['Ctrl+Z', 'Ctrl+y'], act: actions.redo },
    { name: 'Share and export', key: 'e', keys: ['e'], act: actions.share },
    { name: 'Show frames', key: 'f', keys: ['f'], act: actions.frames },
    { name: 'Show cells', key: 'c', keys: ['c'], act: actions.cells },
    ...VIEWS.map((view, i) => ({
      name: `View: ${view}`,
      key: String(i + 1),
      keys: [String(i + 1)],
      act: () => actions.view(view),
    })),
    { name: 'Show contacts', key: 't', keys: ['t'], act: actions.contacts },
    { name: 'Knife', key: 'k', keys: ['k'], act: () => actions.tool('knife') },
    { name: 'Refine by touch', key: 'd', keys: ['d'], act: () => actions.tool('refine') },
    { name: 'Push', key: 'p', keys: ['p'], act: () => actions.tool('push') },
    { name: 'Dent', key: 'x', keys: ['x'], act: () => actions.tool('dent') },
    { name: 'Wind', key: 'w', keys: ['w'], act: () => actions.tool('wind') },
    { name: 'Place bodies', key: 'g', keys: ['g'], act: () => actions.tool('place') },
    { name: 'Hold by click', key: 'a', keys: ['a'], act: () => actions.tool('hold') },
    { name: 'Paint stiffness', key: 's', keys: ['s'], act: () => actions.tool('stiffen') },
    { name: 'Ruler', key: 'm', keys: ['m'], act: () => actions.tool('measure') },
    { name: 'Fit a mesh to a scan', act: actions.register },
    { name: 'Sweep: many runs with other values', act: actions.sweep },
    { name: 'Measure', act: () => actions.side('numbers') },
    { name: 'Edit the body', act: () => actions.side('body') },
    { name: 'Edit how it adapts', act: () => actions.side('adapt') },
    { name: 'Edit the world', act: () => actions.side('world') },
    { name: 'Light, dark and shadows', act: () => actions.side('look') },
    { name: 'Story in three steps', key: 'h', keys: ['h'], act: actions.story },
    { name: 'Hands and keys', key: '?', keys: ['?'], act: sheet },
    { name: 'All commands', key: 'Ctrl K', keys: ['Ctrl+k'], act: palette },
    { name: 'Close what is open', key: 'Esc', keys: ['Escape'], act: actions.close },
  ];
  const keys = Object.fromEntries(
    commands.flatMap(({ keys: own = [], act }) => own.map((key) => [key, act])),
  );
  return { keys, palette, sheet };
}
