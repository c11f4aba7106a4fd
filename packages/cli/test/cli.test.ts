import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgress } from '../src/progress.ts';
import { CUBE, compile, inside, pliant, scratch } from './helpers.ts';

const files = scratch();
const cube = files.write('cube.json', CUBE);
const runJson = async (...args: string[]) =>
  JSON.parse((await inside('run', ...args, '--json')).out);

beforeAll(compile, 120_000);
afterAll(files.remove);

describe('pliant list', () => {
  it('names every scene of the gallery, in groups, one a line or as JSON', () => {
    const plain = pliant('list');
    expect(plain.status).toBe(0);
    expect(plain.out).toMatch(/^ {2}hanging-beam {2,}Hanging beam$/m);
    const rows = JSON.parse(pliant('list', '--json').out);
    const scenes = plain.out.split('\n').filter((line) => line.startsWith('  '));
    expect(rows).toHaveLength(scenes.length);
    expect(Object.keys(rows[0])).toEqual(['name', 'title', 'description', 'group']);
  });
});

describe('pliant run', () => {
  it('gives one JSON object with everything there is to know', () => {
    const { status, out, error } = pliant('run', cube, '--json');
    expect(status).toBe(0);
    expect(error).toBe('');
    const result = JSON.parse(out);
    const keys = 'scene steps dt time hash bodies energy momentum timings checks notes issues';
    expect(Object.keys(result)).toEqual(keys.split(' '));
    expect(result).toMatchObject({ scene: 'cube', steps: 30, dt: 1 / 60, issues: [] });
    expect(result.hash).toMatch(/^[0-9a-f]{16}$/);
    const range = { total: 81, min: 81, max: 81, mean: 81, last: 81 };
    expect(result.bodies).toEqual([
      {
        name: 'jelly',
        model: 'solid',
        dofs: range,
        points: expect.objectContaining({ total: 40 }),
        switches: 0,
        maxJump: 0,
        maxKineticGain: 0,
        probes: { top: [expect.any(Number), expect.any(Number), expect.any(Number)] },
      },
    ]);
    expect(Object.keys(result.energy)).toEqual(['kinetic', 'elastic', 'potential']);
    expect(result.momentum.linear).toHaveLength(3);
    expect(result.momentum.angular).toHaveLength(3);
    expect(Object.keys(result.timings)).toEqual(['build', 'step', 'phases']);
    expect(Object.keys(result.timings.step)).toEqual(['median', 'p95']);
    const phases = ['collide', 'assemble', 'solve', 'adapt', 'finish'];
    expect(Object.keys(result.timings.phases)).toEqual(phases);
    expect(result.checks).toEqual([
      { name: 'it falls', value: expect.any(Number), limit: [null, -0.1], pass: true },
    ]);
  });

  it('takes the number of steps, their length and changes of the scene', async () => {
    const result = await runJson(cube, '--steps', '4', '--dt', '0.01', '--set', 'name=changed');
    expect(result).toMatchObject({ scene: 'changed', steps: 4, dt: 0.01 });
    expect(result.time).toBeCloseTo(0.04, 12);
    const stiff = await runJson(cube, '--set', 'bodies[0].material.young=2e6', '--set', 'dt=0.02');
    const soft = await runJson(cube, '--dt', '0.02');
    expect(stiff.dt).toBe(0.02);
    expect(stiff.energy.elastic).toBeLessThan(soft.energy.elastic);
  });

  it('ends in the same state whatever the kernels, from the sources and compiled', async () => {
    const a = await runJson(cube, '--kernels', 'typescript');
    const b = await runJson(cube, '--kernels', 'webassembly');
    expect(a.hash).toBe(b.hash);
    expect(JSON.parse(pliant('run', cube, '--json').out).hash).toBe(a.hash);
  });

  it('writes one line a step', () => {
    const csv = files.path('run.csv');
    expect(pliant('run', cube, '--csv', csv).status).toBe(0);
    const lines = readFileSync(csv, 'utf8').trim().split('\n');
    expect(lines[0]).toBe(
      'step,time,kinetic,elastic,potential,speed,contacts,iterations,jelly.dofs,jelly.top.x,jelly.top.y,jelly.top.z',
    );
    expect(lines).toHaveLength(31);
    for (const line of lines.slice(1)) {
      expect(line.split(',').map(Number).every(Number.isFinite)).toBe(true);
    }
    expect(lines[30].startsWith('30,0.5,')).toBe(true);
  });

  it('goes on from a snapshot as if it had never stopped', async () => {
    const file = files.path('half.bin');
    const whole = await runJson(cube, '--steps', '30');
    await runJson(cube, '--steps', '17', '--snapshot', file);
    const rest = await runJson(cube, '--steps', '13', '--resume', file);
    expect(rest.steps).toBe(30);
    expect(rest.hash).toBe(whole.hash);
  });

  it('prints words for a person without --json', async () => {
    const { out } = await inside('run', cube);
    expect(out).toMatch(/^cube: 30 steps of 0\.01667 s/);
    expect(out).toContain('✓ it falls');
  });
});

describe('pliant check', () => {
  it('says 0 if all hold, 1 if one fails', async () => {
    const good = await inside('check', cube);
    expect(good.status).toBe(0);
    expect(good.out).toContain('1 of 1 scenes hold');
    const failing = {
      ...CUBE,
      checks: [{ name: 'it flies', measure: 'centre', axis: 'y', min: 5 }],
    };
    const bad = await inside('check', cube, files.write('flies.json', failing));
    expect(bad.status).toBe(1);
    expect(bad.out).toContain('✗ it flies');
    expect(bad.out).toContain('1 of 2 scenes hold');
    expect(pliant('run', files.path('flies.json')).status).toBe(1);
    expect(JSON.parse((await inside('check', cube, '--json')).out)).toHaveLength(1);
  });
});

describe('pliant schema', () => {
  it('prints a JSON Schema that knows the fields', async () => {
    const { status, out } = await inside('schema');
    expect(status).toBe(0);
    const schema = JSON.parse(out);
    expect(schema.$schema).toContain('json-schema.org');
    expect(schema.required).toEqual(['format', 'name']);
    expect(schema.properties.bodies.items.properties.material.required).toEqual(['young']);
  });
});

describe('bad input', () => {
  const young = 'bodies[0].material.young: must be a positive number of Pa, got -1. Jelly is';
  it.each([
    [['run', cube, '--set', 'bodies[0].material.young=-1'], young],
    [['run', cube, '--set', 'bodies[0].colour=red'], 'bodies[0]: has no field "colour". Remove it'],
    [['run', cube, '--dt', 'long'], 'dt: must be a number from 0.00001 to 0.2'],
    [['run', cube, '--steps', '0'], '--steps must be a whole number of at least 1, got "0"'],
    [['run', cube, '--kernels', 'fast'], '--kernels must be auto, typescript or webassembly'],
    [['run', cube, '--fast'], 'there is no option --fast. Known: --steps'],
    [['run', cube, '--resume', 'nowhere.bin'], '"nowhere.bin" cannot be read: ENOENT'],
    [['run', cube, '--resume', cube], 'snapshot: these bytes are not a snapshot'],
    [['run'], 'run takes one scene, got 0'],
    [
      ['run', 'no-such-scene'],
      'there is no scene "no-such-scene": neither a file nor in the gallery',
    ],
    [['check', 'no-such-scene'], 'there is no scene "no-such-scene"'],
    [['walk'], 'there is no command "walk". Try: list, run, check'],
  ])('%j ends with 2 and says what to do', async (args, message) => {
    const { status, out, error } = await inside(...args);
    expect(status).toBe(2);
    expect(out).toBe('');
    expect(error).toContain(`pliant: ${message}`);
    expect(error).not.toContain('    at ');
  });

  it('names the scene whose JSON is broken', () => {
    const { status, error } = pliant('run', files.write('broken.json', '{"format": '));
    expect(status).toBe(2);
    expect(error).toContain('broken.json: not valid JSON');
  });

  it('refuses a snapshot of another scene', async () => {
    const file = files.path('other.bin');
    await runJson(cube, '--steps', '2', '--snapshot', file);
    const { status, error } = await inside('run', cube, '--dt', '0.01', '--resume', file);
    expect(status).toBe(2);
    expect(error).toContain('belongs to another scene');
  });
});

describe('help', () => {
  it('is there when asked for, and when nothing is said', async () => {
    expect(await inside('help')).toMatchObject({ status: 0, error: '' });
    expect((await inside('run', '--help')).out).toContain('--snapshot FILE');
    expect((await inside()).status).toBe(2);
  });
});

describe('progress', () => {
  const stream = (isTTY: boolean) => {
    const written: string[] = [];
    const fake = { isTTY, write: (text: string) => written.push(text) > 0 };
    return { written, stream: fake as unknown as NodeJS.WriteStream };
  };

  it('is drawn on a terminal and wiped at the end', () => {
    const { written, stream: terminal } = stream(true);
    const progress = createProgress(terminal);
    progress.show(30, 30, 'steps');
    progress.clear();
    expect(written[0]).toContain('30/30 steps');
    expect(written.at(-1)).toBe('\r\x1b[K');
  });

  it('is silent where nobody looks', () => {
    const { written, stream: pipe } = stream(false);
    const progress = createProgress(pipe);
    progress.show(1, 30, 'steps');
    progress.clear();
    expect(written).toEqual([]);
  });
});
