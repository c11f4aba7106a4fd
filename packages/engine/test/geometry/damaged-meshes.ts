import type { Random } from '../../src/core/random.ts';
import { meshMass } from '../../src/geometry/mass.ts';
import { boxMesh, cylinderMesh, icosphere, torusMesh } from '../../src/geometry/mesh/primitives.ts';
import type { TriangleMesh } from '../../src/geometry/types.ts';

/** A mesh that somebody might bring, and the volume of the shape that was meant; null where none was. */
export interface DamagedMesh {
  readonly kind: string;
  readonly mesh: TriangleMesh;
  readonly volume: number | null;
}

/** Corners by triangle, on a growing list of vertices. */
interface Draft {
  x: number[];
  t: number[][];
  /** Half the thickness of the sound mesh. */
  thin: number;
}

/** A sound mesh: round, ring, rod or brick, of random proportions, longest side about one. */
function soundMesh(random: Random): { mesh: TriangleMesh; thin: number } {
  const stretch = [random.range(0.5, 1), random.range(0.5, 1), 1];
  const tube = random.range(0.1, 0.2);
  const [mesh, half] = [
    () => [icosphere(0.5, 3), 0.5] as const,
    () => [torusMesh(0.35, tube, 32, 14), tube] as const,
    () => [cylinderMesh(0.3, 1, 24, 8), 0.3] as const,
    () => [boxMesh([1, 1, 1], [6, 6, 6]), 0.5] as const,
  ][random.below(4)]();
  const positions = mesh.positions.map((x, i) => x * stretch[i % 3]);
  return { mesh: { ...mesh, positions }, thin: half * Math.min(...stretch) };
}

const draftOf = ({ positions, triangles }: TriangleMesh, thin = 0.5): Draft => ({
  thin,
  x: [...positions],
  t: Array.from({ length: triangles.length / 3 }, (_, k) => [
    ...triangles.subarray(3 * k, 3 * k + 3),
  ]),
});

/** A second mesh beside what is there. */
function put({ x, t }: Draft, mesh: TriangleMesh, scale: number, by: readonly number[]): void {
  const n = x.length / 3;
  for (let i = 0; i < mesh.positions.length; i++) x.push(scale * mesh.positions[i] + by[i % 3]);
  for (const corners of draftOf(mesh).t) t.push(corners.map((v) => v + n));
}

/** The mesh without what lies within a distance of a random vertex: a hole, smaller than the part it is in is thick. */
function punch(d: Draft, random: Random): void {
  const p = 3 * random.below(d.x.length / 3);
  const near = (v: number): boolean =>
    Math.hypot(...[0, 1, 2].map((e) => d.x[3 * v + e] - d.x[p + e])) < 0.6 * d.thin;
  const around = d.t.filter((c) => !c.every(near));
  d.t = around.length < d.t.length ? around : d.t.slice(1);
}

const lens = (r: number, d: number): number => (Math.PI * (4 * r + d) * (2 * r - d) ** 2) / 12;

/** What each kind of damage does; returns the volume that is still meant, by that of the sound mesh. */
const DAMAGES: Record<string, (d: Draft, random: Random, volume: number) => number | null> = {
  holes(d, random, volume) {
    for (let k = 0; k < 3; k++) punch(d, random);
    return volume;
  },
  gaps(d, random, volume) {
    d.t = d.t.filter(() => random.next() > 0.07);
    return volume;
  },
  flips(d, random, volume) {
    d.t = d.t
      .filter(() => random.next() > 0.01)
      .map((c) => (random.next() < 0.3 ? [c[0], c[2], c[1]] : c));
    return volume;
  },
  insideOut(d, random, volume) {
    punch(d, random);
    d.t = d.t.map(([a, b, c]) => [a, c, b]);
    return volume;
  },
  duplicates(d, random, volume) {
    const twice = d.t.filter(() => random.next() < 0.3);
    // Some as they are, some turned over, some with vertices of their own.
    const n = d.x.length / 3;
    d.x.push(...d.x);
    d.t.push(
      ...twice.map((c, i) =>
        i % 3 === 0 ? c : i % 3 === 1 ? [c[0], c[2], c[1]] : c.map((v) => v + n),
      ),
    );
    d.t.splice(0, 3);
    return volume;
  },
  slivers(d, random, volume) {
    const many = d.t.length;
    for (let k = 0; k < many / 5; k++) {
      const [a, b, c] = d.t[random.below(many)];
      const n = d.x.length / 3;
      for (let e = 0; e < 3; e++)
        d.x.push(0.5 * (d.x[3 * a + e] + d.x[3 * b + e]) + 1e-9 * d.x[3 * c + e]);
      d.t.push([a, n, b], [a, b, a]);
    }
    d.t.splice(1, 2);
    return volume;
  },
  islands(d, random, volume) {
    for (let k = 0; k < 3; k++) {
      const scale = random.range(0.03, 0.15);
      put(d, icosphere(0.5, 1), scale, [1.2, random.range(-0.5, 0.5), 0.4 * k]);
      volume += meshMass(icosphere(0.5 * scale, 1)).volume;
    }
    punch(d, random);
    return volume;
  },
  crossing(d, random) {
    Object.assign(d, draftOf(icosphere(0.5, 3)));
    const by = random.range(0.2, 0.8);
    put(d, icosphere(0.5, 3), 1, [by, 0, 0]);
    return (
      (2 * meshMass(icosphere(0.5, 3)).volume * (Math.PI / 6 - lens(0.5, by) / 2)) / (Math.PI / 6)
    );
  },
  soup(d, random, volume) {
    const x = d.t
      .flat()
      .flatMap((v) => [0, 1, 2].map((e) => d.x[3 * v + e] + random.range(-1e-3, 1e-3)));
    Object.assign(d, { x, t: d.t.map((_, k) => [3 * k, 3 * k + 1, 3 * k + 2]) });
    return volume;
  },
  fins(d, random, volume) {
    for (let k = 0; k < 6; k++) {
      const [a, b] = d.t[random.below(d.t.length)];
      const n = d.x.length / 3;
      d.x.push(...[0, 1, 2].map((e) => 1.3 * d.x[3 * a + e] + 0.02));
      d.t.push([a, b, n]);
    }
    return volume;
  },
  walls(d, random) {
    Object.assign(d, { x: [], t: [] });
    put(d, boxMesh([1, 1, 1], [4, 4, 4]), 0.5, [0, 0, 0]);
    put(d, boxMesh([1, 1, 1], [4, 4, 4]), 0.5, [0.5, 0, 0]);
    // One of the two sides between them is missing, and the other ends at edges with three triangles.
    const [first, second] = [0.25, 0.25];
    const between = (c: number[], late: boolean): boolean =>
      c.every((v) => Math.abs(d.x[3 * v] - (late ? second : first)) < 1e-9);
    const half = d.t.length / 2;
    const drop = random.next() < 0.5;
    d.t = d.t.filter((c, i) => !(between(c, i >= half) && i >= half === drop));
    return 0.25;
  },
  hollow(d, random, volume) {
    const inner = icosphere(random.range(0.1, 0.15), 2);
    Object.assign(d, draftOf(icosphere(0.5, 3)));
    put(
      d,
      { ...inner, triangles: inner.triangles.map((_, c, t) => t[c - (c % 3) + [0, 2, 1][c % 3]]) },
      1,
      [0, 0, 0],
    );
    d.t.splice(5, 9);
    void volume;
    return meshMass(icosphere(0.5, 3)).volume - meshMass(inner).volume;
  },
  shell(d) {
    d.t = d.t.filter((c) => c.some((v) => d.x[3 * v + 2] < 0));
    return null;
  },
  sheet(d, random) {
    const n = 7;
    const x = Array.from({ length: n * n }, (_, i) => [
      (i % n) / n,
      random.range(0, 0.08),
      Math.floor(i / n) / n,
    ]).flat();
    const cells = Array.from(
      { length: (n - 1) ** 2 },
      (_, c) => n * Math.floor(c / (n - 1)) + (c % (n - 1)),
    );
    Object.assign(d, {
      x,
      t: cells.flatMap((v) => [
        [v, v + n, v + 1],
        [v + 1, v + n, v + n + 1],
      ]),
    });
    return null;
  },
};

export const DAMAGE_KINDS = Object.keys(DAMAGES);

/** Damage of kind k to a random sound mesh, turned, and 1e-6 to 1e6 in size. */
export function damagedMesh(k: number, random: Random): DamagedMesh {
  const kind = DAMAGE_KINDS[k % DAMAGE_KINDS.length];
  const { mesh: base, thin } = soundMesh(random);
  const draft = draftOf(base, thin);
  const volume = DAMAGES[kind](draft, random, meshMass(base).volume);
  const scale = 10 ** random.range(-6, 6);
  const by = [random.range(-3, 3), random.range(-3, 3), random.range(-3, 3)];
  return {
    kind,
    mesh: {
      positions: Float64Array.from(draft.x, (x, i) => scale * (x + by[i % 3])),
      triangles: Int32Array.from(draft.t.flat()),
    },
    volume: volume === null ? null : volume * scale ** 3,
  };
}
