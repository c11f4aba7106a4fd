import type { Args, Option, OptionSpec } from './args.ts';

/** A command of `pliant`: help, completion and the reading of its words are made from this one description. */
export interface Command {
  readonly name: string;
  /** Its words, as the help shows them: `SCENE`, `[SCENE…]`; empty for none. */
  readonly words: string;
  readonly summary: string;
  readonly options: OptionSpec;
  /** True if its words are scenes: completion then offers the gallery. */
  readonly takesScenes?: boolean;
  /** Gives the exit status. */
  run(args: Args): number | Promise<number>;
}

/** What exit statuses mean; scripts rely on them. */
export const EXIT = { ok: 0, failed: 1, input: 2, broken: 3, fault: 70, interrupted: 130 } as const;

export const EXIT_HELP =
  'Exit status: 0 all well, 1 a check failed, 2 bad input, 3 a body broke down, 70 a fault of pliant itself, 130 interrupted (what was done is written).';

/** Options that every command takes. */
const COMMON: OptionSpec = { help: { text: 'show this' } };

const WIDTH = 20;

/** The page that `pliant COMMAND --help` shows. */
export function helpOf(command: Command): string {
  const { name, words, summary } = command;
  const options = Object.entries({ ...command.options, ...COMMON });
  const head = ['pliant', name, words, '[options]'].filter((part) => part !== '').join(' ');
  return [`${head}\n\n${capital(summary)}.\n`, ...options.map(optionLine), '', EXIT_HELP].join(
    '\n',
  );
}

/** One line a command, for the page that `pliant --help` shows. */
export function summaryOf({ name, words, summary }: Command): string {
  return `  ${`${name} ${words}`.trimEnd().padEnd(WIDTH)} ${summary}`;
}

function optionLine([name, option]: [string, Option]): string {
  const left = option.value === undefined ? `--${name}` : `--${name} ${option.value}`;
  const repeats = option.repeats ? ' (may be repeated)' : '';
  return `  ${left.padEnd(WIDTH)} ${option.text}${repeats}`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
