import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/core/errors.ts';
import { createRandom } from '../../src/core/random.ts';
import { meshMass } from '../../src/geometry/mass.ts';
import { checkMesh, type MeshFaultKind, repairMesh } from '../../src/geometry/mesh/check.ts';
import { boxMesh, cylinderMesh, icosphere, torusMesh } from '../../src/geometry/mesh/primitives.ts';
import type { TriangleMesh } from '../../src/geometry/types.ts';

const kinds = (mesh: TriangleMesh): MeshFaultKind[] => [
  ...new Set(checkMesh(mesh).map((f) => f.kind)),
];

/** Several meshes as one, with vertices of their own. */
function join(...parts: TriangleMesh[]): TriangleMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const part of parts) {
    const base = positions.length / 3;
    positions.push(...part.positions);
    triangles.push(...part.triangles.map((v) => v + base));
  }
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}

/** Every triangle with three vertices of its own, as STL has it. */
function soup(mesh: TriangleMesh): TriangleMesh {
  const positions = new Float64Array(3 * mesh.triangles.length);
  mesh.triangles.forEach((v, c) => {
    positions.set(mesh.positions.subarray(3 * v, 3 * v + 3), 3 * c);
  });
  return { positions, triangles: mesh.triangles.map((_, c) => c) };
}

function flip(mesh: TriangleMesh, which: readonly number[]): TriangleMesh {
  const triangles = mesh.triangles.slice();
  for (const t of which)
    [triangles[3 * t], triangles[3 * t + 1]] = [triangles[3 * t + 1], triangles[3 * t]];
  return { ...mesh, triangles };
}

const without = (mesh: TriangleMesh, ...gone: number[]): TriangleMesh => ({
  ...mesh,
  triangles: mesh.triangles.filter((_, c) => !gone.includes(Math.floor(c / 3))),
});

const moved = (mesh: TriangleMesh, by: readonly number[], scale = 1): TriangleMesh => ({
  ...mesh,
  positions: mesh.positions.map((x, i) => scale * x + by[i % 3]),
});

describe('checking meshes', () => {
  it('finds nothing wrong with the primitives', () => {
    for (const mesh of [
      boxMesh(),
      boxMesh([1, 2, 3], [2, 3, 4]),
      icosphere(),
      torusMesh(),
      cylinderMesh(),
    ]) {
      expect(checkMesh(mesh)).toEqual([]);
      const source = Int32Array.from({ length: mesh.positions.length / 3 }, (_, i) => i);
      expect(repairMesh(mesh)).toEqual({ mesh, done: [], source });
      expect(meshMass(mesh).volume).toBeGreaterThan(0);
    }
  });

  it('locates a hole', () => {
    const [fault, ...rest] = checkMesh(without(boxMesh(), 0, 1));
    expect(rest).toEqual([]);
    expect(fault).toMatchObject({ kind: 'hole', repairable: true, severity: 'error' });
    expect(fault.message).toMatch(
      /hole of 4 edges around vertex \d at \(-?0.5, -?0.5, -?0.5\).*repairMesh/,
    );
    expect(fault.place.map(Math.abs)).toEqual([0.5, 0.5, 0.5]);
  });

  it('tells faults apart', () => {
    const box = boxMesh();
    const corner = moved(boxMesh(), [1, 1, 1]);
    const edge = join(box, moved(boxMesh(), [1, 1, 0]));
    const nan = { ...box, positions: box.positions.map((x, i) => (i === 4 ? NaN : x)) };
    const strip: number[] = [];
    for (let i = 0; i < 5; i++) strip.push(i, (i + 1) % 5, (i + 2) % 5);
    expect(kinds(nan)).toEqual(['non-finite']);
    expect(checkMesh(nan)[0].message).toMatch(/vertex 1 at \(.*NaN/);
    expect(kinds({ ...box, triangles: Int32Array.of(0, 1, 99) })).toEqual(['index']);
    expect(kinds({ ...box, triangles: Int32Array.of(0, 1) })).toEqual(['shape']);
    expect(kinds({ ...box, attributes: { paint: new Float64Array(3) } })).toEqual(['shape']);
    expect(kinds(flip(box, [3]))).toEqual(['flipped']);
    expect(kinds(flip(box, [...Array(12).keys()]))).toEqual(['inside-out']);
    expect(kinds(join(box, corner))).toEqual(['components']);
    expect(kinds(soup(box))).toContain('duplicate');
    expect(kinds(soup(box))).not.toContain('hole');
    expect(kinds(repairable(edge))).toContain('touch');
    // Five points round a Möbius strip.
    const mobius = {
      positions: icosphere(1, 0).positions.slice(0, 15),
      triangles: Int32Array.from(strip),
    };
    expect(kinds(mobius)).toContain('one-sided');
  });

  /** Joins equal vertices by hand, to make meshes that touch. */
  function repairable(mesh: TriangleMesh): TriangleMesh {
    const seen = new Map<string, number>();
    const map = Array.from({ length: mesh.positions.length / 3 }, (_, v) => {
      const key = mesh.positions.slice(3 * v, 3 * v + 3).join();
      if (!seen.has(key)) seen.set(key, v);
      return seen.get(key)!;
    });
    return { ...mesh, triangles: mesh.triangles.map((v) => map[v]) };
  }

  it('lists a few of many and says how many more', () => {
    const faults = checkMesh(soup(icosphere(1, 2)), { most: 3 });
    expect(faults.filter((f) => f.kind === 'duplicate')).toHaveLength(3);
    expect(faults[2].message).toMatch(/And \d+ more/);
  });

  it('parts two bodies that share a vertex', () => {
    const touching = repairable(join(boxMesh(), moved(boxMesh(), [1, 1, 1])));
    expect(kinds(touching)).toContain('vertex');
    const { mesh, done } = repairMesh(touching);
    expect(done).toEqual([
      'parted 1 vertex where the surface touched itself',
      'removed 1 unused vertex',
    ]);
    expect(kinds(mesh)).toEqual(['components']);
    expect(meshMass(mesh).volume).toBeCloseTo(2, 12);
  });
});

describe('mending meshes', () => {
  const volume = meshMass(torusMesh(1, 0.4, 12, 8), 1).volume;
  const torus = torusMesh(1, 0.4, 12, 8);

  it('joins a soup of triangles', () => {
    const shaken = soup(torus);
    const random = createRandom(4);
    for (let i = 0; i < shaken.positions.length; i++)
      shaken.positions[i] += random.range(-3e-8, 3e-8);
    const { mesh } = repairMesh(shaken);
    expect(mesh.positions.length).toBe(torus.positions.length);
    expect(checkMesh(mesh)).toEqual([]);
    expect(meshMass(mesh, 1).volume).toBeCloseTo(volume, 6);
  });

  it('turns any flipped faces back', () => {
    const random = createRandom(9);
    for (let k = 0; k < 20; k++) {
      const which = Array.from({ length: 192 }, (_, t) => t).filter(() => random.next() < k / 19);
      const { mesh } = repairMesh(flip(torus, which));
      expect(meshMass(mesh, 1).volume).toBeCloseTo(volume, 12);
    }
  });

  it('fills small holes and keeps the attributes in step', () => {
    const paint = Float64Array.from({ length: 96 }, (_, v) => v);
    const { mesh, done } = repairMesh({ ...without(torus, 5, 100, 101), attributes: { paint } });
    expect(done).toEqual(['filled 2 holes']);
    expect(checkMesh(mesh)).toEqual([]);
    expect(meshMass(mesh, 1).volume).toBeCloseTo(volume, 1);
    expect(mesh.attributes!.paint).toEqual(paint);
  });

  it('drops doubled and degenerate triangles, and turns the edge behind a flat one', () => {
    const box = boxMesh();
    const extra = [...box.triangles, ...box.triangles.subarray(0, 3), 0, 0, 1];
    const { mesh } = repairMesh({ ...box, triangles: Int32Array.from(extra) });
    expect(mesh).toEqual(box);
    // A vertex in the middle of an edge of one face, with a flat triangle to close the gap.
    const [a, b] = [box.triangles[0], box.triangles[1]];
    const c = box.triangles[2];
    const middle = [0, 1, 2].map((d) => (box.positions[3 * a + d] + box.positions[3 * b + d]) / 2);
    const flat = {
      positions: Float64Array.of(...box.positions, ...middle),
      triangles: Int32Array.of(a, 8, c, 8, b, c, a, b, 8, ...box.triangles.subarray(3)),
    };
    expect(kinds(flat)).toEqual(['degenerate']);
    const mended = repairMesh(flat);
    expect(checkMesh(mended.mesh)).toEqual([]);
    expect(meshMass(mended.mesh, 1).volume).toBeCloseTo(1, 12);
  });

  it('keeps a cavity a cavity, and turns an inside-out body beside it', () => {
    const inwards = (m: TriangleMesh): TriangleMesh =>
      flip(m, [...Array(m.triangles.length / 3).keys()]);
    const hollow = join(boxMesh(), inwards(moved(boxMesh(), [0, 0, 0], 0.5)));
    expect(kinds(hollow)).toEqual(['components']);
    const pair = join(hollow, inwards(moved(boxMesh(), [3, 0, 0])));
    expect(kinds(pair)).toEqual(['inside-out', 'components']);
    expect(meshMass(repairMesh(pair).mesh, 1).volume).toBeCloseTo(2 - 0.125, 12);
  });

  it('refuses what would be a guess, at a place', () => {
    const ball = icosphere(1, 2);
    // Everything but a cap: the border is a long way round a sphere and zigzags far from flat.
    const ragged = { ...ball, triangles: ball.triangles.filter((_, c) => (c / 3) % 7 < 3) };
    const bad = [
      ragged,
      { ...ball, triangles: Int32Array.of(0, 1, 500) },
      { ...ball, triangles: new Int32Array(0) },
      { ...boxMesh(), triangles: Int32Array.of(...boxMesh().triangles, 0, 7, 3) },
    ];
    for (const mesh of bad) {
      expect(() => repairMesh(mesh)).toThrow(InputError);
      expect(() => repairMesh(mesh)).not.toThrow(/Call repairMesh/);
    }
  });
});
