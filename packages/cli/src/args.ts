import { InputError } from 'pliant';

/** An option of a command. `value` names what it takes in the help; without it the option is a flag. */
export interface Option {
  readonly value?: string;
  /** May come several times. */
  readonly repeats?: boolean;
  readonly text: string;
  /** What a value may be, for messages and for completion. */
  readonly choices?: readonly string[];
}

export type OptionSpec = Readonly<Record<string, Option>>;

export interface Args {
  readonly words: string[];
  flag(name: string): boolean;
  value(name: string): string | undefined;
  list(name: string): string[];
  /** A whole number of at least `low`. */
  count(name: string, low: number): number | undefined;
}

/** Reads `--name value`, `--name=value` and words; `-` is a word, and all that follows `--`. Unknown options are refused with the known ones. */
export function readArgs(argv: readonly string[], spec: OptionSpec): Args {
  const words: string[] = [];
  const found = new Map<string, string[]>();
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i];
    if (arg === '--') {
      for (const word of argv.slice(i + 1)) words.push(word);
      break;
    }
    if (!arg.startsWith('-') || arg === '-') {
      words.push(arg);
      continue;
    }
    const equals = arg.indexOf('=');
    const name = arg.replace(/^--?/, '').split('=', 1)[0];
    const option = arg.startsWith('--') && Object.hasOwn(spec, name) ? spec[name] : undefined;
    if (option === undefined) throw new InputError(unknownOption(arg.split('=', 1)[0], spec));
    if (option.value === undefined) {
      if (equals >= 0)
        throw new InputError(`--${name} takes no value, got "${arg}". Leave out what follows "=".`);
      found.set(name, []);
      continue;
    }
    const value = equals < 0 ? argv[++i] : arg.slice(equals + 1);
    if (value === undefined)
      throw new InputError(`--${name} needs a value. Write it after a space or "=".`);
    if (option.choices && !option.choices.includes(value)) {
      throw new InputError(
        `--${name} must be ${inWords(option.choices)}, got "${value}". Take one of these.`,
      );
    }
    found.set(name, [...(found.get(name) ?? []), value]);
  }
  return {
    words,
    flag: (name) => found.has(name),
    value: (name) => found.get(name)?.at(-1),
    list: (name) => found.get(name) ?? [],
    count(name, low) {
      const text = found.get(name)?.at(-1);
      if (text === undefined) return undefined;
      const n = Number(text);
      if (text.trim() === '' || !Number.isSafeInteger(n) || n < low) {
        throw new InputError(
          `--${name} must be a whole number of at least ${low}, got "${text}". Leave it out for the default.`,
        );
      }
      return n;
    },
  };
}

function unknownOption(arg: string, spec: OptionSpec): string {
  const known = Object.keys(spec).map((one) => `--${one}`);
  return `there is no option ${arg}. ${known.length > 0 ? `Known: ${known.join(' ')}.` : 'This command takes none.'}`;
}

function inWords(choices: readonly string[]): string {
  return `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
}
