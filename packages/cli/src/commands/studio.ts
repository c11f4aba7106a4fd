import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { InputError } from 'pliant';
import { readArgs } from '../args.ts';
import { serveFolder } from '../serve.ts';

const FOLDER = fileURLToPath(new URL('../../studio/', import.meta.url));

/** Serves the studio until interrupted, and prints its address. */
export async function studio(argv: readonly string[]): Promise<number> {
  const args = readArgs(argv, { port: 'value', host: 'value' });
  if (!existsSync(FOLDER))
    throw new InputError('the studio is not built. Run "npm run build" first.');
  const server = await serveFolder(FOLDER, {
    port: args.count('port', 0),
    host: args.value('host') ?? 'localhost',
  });
  process.stdout.write(`Pliant studio: ${server.address}\nStop with Ctrl+C.\n`);
  await new Promise<void>((stop) => {
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  });
  await server.close();
  return 0;
}
