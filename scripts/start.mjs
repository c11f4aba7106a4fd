// npm start: from a bare checkout to the studio in the browser.
import { existsSync } from 'node:fs';
import { build } from './build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { fromRoot } from './lib/paths.mjs';
import { serve } from './lib/serve.mjs';

const DEFAULT_PORT = 5173;

await ensureInstalled();
await build();

const folder = fromRoot('apps/studio/dist');
if (!existsSync(folder)) throw new Error('the studio was not built: apps/studio/dist is missing');
const server = await serve(folder, Number(process.env.PORT) || DEFAULT_PORT);
console.log(`Pliant studio: ${server.url}`);

const stop = async () => {
  await server.close();
  process.exit(0);
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
