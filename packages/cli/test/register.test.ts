import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRandom, readMesh, type TriangleMesh, writeObj } from 'pliant';
import type { RegisterReport } from 'pliant/register';
import { afterAll, describe, expect, it } from 'vitest';
import { inside, scratch } from './helpers.ts';

const folder = scratch();
afterAll(() => folder.remove());

/** A lumpy ball of about 500 faces, stretched along x. */
function ball(stretch: number): TriangleMesh {
  const [rows, around] = [12, 20];
  const positions: number[] = [];
  for (let i = 0; i <= rows; i++) {
    for (let j = 0; j < around; j++) {
      const [a, b] = [(Math.PI * i) / rows, (2 * Math.PI * j) / around];
      const r = 1 + 0.2 * Math.sin(2 * a) * Math.cos(3 * b) + 0.3 * Math.sin(a) * Math.cos(b);
      positions.push(
        stretch * r * Math.sin(a) * Math.cos(b),
        r * Math.cos(a),
        0.7 * r * Math.sin(a) * Math.sin(b),
      );
    }
  }
  const triangles: number[] = [];
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < around; j++) {
      const [a, b] = [i * around + j, i * around + ((j + 1) % around)];
      triangles.push(a, b, a + around, b, b + around, a + around);
    }
  }
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}

const put = (name: string, bytes: Uint8Array): string =>
  folder.write(name, new TextDecoder('latin1').decode(bytes));
const text = (name: string): string => readFileSync(folder.path(name), 'utf8');

/** Mean distance from a mesh, at places spread over it by area, to the nearest of all faces of another. */
function meanDistance(from: TriangleMesh, to: TriangleMesh): number {
  const random = createRandom(8);
  const corner = ({ positions, triangles }: TriangleMesh, s: number): number[] =>
    [0, 1, 2].map((d) => positions[3 * triangles[s] + d]);
  const minus = (a: number[], b: number[]): number[] => a.map((x, d) => x - b[d]);
  const dot = (a: number[], b: number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a: number[], b: number[]): number[] =>
    [0, 1, 2].map((d) => a[(d + 1) % 3] * b[(d + 2) % 3] - a[(d + 2) % 3] * b[(d + 1) % 3]);
  const toFace = (p: number[], face: number[][]): number => {
    const n = cross(minus(face[1], face[0]), minus(face[2], face[0]));
    let isInside = dot(n, n) > 0;
    let least = Infinity;
    for (let k = 0; k < 3; k++) {
      const [a, b] = [face[k], face[(k + 1) % 3]];
      const [side, way] = [minus(b, a), minus(p, a)];
      if (dot(cross(side, way), n) < 0) isInside = false;
      const t = Math.max(0, Math.min(1, dot(way, side) / Math.max(1e-300, dot(side, side))));
      const off = way.map((x, d) => x - t * side[d]);
      least = Math.min(least, Math.sqrt(dot(off, off)));
    }
    return isInside ? Math.abs(dot(minus(p, face[0]), n)) / Math.sqrt(dot(n, n)) : least;
  };
  const faces = (mesh: TriangleMesh): number[][][] =>
    Array.from({ length: mesh.triangles.length / 3 }, (_, t) =>
      [0, 1, 2].map((k) => corner(mesh, 3 * t + k)),
    );
  const goals = faces(to);
  let [sum, total] = [0, 0];
  for (const face of faces(from)) {
    const n = cross(minus(face[1], face[0]), minus(face[2], face[0]));
    const area = Math.sqrt(dot(n, n));
    const [r, s] = [Math.sqrt(random.next()), random.next()];
    const p = [0, 1, 2].map(
      (d) => (1 - r) * face[0][d] + r * (1 - s) * face[1][d] + r * s * face[2][d],
    );
    let least = Infinity;
    for (const goal of goals) least = Math.min(least, toFace(p, goal));
    sum += area * least;
    total += area;
  }
  return sum / total;
}

describe('pliant register', () => {
  const template = put(
    'template.obj',
    new TextEncoder().encode(
      `# kept\ng skin\nvt 0 0\n${new TextDecoder().decode(writeObj(ball(1)))}`,
    ),
  );
  const target = put('target.obj', writeObj(ball(1.2)));

  it('writes the fitted template with its own lines, the report, the error map and what goes along', async () => {
    const out = folder.path('fit.obj');
    const map = folder.path('map.ply');
    const frames = folder.path('frames.json');
    const { status, out: printed } = await inside(
      'register',
      template,
      target,
      '--out',
      out,
      '--error-map',
      map,
      '--frames',
      frames,
      '--carry',
      template,
      '--json',
    );
    expect(status).toBe(0);
    const report = JSON.parse(printed) as RegisterReport;
    expect(report.fit).toBe('good');
    expect(text('fit.obj')).toMatch(/^# kept\ng skin\nvt 0 0\nv /);
    const fitted = readMesh(readFileSync(out));
    expect(fitted.triangles).toEqual(ball(1).triangles);
    // Carried along is the same mesh: it goes where the template goes.
    const carried = readMesh(readFileSync(folder.path('fit-template.obj')));
    expect(carried.positions).toEqual(fitted.positions);
    const { attributes } = readMesh(readFileSync(map));
    expect(Object.keys(attributes!)).toEqual(['error', 'inlier', 'weight', 'red', 'green', 'blue']);
    expect(JSON.parse(text('frames.json')).frames).toHaveLength(report.frames.total);
    // The report's distances are those of the file, measured again at other places of it.
    const again = meanDistance(fitted, readMesh(readFileSync(target)));
    const { mean } = report.distance.templateToTarget;
    expect(Math.abs(again - mean)).toBeLessThan(0.15 * mean);
    expect(mean).toBeLessThan(0.01);
  });

  it('says what is wrong with its files, and ends with 2', async () => {
    const few = folder.write('few.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    const one = await inside('register', few, target);
    expect(one.status).toBe(2);
    expect(one.error).toMatch(/template: has 1 faces with an area; at least 4/);
    const two = await inside(
      'register',
      template,
      target,
      '--landmarks',
      folder.write('lm.json', [{ vertex: 99999, target: [0, 0, 0] }]),
    );
    expect(two.status).toBe(2);
    expect(two.error).toMatch(/landmarks\[0\]\.vertex: must be a vertex of the template/);
    expect((await inside('register', template)).status).toBe(2);
  });

  it('fits many, a cloud among them, and writes their mean and modes', async () => {
    const random = createRandom(4);
    const cloud = { ...ball(1.1), triangles: new Int32Array(0) };
    cloud.positions = cloud.positions.map((x) => x + random.range(-1e-3, 1e-3));
    mkdirSync(folder.path('scans'));
    const scans = [
      put('scans/a.obj', writeObj(ball(1.15))),
      folder.write(
        'scans/b.obj',
        [...Array(cloud.positions.length / 3).keys()]
          .map((v) => `v ${[...cloud.positions.subarray(3 * v, 3 * v + 3)].join(' ')}`)
          .join('\n'),
      ),
      put('scans/c.obj', writeObj(ball(0.9))),
      folder.write('scans/bad.obj', 'v 0 0 0\n'),
    ];
    const { status, out } = await inside(
      'register',
      template,
      ...scans,
      '--out',
      folder.path('fits'),
      '--json',
    );
    expect(status).toBe(1);
    const { fits } = JSON.parse(out) as { fits: { file: string; error?: string }[] };
    expect(fits[3].error).toMatch(/bad\.obj|target/);
    expect(readdirSync(folder.path('fits'))).toEqual(
      expect.arrayContaining([
        'a.obj',
        'b.obj',
        'c.obj',
        'a.report.json',
        'model.json',
        'model-mean.ply',
        'model-mode1-plus.ply',
      ]),
    );
    const model = JSON.parse(text('fits/model.json'));
    expect(model.variances).toHaveLength(2);
    expect(model.explained[0]).toBeGreaterThan(0.6);
  });
});
