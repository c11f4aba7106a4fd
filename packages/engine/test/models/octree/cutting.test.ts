import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import type { World, WorldBody } from '../../../src/index.ts';
import { cutBody } from '../../../src/models/octree/adapt/cut.ts';
import type { OctreeRun } from '../../../src/models/octree/runtime.ts';
import { placeSkin } from '../../../src/models/octree/runtime.ts';
import { BLOCK, createTestRun, flatBlade, octreeWorld, piecesOf, shapeOf } from './bodies.ts';

const STEP = 1 / 60;

/** Volume of each piece from the surface [m³]; fails if the surface of a piece is not closed. */
function volumes(
  x: Float64Array,
  triangles: Int32Array,
  piece: Int32Array,
  count: number,
): number[] {
  const out = new Array<number>(count).fill(0);
  const open = new Map<number, number>();
  const n = x.length / 3;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    expect(piece[a] === piece[b] && piece[b] === piece[c]).toBe(true);
    for (const [p, q] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      open.set(p * n + q, (open.get(p * n + q) ?? 0) + 1);
      open.set(q * n + p, (open.get(q * n + p) ?? 0) - 1);
    }
    const [i, j, k] = [3 * a, 3 * b, 3 * c];
    out[piece[a]] +=
      (x[i] * (x[j + 1] * x[k + 2] - x[j + 2] * x[k + 1]) +
        x[i + 1] * (x[j + 2] * x[k] - x[j] * x[k + 2]) +
        x[i + 2] * (x[j] * x[k + 1] - x[j + 1] * x[k])) /
      6;
  }
  let unpaired = 0;
  for (const balance of open.values()) if (balance !== 0) unpaired++;
  expect(unpaired).toBe(0);
  return out;
}

/** Volume in a body's surface at rest or now [m³]; fails if it is open. */
function bodyVolume(body: WorldBody, now: boolean): number {
  body.draw();
  const x = now ? Float64Array.from(body.positions) : body.surface.positions;
  return volumes(x, body.surface.triangles, new Int32Array(x.length / 3), 1)[0];
}

/** Distance between the centres of the first two bodies [m]. */
function apart({ bodies }: World): number {
  const [a, b] = bodies.map((body) => body.motion().centre);
  return Math.sqrt(sum(a.map((x, k) => (x - b[k]) ** 2)));
}

const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);

function pieceVolumes(run: OctreeRun): number[] {
  const { count, ofVertex } = piecesOf(run);
  return volumes(run.skin.positions, run.skin.triangles, ofVertex, count);
}

test('a cut through a block makes two closed bodies that add up, on the blade', () => {
  const run = createTestRun(BLOCK, { cell: 0.025 });
  const whole = sum(pieceVolumes(run));
  expect(whole).toBeCloseTo(0.064, 4);
  const normal = [1, 0.4, -0.3];
  cutBody(run, run.adaptation.switches, flatBlade([0.013, 0.002, 0.001], normal, 1), STEP);
  const parts = pieceVolumes(run);
  expect(parts.length).toBe(2);
  expect(Math.abs(sum(parts) / whole - 1)).toBeLessThan(0.01);
  // Vertices of the cut lie on the blade to a part of a cell.
  const length = Math.sqrt(sum(normal.map((c) => c * c)));
  let [worst, mean, n] = [0, 0, 0];
  run.skin.cut.forEach((flag, i) => {
    if (flag === 0) return;
    const at = run.skin.positions.subarray(3 * i, 3 * i + 3);
    const d = Math.abs(
      ((at[0] - 0.013) * normal[0] + (at[1] - 0.002) * normal[1] + (at[2] - 0.001) * normal[2]) /
        length,
    );
    worst = Math.max(worst, d / 0.025);
    mean += d / 0.025;
    n++;
  });
  expect(n).toBeGreaterThan(100);
  expect(mean / n).toBeLessThan(0.01);
  expect(worst).toBeLessThan(0.3);
});

test('cut while bent, turning and falling: the pieces go on with the momentum they had, and fly apart', () => {
  const world = octreeWorld({
    bodies: [
      {
        name: 'liver',
        shape: shapeOf('liver'),
        material: { young: 2000, density: 1000, damping: { stiffness: 0.01 } },
        model: { type: 'octree', cell: 0.016 },
        velocity: [0.2, 0.1, 0],
        spin: [0, 6, 2],
      },
    ],
  });
  world.step(40);
  const before = world.totals();
  const whole = bodyVolume(world.bodies[0], false);
  const blade = flatBlade(world.bodies[0].motion().centre, [1, 0.1, 0.2], 1);
  const at = (k: number): [number, number, number] => [
    blade[3 * k],
    blade[3 * k + 1],
    blade[3 * k + 2],
  ];
  world.apply({
    do: 'cut',
    body: 'liver',
    blade: [
      [at(0), at(1)],
      [at(2), at(3)],
    ],
  });
  expect(world.bodies.map((b) => b.name)).toEqual(['liver', 'liver/1']);
  expect(world.topology).toBe(1);
  expect(world.bodies[0].topology).toBeGreaterThan(0);
  const after = world.totals();
  for (let k = 0; k < 3; k++) {
    expect(after.momentum.linear[k]).toBeCloseTo(before.momentum.linear[k], 11);
    expect(sum(world.bodies.map((b) => b.motion().linear[k]))).toBeCloseTo(
      before.momentum.linear[k],
      11,
    );
  }
  // At rest the two are the whole, but for corners that slid along the surface onto the blade.
  expect(sum(world.bodies.map((b) => bodyVolume(b, false))) / whole).toBeCloseTo(1, 3);
  const start = apart(world);
  world.step(60);
  expect(apart(world)).toBeGreaterThan(start + 0.1);
  // It spins fast enough to be stretched.
  expect(Math.abs(sum(world.bodies.map((b) => bodyVolume(b, true))) / whole - 1)).toBeLessThan(0.1);
  // Each piece keeps the momentum it has.
  const later = world.bodies.map((b) => b.motion().linear);
  world.step(60);
  world.bodies.forEach((b, i) => {
    for (let k = 0; k < 3; k++) expect(b.motion().linear[k]).toBeCloseTo(later[i][k], 10);
  });
});

test('200 random cuts in a row: closed, nothing lost, memory as at the start', () => {
  const run = createTestRun(BLOCK, { cell: 0.05, room: 512 });
  const whole = sum(pieceVolumes(run));
  const mass = sum(piecesOf(run).mass);
  const random = createRandom(11);
  for (let k = 0; k < 200; k++) {
    const at = [0, 1, 2].map(() => random.range(-0.2, 0.2));
    const normal = [0, 1, 2].map(() => random.range(-1, 1));
    expect(
      cutBody(run, run.adaptation.switches, flatBlade(at, normal, random.range(0.05, 0.3)), STEP),
    ).toBeGreaterThanOrEqual(0);
    if (k % 20 !== 19) continue;
    expect(sum(pieceVolumes(run)) / whole).toBeCloseTo(1, 3);
    expect(sum(piecesOf(run).mass) / mass).toBeCloseTo(1, 12);
    const x = new Float64Array(run.skin.positions.length);
    placeSkin(run, x);
    expect(x.every(Number.isFinite)).toBe(true);
  }
  expect(piecesOf(run).count).toBeGreaterThan(20);
  // No crumbs: eight voxels at least.
  const least = Math.min(...piecesOf(run).mass) / run.data.voxelMass;
  expect(least).toBeGreaterThan(7.99);
});

test('a crumb stays with the side it hangs on most, and never joins two sides again', () => {
  const run = createTestRun(BLOCK, { cell: 0.05 });
  // A corner of one voxel: nothing is cut.
  const corner = flatBlade([0.17, 0.17, 0.17], [1, 1, 1], 1);
  expect(cutBody(run, run.adaptation.switches, corner, STEP)).toBe(0);
  expect(run.topology).toBe(0);
  // A blade bent to a narrow channel of 4 voxels between two large sides.
  const blade = Float64Array.of(
    ...[0.4, 0.001, -0.4, 0.4, 0.001, 0.4],
    ...[0.149, 0.001, -0.4, 0.149, 0.001, 0.4],
    ...[0.149, 0.049, -0.4, 0.149, 0.049, 0.4],
    ...[-0.4, 0.049, -0.4, -0.4, 0.049, 0.4],
  );
  expect(cutBody(run, run.adaptation.switches, blade, STEP)).toBeGreaterThan(0);
  expect(piecesOf(run).count).toBe(2);
});

test('a cut there is no room for is refused and changes nothing', () => {
  const run = createTestRun(BLOCK, { cell: 0.05, levels: 2, coarseness: 1, room: 9 });
  const [links, x] = [run.memory.links.slice(), run.memory.x.slice()];
  expect(run.sampler.now.tree.leaves).toBe(8);
  expect(
    cutBody(run, run.adaptation.switches, flatBlade([0.08, 0.01, 0], [1, 0.2, 0], 1), STEP),
  ).toBe(-1);
  expect(run.memory.links).toEqual(links);
  expect(run.memory.x).toEqual(x);
  expect(run.sampler.now.tree.leaves).toBe(8);
});

test('a block cut through lies on its lower half, and pieces that meet in the air keep their momentum', () => {
  const block = {
    name: 'block',
    shape: BLOCK,
    position: [0, 0.2, 0] as [number, number, number],
    material: { young: 20000, density: 1000, damping: { stiffness: 0.02 } },
    model: { type: 'octree' as const, cell: 0.05, levels: 1, coarseness: 0.4 },
  };
  const blade = [
    [
      [-1, 0.21, -1],
      [-1, 0.21, 1],
    ],
    [
      [1, 0.23, -1],
      [1, 0.23, 1],
    ],
  ] as [[number, number, number], [number, number, number]][];
  const world = octreeWorld({
    gravity: [0, -9.81, 0],
    bodies: [block],
    obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
  });
  world.step(30);
  const height = (): number =>
    Math.abs(world.bodies[1].motion().centre[1] - world.bodies[0].motion().centre[1]);
  world.apply({ do: 'cut', body: 'block', blade });
  expect(world.bodies.length).toBe(2);
  const start = height();
  world.step(180);
  // Without contact the upper half would be down in the lower one.
  expect(height()).toBeGreaterThan(start - 0.05);
  expect(height()).toBeLessThan(start + 0.05);

  const free = octreeWorld({ bodies: [block] });
  free.apply({ do: 'cut', body: 'block', blade });
  expect(free.bodies.length).toBe(2);
  free.apply({
    do: 'pull',
    body: 'block',
    point: [0, 0.19, 0],
    to: [0, -2, 0],
    duration: 0.1,
    stiffness: 400,
  });
  free.step(10);
  const before = free.totals().momentum;
  expect(before.linear[1]).toBeLessThan(-1);
  free.step(60);
  const after = free.totals().momentum;
  for (let c = 0; c < 3; c++) {
    expect(Math.abs(after.linear[c] - before.linear[c])).toBeLessThan(1e-10);
    // Of 69 kg m/s times 0.4 m.
    expect(Math.abs(after.angular[c] - before.angular[c])).toBeLessThan(1e-3);
  }
  // Both go on: the lower one was pushed.
  for (const body of free.bodies) expect(body.motion().linear[1]).toBeLessThan(-0.1);
});

test('the sides of a slit do not go through each other when it is bent shut', () => {
  const cell = 0.02;
  const end = (name: string, x: number) => ({
    name,
    region: {
      type: 'box' as const,
      size: [0.1, 0.2, 0.2] as [number, number, number],
      position: [x, 0, 0] as [number, number, number],
    },
  });
  const world = octreeWorld({
    dt: 1 / 120,
    bodies: [
      {
        name: 'bar',
        shape: { type: 'box', size: [0.4, 0.1, 0.1] },
        material: { young: 30000, density: 1000, damping: { stiffness: 0.02, mass: 2 } },
        model: { type: 'octree', cell, levels: 1, coarseness: 0.5 },
        attachments: [
          end('left', -0.2),
          {
            ...end('right', 0.2),
            keyframes: [
              { time: 0, position: [0, 0, 0] },
              { time: 0.5, position: [-0.06, 0.08, 0], rotation: [0, 0, 35] },
            ],
          },
        ],
      },
    ],
  });
  const edge = (y: number): [[number, number, number], [number, number, number]] => [
    [0.003, y, -1],
    [0.003, y, 1],
  ];
  world.apply({ do: 'cut', body: 'bar', blade: [edge(1), edge(-0.01)] });
  expect(world.bodies.length).toBe(1);
  world.step(80);
  const [body] = world.bodies;
  body.draw();
  const { positions: rest } = body.surface;
  const sides = new Map<string, number>();
  let deepest = 0;
  let pairs = 0;
  for (let i = 0; i < rest.length; i += 3) {
    const key = rest.subarray(i, i + 3).join();
    const j = sides.get(key);
    sides.set(key, i);
    if (j === undefined) continue;
    pairs++;
    const apart = sum(
      [0, 1, 2].map((c) => (body.positions[j + c] - body.positions[i + c]) * body.normals[i + c]),
    );
    deepest = Math.min(deepest, apart);
  }
  expect(pairs).toBeGreaterThan(10);
  // Without contact they overlap by 0.46 cells; next to the end of the slit, cells are too near to touch.
  expect(deepest / cell).toBeGreaterThan(-0.1);
});

test('a row of cells that is cut off keeps its length', () => {
  type Place = [number, number, number];
  const blade = (y: number, z: number, along: readonly number[]): [Place, Place][] =>
    [-1, 1].map((t) => [
      [-1, y + t * along[0], z + t * along[1]],
      [1, y + t * along[0], z + t * along[1]],
    ]);
  const world = octreeWorld({
    bodies: [
      {
        name: 'block',
        shape: { type: 'box', size: [0.4, 0.2, 0.2] },
        material: { young: 2e4, density: 1000 },
        model: { type: 'octree', cell: 0.05, levels: 0 },
      },
    ],
    gravity: [0, 0, 0],
  });
  world.apply({ do: 'cut', body: 'block', blade: blade(0.05, 0, [0, 1]) });
  const names = world.bodies.map(({ name }) => name);
  for (const body of names) world.apply({ do: 'cut', body, blade: blade(0, 0.05, [1, 0]) });
  expect(world.bodies.length).toBe(4);
  world.step(30);
  const { kinetic, elastic } = world.totals().energy;
  expect(Math.abs(elastic)).toBeLessThan(1e-9);
  expect(kinetic).toBeLessThan(1e-9);
});
