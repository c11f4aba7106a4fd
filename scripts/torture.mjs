// npm run torture: everything that tries to break the engine, in full, one kind after the other, each in processes of its own with a limit on
// memory and time. All of it is seeded. Writes docs/reliability.md. Words choose some kinds, --part does a part of each:
// npm run torture -- snapshots actions --part 0.1
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { build } from './build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { limit } from './lib/limits.mjs';
import { fromRoot } from './lib/paths.mjs';
import { tool } from './lib/run.mjs';

const ENGINE = 'packages/engine/test/';
/** Files of tests by kind, and what they do in full; `effort` in them gives the numbers. */
const KINDS = {
  scenes: [
    '5000 damaged scenes, 1500 of the schema itself, 2000 pairs of bounds',
    ['damaged', 'from-schema', 'bounds', 'too-large'].map((name) => `${ENGINE}scene/${name}`),
  ],
  meshes: [
    '20 000 damaged files, 5000 damaged meshes, 500 damaged GLB',
    [`${ENGINE}io/damaged`, `${ENGINE}io/tet-files`, 'packages/gltf/test/damaged'],
  ],
  snapshots: ['20 000 flipped bits', [`${ENGINE}world/snapshot`, `${ENGINE}world/resume`]],
  actions: [
    '50 000 wrong actions, wrong arguments of every function',
    [`${ENGINE}world/actions`, `${ENGINE}world/arguments`],
  ],
  sequences: ['600 sequences of 20 actions of the schema itself', [`${ENGINE}world/sequences`]],
  cuts: ['1000 cuts', [`${ENGINE}world/cut-energy`, `${ENGINE}models/octree/cutting`]],
  crowds: ['1000 scenes', [`${ENGINE}world/random`, `${ENGINE}world/violent`]],
  'no numbers': ['every model', [`${ENGINE}world/broken`]],
  memory: ['200 bodies', [`${ENGINE}world/memory`, `${ENGINE}world/body-set`]],
  'long runs': ['20 scenes, 50 000 steps each', [`${ENGINE}world/long-runs`]],
  workers: [
    'sweeps of 1000 runs, 200 sequences of messages',
    ['packages/cli/test/sweep', 'packages/sweep/test/guard', `${ENGINE}worker/worker`],
  ],
  server: ['20 attacks', ['packages/cli/test/serve']],
};
/** Megabytes of heap, megabytes in all and seconds that a kind may take. */
const MOST_HEAP = 2048;
const MOST_MEMORY = 4096;
const MOST_TIME = 7200;
const OUTCOMES = { passed: 'holds', skipped: 'left out', pending: 'left out', todo: 'left out' };
const PAGE = fromRoot('docs', 'reliability.md');
/** What earlier runs found, by kind: a run of some kinds leaves the others on the page as they were. */
const FOUND = fromRoot('.cache', 'torture.json');

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
const found = earlier();
await ensureInstalled();
// Sweeps run in processes of their own, on the built packages.
await build({ studio: false });
let isGood = true;
for (const [kind, [, files]] of Object.entries(KINDS)) {
  if (words.length > 0 && !words.includes(kind)) continue;
  const { code, ...result } = await attack(kind, files);
  isGood &&= code === 0;
  found[kind] = result;
  writeFileSync(FOUND, JSON.stringify(found));
  writeFileSync(PAGE, page(Object.keys(KINDS).filter((name) => name in found)));
}
console.log(`written to ${PAGE}`);
process.exitCode = isGood ? 0 : 1;

/** Runs one kind in a process of its own. */
async function attack(kind, files) {
  const report = fromRoot('.cache', `torture-${kind.replace(' ', '-')}.json`);
  rmSync(report, { force: true });
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  args.push('--testTimeout', String(1000 * MOST_TIME), '--maxWorkers', '1');
  args.push('--execArgv=--expose-gc');
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
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  return { code, part, seconds, peak: guard.peak.toFixed(0), rows: read(report, guard.broken) };
}

function earlier() {
  try {
    return JSON.parse(readFileSync(FOUND, 'utf8'));
  } catch {
    return {};
  }
}

/** One row a test: statement, outcome, seconds. */
function read(report, broken) {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    return testResults.flatMap(({ name, message, assertionResults }) =>
      assertionResults.length === 0
        ? [[`${name}: ${message}`.replaceAll('|', '/'), '**does not load**', '']]
        : assertionResults.map(({ fullName, status, duration }) => [
            fullName.replaceAll('|', '/'),
            OUTCOMES[status] ?? '**fails**',
            ((duration ?? 0) / 1000).toFixed(1),
          ]),
    );
  } catch {
    return [['all of it', `**${broken ?? 'crashed'}**`, '']];
  }
}

function page(kinds) {
  const failed = (rows) => rows.filter((row) => row[1].startsWith('**')).length;
  const missing = Object.keys(KINDS).filter((kind) => !(kind in found));
  const all = kinds.flatMap((kind) => found[kind].rows);
  const table = (head, body) =>
    [head, head.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
  const costs = kinds.map((kind) => {
    const { part: share, seconds, peak, rows } = found[kind];
    const done = `${Number((100 * share).toFixed(1))} %`;
    const command = `\`npm run torture -- ${kind.includes(' ') ? `"${kind}"` : kind}${share < 1 ? ` --part ${share}` : ''}\``;
    return [kind, KINDS[kind][0], done, rows.length, failed(rows), seconds, peak, command];
  });
  const statements = kinds.flatMap((kind) => found[kind].rows.map((row) => [kind, ...row]));
  return `# Reliability

Made by \`npm run torture\` on ${cpus()[0]?.model.trim() ?? 'an unknown processor'} with Node ${process.versions.node}; do not edit. Every kind runs from fixed seeds, in processes of its own
with ${MOST_HEAP} MB of heap, ${MOST_MEMORY} MB and ${MOST_TIME / 60} minutes in all at most. The part says how much of the full numbers was run, but never less than what
\`npm test\` does; the numbers in the statements are what was really run. The machine was busy with other work: seconds are of the clock.
${all.length} statements, ${failed(all)} of them fail.${missing.length > 0 ? ` Not run with this version: ${missing.join(', ')}.` : ''}

${table(['kind', 'in full', 'part', 'statements', 'fail', 'seconds', 'most memory [MB]', 'again'], costs)}

${table(['kind', 'statement', 'outcome', 'seconds'], statements)}
`;
}
