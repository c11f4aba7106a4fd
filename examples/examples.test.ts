import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Rollup } from 'vite';
import { expect, test } from 'vitest';
import { effort, HAS_TIME } from '../packages/engine/test/effort.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const packages = ['three', 'rapier', 'sweep', 'cli'].map((name) =>
  join(folder, '../packages', name),
);

/** The examples import the compiled packages, as their users do. */
function compileIfMissing(): void {
  const isThere = (path: string): boolean =>
    ['index.js', 'main.js'].some((name) => existsSync(join(path, 'dist', name)));
  if (packages.every(isThere)) return;
  const require = createRequire(import.meta.url);
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  execFileSync(process.execPath, [compiler, '-b', ...packages]);
}

test('every script of this folder is run here', () => {
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
  const tests = readFileSync(fileURLToPath(import.meta.url), 'utf8');
  for (const name of scripts)
    expect(tests).toMatch(new RegExp(`test(\\.runIf\\(HAS_TIME\\))?\\(\\s*'${name}`));
});

test('mass-spring.mjs keeps all promises of the contract and comes to rest on the floor', () => {
  compileIfMissing();
  const done = spawnSync(process.execPath, [join(folder, 'mass-spring.mjs')], { encoding: 'utf8' });
  expect(done.stderr).toBe('');
  expect(done.status).toBe(0);
  expect(done.stdout).toMatch(/^keeps all promises of the contract\n.* it rests on \d+ points/);
});

test('node-drop.mjs prints a row for each cube, the softest squashed most', () => {
  compileIfMissing();
  const done = spawnSync(process.execPath, [join(folder, 'node-drop.mjs')], { encoding: 'utf8' });
  expect(done.stderr).toBe('');
  expect(done.status).toBe(0);
  const [head, ...rows] = done.stdout.trim().split('\n');
  expect(head).toContain('lowest [%]');
  const lowest = rows.slice(0, 3).map((row) => Number(row.trim().split(/\s+/)[2]));
  expect(lowest[0]).toBeGreaterThan(20);
  expect(lowest[0]).toBeLessThan(lowest[1]);
  expect(lowest[1]).toBeLessThan(lowest[2]);
  expect(lowest[2]).toBeLessThan(100);
  expect(rows[3]).toMatch(/^after 3\.0 s the kinetic energy is .* J$/);
});

test.runIf(HAS_TIME)('rapier-mattress.mjs: the heavier a crate, the deeper it sinks in', () => {
  compileIfMissing();
  const script = join(folder, 'rapier-mattress.mjs');
  const done = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect(done.stderr).toBe('');
  expect(done.status).toBe(0);
  const depths = done.stdout
    .split('\n')
    .slice(1, 4)
    .map((row) => Number(row.trim().split(/\s+/)[1]));
  expect(depths[0]).toBeGreaterThan(2);
  expect(depths[2]).toBeGreaterThan(2 * depths[0]);
});

test.runIf(HAS_TIME)(
  'which-model.mjs prints a row for each model, and frames and tets rest on few numbers',
  () => {
    compileIfMissing();
    const done = spawnSync(process.execPath, [join(folder, 'which-model.mjs')], {
      encoding: 'utf8',
    });
    expect(done.stderr).toBe('');
    expect(done.status).toBe(0);
    const rows = done.stdout
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.trim().split(/\s+/));
    expect(rows.map(([name]) => name)).toEqual(['solid', 'frames', 'tets', 'layers']);
    const shareAtRest = rows.map((row) => Number(row[3]) / Number(row[2]));
    expect(shareAtRest[1]).toBeLessThan(0.2);
    expect(shareAtRest[2]).toBeLessThan(0.2);
  },
);

/** Everyday tasks, each in at most 40 lines; those that take longer run at night. */
const TASKS = ['jelly-cube', 'own-mesh', 'bones', 'cut-and-split', 'worker', 'sensor-ray-joint'];
const LONG = ['drag', 'come-and-go', 'crates', 'save-game'];

test('tasks/: each does what it says, in at most 40 lines', () => {
  compileIfMissing();
  const files = readdirSync(join(folder, 'tasks')).filter((name) => name !== 'worker-host.mjs');
  expect(files).toEqual([...TASKS, ...LONG].map((name) => `${name}.mjs`).sort());
  for (const name of files) {
    const lines = readFileSync(join(folder, 'tasks', name), 'utf8')
      .trim()
      .split('\n');
    expect(lines.length, name).toBeLessThanOrEqual(40);
  }
  const names = effort(TASKS, [...TASKS, ...LONG]);
  const all = names.map((name) => `await import('./tasks/${name}.mjs');`).join('\n');
  const done = spawnSync(process.execPath, ['--eval', `(async () => {${all}})()`], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(done.stderr).toBe('');
  for (const name of names) expect(done.stdout).toContain(`${name}: `);
});

test('three-page.html bundles with no configuration, like any Vite page', async () => {
  compileIfMissing();
  const outcome = (await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      chunkSizeWarningLimit: 5000,
      rollupOptions: { input: join(folder, 'three-page.html') },
    },
  })) as Rollup.RollupOutput;
  const page = outcome.output.find((part) => part.fileName === 'three-page.html');
  const script = outcome.output.find((part) => part.type === 'chunk');
  expect(page?.type === 'asset' && String(page.source)).toContain(`${script?.fileName}`);
  expect(script?.type === 'chunk' && script.code.length).toBeGreaterThan(200_000);
  expect(script?.type === 'chunk' && script.code).toContain('dataset.frames');
});

test('control.mjs: a posed paddle throws, the wind blows, a saved run goes on the same', () => {
  compileIfMissing();
  const script = join(folder, 'control.mjs');
  const done = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect(done.stderr).toBe('');
  expect(done.stdout).toMatch(/^thrown .* m, blown .* m$/m);
});

test('game.mjs: gate, ghost and ray', () => {
  compileIfMissing();
  const done = spawnSync(process.execPath, [join(folder, 'game.mjs')], { encoding: 'utf8' });
  expect(done.stderr).toBe('');
  expect(done.stdout).toContain('player hits floor');
  expect(done.stdout).toContain('ghost hits floor');
  expect(done.stdout).toContain('ghost enters, ghost leaves');
  expect(done.stdout).not.toContain('ghost hits player');
  expect(done.stdout).toContain('60 steps');
});

test('joints.mjs: motor, hook and what breaks', () => {
  compileIfMissing();
  const done = spawnSync(process.execPath, [join(folder, 'joints.mjs')], { encoding: 'utf8' });
  expect(done.stderr).toBe('');
  expect(done.stdout).toMatch(/turned by 5[67]°/);
  expect(done.stdout).toMatch(/^hook breaks/m);
});

test('sweep.mjs: stiffer and slower is squashed less', () => {
  compileIfMissing();
  const done = spawnSync(process.execPath, [join(folder, 'sweep.mjs')], { encoding: 'utf8' });
  expect(done.status).toBe(0);
  expect(done.stderr.match(/is done/g)).toHaveLength(9);
  const rows = done.stdout.trim().split('\n').slice(1);
  const lowest = rows.map((row) => Number(row.trim().split(/\s+/)[2]));
  expect(lowest).toHaveLength(9);
  for (let i = 0; i < 9; i++) {
    if (i % 3 > 0) expect(lowest[i]).toBeLessThan(lowest[i - 1]);
    if (i > 2) expect(lowest[i]).toBeGreaterThan(lowest[i - 3]);
  }
});

test('sweeps/: a data set of drops tells how stiff a block is', () => {
  compileIfMissing();
  const home = mkdtempSync(join(tmpdir(), 'pliant-drops-'));
  try {
    // The example has 500; 60 tell less, but enough to be told from guessing (a factor of three and more).
    const sweep = JSON.parse(readFileSync(join(folder, 'sweeps/drops.sweep.json'), 'utf8'));
    sweep.scene = JSON.parse(readFileSync(join(folder, 'sweeps/drop.json'), 'utf8'));
    writeFileSync(join(home, 'sweep.json'), JSON.stringify({ ...sweep, count: 60 }));
    const cli = join(folder, '../packages/cli/bin/pliant.js');
    const run = (...args: string[]) =>
      spawnSync(process.execPath, args, { encoding: 'utf8', cwd: home });
    expect(run(cli, 'sweep', 'sweep.json', '--out', 'drops', '--workers', '2').status).toBe(0);
    expect(readdirSync(join(home, 'drops/kept')).filter((n) => n.endsWith('.pc2'))).toHaveLength(
      60,
    );
    const { stdout } = run(join(folder, 'sweeps/fit.mjs'), 'drops');
    expect(Number(/median ([\d.]+) %/.exec(stdout)?.[1])).toBeLessThan(25);
  } finally {
    rmSync(home, { recursive: true });
  }
});

test('sweeps/slurm.sh does one shard of an array', () => {
  compileIfMissing();
  const home = mkdtempSync(join(tmpdir(), 'pliant-slurm-'));
  try {
    const cli = join(folder, '../packages/cli/bin/pliant.js');
    writeFileSync(join(home, 'pliant'), `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`);
    chmodSync(join(home, 'pliant'), 0o755);
    const scene = { format: 'pliant/1', name: 'empty', duration: 0.1 };
    const sweep = { format: 'pliant-sweep/1', scene, vary: { dt: { linear: [0.01, 0.02, 8] } } };
    writeFileSync(join(home, 'sweep.json'), JSON.stringify(sweep));
    const array = {
      SLURM_ARRAY_TASK_ID: '1',
      SLURM_ARRAY_TASK_COUNT: '2',
      SLURM_CPUS_PER_TASK: '1',
    };
    const env = { ...process.env, ...array, PATH: `${home}:${process.env.PATH}` };
    const args = [join(folder, 'sweeps/slurm.sh'), 'sweep.json', 'results'];
    expect(spawnSync('bash', args, { cwd: home, env }).status).toBe(0);
    const done = readdirSync(join(home, 'results/runs'));
    expect(done.length).toBeGreaterThan(0);
    for (const name of done) expect(Number.parseInt(name.slice(0, 8), 16) % 2).toBe(1);
  } finally {
    rmSync(home, { recursive: true });
  }
});
