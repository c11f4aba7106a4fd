import type { Random, TriangleMesh } from '../../src/index.ts';

/** A round body of 20·4ᵏ triangles, stretched along y. Its volume is known: that of the sound mesh. */
export function roundMesh(rounds: number, stretch = 1.3): TriangleMesh {
  const g = (1 + Math.sqrt(5)) / 2;
  const positions = [
    -1,
    g,
    0,
    1,
    g,
    0,
    -1,
    -g,
    0,
    1,
    -g,
    0,
    0,
    -1,
    g,
    0,
    1,
    g,
    0,
    -1,
    -g,
    0,
    1,
    -g,
    g,
    0,
    -1,
    g,
    0,
    1,
    -g,
    0,
    -1,
    -g,
    0,
    1,
  ];
  let triangles = [
    ...[
      0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11, 1, 5, 9, 5, 11, 4, 11, 10, 2, 10, 7, 6, 7, 1,
      8,
    ],
    ...[3, 9, 4, 3, 4, 2, 3, 2, 6, 3, 6, 8, 3, 8, 9, 4, 9, 5, 2, 4, 11, 6, 2, 10, 8, 6, 7, 9, 8, 1],
  ];
  for (let k = 0; k < rounds; k++) {
    const middle = new Map<string, number>();
    const between = (a: number, b: number): number => {
      const key = a < b ? `${a},${b}` : `${b},${a}`;
      const found = middle.get(key);
      if (found !== undefined) return found;
      for (let d = 0; d < 3; d++) positions.push((positions[3 * a + d] + positions[3 * b + d]) / 2);
      middle.set(key, positions.length / 3 - 1);
      return positions.length / 3 - 1;
    };
    triangles = Array.from({ length: triangles.length / 3 }, (_, t) => {
      const [a, b, c] = triangles.slice(3 * t, 3 * t + 3);
      const [p, q, r] = [between(a, b), between(b, c), between(c, a)];
      return [a, p, r, p, b, q, r, q, c, p, q, r];
    }).flat();
  }
  for (let i = 0; i < positions.length; i += 3) {
    const size = Math.hypot(positions[i], positions[i + 1], positions[i + 2]);
    for (let d = 0; d < 3; d++) positions[i + d] *= 0.1 / size;
    positions[i + 1] *= stretch;
  }
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}

export const DAMAGES = [
  'holes',
  'flips',
  'doubles',
  'slivers',
  'islands',
  'crossing',
  'soup',
  'fins',
  'shell',
  'sheet',
] as const;
export type Damage = (typeof DAMAGES)[number];

/** A mesh with one kind of damage; `true` volume in m³ where there is one. */
export function brokenMesh(
  kind: Damage,
  random: Random,
): { mesh: TriangleMesh; volume: number | null } {
  const sound = roundMesh(3, 1 + random.next());
  const volume = volumeOf(sound);
  const { positions: x, triangles } = sound;
  const t = Array.from({ length: triangles.length / 3 }, (_, k) => [
    ...triangles.subarray(3 * k, 3 * k + 3),
  ]);
  const pick = (part: number): number[][] => t.filter(() => random.next() < part);
  const made = (list: number[][], positions: ArrayLike<number> = x): TriangleMesh => ({
    positions: Float64Array.from(positions),
    triangles: Int32Array.from(list.flat()),
  });
  switch (kind) {
    case 'holes':
      return { mesh: made(t.filter(() => random.next() > 0.08)), volume };
    case 'flips':
      return {
        mesh: made(
          t
            .filter(() => random.next() > 0.01)
            .map((c) => (random.next() < 0.3 ? [c[0], c[2], c[1]] : c)),
        ),
        volume,
      };
    case 'doubles':
      return { mesh: made([...t.filter(() => random.next() > 0.02), ...pick(0.3)]), volume };
    case 'slivers': {
      const more = pick(0.2).map(([a, b]) => [a, b, a]);
      return { mesh: made([...t.slice(6), ...more]), volume };
    }
    case 'islands': {
      const far = [...x, ...x.map((c, i) => 0.2 * c + (i % 3 === 0 ? 0.14 : 0))];
      const n = x.length / 3;
      return {
        mesh: made([...t.slice(8), ...t.slice(8).map((c) => c.map((v) => v + n))], far),
        volume: 1.008 * volume,
      };
    }
    case 'crossing': {
      const other = [...x, ...x.map((c, i) => c + (i % 3 === 0 ? 0.08 : 0))];
      const n = x.length / 3;
      return {
        mesh: made([...t.slice(5), ...t.map((c) => c.map((v) => v + n))], other),
        volume: null,
      };
    }
    case 'soup': {
      // Every triangle has corners of its own, a little apart: cracks everywhere.
      const corners = t.flatMap((c) =>
        c.flatMap((v) => [0, 1, 2].map((d) => x[3 * v + d] + 1e-4 * (random.next() - 0.5))),
      );
      return {
        mesh: made(
          t.map((_, k) => [3 * k, 3 * k + 1, 3 * k + 2]),
          corners,
        ),
        volume,
      };
    }
    case 'fins': {
      const more = [...x, 0.3, 0, 0, 0.28, 0.05, 0];
      const n = x.length / 3;
      return { mesh: made([...t, [t[0][0], t[0][1], n], [t[0][0], t[0][1], n + 1]], more), volume };
    }
    case 'shell':
      return { mesh: made(t.filter((c) => c.some((v) => x[3 * v + 1] < 0))), volume: null };
    case 'sheet': {
      const flat = Array.from({ length: 36 }, (_, i) => [
        0.06 * (i % 6),
        0.02 * random.next(),
        0.06 * Math.floor(i / 6),
      ]).flat();
      const cells = Array.from({ length: 25 }, (_, c) => 6 * Math.floor(c / 5) + (c % 5));
      return {
        mesh: made(
          cells.flatMap((v) => [
            [v, v + 6, v + 1],
            [v + 1, v + 6, v + 7],
          ]),
          flat,
        ),
        volume: null,
      };
    }
  }
}

export function volumeOf({ positions: x, triangles: t }: TriangleMesh): number {
  let sum = 0;
  for (let i = 0; i < t.length; i += 3) {
    const [a, b, c] = [3 * t[i], 3 * t[i + 1], 3 * t[i + 2]];
    sum += x[a] * (x[b + 1] * x[c + 2] - x[b + 2] * x[c + 1]);
    sum += x[a + 1] * (x[b + 2] * x[c] - x[b] * x[c + 2]);
    sum += x[a + 2] * (x[b] * x[c + 1] - x[b + 1] * x[c]);
  }
  return sum / 6;
}
