// npm run torture: everything that tries to break the engine, in full, one kind after the other, each in processes of its own with a limit on
// memory and time. All of it is seeded. Writes docs/reliability.md. Words choose some: npm run torture -- snapshots actions.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { buildKernels } from './build-kernels.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { fromRoot } from './lib/paths.mjs';
import { tool } from './lib/run.mjs';

/** Files of tests by kind; `effort` in them gives the full number. */
const KINDS = {
  scenes: ['scene/damaged', 'scene/too-large'],
  meshes: ['io/damaged', 'io/tet-files'],
  snapshots: ['world/snapshot', 'world/resume'],
  actions: ['world/actions'],
  cuts: ['world/cut-energy', 'models/octree/cutting'],
  crowds: ['world/random', 'world/violent'],
  'no numbers': ['world/broken'],
};
/** Megabytes of heap and seconds that a kind may take. */
const MOST_MEMORY = 2048;
const MOST_TIME = 3600;
const PAGE = fromRoot('docs', 'reliability.md');

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in KINDS));
if (unknown.length > 0) {
  console.error(`no kind "${unknown.join(', ')}"; there are ${Object.keys(KINDS).join(', ')}`);
  process.exit(1);
}
await ensureInstalled();
await buildKernels();
const rows = [];
let isGood = true;
for (const [kind, files] of Object.entries(KINDS)) {
  if (wanted.length > 0 && !wanted.includes(kind)) continue;
  const report = fromRoot('.cache', `torture-${kind.replace(' ', '-')}.json`);
  rmSync(report, { force: true });
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  args.push('--testTimeout', String(1000 * MOST_TIME), '--maxWorkers', '1');
  for (const file of files) args.push(`packages/engine/test/${file}.test.ts`);
  const env = { PLIANT_ALL: '1', NODE_OPTIONS: `--max-old-space-size=${MOST_MEMORY}` };
  const code = await tool('vitest', 'vitest', args, { env });
  isGood &&= code === 0;
  rows.push(...read(report, kind));
}
if (wanted.length === 0) writeFileSync(PAGE, page(rows));
console.log(rows.map((row) => row.join('  ')).join('\n'));
process.exitCode = isGood ? 0 : 1;

/** One row a test: kind, statement, outcome, seconds. */
function read(report, kind) {
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
    return [[kind, 'all of it', '**crashed or ran out of memory or time**', '']];
  }
}

function page(list) {
  const failed = list.filter((row) => row[2] !== 'holds').length;
  return `# Reliability

Made by \`npm run torture\` on ${cpus()[0]?.model.trim() ?? 'an unknown processor'} with Node ${process.versions.node}; do not edit. Every kind runs in a process with ${MOST_MEMORY} MB of heap and
${MOST_TIME / 60} minutes at most, from fixed seeds. \`npm test\` runs a slice of each. ${list.length} statements, ${failed} of them fail.

| kind | statement | outcome | seconds |
| ---- | --------- | ------- | ------- |
${list.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`;
}
