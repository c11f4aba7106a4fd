import '../../kernels/all.ts';
import { expect, test } from 'vitest';
import { typescriptKernels as k } from '../../../src/kernels/kernels.ts';
import { chooseLaw } from '../../../src/materials/choose.ts';
import { elementParameters } from '../../../src/materials/parameters.ts';
import type { FramesMemory } from '../../../src/models/frames/memory.ts';
import { evaluatePoints, pullAll } from '../../../src/models/frames/step/dynamics.ts';
import { createPointState, fillFineState } from '../../../src/models/frames/step/point-state.ts';
import { createSetPoints, fillSetPoints } from '../../../src/models/frames/step/points.ts';
import { samplePlaces } from '../../../src/models/frames/step/samples.ts';
import { bar, build } from './build/bodies.ts';
import { everywhere } from './build/statics.ts';
import { MATERIALS, plain } from './laws.ts';

const DATA = build(bar(), { frames: [1, 3, 7], voxel: 1 / 12 });
/** Stretched, sheared, turned and moved. */
const AFFINE = [1.1, 0.2, -0.1, 0.3, -0.25, 0.95, 0.1, -0.2, 0.05, -0.15, 1.2, 0.1];
const GRADIENT = Float64Array.from([0, 1, 2, 4, 5, 6, 8, 9, 10], (i) => AFFINE[i]);

test.each(MATERIALS)('%s: uniform strain is uniform stress, exactly', (_title, material) => {
  const { points, nodes } = DATA;
  const state = createPointState(DATA, DATA.points.node.length, 0, material, plain);
  state.samples?.places.set(samplePlaces(material.order));
  fillFineState(state.fineMu, state.fineLambda, DATA, material);
  const table = createSetPoints(points, points.node.length, plain);
  fillSetPoints(table, points);
  const memory = {
    F: new Float64Array(9 * points.count),
    R: new Float64Array(9 * points.count),
  } as FramesMemory;
  const q = new Float64Array(4 * points.count);
  const { fineMu, fineLambda } = state;
  const D = everywhere(nodes, AFFINE);
  const { order } = material;
  const n = points.count;
  const energy = evaluatePoints(state, memory, table, n, fineMu, fineLambda, order, D, q, k);
  const f = new Float64Array(12 * nodes);
  pullAll(f, state.P, { points: table }, points.count, order, k);

  const { law, base } = chooseLaw(material.law!, material.mu, material.lambda, material.elasticity);
  const params = elementParameters(law, base, 1);
  const volume = points.volume.reduce((sum, v) => sum + v, 0);
  expect(energy / (volume * law.energy(GRADIENT, 0, params, 0))).toBeCloseTo(1, 9);
  const P = new Float64Array(9);
  law.stress(P, 0, GRADIENT, 0, params, 0);
  const expected = new Float64Array(12 * nodes);
  for (let e = 0; e < points.count; e++) {
    for (let m = points.ptr[e]; m < points.ptr[e + 1]; m++) {
      for (let i = 0; i < 12; i++) {
        const [r, p] = [i >> 2, i & 3];
        for (let c = 0; c < 3; c++)
          expected[12 * points.node[m] + i] -=
            points.volume[e] * P[3 * r + c] * points.H[48 * m + 3 * p + c];
      }
    }
  }
  const size = Math.max(...expected.map(Math.abs));
  f.forEach((force, i) => {
    expect(Math.abs(force - expected[i]) / size).toBeLessThan(1e-11);
  });
  // And no net force.
  for (let r = 0; r < 3; r++) {
    let sum = 0;
    for (let m = 0; m < nodes; m++) sum += f[12 * m + 4 * r + 3];
    expect(Math.abs(sum) / size).toBeLessThan(1e-11);
  }
});
