// npm test: everything that must hold, from a bare checkout. `--only lint,types,unit` runs some of the stages; `--all` (npm run test:all)
// runs long versions of tests of which npm test runs a slice: see CONTRIBUTING.md.
// Each stage counts as one test, and vitest's own tests count too. The last line is `N passed, N failed`.
import { build } from './build.mjs';
import { buildKernels } from './build-kernels.mjs';
import { findBrowser } from './lib/browser.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { findRedis } from './lib/redis.mjs';
import { tool } from './lib/run.mjs';
import { runVitest } from './lib/vitest.mjs';
import { checkSize } from './size.mjs';

const isAll = process.argv.includes('--all');

/**
 * Each stage resolves to whether it is good, or to an object that adds counted tests.
 * @type {Record<string, () => Promise<boolean | { passed: number, failed: number, isGood: boolean }>>}
 */
const STAGES = {
  async kernels() {
    const { built, bytes } = await buildKernels();
    console.log(`${bytes} bytes of WebAssembly${built ? '' : ', up to date'}`);
    return true;
  },
  lint: async () => (await tool('@biomejs/biome', 'biome', ['check', '.'])) === 0,
  types: async () => (await tool('typescript', 'tsc', ['-b'])) === 0,
  unused: async () => (await tool('knip', 'knip', [])) === 0,
  async build() {
    await build();
    return true;
  },
  async unit() {
    const env = { PLIANT_REDIS: (await findRedis()) ?? '' };
    if (!isAll) return runVitest([], env);
    return runVitest(['--testTimeout', '3600000'], { ...env, PLIANT_ALL: '1' });
  },
  // The largest doors; the others at night.
  size: () => checkSize(isAll ? undefined : ['index', 'frames', 'layers']),
  async browser() {
    const browser = await findBrowser();
    if (!browser) return false;
    console.log(`browser: ${browser}`);
    const env = { PLIANT_BROWSER: browser, ...(isAll ? { PLIANT_ALL: '1' } : {}) };
    return runVitest(['--config', 'vitest.browser.config.ts'], env);
  },
};

const total = { passed: 0, failed: 0 };

async function runStage(name) {
  console.log(`\n=== ${name} ===`);
  const started = performance.now();
  let result;
  try {
    result = await STAGES[name]();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    result = false;
  }
  const counts = typeof result === 'object' ? result : { passed: 0, failed: 0, isGood: result };
  total.passed += counts.passed + (counts.isGood ? 1 : 0);
  total.failed += counts.failed + (counts.isGood ? 0 : 1);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`=== ${name}: ${counts.isGood ? 'passed' : 'FAILED'} in ${seconds} s ===`);
}

function chosenStages() {
  const at = process.argv.indexOf('--only');
  const names = at < 0 ? Object.keys(STAGES) : (process.argv[at + 1] ?? '').split(',');
  const unknown = names.filter((name) => !(name in STAGES));
  if (unknown.length > 0) {
    console.error(`no stage "${unknown.join(', ')}"; there are ${Object.keys(STAGES).join(', ')}`);
    process.exit(1);
  }
  return names;
}

const stages = chosenStages();
await ensureInstalled();
// All other stages read the generated kernels; when they are up to date this takes no time.
for (const name of new Set(['kernels', ...stages])) await runStage(name);
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
