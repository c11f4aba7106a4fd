import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { InputError } from 'pliant';
import type { Args } from '../args.ts';
import { type Command, EXIT } from '../command.ts';
import { isLoopback, serveFolder } from '../serve/serve.ts';

const FOLDER = fileURLToPath(new URL('../../studio/', import.meta.url));

export const studio: Command = {
  name: 'studio',
  words: '',
  summary: 'serve the studio until interrupted, and print its address',
  options: {
    port: { value: 'N', text: 'the port (5173 or a free one if missing)' },
    host: {
      value: 'ADDRESS',
      text: 'the address to listen on (127.0.0.1 if missing); others let the network in',
    },
  },
  run: studioCommand,
};

async function studioCommand(args: Args): Promise<number> {
  if (!existsSync(FOLDER))
    throw new InputError('the studio is not built. Run "npm run build" first.');
  const host = args.value('host');
  const server = await serveFolder(FOLDER, { port: args.count('port', 0), host });
  if (host !== undefined && !isLoopback(host)) {
    process.stderr.write(`pliant: everyone who can reach ${host} can open the studio now.\n`);
  }
  process.stdout.write(`Pliant studio: ${server.address}\nStop with Ctrl+C.\n`);
  await new Promise<void>((stop) => {
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  });
  await server.close();
  return EXIT.ok;
}
