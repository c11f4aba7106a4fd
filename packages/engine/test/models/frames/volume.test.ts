import '../../kernels/all.ts';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { createArena, measure } from '../../../src/kernels/arena.ts';
import { typescriptKernels as kernels } from '../../../src/kernels/kernels.ts';
import { addKeptForces, freezeForces } from '../../../src/models/frames/adapt/regroup.ts';
import { allocateFrames } from '../../../src/models/frames/memory.ts';
import { ADAPT_DEFAULTS, createRuntime, refreshSets } from '../../../src/models/frames/runtime.ts';
import { setSizes } from '../../../src/models/frames/step/active.ts';
import {
  assembleMatrix,
  evaluatePoints,
  pullAll,
} from '../../../src/models/frames/step/dynamics.ts';
import type { FramesMaterial } from '../../../src/models/frames/step/samples.ts';
import { freezeOffset } from '../../../src/models/shared/wake/offsets.ts';
import { bar, build } from './build/bodies.ts';
import { everywhere } from './build/statics.ts';
import { randomFrames } from './synthetic.ts';

const DATA = build(bar(), { frames: [1, 4, 12], voxel: 1 / 16 });
/** Nearly all of the resistance acts on means. */
const MATERIAL: FramesMaterial = { mu: 1e5, lambda: 1e5, bulk: 1e6, order: 1 };

function liveBody(material: FramesMaterial, awake: number, merge = 0) {
  const data = DATA;
  const sizes = setSizes(data);
  const arena = createArena(measure((a) => allocateFrames(a, data, sizes, material)));
  const memory = allocateFrames(arena, data, sizes, material);
  const damping = { mass: 0, stiffness: 0, air: 0 };
  const options = { ...ADAPT_DEFAULTS, merge };
  const run = createRuntime(data, memory, kernels, material, damping, options, [], 1);
  memory.settings[0] = 1;
  memory.D.set(randomFrames(data.nodes, createRandom(5), 0.1));
  memory.active.fill(1);
  for (let k = data.nodes - 1; k >= awake; k--) {
    freezeOffset(memory.offsets, data, memory.D, k, new Float64Array(32));
    memory.active[k] = 0;
  }
  refreshSets(run);
  freezeForces(run);
  return { run, memory, kernels, material };
}

/** Energy and forces on all awake nodes at D. */
function energyAt(
  { run, memory, kernels, material }: ReturnType<typeof liveBody>,
  D: Float64Array,
) {
  const { points, groups, set } = run;
  const { volumeMu, volumeLambda } = points;
  memory.lookQ.fill(0);
  const energy = evaluatePoints(
    points,
    memory,
    set.points,
    groups.count,
    volumeMu,
    volumeLambda,
    material.order,
    D,
    memory.lookQ,
    kernels,
    points.volume.groups,
  );
  const f = new Float64Array(D.length);
  pullAll(f, points.P, set, groups.count, material.order, kernels);
  return { energy, f };
}

describe('the mean change of volume', () => {
  const body = liveBody(MATERIAL, DATA.nodes);
  const { D } = body.memory;

  test('gives forces that are the slope of its energy, in any turned and bent state', () => {
    const { f } = energyAt(body, D);
    const random = createRandom(9);
    for (let trial = 0; trial < 12; trial++) {
      const way = Float64Array.from(D, () => random.range(-1, 1));
      const h = 1e-6;
      const ahead = energyAt(
        body,
        D.map((x, i) => x + h * way[i]),
      ).energy;
      const back = energyAt(
        body,
        D.map((x, i) => x - h * way[i]),
      ).energy;
      const slope = (ahead - back) / (2 * h);
      const along = way.reduce((sum, w, i) => sum - w * f[i], 0);
      expect(Math.abs(slope - along)).toBeLessThan(1e-6 * Math.abs(slope) + 1e-4);
    }
  });

  test('has the stiffness that the forces change by, at rest', () => {
    const { run, memory, kernels, material } = body;
    const { set, groups } = run;
    const rest = everywhere(DATA.nodes, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
    energyAt(body, rest);
    const n = groups.count;
    assembleMatrix(memory.matrix, memory, set, set.index, n, material, 0, 1, kernels);
    const random = createRandom(2);
    const way = Float64Array.from(rest, () => random.range(-1, 1));
    const packed = memory.trial;
    set.list.forEach((k, i) => {
      for (let c = 0; c < 12; c++) packed[12 * i + c] = way[12 * k + c];
    });
    const { pattern } = set;
    kernels.blockMultiply(
      memory.work,
      memory.matrix,
      packed,
      pattern.size,
      pattern.ptr,
      pattern.cols,
    );
    const h = 1e-6;
    const ahead = energyAt(
      body,
      rest.map((x, i) => x + h * way[i]),
    ).f;
    const back = energyAt(
      body,
      rest.map((x, i) => x - h * way[i]),
    ).f;
    const size = Math.max(...memory.work.map(Math.abs));
    set.list.forEach((k, i) => {
      for (let c = 0; c < 12; c++) {
        const slope = -(ahead[12 * k + c] - back[12 * k + c]) / (2 * h);
        expect(Math.abs(memory.work[12 * i + c] - slope)).toBeLessThan(1e-5 * size);
      }
    });
  });

  test('is all of λ for a uniform strain, and nothing for a turn', () => {
    const whole = liveBody({ mu: 1e5, lambda: 1.1e6, order: 1 }, DATA.nodes);
    const stretched = everywhere(DATA.nodes, [1.1, 0.02, 0, 0, 0.02, 1.04, 0, 0, 0, 0, 0.97, 0]);
    const split = energyAt(body, stretched).energy;
    expect(split / energyAt(whole, stretched).energy).toBeCloseTo(1, 12);
    const turned = everywhere(DATA.nodes, [0, -1, 0, 3, 1, 0, 0, 0, 0, 0, 1, 1]);
    expect(Math.abs(energyAt(body, turned).energy)).toBeLessThan(1e-16 * 1e6);
  });

  test('does not jump when points merge: forces on the awake frames stay', () => {
    for (const awake of [4, 1]) {
      const apart = liveBody(MATERIAL, awake, 0);
      const merged = liveBody(MATERIAL, awake, 0.5);
      expect(merged.run.groups.count).toBeLessThan(0.8 * apart.run.groups.count);
      const forces = [apart, merged].map((one) => {
        const { run, memory, kernels, material } = one;
        energyAt(one, memory.D);
        const f = new Float64Array(12 * DATA.nodes);
        pullAll(f, run.points.P, run.wide, run.groups.count, material.order, kernels);
        if (one === merged) addKeptForces(f, 1, run);
        return f;
      });
      const size = Math.max(...forces[0].map(Math.abs));
      forces[0].forEach((x, i) => {
        expect(Math.abs(x - forces[1][i])).toBeLessThan(1e-9 * size);
      });
    }
  });
});
