import { readFileSync, writeSync } from 'node:fs';
import { InputError } from 'pliant';
import { readArgs } from './args.ts';
import { type Command, EXIT, EXIT_HELP, helpOf, summaryOf } from './command.ts';
import { bake } from './commands/bake.ts';
import { check } from './commands/check.ts';
import { completion } from './commands/completion.ts';
import { importCommand } from './commands/import.ts';
import { list } from './commands/list.ts';
import { registerCommand } from './commands/register.ts';
import { run } from './commands/run.ts';
import { schema } from './commands/schema.ts';
import { studio } from './commands/studio.ts';
import { sweep } from './commands/sweep.ts';
import { cannot, ReaderLeft } from './files.ts';

const COMMANDS: readonly Command[] = [
  run,
  check,
  list,
  importCommand,
  registerCommand,
  bake,
  sweep,
  studio,
  schema,
  completion(() => COMMANDS),
];

const HELP = `pliant: adaptive soft bodies

${COMMANDS.map(summaryOf).join('\n')}

pliant COMMAND --help    the options of a command
pliant --version         the version

${EXIT_HELP}
`;

/** Runs the command line and gives the exit status. */
export async function main(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  try {
    return await dispatch(name, rest);
  } catch (error) {
    return error instanceof ReaderLeft ? EXIT.ok : report(error, argv.includes('--json'));
  }
}

/** What to do if the output or the messages cannot be written: says why where it can, and gives the exit status. */
export function outputFailed(error: NodeJS.ErrnoException): number {
  if (error.code === 'EPIPE') return EXIT.ok;
  try {
    writeSync(2, `pliant: ${cannot('written', 'the output', error).message}\n`);
  } catch {
    // The messages go to the same full disk.
  }
  return EXIT.input;
}

async function dispatch(name: string | undefined, rest: readonly string[]): Promise<number> {
  if (name === '--version' || name === '-V') return print(`${version()}\n`);
  if (name === undefined) {
    process.stderr.write(HELP);
    return EXIT.input;
  }
  const wanted = name === 'help' ? rest[0] : name;
  if (wanted === undefined || wanted === '--help' || wanted === '-h') return print(HELP);
  const command = COMMANDS.find((one) => one.name === wanted);
  if (command === undefined) {
    const names = COMMANDS.map((one) => one.name).join(', ');
    throw new InputError(`there is no command "${wanted}". Try: ${names}.`);
  }
  if (name === 'help' || rest.includes('--help') || rest.includes('-h')) {
    return print(`${helpOf(command)}\n`);
  }
  return command.run(readArgs(rest, command.options));
}

function print(text: string): number {
  process.stdout.write(text);
  return EXIT.ok;
}

function version(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Says what went wrong: bad input in one line, a fault of our own with its trace, both as JSON for programs. */
function report(error: unknown, asJson: boolean): number {
  const isInput = error instanceof InputError;
  const status = isInput ? EXIT.input : EXIT.fault;
  const message = error instanceof Error ? error.message : String(error);
  if (asJson) {
    const path = isInput ? error.path : '';
    process.stdout.write(`${JSON.stringify({ error: { message, path, status } }, null, 2)}\n`);
  } else if (isInput) process.stderr.write(`pliant: ${message}\n`);
  else {
    const trace = error instanceof Error ? error.stack : message;
    process.stderr.write(`pliant: this is a fault of pliant, not of your input.\n${trace}\n`);
  }
  return status;
}
