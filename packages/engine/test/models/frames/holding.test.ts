import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { compileShape } from '../../../src/index.ts';
import { createArena, createKernels, measure } from '../../../src/kernels/index.ts';
import { ask } from '../../../src/models/frames/adapt/asked.ts';
import { findHolding } from '../../../src/models/frames/adapt/holding.ts';
import { buildFramesData } from '../../../src/models/frames/build/build.ts';
import { allocateFrames } from '../../../src/models/frames/memory.ts';
import { ADAPT_DEFAULTS, createRuntime, refreshSets } from '../../../src/models/frames/runtime.ts';
import { setSizes } from '../../../src/models/frames/step/active.ts';
import { assembleMatrix, evaluatePoints } from '../../../src/models/frames/step/dynamics.ts';
import type { FramesMaterial } from '../../../src/models/frames/step/samples.ts';
import { AHEAD } from '../../../src/models/shared/numbers.ts';
import { randomFrames } from './synthetic.ts';

const MATERIAL: FramesMaterial = { mu: 1e5, lambda: 2e5, order: 1 };

test('what nodes would come to is the work of the forces that hold them, against stiffness and inertia', () => {
  const data = buildFramesData({
    sdf: compileShape({ type: 'box', size: [1, 0.25, 0.25] }),
    surface: null,
    density: 1000,
    stiffness: (_x, n, out) => void out.fill(1, 0, n),
    regions: [],
    frames: [1, 4, 10],
    voxel: 1 / 16,
    pointsPerFrame: 4,
  });
  const sizes = setSizes(data);
  const arena = createArena(measure((a) => allocateFrames(a, data, sizes, MATERIAL)));
  const memory = allocateFrames(arena, data, sizes, MATERIAL);
  const kernels = createKernels(arena);
  const damping = { mass: 0, stiffness: 0, air: 0 };
  const options = { ...ADAPT_DEFAULTS, adaptive: false };
  const run = createRuntime(data, memory, kernels, MATERIAL, damping, options, [], 1);
  const random = createRandom(11);
  memory.D.set(randomFrames(data.nodes, random, 0.1));
  memory.active.fill(1);
  refreshSets(run);
  const { points, groups, set } = run;
  const { D, q, matrix, reach } = memory;
  const { volumeMu, volumeLambda } = points;
  const count = groups.count;
  evaluatePoints(points, memory, set.points, count, volumeMu, volumeLambda, 1, D, q, kernels);

  const h = 1 / 60;
  const massScale = 1.3;
  const scale = h * h + 0.01 * h;
  run.matrixScales[0] = massScale;
  run.matrixScales[1] = scale;
  assembleMatrix(matrix, memory, set, set.index, count, MATERIAL, massScale, scale, kernels);
  reach.count = 0;
  const asked = [2, 5, 6, 9];
  for (const i of asked) ask(reach, i);
  for (let i = 0; i < 12 * asked.length; i++) {
    reach.own[i] = random.range(-1, 1);
    reach.ownBefore[i] = random.range(-1, 1);
  }
  const { size, ptr, cols } = set.pattern;
  const { trial, work } = memory;
  const embed = (from: Float64Array): void => {
    trial.fill(0);
    asked.forEach((i, at) => {
      for (let c = 0; c < 12; c++) trial[12 * i + c] = from[12 * at + c];
    });
  };
  const taken = (): number[] => asked.flatMap((i) => [...work.subarray(12 * i, 12 * i + 12)]);
  embed(reach.own);
  kernels.blockMultiply(work, matrix, trial, size, ptr, cols);
  const moving = taken();
  embed(reach.ownBefore);
  kernels.frameMomentum(work, set.mass, trial, size, ptr, cols);
  const before = taken();

  findHolding(run, h);
  const largest = Math.max(...reach.force.subarray(0, 12 * asked.length).map(Math.abs));
  moving.forEach((a, i) => {
    expect(Math.abs(reach.force[i] - (a - before[i]) / h)).toBeLessThan(1e-10 * largest);
  });
  // (M/T² + K) x = f, with M and K assembled anew.
  assembleMatrix(matrix, memory, set, set.index, count, MATERIAL, 1 / (AHEAD * AHEAD), 1, kernels);
  embed(reach.column);
  kernels.blockMultiply(work, matrix, trial, size, ptr, cols);
  taken().forEach((f, i) => {
    expect(Math.abs(f - reach.force[i])).toBeLessThan(1e-8 * largest);
  });
  asked.forEach((_, at) => {
    let sum = 0;
    for (let c = 12 * at; c < 12 * at + 12; c++) sum += 0.5 * reach.force[c] * reach.column[c];
    expect(reach.energy[at]).toBeCloseTo(sum, 9);
  });
});
