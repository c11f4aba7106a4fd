// npm run bench -- kernels | peers …: builds the engine and the benchmarks, then runs the named ones.
import { buildPackages } from './build.mjs';
import { buildKernels } from './build-kernels.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { fromRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

await ensureInstalled();
await buildKernels();
await buildPackages(['packages/engine', 'packages/gltf', 'packages/cli', 'bench']);
process.exitCode = await run(process.execPath, [
  fromRoot('bench/dist/main.js'),
  ...process.argv.slice(2),
]);
