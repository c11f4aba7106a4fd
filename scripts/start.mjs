// npm start: from a bare checkout to the studio in the browser.
import { build } from './build.mjs';
import { ensureInstalled } from './lib/install.mjs';

await ensureInstalled();
await build();
const { main } = await import('../packages/cli/dist/main.js');
process.exitCode = await main([
  'studio',
  ...(process.env.PORT ? ['--port', process.env.PORT] : []),
]);
