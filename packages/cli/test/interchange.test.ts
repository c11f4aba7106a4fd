import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readMesh } from 'pliant';
import { afterAll, describe, expect, it } from 'vitest';
import { rigged } from '../../gltf/test/fixtures.ts';
import { CUBE, inside, scratch } from './helpers.ts';

const files = scratch();
const cube = files.write('cube.json', CUBE);

afterAll(files.remove);

describe('pliant import', () => {
  it('writes a scene that runs, its meshes, and what is drawn; damaged files are refused with a place', async () => {
    const file = files.path('tube.glb');
    writeFileSync(file, rigged({ texture: true }).glb());
    const { out, status } = await inside('import', file, '--json', '--scale', '0.5');
    expect(status, out).toBe(0);
    const { written, notes } = JSON.parse(out) as { written: string[]; notes: string[] };
    expect(written.map((path) => path.split(/[\\/]/).at(-1))).toEqual([
      'tube.tube_mesh.ply',
      'tube.drawn.glb',
      'tube.json',
    ]);
    expect(notes[0]).toMatch(/0.15 × 0.8 × 0.15 m/);
    const run = await inside('run', files.path('tube.json'), '--steps', '2', '--json');
    expect(JSON.parse(run.out).issues).toEqual([]);
    // A second import into the same folder leaves the first one's files alone.
    const mesh = readFileSync(files.path('tube.tube_mesh.ply'));
    const second = await inside('import', file, '--scale', '2', '--out', files.path('big.json'));
    expect(second.status, second.error).toBe(0);
    expect(readFileSync(files.path('tube.tube_mesh.ply')).equals(mesh)).toBe(true);
    expect(existsSync(files.path('big.tube_mesh.ply'))).toBe(true);
    const made = await inside('import', file, '--out', files.path('new/folder'));
    expect(made.status).toBe(0);
    expect(existsSync(files.path('new/folder/tube.json'))).toBe(true);
    writeFileSync(file, rigged().glb().slice(0, 500));
    const refused = await inside('import', file);
    expect(refused.status).toBe(2);
    expect(refused.error).toMatch(/byte 8: the header promises/);
    const wrong = await inside('import', file, '--scale', 'tall');
    expect(wrong.error).toMatch(/--scale must be a number, got "tall"/);
  });
});

describe('what an artist gets back', () => {
  it('has the texture coordinates and materials of the file in OBJ, beside caches, and in USD', async () => {
    const file = files.path('dress.glb');
    writeFileSync(file, rigged({ texture: true }).glb());
    expect((await inside('import', file, '--out', files.path('dressed'))).status).toBe(0);
    const scene = files.path('dressed/dress.json');
    const bakeTo = async (name: string) => {
      const { out, status } = await inside(
        ...['bake', scene, '--out', files.path(`dressed/${name}`), '--to', '0.05', '--json'],
      );
      expect(status, out).toBe(0);
      return (JSON.parse(out) as { written: string[] }).written;
    };
    const written = (await bakeTo('run.mdd')).map((path) => path.split(/[\\/]/).at(-1));
    expect(written.sort()).toEqual(['run.mdd', 'run.mtl', 'run.obj', 'run.texture-0.png']);
    const words = readFileSync(files.path('dressed/run.obj'), 'latin1');
    expect(words).toMatch(/^mtllib run\.mtl\n/);
    const vertices = readFileSync(files.path('dressed/run.mdd')).readInt32BE(4);
    expect(words.match(/^v /gm)).toHaveLength(vertices);
    expect(words.match(/^usemtl (.*)$/m)![1]).toBe(
      /^newmtl (.*)$/m.exec(readFileSync(files.path('dressed/run.mtl'), 'latin1'))![1],
    );
    const faces = [...words.matchAll(/^f (\d+)\/(\d+) (\d+)\/(\d+) (\d+)\/(\d+)$/gm)];
    expect(faces).toHaveLength(
      readMesh(readFileSync(files.path('dressed/run.obj'))).triangles.length / 3,
    );
    await bakeTo('run.usda');
    const usd = readFileSync(files.path('dressed/run.usda'), 'latin1');
    expect(/primvars:st = \[(.*?)\] /.exec(usd)![1].split('), ')).toHaveLength(3 * faces.length);
    expect(usd).toMatch(/endTimeCode = 3/);
  });
});

describe('pliant bake', () => {
  const short = ['--to', '0.1'];

  it('writes GLB, caches, USD, VTU, OBJ and lines, each with its frames', async () => {
    const bakeTo = async (name: string, ...more: string[]) => {
      const { out, status } = await inside(
        'bake',
        cube,
        '--out',
        files.path(name),
        ...short,
        '--json',
        ...more,
      );
      expect(status, out).toBe(0);
      return JSON.parse(out) as { written: string[]; frames: number; notes: string[] };
    };
    const glb = await bakeTo('run.glb');
    expect(glb).toMatchObject({ frames: 7, written: [files.path('run.glb')] });
    expect(glb.notes.join()).toMatch(/jelly: \d+ morph targets?, vertices off by/);
    expect(readFileSync(files.path('run.glb')).subarray(0, 4).toString()).toBe('glTF');
    expect((await bakeTo('run.mdd')).written).toEqual([
      files.path('run.obj'),
      files.path('run.mdd'),
    ]);
    const mdd = readFileSync(files.path('run.mdd'));
    const vertices = readFileSync(files.path('run.obj'), 'utf8').match(/^v /gm)!.length;
    expect([mdd.readInt32BE(0), mdd.readInt32BE(4), mdd.length]).toEqual([
      7,
      vertices,
      8 + 28 + 84 * vertices,
    ]);
    expect((await bakeTo('run.pc2', '--rate', '30')).frames).toBe(4);
    expect(readFileSync(files.path('run.pc2')).readInt32LE(28)).toBe(4);
    await bakeTo('run.usda');
    expect(readFileSync(files.path('run.usda'), 'utf8').match(/^ {8}\d+: \[\(/gm)).toHaveLength(7);
    await bakeTo('film.vtu', '--from', '0.05');
    expect(readFileSync(files.path('film.pvd'), 'utf8')).toContain('film.jelly-surface_0003.vtu');
    await bakeTo('still.obj', '--rate', '10');
    expect(existsSync(files.path('still_0001.obj'))).toBe(true);
    expect((await bakeTo('skin.glb', '--as', 'skin', '--joints', '4')).notes.join()).toMatch(
      /1 joint,/,
    );
    expect((await bakeTo('tex.png', '--rate', '30')).written).toHaveLength(4);
    expect(JSON.parse(readFileSync(files.path('tex.json'), 'utf8')).frames).toBe(4);
    await bakeTo('still.stl', '--rate', '10', '--to', '0');
    expect(readFileSync(files.path('still_0000.stl')).length).toBeGreaterThan(84);
    const saved = files.path('end.ply');
    expect((await inside('run', cube, '--steps', '2', '--save-mesh', saved)).status).toBeLessThan(
      2,
    );
    expect(readMesh(readFileSync(saved)).positions.length).toBe(3 * vertices);
    expect((await bakeTo('new/folder/lines.csv')).written[0]).toMatch(/lines\.csv$/);
    await bakeTo('lines.csv');
    expect(readFileSync(files.path('lines.csv'), 'utf8').trim().split('\n')).toHaveLength(8);
  });

  it('refuses what it cannot do, and leaves nothing behind', async () => {
    const refused = async (...args: string[]) => (await inside('bake', cube, ...args)).error;
    expect(await refused('--out', files.path('a.fbx'))).toMatch(/--out must end in .glb, .mdd/);
    expect(await refused('--out', files.path('a.glb'), '--bodies', 'fox')).toMatch(/no body "fox"/);
    expect(await refused('--out', files.path('a.glb'), '--rate', '100')).toMatch(/--rate must be/);
    expect(existsSync(files.path('a.glb'))).toBe(false);
  });
});
