// npm run torture: everything that tries to break the engine, in full, one kind after the other, each in processes of its own with a limit on
// memory and time. All of it is seeded. Writes docs/reliability.md. Words choose some kinds, --part does a part of each:
// npm run torture -- snapshots actions --part 0.1
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { buildKernels } from './build-kernels.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { limit } from './lib/limits.mjs';
import { fromRoot } from './lib/paths.mjs';
import { tool } from './lib/run.mjs';

/** Files of tests by kind; `effort` in them gives the full number. */
const ENGINE = 'packages/engine/test/';
const KINDS = {
  scenes: ['scene/damaged', 'scene/too-large'].map((file) => ENGINE + file),
  meshes: ['io/damaged', 'io/tet-files'].map((file) => ENGINE + file),
  snapshots: ['world/snapshot', 'world/resume'].map((file) => ENGINE + file),
  actions: ['world/actions'].map((file) => ENGINE + file),
  cuts: ['world/cut-energy', 'models/octree/cutting'].map((file) => ENGINE + file),
  crowds: ['world/random', 'world/violent'].map((file) => ENGINE + file),
  'no numbers': ['world/broken'].map((file) => ENGINE + file),
  memory: ['world/memory', 'world/roster'].map((file) => ENGINE + file),
  'long runs': ['world/long-runs'].map((file) => ENGINE + file),
  workers: ['packages/cli/test/sweep', 'packages/sweep/test/guard'],
  server: ['packages/cli/test/serve'],
};
/** Megabytes of heap, megabytes in all and seconds that a kind may take. */
const MOST_HEAP = 2048;
const MOST_MEMORY = 4096;
const MOST_TIME = 7200;
const PAGE = fromRoot('docs', 'reliability.md');

const words = process.argv.slice(2);
const at = words.indexOf('--part');
const part = at < 0 ? 1 : Number(words.splice(at, 2)[1]);
if (!(part > 0 && part <= 1)) {
  console.error(`--part: must be a number above 0, 1 at most, got ${words[at + 1] ?? part}.`);
  process.exit(1);
}
const unknown = words.filter((name) => !(name in KINDS));
if (unknown.length > 0) {
  console.error(`no kind "${unknown.join(', ')}"; there are ${Object.keys(KINDS).join(', ')}`);
  process.exit(1);
}
await ensureInstalled();
await buildKernels();
const rows = [];
const costs = [];
let isGood = true;
for (const [kind, files] of Object.entries(KINDS)) {
  if (words.length > 0 && !words.includes(kind)) continue;
  const report = fromRoot('.cache', `torture-${kind.replace(' ', '-')}.json`);
  rmSync(report, { force: true });
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  args.push('--testTimeout', String(1000 * MOST_TIME), '--maxWorkers', '1');
  args.push('--execArgv', '--expose-gc');
  for (const file of files) args.push(`${file}.test.ts`);
  const env = {
    PLIANT_ALL: '1',
    PLIANT_PART: String(part),
    NODE_OPTIONS: `--max-old-space-size=${MOST_HEAP}`,
  };
  const start = performance.now();
  let guard;
  const code = await tool('vitest', 'vitest', args, {
    env,
    started(child) {
      guard = limit(child, { seconds: MOST_TIME, megabytes: MOST_MEMORY });
    },
  });
  guard.end();
  isGood &&= code === 0;
  const own = read(report, kind, guard.broken);
  for (const row of own) rows.push(row);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  costs.push([
    kind,
    own.length,
    own.filter((row) => row[2] !== 'holds').length,
    seconds,
    guard.peak.toFixed(0),
  ]);
  writeFileSync(PAGE, page(rows, costs));
}
console.log(rows.map((row) => row.join('  ')).join('\n'));
process.exitCode = isGood ? 0 : 1;

/** One row a test: kind, statement, outcome, seconds. */
function read(report, kind, broken) {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    return testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ fullName, status, duration }) => [
        kind,
        fullName.replaceAll('|', '/'),
        status === 'passed' ? 'holds' : '**fails**',
        ((duration ?? 0) / 1000).toFixed(1),
      ]),
    );
  } catch {
    return [[kind, 'all of it', `**${broken ?? 'crashed'}**`, '']];
  }
}

function page(list, costs) {
  const failed = list.filter((row) => row[2] !== 'holds').length;
  const table = (head, body) =>
    [head, head.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
  return `# Reliability

Made by \`npm run torture${words.length > 0 || part < 1 ? ` -- ${[...words, ...(part < 1 ? ['--part', part] : [])].join(' ')}` : ''}\` on ${cpus()[0]?.model.trim() ?? 'an unknown processor'} with Node ${process.versions.node}; do not edit. Every kind runs from fixed seeds in processes of its own
with ${MOST_HEAP} MB of heap, ${MOST_MEMORY} MB and ${MOST_TIME / 60} minutes in all at most. The numbers in the statements are what was really run. \`npm test\` runs a slice of each kind.
${list.length} statements, ${failed} of them fail.

${table(['kind', 'statements', 'fail', 'seconds', 'most memory [MB]'], costs)}

${table(['kind', 'statement', 'outcome', 'seconds'], list)}
`;
}
