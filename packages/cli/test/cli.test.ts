import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openOutput } from '../src/files.ts';
import { createProgress, showBuild } from '../src/progress.ts';
import { CUBE, CUBE_OBJ, compile, inside, PROGRAM, pliant, scratch } from './helpers.ts';

const files = scratch();
const cube = files.write('cube.json', CUBE);
const runJson = async (...args: string[]) =>
  JSON.parse((await inside('run', ...args, '--json')).out);

const utf32 = (text: string): Buffer =>
  Buffer.concat(Array.from(text, (letter) => Buffer.from([letter.charCodeAt(0), 0, 0, 0])));

/** A stone that falls out of the world within a second. */
const LOST = {
  format: 'pliant/1',
  name: 'lost',
  dt: 0.01,
  duration: 1.3,
  gravity: [0, -1e5, 0],
  bodies: [
    {
      name: 'stone',
      shape: { type: 'box', size: [0.2, 0.2, 0.2] },
      position: [0, -9.7e5, 0],
      model: { type: 'rigid' },
    },
  ],
};

/** Waits until a file whose name begins so has something in it. */
function untilRows(folder: string, prefix: string): Promise<void> {
  const isThere = (): boolean =>
    readdirSync(folder).some(
      (name) => name.startsWith(prefix) && statSync(join(folder, name)).size > 0,
    );
  return new Promise((done) => {
    const watcher = watch(folder, () => {
      if (!isThere()) return;
      watcher.close();
      done();
    });
  });
}

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
  it('ends with 3 when a body breaks down, and says which, when and after what', async () => {
    const light = files.write('light.json', {
      format: 'pliant/1',
      name: 'light',
      bodies: [
        {
          name: 'fluff',
          shape: { type: 'sphere', radius: 0.001 },
          material: { young: 1000, density: 0.001 },
          model: { type: 'rigid' },
        },
      ],
      events: [
        { at: 0.1, do: 'force', body: 'fluff', point: [0, 0, 0], force: [1e9, 0, 0], duration: 1 },
      ],
    });
    const { status, out } = await inside('run', light, '--steps', '10');
    expect(status).toBe(3);
    expect(out).toContain(
      'fluff: its motion in step 7 came to no finite numbers (last action: force on fluff, before step 7)',
    );
  });

  it('gives one JSON object with everything there is to know', () => {
    const { status, out, error } = pliant('run', cube, '--json');
    expect(status).toBe(0);
    expect(error).toBe('');
    const result = JSON.parse(out);
    const keys =
      'scene steps dt time hash bodies unknowns energy momentum timings checks notes issues broken';
    expect(Object.keys(result)).toEqual(keys.split(' '));
    expect(result).toMatchObject({ scene: 'cube', steps: 30, dt: 1 / 60, issues: [] });
    expect(result.hash).toMatch(/^[0-9a-f]{16}$/);
    const total = result.bodies[0].dofs.total;
    expect(total).toBeGreaterThan(60);
    const range = { total, min: total, max: total, mean: total, last: total };
    expect(result.bodies).toEqual([
      {
        name: 'jelly',
        model: 'solid',
        dofs: range,
        points: expect.objectContaining({ total: expect.any(Number) }),
        switches: 0,
        maxJump: 0,
        maxKineticGain: 0,
        probes: { top: [expect.any(Number), expect.any(Number), expect.any(Number)] },
      },
    ]);
    expect(result.unknowns).toEqual({ solved: 30 * total, full: 30 * total });
    expect(Object.keys(result.energy)).toEqual(['kinetic', 'elastic', 'potential']);
    expect(result.momentum.linear).toHaveLength(3);
    expect(result.momentum.angular).toHaveLength(3);
    expect(Object.keys(result.timings)).toEqual(['build', 'step', 'phases']);
    expect(Object.keys(result.timings.step)).toEqual(['median', 'p95']);
    const phases = ['collide', 'assemble', 'solve', 'adapt', 'finish'];
    expect(Object.keys(result.timings.phases)).toEqual(phases);
    expect(result.checks).toEqual([
      {
        name: 'it falls',
        value: expect.any(Number),
        limit: [null, -0.1],
        judged: true,
        pass: true,
      },
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

  it.each([
    ['check', []],
    ['run', []],
    ['bake', ['--out', files.path('lost.mdd')]],
  ])('a body that breaks down ends %s with 3, and is named', async (command, more) => {
    const { status, out } = await inside(command, files.write('lost.json', LOST), ...more);
    expect(status).toBe(3);
    expect(out).toMatch(/stone: it went farther than 1000 km .* It is held where it was/);
    if (command === 'check') expect(out).toContain('0 of 1 scenes hold');
  });
});

describe('pliant schema', () => {
  it('prints a JSON Schema that knows the fields', async () => {
    const { status, out } = await inside('schema');
    expect(status).toBe(0);
    const schema = JSON.parse(out);
    expect(schema.$schema).toContain('json-schema.org');
    expect(schema.required).toEqual(['format', 'name']);
    expect(schema.properties.bodies.items.required).toEqual(['name', 'shape']);
  });
});

describe('bad input', () => {
  const young = 'bodies[0].material.young: must be a positive number of Pa, got -1. Jelly is';
  it.each([
    [['run', cube, '--set', 'bodies[0].material.young=-1'], young],
    [
      ['run', cube, '--set', 'bodies[0].colour=red'],
      'bodies[0]: has no field "colour". Did you mean "color"?',
    ],
    [['run', cube, '--dt', 'long'], 'dt: must be a number from 0.00001 to 0.2'],
    [['run', cube, '--steps', '0'], '--steps must be a whole number of at least 1, got "0"'],
    [['run', cube, '--kernels', 'fast'], '--kernels must be auto, typescript or webassembly'],
    [['run', cube, '--fast'], 'there is no option --fast. Known: --steps'],
    [
      ['run', cube, '--resume', 'nowhere.bin'],
      '"nowhere.bin" cannot be read: there is no such file',
    ],
    [['run', cube, '--resume', cube], 'snapshot: these bytes are not a snapshot'],
    [['run'], 'run takes one scene, got 0'],
    [
      ['run', 'no-such-scene'],
      'there is no scene "no-such-scene". Name a file, or one of the gallery:',
    ],
    [['check', 'no-such-scene'], 'there is no scene "no-such-scene"'],
    [['walk'], 'there is no command "walk". Try: run, check, list'],
    [
      ['bake', cube, '--out', 'x.mdd', '--set', 'dt=1e-5', '--to', '3600'],
      '--rate must give at most 1000000 frames, got 360000001.',
    ],
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
  it('is there when asked for, of all commands and of each', async () => {
    for (const words of [['help'], ['--help'], ['-h']]) {
      expect(await inside(...words)).toMatchObject({ status: 0, error: '' });
    }
    for (const words of [
      ['run', '--help'],
      ['run', '-h'],
      ['help', 'run'],
    ]) {
      expect((await inside(...words)).out).toContain('--snapshot FILE');
    }
    expect((await inside('studio', '--help')).out).toContain('let the network in');
    const nothing = await inside();
    expect(nothing).toMatchObject({ status: 2, out: '' });
    expect(nothing.error).toContain('pliant COMMAND --help');
  });

  it('tells the version', async () => {
    expect((await inside('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each(['bash', 'zsh', 'fish'])(
    'completes commands, options and scenes in %s',
    async (shell) => {
      const { status, out } = await inside('completion', shell);
      expect(status).toBe(0);
      for (const word of ['check', 'allow-outside', 'hanging-beam']) expect(out).toContain(word);
    },
  );

  it('completes in a real shell', () => {
    const script = `${pliant('completion', 'bash').out}
COMP_WORDS=(pliant run hanging); COMP_CWORD=2; _pliant; echo "\${COMPREPLY[@]}"`;
    const done = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(done.stdout.trim()).toBe('hanging-beam');
  });
});

describe('for programs', () => {
  it('says what is wrong as JSON, too', async () => {
    const { status, out, error } = await inside('run', cube, '--set', 'dt=9', '--json');
    expect(status).toBe(2);
    expect(error).toBe('');
    const message = expect.stringContaining('dt: must be a number from');
    expect(JSON.parse(out).error).toMatchObject({ message, status: 2 });
  });

  it('reads the scene from the standard input and writes lines to the output', () => {
    const done = spawnSync(process.execPath, [PROGRAM, 'run', '-', '--csv', '-'], {
      encoding: 'utf8',
      input: JSON.stringify(CUBE),
    });
    expect(done.status).toBe(0);
    expect(done.stdout.trim().split('\n')).toHaveLength(31);
    expect(done.stderr).toContain('it falls');
  });

  it('gives the output to one thing only', async () => {
    const { status, error } = await inside('run', cube, '--csv', '-', '--snapshot', '-');
    expect(status).toBe(2);
    expect(error).toContain('only one of');
  });

  it('writes what it has when it is interrupted', async () => {
    const csv = files.path('part.csv');
    const snapshot = files.path('part.bin');
    const args = ['run', cube, '--steps', '100000000', '--csv', csv, '--snapshot', snapshot];
    const child = spawn(process.execPath, [PROGRAM, ...args, '--json'], { stdio: 'pipe' });
    let out = '';
    child.stdout.on('data', (data) => {
      out += data;
    });
    // Rows appear beside the final name while the run goes on.
    await untilRows(dirname(csv), '.part.csv.');
    child.kill('SIGINT');
    const status = await new Promise((done) => child.on('exit', done));
    expect(status).toBe(130);
    const { steps, checks } = JSON.parse(out);
    const lines = readFileSync(csv, 'utf8').trim().split('\n');
    expect(lines).toHaveLength(steps + 1);
    expect(lines.at(-1)!.startsWith(`${steps},`)).toBe(true);
    expect(checks[0].judged).toBe(steps >= 30);
    const more = await runJson(cube, '--steps', '1', '--resume', snapshot);
    expect(more.steps).toBe(steps + 1);
  });
});

describe('files', () => {
  it('does not touch an output before the inputs are good', async () => {
    const csv = files.write('precious.csv', 'years of work');
    expect((await inside('run', cube, '--dt', 'x', '--csv', csv)).status).toBe(2);
    expect((await inside('run', 'no-such-scene', '--csv', csv)).status).toBe(2);
    expect(readFileSync(csv, 'utf8')).toBe('years of work');
    const left = readdirSync(dirname(csv)).filter((name) => name.startsWith('.'));
    expect(left).toEqual([]);
  });

  it.each([
    ['a folder', () => files.path('.'), 'is not a file that can be written'],
    ['a folder that is missing', () => files.path('no/run.csv'), 'there is no folder'],
  ])('refuses %s as an output at once', async (_, path, words) => {
    const { status, error } = await inside('run', cube, '--csv', path());
    expect(status).toBe(2);
    expect(error).toContain(words);
  });

  const shell = (script: string) =>
    spawnSync('bash', ['-c', script, process.execPath, PROGRAM, cube], { encoding: 'utf8' });

  it.skipIf(!existsSync('/dev/full')).each(['--csv -', '--json', ''])(
    'says that the disk is full (run %s)',
    (option) => {
      const done = shell(`"$0" "$1" run "$2" ${option} > /dev/full`);
      expect(done.status).toBe(2);
      expect(done.stderr).toContain('the disk is full');
      expect(done.stderr.split('\n')).toHaveLength(2);
    },
  );

  it.each(['--csv -', '--json'])('ends without a word when its reader does (run %s)', (option) => {
    const done = shell(
      `set -o pipefail; "$0" "$1" run "$2" --steps 3000 ${option} | head -c 1 > /dev/null`,
    );
    expect(done.status).toBe(0);
    expect(done.stderr).toBe('');
  });

  it('leaves nothing beside an output that was never written', () => {
    const path = files.path('later.csv');
    const beside = (): string[] =>
      readdirSync(dirname(path)).filter((name) => name.includes('later.csv'));
    const output = openOutput(path);
    expect(beside()).toEqual([]);
    output.write('a');
    expect(beside()).toEqual([`.later.csv.${process.pid}`]);
    output.write('b');
    output.commit();
    expect(beside()).toEqual(['later.csv']);
    expect(readFileSync(path, 'utf8')).toBe('ab');
  });

  it('does not judge checks whose time a short run does not cover', async () => {
    const short = await inside('run', cube, '--steps', '3');
    expect(short.status).toBe(0);
    expect(short.out).toContain('it falls: not judged');
  });

  it.each([
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16 with a mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without', (text: string) => Buffer.from(text, 'utf16le')],
    ['big-endian UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('reads scenes in %s', async (_, encode) => {
    const path = files.path('encoded.json');
    writeFileSync(path, encode(JSON.stringify(CUBE)));
    expect((await inside('run', path, '--steps', '1')).status).toBe(0);
  });

  it.each([
    [
      'Latin-1',
      Buffer.from('{"format": "pliant/1", "name": "K\u00e4se"}', 'latin1'),
      'bytes that are neither',
    ],
    ['UTF-32', utf32(JSON.stringify(CUBE)), 'UTF-32'],
    ['UTF-16, cut in two', Buffer.from('{"a":"\ud83d"}', 'utf16le'), 'bytes that are neither'],
  ])('refuses scenes in %s', async (_, bytes, got) => {
    const path = files.path('other.json');
    writeFileSync(path, bytes);
    const { status, error } = await inside('run', path, '--steps', '1');
    expect(status).toBe(2);
    expect(error).toContain(
      `other.json: must be text in UTF-8 or UTF-16, got ${got}. Save it as UTF-8.`,
    );
  });

  it('finds a scene whose path is written as elsewhere', async () => {
    mkdirSync(files.path('elsewhere'));
    files.write('elsewhere/cube.json', CUBE);
    const path = files.path('elsewhere\\cube.json');
    expect(await inside('run', path, '--steps', '1')).toMatchObject({ status: 0, error: '' });
  });

  describe('that scenes name', () => {
    const meshScene = (file: string): string =>
      files.write('meshed.json', {
        ...CUBE,
        bodies: [{ ...CUBE.bodies[0], shape: { type: 'mesh', file }, model: { type: 'rigid' } }],
      });
    mkdirSync(files.path('parts'));
    writeFileSync(files.path('parts/cube.obj'), CUBE_OBJ);

    it.each(['parts/cube.obj', 'parts\\cube.obj'])('are found as %s', async (file) => {
      const { status, error } = await inside('run', meshScene(file), '--steps', '1');
      expect(error).toBe('');
      expect(status).toBe(0);
    });

    it("lie in the scene's folder, unless told otherwise", async () => {
      const outside = scratch();
      outside.write('cube.obj', CUBE_OBJ);
      symlinkSync(outside.path('cube.obj'), files.path('link.obj'));
      for (const file of [outside.path('cube.obj'), 'link.obj']) {
        const refused = await inside('run', meshScene(file), '--steps', '1');
        expect(refused.status).toBe(2);
        expect(refused.error).toContain("lies outside the scene's folder");
        const allowed = await inside('run', meshScene(file), '--steps', '1', '--allow-outside');
        expect(allowed.status).toBe(0);
      }
      outside.remove();
    });

    it.skipIf(!existsSync('/dev/zero'))('are regular files', async () => {
      const { status, error } = await inside('run', meshScene('/dev/zero'), '--allow-outside');
      expect(status).toBe(2);
      expect(error).toContain('is not a regular file');
    });
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

  it('tells the stages of a build, with their estimates', () => {
    const { written, stream: terminal } = stream(true);
    const clock = vi.spyOn(Date, 'now');
    const { progress, watch } = showBuild(createProgress(terminal));
    const at = (time: number, work: () => void): void => {
      clock.mockReturnValue(time);
      work();
    };
    at(1000, () => progress('jelly', 0, 2, 'model'));
    at(2500, () => watch('the matrix'));
    at(2550, () => watch('too soon'));
    at(4000, () =>
      watch('modes', { seconds: 7.8, megabytes: 1, place: 'cell', remedy: 'Take larger ones.' }),
    );
    clock.mockRestore();
    expect(written.map((text) => text.slice(text.indexOf(' ') + 1))).toEqual([
      '0/2 bodies built: model of jelly, 0.0 s so far',
      '0/2 bodies built: the matrix, 1.5 s so far',
      '0/2 bodies built: modes, about 8 s, 3.0 s so far',
    ]);
  });

  it('is silent where nobody looks', () => {
    const { written, stream: pipe } = stream(false);
    const progress = createProgress(pipe);
    progress.show(1, 30, 'steps');
    progress.clear();
    expect(written).toEqual([]);
  });
});
