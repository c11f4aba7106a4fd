import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { createHolds } from '../../../src/models/layers/hold.ts';
import { placeLayers } from '../../../src/models/layers/kinematics.ts';
import {
  type LayersRuntime,
  makeRestBlocks,
  makeStepBlocks,
} from '../../../src/models/layers/runtime.ts';
import { assembleDense, type Making } from '../../../src/models/layers/step/dense.ts';
import { coupleDown, coupleUp } from '../../../src/models/layers/step/detail.ts';
import { chooseSamples } from '../../../src/models/layers/step/samples.ts';
import { multiplyPrefactored, precondition } from '../../../src/models/layers/step/solver.ts';
import { addProduct, evaluate, prepareProducts } from '../../../src/models/layers/step/system.ts';
import { randomArray } from '../../math/support.ts';
import { bar, DETAILED, deform, HIERARCHIES, runtime } from './hierarchies.ts';

const DENSE = ['affine, patch', 'affine, modes', 'rigid, affine, patch'];
const ALL = { ...HIERARCHIES, ...DETAILED };

/** A body with its blocks made at rest, and everything evaluated at its present state. */
function ready(name: string, change: (run: LayersRuntime) => void): LayersRuntime {
  const run = runtime(bar(ALL[name]));
  createHolds(run).mark();
  makeRestBlocks(run, 1 / 60);
  change(run);
  evaluate(run.system, run.state, run.kernels, run.look);
  prepareProducts(run.system);
  return run;
}

function largest(a: Float64Array, b: Float64Array | null = null): number {
  return a.reduce((most, c, i) => Math.max(most, Math.abs(b === null ? c : c - b[i])), 0);
}

test.each(DENSE)('%s: the dense block from rows of points is that from columns', (name) => {
  const run = ready(name, (r) => deform(r, 3, 0.02));
  const { dense } = run.solver;
  dense.massFor = 0;
  const made = (making: Making): Float64Array => {
    assembleDense(dense, run.system, making);
    return dense.matrix.slice();
  };
  const exact = made('exact');
  // A mass that hardly changes is kept from rest: here it is that of now.
  dense.massFor = 0;
  expect(largest(exact, made('all')) / largest(exact)).toBeLessThan(1e-12);
});

test('two points of a cell stand for eight', () => {
  const { points, samples, dense } = bar(DETAILED['affine, fine']);
  const { volume, X, rows } = points.composed;
  const { list, share } = samples.composed;
  expect(list.length).toBeLessThan(0.5 * volume.length);
  for (let c = -1; c < 3; c++) {
    const at = (i: number): number => (c < 0 ? 1 : X[3 * i + c]);
    const all = volume.reduce((sum, v, i) => sum + v * at(i), 0);
    const some = list.reduce((sum, i, j) => sum + share[j] * volume[i] * at(i), 0);
    expect(Math.abs(all - some)).toBeLessThan(1e-12);
  }
  const none = dense.map(() => 0);
  expect(chooseSamples(rows, none, volume).list.length).toBe(volume.length);
});

test.each(Object.keys(DETAILED))(
  '%s: in a body that has turned, what details and coarse layers do to each other is as at rest, turned',
  (name) => {
    const [c, s] = [Math.cos(0.9), Math.sin(0.9)];
    const pose = Float64Array.of(c, 0, s, 0.3, 0, 1, 0, -0.2, -s, 0, c, 0.1);
    const run = ready(name, (r) => placeLayers(r, pose));
    makeStepBlocks(run, false);
    const { system, hierarchy, kernels, solver } = run;
    const { dense, detail, fixed } = solver;
    if (detail === null) throw new Error('no detail');
    const u = randomArray(createRandom(6), hierarchy.unknowns).map((x, i) =>
      fixed[i] === 1 ? 0 : x,
    );
    const y = new Float64Array(hierarchy.unknowns);
    addProduct(y, system, u, detail.of, dense.of, true);
    for (let j = 0; j < detail.size; j++) detail.x[j] = u[detail.unknown[j]];
    const up = dense.work.slice();
    coupleUp(up, detail, dense, hierarchy, kernels);
    const wanted = up.map((_, a) => (fixed[dense.unknown[a]] === 1 ? 0 : y[dense.unknown[a]]));
    expect(largest(up, wanted) / largest(wanted)).toBeLessThan(1e-7);

    y.fill(0);
    addProduct(y, system, u, dense.of, detail.of, true);
    detail.x.fill(0);
    const coarse = up.map((_, a) => u[dense.unknown[a]]);
    coupleDown(coarse, detail, dense, hierarchy, kernels, 1, 'x');
    const down = detail.x.map((_, j) =>
      fixed[detail.unknown[j]] === 1 ? 0 : y[detail.unknown[j]],
    );
    expect(largest(detail.x, down) / largest(down)).toBeLessThan(1e-7);
  },
);

test.each(Object.keys(DETAILED))(
  '%s: what prefactored steps take for H is what they invert',
  (name) => {
    const run = ready(name, (r) => deform(r, 8, 0.02));
    makeStepBlocks(run, false);
    const { system, hierarchy, kernels, solver } = run;
    const x = randomArray(createRandom(2), hierarchy.unknowns).map((c, i) =>
      solver.fixed[i] === 1 ? 0 : c,
    );
    const y = new Float64Array(hierarchy.unknowns);
    const z = new Float64Array(hierarchy.unknowns);
    multiplyPrefactored(y, x, solver, system, kernels);
    precondition(z, y, solver, system, kernels);
    // But for the ridge that keeps what a detail repeats definite.
    expect(largest(z, x)).toBeLessThan(1e-3);
  },
);
