import { InputError } from 'pliant';
import type { OptionSpec } from '../args.ts';
import { type Command, EXIT } from '../command.ts';
import { galleryNames } from '../gallery.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** Prints a script that completes commands, options and gallery names; made from the commands themselves. */
export function completion(commands: () => readonly Command[]): Command {
  return {
    name: 'completion',
    words: 'SHELL',
    summary: 'print a completion script for bash, zsh or fish',
    options: {},
    run({ words: [shell = ''] }) {
      if (!SHELLS.includes(shell as Shell)) {
        throw new InputError(
          `completion takes bash, zsh or fish, got "${shell}". Name your shell.`,
        );
      }
      process.stdout.write(scriptFor(shell as Shell, commands()));
      return EXIT.ok;
    },
  };
}

const optionNames = (options: OptionSpec): string[] => [
  ...Object.keys(options).map((name) => `--${name}`),
  '--help',
];

function scriptFor(shell: Shell, commands: readonly Command[]): string {
  return shell === 'fish' ? fishScript(commands) : bashScript(shell, commands);
}

function bashScript(shell: 'bash' | 'zsh', commands: readonly Command[]): string {
  const cases = commands.map(({ name, options, takesScenes }) => {
    const words = [...optionNames(options), ...(takesScenes ? galleryNames() : [])];
    return `    ${name}) words="${words.join(' ')}" ;;`;
  });
  const names = commands.map(({ name }) => name).join(' ');
  return `${shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}_pliant() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${names} --help --version"; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _pliant pliant
`;
}

function fishScript(commands: readonly Command[]): string {
  const lines = commands.flatMap(({ name, summary, options, takesScenes }) => {
    const after = `complete -c pliant -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c pliant -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
      ...Object.entries(options).map(
        ([option, { text, value }]) =>
          `${after} -l ${option}${value === undefined ? '' : ' -r'} -d ${quoted(text)}`,
      ),
      ...(takesScenes ? [`${after} -a ${quoted(galleryNames().join(' '))}`] : []),
    ];
  });
  return `${lines.join('\n')}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
