// Builds everything: kernels, packages, the scene schema, the studio. `--no-studio` leaves the last one out.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildKernels } from './build-kernels.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { plainArrays, removeStale } from './lib/packages.mjs';
import { fromRoot, hasSources } from './lib/paths.mjs';
import { tool } from './lib/run.mjs';

const PACKAGES = [
  'packages/engine',
  'packages/three',
  'packages/react',
  'packages/rapier',
  'packages/gltf',
  'packages/sweep',
  'packages/cli',
  'bench',
];

/**
 * Compiles the TypeScript packages, those given or all of them; a package without sources is skipped.
 * @param {string[]} [packages]
 */
export async function buildPackages(packages = PACKAGES) {
  const present = packages.filter((folder) => hasSources(`${folder}/src`));
  if ((await tool('typescript', 'tsc', ['-b', ...present])) !== 0) {
    throw new Error('the packages do not compile');
  }
  for (const folder of present) {
    removeStale(folder);
    plainArrays(folder);
  }
}

/** Writes the JSON schema of scenes beside the compiled engine, where editors find it. */
export function buildSchema() {
  const cli = fromRoot('packages/cli/bin/pliant.js');
  if (!existsSync(cli)) return;
  const schema = execFileSync(process.execPath, [cli, 'schema'], { encoding: 'utf8' });
  JSON.parse(schema);
  mkdirSync(fromRoot('packages/engine/dist'), { recursive: true });
  writeFileSync(fromRoot('packages/engine/dist/scene.schema.json'), schema);
}

/** Bundles the studio into packages/cli/studio, from where `pliant studio` serves it. */
export async function buildStudio() {
  if (!existsSync(fromRoot('apps/studio/index.html'))) return;
  const options = { cwd: fromRoot('apps/studio') };
  if ((await tool('vite', 'vite', ['build'], options)) !== 0) {
    throw new Error('the studio does not build');
  }
}

/** @param {{ studio?: boolean }} [options] */
export async function build({ studio = true } = {}) {
  const { built, bytes } = await buildKernels();
  console.log(`kernels: ${bytes} bytes${built ? '' : ', up to date'}`);
  await buildPackages();
  buildSchema();
  if (studio) await buildStudio();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureInstalled();
  await build({ studio: !process.argv.includes('--no-studio') });
}
