// npm test: everything that must hold, from a bare checkout. `--only lint,types,unit` runs some of the stages; `--all` (npm run test:all)
// runs long versions of tests of which npm test runs a slice: see CONTRIBUTING.md.
// Each stage counts as one test, and vitest's own tests count too. The last line is `N passed, N failed`.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { buildKernels } from './build-kernels.mjs';
import { findBrowser } from './lib/browser.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { findRedis } from './lib/redis.mjs';
import { tool } from './lib/run.mjs';
import { runVitest } from './lib/vitest.mjs';
import { checkSize } from './size.mjs';

const isAll = process.argv.includes('--all');

/** What may install something waits for the one before: the system's installer runs once at a time. */
let installing = Promise.resolve();
const inTurn = (find) => {
  installing = installing.then(find);
  return installing;
};

/**
 * Each stage resolves to whether it is good, or to an object that adds counted tests.
 * @type {Record<string, (log?: number) => Promise<boolean | { passed: number, failed: number, isGood: boolean }>>}
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
  // The largest doors; the others at night.
  size: () => checkSize(isAll ? undefined : ['index', 'frames', 'layers']),
  async unit() {
    const env = { PLIANT_REDIS: (await inTurn(findRedis)) ?? '' };
    if (!isAll) return runVitest([], env);
    return runVitest(['--testTimeout', '3600000'], { ...env, PLIANT_ALL: '1' });
  },
  async browser(log) {
    const browser = await inTurn(findBrowser);
    if (!browser) return false;
    console.log(`browser: ${browser}`);
    const env = { PLIANT_BROWSER: browser, ...(isAll ? { PLIANT_ALL: '1' } : {}) };
    return runVitest(['--config', 'vitest.browser.config.ts'], env, log);
  },
};

/** Runs beside the stage before it, and is printed after it: browsers wait for themselves much of the time. */
const BESIDE = 'browser';

const total = { passed: 0, failed: 0 };

async function runStage(name, log) {
  if (log === undefined) console.log(`\n=== ${name} ===`);
  const started = performance.now();
  let result;
  try {
    result = await STAGES[name](log);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    result = false;
  }
  const counts = typeof result === 'object' ? result : { passed: 0, failed: 0, isGood: result };
  total.passed += counts.passed + (counts.isGood ? 1 : 0);
  total.failed += counts.failed + (counts.isGood ? 0 : 1);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  return `=== ${name}: ${counts.isGood ? 'passed' : 'FAILED'} in ${seconds} s ===`;
}

/** Two stages at once; the second is quiet until the first is done. */
async function runBoth(first, second) {
  const folder = mkdtempSync(join(tmpdir(), 'pliant-'));
  const file = join(folder, 'output.txt');
  const log = openSync(file, 'w');
  try {
    const other = runStage(second, log);
    console.log(await runStage(first));
    const outcome = await other;
    console.log(`\n=== ${second} ===\n${readFileSync(file, 'utf8')}${outcome}`);
  } finally {
    closeSync(log);
    rmSync(folder, { recursive: true, force: true });
  }
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
const names = [...new Set(['kernels', ...stages])];
for (let i = 0; i < names.length; i++) {
  if (names[i + 1] === BESIDE && names[i] === 'unit') await runBoth(names[i], names[++i]);
  else console.log(await runStage(names[i]));
}
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
