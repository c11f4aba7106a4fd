import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { effort } from '../../engine/test/effort.ts';
import { compile, inside, PROGRAM, pliant, scratch } from './helpers.ts';

const files = scratch();
afterAll(files.remove);

/** A rigid ball over a floor: a run of it takes milliseconds. */
const BALL = {
  format: 'pliant/1',
  name: 'ball',
  duration: 0.2,
  bodies: [
    {
      name: 'ball',
      shape: { type: 'sphere', radius: 0.1 },
      position: [0, 0.15, 0],
      material: { young: 1e4 },
      model: { type: 'rigid' },
      probes: { top: [0, 0.1, 0] },
    },
  ],
  obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
};
const ball = files.write('ball.json', BALL);

/** Heights and speeds of a falling ball. */
const sweepOf = (name: string, count: number, more: object = {}) =>
  files.write(`${name}.sweep.json`, {
    format: 'pliant-sweep/1',
    name,
    scene: BALL,
    how: 'sobol',
    count,
    vary: {
      'bodies[0].position[1]': { linear: [0.1, 0.3] },
      'bodies[0].velocity[1]': { linear: [0, -2] },
    },
    ...more,
  });
const read = (folder: string, name: string): Buffer => readFileSync(join(folder, name));
const results = (folder: string): string[] =>
  existsSync(join(folder, 'runs'))
    ? readdirSync(join(folder, 'runs')).filter((name) => name.endsWith('.json'))
    : [];
const sweep = (...args: string[]) => pliant('sweep', ...args, '--workers', '2');
const lastLine = (out: string) => JSON.parse(out.trim().split('\n').at(-1)!);
const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((done) => child.on('exit', (code) => done(code)));

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((next) => setTimeout(next, 5));
}

/** How many runs the sweep has that is done undisturbed, in shards, and killed on the way. */
const RUNS = effort(40, 1000);
const drops = sweepOf('drops', RUNS, { series: { every: 0.1, of: ['bodies[0].probes.top[1]'] } });
const whole = files.path('whole');
const isLikeWhole = (folder: string): boolean =>
  ['runs.csv', 'runs.parquet', 'series.parquet'].every((table) =>
    read(folder, table).equals(read(whole, table)),
  );

beforeAll(() => {
  compile();
  const { status, error, out } = sweep(drops, '--out', whole, '--json');
  expect(error).toBe('');
  expect(status).toBe(0);
  expect(lastLine(out)).toMatchObject({
    event: 'end',
    total: RUNS,
    done: RUNS,
    failed: 0,
    left: 0,
  });
}, 900_000);

describe('pliant sweep', () => {
  it('writes a table of all runs, whose hashes are those of runs by themselves', async () => {
    const csv = read(whole, 'runs.csv').toString().trim().split('\n');
    expect(csv[0]).toBe(
      'id,bodies[0].position[1],bodies[0].velocity[1],energy.kinetic,energy.elastic,energy.potential,bodies[0].probes.top[0],bodies[0].probes.top[1],bodies[0].probes.top[2],pass,hash,steps,version',
    );
    expect(csv).toHaveLength(RUNS + 1);
    expect([...csv.slice(1)].sort()).toEqual(csv.slice(1));
    expect(readdirSync(whole).sort()).toEqual(
      'costs.csv costs.parquet report.html runs runs.csv runs.parquet scene.json series.parquet sweep.json'.split(
        ' ',
      ),
    );
    const [id, height, speed] = csv[4].split(',');
    const set = [`bodies[0].position[1]=${height}`, `bodies[0].velocity[1]=${speed}`];
    const alone = await inside(
      'run',
      join(whole, 'scene.json'),
      '--json',
      '--set',
      set[0],
      '--set',
      set[1],
    );
    expect(JSON.parse(alone.out).hash).toBe(
      JSON.parse(read(whole, `runs/${id}.json`).toString()).hash,
    );
    const { out } = await inside('sweep', 'status', whole);
    expect(out).toBe(`${RUNS} of ${RUNS} runs done\n`);
  });

  it('comes to the same bytes when a thread is ended, then the process killed, then gone on', async () => {
    const broken = files.path('broken');
    const script = fileURLToPath(new URL('./sweep-crash.mjs', import.meta.url));
    const child = spawn(process.execPath, [script, drops, broken, String(Math.floor(RUNS / 4))]);
    let said = '';
    child.stdout.on('data', (text) => {
      said += text;
    });
    const exit = exitOf(child);
    await until(() => results(broken).length >= RUNS / 2 || child.exitCode !== null);
    child.kill('SIGKILL');
    await exit;
    expect(said).toBe('crashed\n');
    const before = results(broken);
    expect(before.length).toBeGreaterThanOrEqual(RUNS / 2);
    expect(before.length).toBeLessThan(RUNS);
    const times = before.map((name) => statSync(join(broken, 'runs', name)).mtimeMs);

    const rest = sweep(drops, '--out', broken, '--json');
    expect(rest.status).toBe(0);
    // What was done is not done again: as many results as were missing, and old files as they were.
    expect(rest.out.match(/"event":"result"/g)).toHaveLength(RUNS - before.length);
    expect(before.map((name) => statSync(join(broken, 'runs', name)).mtimeMs)).toEqual(times);
    expect(isLikeWhole(broken)).toBe(true);
  });

  it('takes two processes on one folder, which share the work', async () => {
    const file = sweepOf('both', 24);
    const out = files.path('both');
    const children = [0, 1].map(() =>
      spawn(process.execPath, [PROGRAM, 'sweep', file, '--out', out, '--workers', '1', '--json']),
    );
    for (const child of children) child.stdout.resume();
    expect(await Promise.all(children.map(exitOf))).toEqual([0, 0]);
    expect(results(out)).toHaveLength(24);
    expect(existsSync(join(out, 'conflicts'))).toBe(false);
    expect(readdirSync(join(out, 'runs')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('tells three bad scenes from each other, with commands that repeat them, and does the rest', async () => {
    const rigid = { type: 'rigid' };
    const bad = (name: string, models: [object, number][], more: object, other = {}) => {
      const list = models.map(([model, duration]) => ({
        'bodies[0].model': model,
        duration,
        ...other,
      }));
      const sweepFile = { format: 'pliant-sweep/1', name, scene: 'ball.json', list, ...more };
      const out = files.path(name);
      const done = sweep(files.write(`${name}.sweep.json`, sweepFile), '--out', out);
      expect(done.status).toBe(1);
      const failures = readdirSync(join(out, 'failed')).map((file) =>
        JSON.parse(read(out, `failed/${file}`).toString()),
      );
      for (const { command } of failures) expect(done.out).toContain(command);
      return { out, failures: failures.sort((one, other) => one.index - other.index) };
    };
    const large = bad(
      'large',
      [
        [rigid, 0.2],
        [{ type: 'solid', cell: 1e-5 }, 0.2],
        [{ type: 'octree', cell: 0.004 }, 0.2],
        [rigid, 0.3],
      ],
      { memory: 48 },
    );
    expect(results(large.out)).toHaveLength(2);
    expect(large.failures).toMatchObject([
      {
        index: 1,
        kind: 'refused',
        message: expect.stringMatching(
          /^bodies\[0\]\.model\.cell: must be larger for at most 400000 cells/,
        ),
      },
      { index: 2, kind: 'memory', message: 'it needs more than 48 MB of memory' },
    ]);
    const [{ command, message }] = large.failures;
    expect(command).toBe(
      `pliant run ${join(large.out, 'scene.json')} --set 'bodies[0].model={"type":"solid","cell":0.00001}' --set duration=0.2`,
    );
    const words: string[] = command.match(/'[^']*'|\S+/g);
    const alone = await inside(...words.slice(1).map((word) => word.replaceAll("'", '')));
    expect(alone.status).toBe(2);
    expect(alone.error).toContain(message);

    // A sweep of its own, of endless runs alone: a busy machine may not even build another within the limit.
    const endless = bad(
      'endless',
      [[rigid, 3600]],
      { limit: 3 },
      // A ball that sleeps would have its hour in less.
      { solver: { rest: 0 } },
    );
    expect(results(endless.out)).toHaveLength(0);
    expect(endless.failures).toMatchObject([
      { index: 0, kind: 'limit', message: 'it took longer than 3 s' },
    ]);
    // How far it came in that time is the machine's affair.
    expect(endless.failures[0].step).toBeGreaterThanOrEqual(0);
  });

  it('refuses a wrong path before anything is run', async () => {
    const file = files.write('wrong.sweep.json', {
      format: 'pliant-sweep/1',
      scene: ball,
      vary: { 'bodies[0].materal.young': [1e4] },
    });
    const { status, error } = await inside('sweep', file, '--out', files.path('wrong'));
    expect(status).toBe(2);
    expect(error).toBe(
      'pliant: vary.bodies[0].materal.young: there is no such place in the scene. Did you mean "bodies[0].material.young"?\n',
    );
    expect(existsSync(files.path('wrong'))).toBe(false);
  });

  it('Ctrl-C finishes what runs, a second one stops at once, and both can be gone on from', async () => {
    // Runs of some thousand steps, long enough to be in the middle of.
    const file = sweepOf('stopped', 6, { steps: 6000 });
    const out = files.path('stopped');
    const start = () =>
      spawn(process.execPath, [PROGRAM, 'sweep', file, '--out', out, '--workers', '1']);
    const once = start();
    const onceEnds = exitOf(once);
    await until(() => results(out).length >= 1);
    once.kill('SIGINT');
    expect(await onceEnds).toBe(130);
    const after = results(out).length;
    expect(after).toBeGreaterThanOrEqual(2);
    expect(after).toBeLessThan(6);

    const twice = start();
    const twiceEnds = exitOf(twice);
    let said = '';
    twice.stderr.on('data', (text) => {
      said += text;
    });
    await until(() => results(out).length > after);
    twice.kill('SIGINT');
    await until(() => said.includes('Ctrl-C again'));
    twice.kill('SIGINT');
    expect(await twiceEnds).toBe(130);
    expect(results(out).length).toBeLessThan(6);
    expect(existsSync(join(out, 'failed'))).toBe(false);
    expect((await inside('sweep', 'status', out)).out).toMatch(/^\d of 6 runs done, \d left\n$/);
  });

  it('does shards by themselves, and merges them into the table of the whole', async () => {
    const shards = [0, 1].map((i) => files.path(`shard-${i}`));
    shards.forEach((out, i) => {
      expect(sweep(drops, '--out', out, '--shard', `${i}/2`).status).toBe(0);
      expect(existsSync(join(out, 'runs.csv'))).toBe(false);
    });
    expect(results(shards[0]).length + results(shards[1]).length).toBe(RUNS);
    const merged = files.path('merged');
    expect((await inside('sweep', 'merge', merged, ...shards)).status).toBe(0);
    expect(isLikeWhole(merged)).toBe(true);
    const odd = await inside('sweep', drops, '--out', merged, '--shard', '2/2');
    expect(odd.error).toContain('--shard must be I/N');
  });
});
