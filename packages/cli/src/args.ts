import { InputError } from 'pliant';

/** Options a command knows: `flag` takes no value, `value` takes one, `list` may come several times. */
export type OptionSpec = Record<string, 'flag' | 'value' | 'list'>;

export interface Args {
  readonly words: string[];
  flag(name: string): boolean;
  value(name: string): string | undefined;
  list(name: string): string[];
  /** A whole number of at least `low`. */
  count(name: string, low: number): number | undefined;
}

/** Reads `--name value`, `--name=value` and words. Unknown options are refused with the list of known ones. */
export function readArgs(argv: readonly string[], spec: OptionSpec): Args {
  const words: string[] = [];
  const found = new Map<string, string[]>();
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i];
    if (!arg.startsWith('--')) {
      words.push(arg);
      continue;
    }
    const equals = arg.indexOf('=');
    const name = arg.slice(2, equals < 0 ? undefined : equals);
    const kind = spec[name];
    if (kind === undefined) {
      const known = Object.keys(spec).map((one) => `--${one}`);
      throw new InputError(
        `there is no option --${name}. ${known.length > 0 ? `Known: ${known.join(' ')}.` : 'This command takes none.'}`,
      );
    }
    if (kind === 'flag') {
      found.set(name, []);
      continue;
    }
    const value = equals < 0 ? argv[++i] : arg.slice(equals + 1);
    if (value === undefined) throw new InputError(`--${name} needs a value.`);
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
      if (!Number.isInteger(n) || n < low) {
        throw new InputError(`--${name} must be a whole number of at least ${low}, got "${text}".`);
      }
      return n;
    },
  };
}
