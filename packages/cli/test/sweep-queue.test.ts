import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { runScene, type SceneInput } from 'pliant';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compile, inside, PROGRAM, scratch } from './helpers.ts';

/** `npm test` finds or installs it and names it here. */
const server =
  process.env.PLIANT_REDIS ||
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => ['redis-server', 'valkey-server'].map((name) => join(folder, name)))
    .find((path) => existsSync(path));
if (server === undefined || server === '') {
  console.warn(
    '\n!!! NO REDIS HERE: sweeps over a queue are NOT TESTED. Install redis-server. !!!\n',
  );
}

const files = scratch();
const children: ChildProcess[] = [];
beforeAll(compile, 120_000);
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  files.remove();
});

const RUNS = 200;
const SWEEP = {
  format: 'pliant-sweep/1',
  name: 'queued',
  scene: {
    format: 'pliant/1',
    name: 'ball',
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
  },
  // Long enough that somebody is always in the middle of one.
  steps: 60,
  how: 'random',
  count: RUNS,
  vary: {
    'bodies[0].velocity[0]': { linear: [0, 1] },
    'bodies[0].velocity[1]': { linear: [-2, 0] },
  },
};

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}

function start(program: string, ...args: string[]): ChildProcess {
  const child = spawn(program, args);
  children.push(child);
  child.stdout!.resume();
  child.stderr!.resume();
  return child;
}
const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((done) => child.on('exit', (code) => done(code)));

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((next) => setTimeout(next, 10));
}

describe.skipIf(!server)('a sweep over a queue', () => {
  it('loses nothing when a worker, and then the server, is killed', async () => {
    const port = await freePort();
    const url = `redis://127.0.0.1:${port}`;
    const home = files.path('server');
    mkdirSync(home);
    const serve = () =>
      start(
        server!,
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--dir',
        home,
        '--appendonly',
        'yes',
        '--appendfsync',
        'everysec',
        '--save',
        '',
      );
    const file = files.write('queued.json', SWEEP);
    const out = files.path('queued');
    const count = (): number =>
      existsSync(join(out, 'runs'))
        ? readdirSync(join(out, 'runs')).filter((name) => name.endsWith('.json')).length
        : 0;
    let redis = serve();
    const worker = () =>
      start(
        process.execPath,
        PROGRAM,
        'sweep',
        'worker',
        '--queue',
        url,
        '--workers',
        '1',
        '--lock',
        '4',
        '--json',
      );
    const workers = [worker(), worker()];
    // Who began what, and how often: the hint that nothing was done twice without need.
    const begun: string[] = [];
    for (const { stdout } of workers) {
      stdout!.on('data', (text) => {
        for (const line of String(text).trim().split('\n')) begun.push(line);
      });
    }
    const collector = start(process.execPath, PROGRAM, 'sweep', file, '--out', out, '--queue', url);
    const end = exitOf(collector);

    await until(() => count() >= 30);
    workers[0].kill('SIGKILL');
    await until(() => count() >= 80);
    const gone = exitOf(redis);
    redis.kill('SIGKILL');
    await gone;
    redis = serve();
    expect(await end).toBe(0);

    expect(count()).toBe(RUNS);
    expect(existsSync(join(out, 'failed'))).toBe(false);
    // A run that two workers came to different ends of would be here.
    expect(existsSync(join(out, 'conflicts'))).toBe(false);
    const computed = begun.filter((line) => line.includes('"done"')).length;
    expect(computed).toBeLessThan(RUNS + 20);

    const stop = exitOf(workers[1]);
    workers[1].kill('SIGTERM');
    expect(await stop).toBe(0);
    // Each has the hash that a run by itself has.
    const records = readdirSync(join(out, 'runs')).map((name) =>
      JSON.parse(readFileSync(join(out, 'runs', name), 'utf8')),
    );
    for (const { values, hash } of records) {
      const scene = structuredClone(SWEEP.scene) as SceneInput;
      scene.bodies![0].velocity = [values[0], values[1], 0];
      expect(runScene(scene, { steps: SWEEP.steps }).result.hash).toBe(hash);
    }
    redis.kill('SIGKILL');
  });

  it('says what is missing, or wrong about the address', async () => {
    const { status, error } = await inside('sweep', 'worker');
    expect([status, error]).toEqual([
      2,
      'pliant: sweep worker needs --queue URL. Write --queue redis://host:6379.\n',
    ]);
    const odd = await inside('sweep', 'worker', '--queue', 'localhost');
    expect(odd.error).toContain(
      '--queue must be an address, got "localhost". Write redis://localhost:6379.',
    );
  });
});
