import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { compileShape, createWorld, type SceneInput } from '../../../src/index.ts';
import { createArena, createKernels, measure } from '../../../src/kernels/index.ts';
import { typescriptKernels } from '../../../src/kernels/kernels.ts';
import { createGroups } from '../../../src/models/frames/adapt/groups.ts';
import {
  allocateMerging,
  createMerger,
  mergePoints,
} from '../../../src/models/frames/adapt/merge.ts';
import { addKeptForces, freezeForces } from '../../../src/models/frames/adapt/regroup.ts';
import { buildFramesData } from '../../../src/models/frames/build/build.ts';
import { allocateFrames } from '../../../src/models/frames/memory.ts';
import type { FramesData } from '../../../src/models/frames/model.ts';
import { ADAPT_DEFAULTS, createRuntime, refreshSets } from '../../../src/models/frames/runtime.ts';
import { setSizes } from '../../../src/models/frames/step/active.ts';
import { gather } from '../../../src/models/frames/step/contraction.ts';
import {
  assembleMatrix,
  evaluatePoints,
  pullAll,
} from '../../../src/models/frames/step/dynamics.ts';
import type { SetPoints } from '../../../src/models/frames/step/points.ts';
import type { FramesMaterial } from '../../../src/models/frames/step/samples.ts';
import { freezeOffset } from '../../../src/models/shared/wake/offsets.ts';
import { canActivate, canDeactivate, findChildren } from '../../../src/models/shared/wake/tree.ts';
import { MATERIALS, plain } from './laws.ts';
import { randomFrames } from './synthetic.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

const BEAM: BodyInput = {
  name: 'beam',
  shape: { type: 'box', size: [1, 0.25, 0.25] },
  material: { young: 2e6, poisson: 0.3, density: 1000, damping: { stiffness: 0.027 } },
  model: { type: 'frames', frames: [1, 3, 7, 15], voxel: 1 / 24 },
  attachments: [
    { name: 'wall', region: { type: 'box', size: [0.02, 1, 1], position: [-0.5, 0, 0] } },
  ],
  probes: { tip: [0.5, 0, 0] },
};

test('at rest in the bent state few integration points are left, and nothing drifts', () => {
  const w = createWorld({ format: 'pliant/1', name: 'merge', bodies: [BEAM] });
  w.step(400);
  expect(w.bodies[0].levels.activeDofs).toBe(24);
  expect(w.bodies[0].levels.activePoints).toBeLessThanOrEqual(6);
  const bent = w.bodies[0].probe('tip')[1];
  w.step(1000);
  expect(Math.abs(w.bodies[0].probe('tip')[1] - bent)).toBeLessThan(1e-5);
});

const PLAIN: FramesMaterial = { mu: 1e5, lambda: 2e5, order: 1 };

const DATA = buildFramesData({
  sdf: compileShape({ type: 'box', size: [1, 0.25, 0.25] }),
  surface: null,
  density: 1000,
  stiffness: (_x, n, out) => void out.fill(1, 0, n),
  regions: [],
  frames: [1, 4, 12],
  voxel: 1 / 24,
  pointsPerFrame: 8,
});

/** Forces on the active frames of a deformed body with passive nodes, for a tolerance of merging; and how many groups there are. */
function activeForces(merge: number, awake: number, material: FramesMaterial = PLAIN) {
  const random = createRandom(3);
  const data = DATA;
  const sizes = setSizes(data);
  const arena = createArena(measure((a) => allocateFrames(a, data, sizes, material)));
  const memory = allocateFrames(arena, data, sizes, material);
  const kernels = createKernels(arena);
  const damping = { mass: 0, stiffness: 0, air: 0 };
  const options = { ...ADAPT_DEFAULTS, merge };
  const run = createRuntime(data, memory, kernels, material, damping, options, [], 1);
  const { D, offsets, active, settings, set, wide, nodes, forces } = memory;
  settings[0] = 1;
  D.set(randomFrames(data.nodes, random, 0.1));
  active.fill(1);
  for (let k = data.nodes - 1; k >= awake; k--) {
    expect(freezeOffset(offsets, data, D, k, new Float64Array(32))).toBe(true);
    active[k] = 0;
  }
  refreshSets(run);
  freezeForces(run);
  const { points, groups } = run;
  evaluatePoints(
    points,
    memory,
    set.points,
    groups.count,
    points.volumeMu,
    points.volumeLambda,
    material.order,
    D,
    memory.q,
    kernels,
  );
  nodes.fill(0);
  pullAll(nodes, points.P, wide, groups.count, material.order, kernels);
  addKeptForces(nodes, 1, run);
  forces.fill(0);
  gather(forces, nodes, set.contraction, data.nodes, kernels);
  assembleMatrix(memory.matrix, memory, set, set.index, groups.count, material, 0, 1, kernels);
  const n = 12 * set.count;
  return {
    forces: forces.slice(),
    onWide: nodes.slice(),
    groups: groups.count,
    stiffness: (v: Float64Array) => {
      const { size, ptr, cols } = set.pattern;
      kernels.blockMultiply(memory.work, memory.matrix, v, size, ptr, cols);
      return v.reduce((sum, x, i) => (i < n ? sum + x * memory.work[i] : sum), 0);
    },
    vector: memory.trial,
  };
}

test('points are regrouped where a switch changes something, to what the state alone gives, and no force jumps', () => {
  const random = createRandom(11);
  const data = buildFramesData({
    sdf: compileShape({ type: 'box', size: [2, 0.25, 0.25] }),
    surface: null,
    density: 1000,
    stiffness: (_x, n, out) => void out.fill(1, 0, n),
    regions: [],
    frames: [1, 4, 12, 36],
    voxel: 1 / 24,
    pointsPerFrame: 6,
  });
  const sizes = setSizes(data);
  const arena = createArena(2 * measure((a) => allocateFrames(a, data, sizes, PLAIN)) + 4096);
  const kernels = createKernels(arena);
  const [run, anew] = [0, 1].map(() => {
    const memory = allocateFrames(arena, data, sizes, PLAIN);
    const damping = { mass: 0, stiffness: 0, air: 0 };
    memory.settings[0] = 1;
    return createRuntime(data, memory, kernels, PLAIN, damping, ADAPT_DEFAULTS, [], 1);
  });
  const { memory, groups, points, wide } = run;
  const { D, offsets, active, nodes } = memory;
  D.set(randomFrames(data.nodes, random, 0.1));
  active.fill(1);
  for (let k = data.nodes - 1; k > 4; k--) {
    expect(freezeOffset(offsets, data, D, k, new Float64Array(32))).toBe(true);
    active[k] = 0;
  }
  const children = findChildren(data);
  let [made, stayed, merged] = [0, 0, 0];
  for (let s = 0; s < 60; s++) {
    const k = random.below(data.nodes);
    const off = canDeactivate(data, children, active, k);
    if (!off && (!canActivate(data, active, k) || run.set.count > 16)) continue;
    if (off && !freezeOffset(offsets, data, D, k, new Float64Array(32))) continue;
    active[k] = off ? 0 : 1;
    refreshSets(run);
    freezeForces(run);
    for (let g = 0; g < groups.count; g++) {
      if (groups.was[g] < 0) made++;
      else stayed++;
    }
    merged += groups.joinedCount;

    // A body that is put into this state has the same tables.
    for (const key of ['D', 'offsets', 'active'] as const) anew.memory[key].set(memory[key]);
    anew.groups.leader.set(groups.leader);
    refreshSets(anew, true);
    expect(anew.groups.members).toEqual(groups.members);
    expect(anew.points.volumeMu).toEqual(points.volumeMu);
    for (let g = 0; g < groups.count; g++) {
      for (const [a, b] of [
        [wide.points, anew.wide.points],
        [run.set.points, anew.set.points],
      ]) {
        const row = ({ ptr, node, H }: SetPoints) => [
          node.slice(ptr[2 * g], ptr[2 * g + 1]),
          H.slice(48 * ptr[2 * g], 48 * ptr[2 * g + 1]),
        ];
        expect(row(a)).toEqual(row(b));
      }
    }

    const forcesOf = (table: SetPoints, count: number, mu: Float64Array, lambda: Float64Array) => {
      memory.lookQ.fill(0);
      const { lookQ } = memory;
      evaluatePoints(points, memory, table, count, mu, lambda, 1, D, lookQ, kernels);
      nodes.fill(0);
      pullAll(nodes, points.P, { points: table }, count, 1, kernels);
      if (table === wide.points) addKeptForces(nodes, 1, run);
      return nodes.slice();
    };
    const own = forcesOf(wide.points, groups.count, points.volumeMu, points.volumeLambda);
    const all = forcesOf(wide.fine, data.points.count, points.fineMu, points.fineLambda);
    const scale = Math.max(...all.map(Math.abs));
    expect(Math.max(...all.map((f, i) => Math.abs(own[i] - f))) / scale).toBeLessThan(1e-9);
  }
  expect(merged).toBeGreaterThan(100);
  expect(stayed).toBeGreaterThan(100);
  expect(made).toBeGreaterThan(100);
});

// Four nodes awake: points with the same members merge. One: any may.
test.each(
  MATERIALS.flatMap(([title, material]) => [4, 1].map((n) => [title, n, material] as const)),
)(
  '%s, %i awake: merging points changes the force on no active frame and no candidate, in a deformed state',
  (_title, awake, material) => {
    const fine = activeForces(0, awake, material);
    const merged = activeForces(0.3, awake, material);
    expect(merged.groups).toBeLessThan(awake === 1 ? 4 : fine.groups / 2);
    const scale = Math.max(...fine.onWide.map(Math.abs));
    fine.onWide.forEach((f, i) => {
      expect(Math.abs(merged.onWide[i] - f) / scale).toBeLessThan(1e-9);
    });
    fine.forces.forEach((f, i) => {
      expect(Math.abs(merged.forces[i] - f) / scale).toBeLessThan(1e-9);
    });
  },
);

test('points stay apart where a frame that is awake, however small beside the others, would lose its stiffness', () => {
  // Eight points in a row; one node moves all alike, another a thousandth as much, to and fro: no linear function is near that.
  const count = 8;
  const points = {
    count,
    volume: new Float64Array(count).fill(1),
    factor: new Float64Array(count).fill(1),
    centre: Float64Array.from({ length: 3 * count }, (_, i) => (i % 3 === 0 ? i / 3 : 0)),
    axes: Float64Array.from({ length: 9 * count }, (_, i) => ((i % 9) % 4 === 0 ? 0.1 : 0)),
  };
  const data = { nodes: 2, points } as unknown as FramesData;
  const fine: SetPoints = {
    ptr: Int32Array.from({ length: 2 * count }, (_, i) => 2 * ((i + 1) >> 1)),
    node: Int32Array.from({ length: 2 * count }, (_, i) => i % 2),
    H: new Float64Array(48 * 2 * count),
  };
  for (let e = 0; e < count; e++) {
    fine.H[96 * e + 3] = 1;
    fine.H[96 * e + 48 + 3] = e % 2 === 0 ? 1e-3 : -1e-3;
  }
  const groupsWith = (...active: number[]): number => {
    const groups = createGroups(count, plain);
    const calm = new Uint8Array(count).fill(1);
    const memory = allocateMerging(plain, data, 2 * count);
    const merger = createMerger(memory, data, typescriptKernels, 0.2, 1);
    mergePoints(groups, merger, fine, calm, Uint8Array.from(active), null);
    return groups.count;
  };
  expect(groupsWith(1, 0)).toBe(1);
  // Through two points there is always a linear function.
  expect(groupsWith(1, 1)).toBe(count / 2);
});

test('while one frame is awake the few points left are as stiff as all of them, within a third', () => {
  const fine = activeForces(0, 1);
  const merged = activeForces(0.3, 1);
  const random = createRandom(5);
  for (let trial = 0; trial < 200; trial++) {
    for (let i = 0; i < 12; i++) fine.vector[i] = random.range(-1, 1);
    merged.vector.set(fine.vector);
    const ratio = merged.stiffness(merged.vector) / fine.stiffness(fine.vector);
    expect(ratio).toBeGreaterThan(0.67);
    expect(ratio).toBeLessThan(1.5);
  }
});
