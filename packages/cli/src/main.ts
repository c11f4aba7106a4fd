import { InputError } from 'pliant';
import { check } from './commands/check.ts';
import { list } from './commands/list.ts';
import { RUN_HELP, run } from './commands/run.ts';
import { schema } from './commands/schema.ts';
import { studio } from './commands/studio.ts';

const HELP = `pliant: adaptive soft bodies

pliant list [--json]           the gallery
${RUN_HELP}
pliant check [SCENE…] [--json] run scenes and their self-checks; the whole gallery if none is named
pliant studio [--port N]       serve the studio
pliant schema                  print the JSON Schema of the scene format

Exit status: 0 all well, 1 a check failed, 2 bad input.`;

type Command = (argv: readonly string[]) => number | Promise<number>;
const COMMANDS: Record<string, Command> = { list, run, check, studio, schema };

/** Runs the command line and gives the exit status. */
export async function main(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === 'help' || name === '--help' || rest.includes('--help')) {
    process.stdout.write(`${HELP}\n`);
    return name === undefined ? 2 : 0;
  }
  if (!Object.hasOwn(COMMANDS, name)) {
    process.stderr.write(
      `pliant: there is no command "${name}". Try: ${Object.keys(COMMANDS).join(', ')}.\n`,
    );
    return 2;
  }
  try {
    return await COMMANDS[name](rest);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    process.stderr.write(`pliant: ${error.message}\n`);
    return 2;
  }
}
