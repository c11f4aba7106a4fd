import '../../kernels/all.ts';
import { expect, test } from 'vitest';
import { createArena } from '../../../src/kernels/index.ts';
import { typescriptKernels as kernels } from '../../../src/kernels/kernels.ts';
import { createProjectScratch, projectVelocity } from '../../../src/models/frames/adapt/project.ts';
import {
  chooseSet,
  createActiveSet,
  createSetScratch,
  setSizes,
  weighSet,
} from '../../../src/models/frames/step/active.ts';
import { expand, gather } from '../../../src/models/frames/step/contraction.ts';
import { massProduct } from '../../../src/models/frames/step/mass.ts';
import { blockOf } from '../../../src/models/frames/step/pattern.ts';
import {
  createSetPoints,
  fillSetPoints,
  markStale,
  placePoints,
  type SetPoints,
  updatePoints,
} from '../../../src/models/frames/step/points.ts';
import { freezeOffset } from '../../../src/models/shared/wake/offsets.ts';
import { randomFrames, synthetic } from './synthetic.ts';

/** Bytes for the memory of one set. */
const ROOM = 1 << 20;

/** A hierarchy in a deformed state with some nodes made passive one after the other, fine ones first. */
function partly(seed: number) {
  const { data, random } = synthetic(seed);
  const D = randomFrames(data.nodes, random, 0.3);
  const offsets = randomFrames(data.nodes, random, 0);
  const member = new Uint8Array(data.nodes).fill(1);
  const work = new Float64Array(32);
  for (const k of [10, 8, 5, 6, 7, 9, 4, 3].slice(0, 2 + (seed % 7))) {
    expect(freezeOffset(offsets, data, D, k, work)).toBe(true);
    member[k] = 0;
  }
  const arena = createArena(ROOM);
  const set = createActiveSet(data, setSizes(data), arena);
  const scratch = createSetScratch(data.nodes, arena);
  chooseSet(set, data, member, offsets, scratch);
  weighSet(set, data, data, null, 0, scratch, kernels);
  return { data, random, D, offsets, member, set };
}

test.each([1, 2, 3, 4, 5, 6, 7])(
  'making nodes passive moves nothing, in a deformed state (%i)',
  (seed) => {
    const { data, D, set } = partly(seed);
    const all = new Float64Array(12 * data.nodes);
    expand(all, D, set.contraction, data.nodes, kernels);
    all.forEach((value, i) => {
      expect(value).toBeCloseTo(D[i], 12);
    });
    // So do the deformation gradients of the integration points.
    const { points } = data;
    const arena = createArena(ROOM);
    const fine = createSetPoints(points, points.node.length, arena);
    fillSetPoints(fine, points);
    const { place } = createSetScratch(data.nodes, arena);
    placePoints(set.contracted, setSizes(data).pointRoom);
    updatePoints(set.contracted, fine, set.contraction, place, kernels);
    const gradients = ({ ptr, node, H }: SetPoints) => {
      const F = new Float64Array(36 * points.count);
      kernels.elastonGradients(F, ptr, node, H, D, points.count, 1);
      return F;
    };
    const F = gradients(set.points);
    const expected = gradients(fine);
    expect(Math.max(...expected.map(Math.abs))).toBeGreaterThan(0.1);
    expected.forEach((value, i) => {
      expect(value).toBeCloseTo(F[i], 10);
    });
  },
);

test.each([1, 4, 7])('pulling forces is the transpose of spreading velocities (%i)', (seed) => {
  const { data, random, set } = partly(seed);
  const [v, f] = [randomFrames(data.nodes, random, 1), randomFrames(data.nodes, random, 1)];
  const [all, onSet] = [new Float64Array(v.length), new Float64Array(v.length)];
  expand(all, v, set.contraction, data.nodes, kernels);
  gather(onSet, f, set.contraction, data.nodes, kernels);
  let left = 0;
  let right = 0;
  for (let i = 0; i < v.length; i++) {
    left += all[i] * f[i];
    if (set.index[Math.floor(i / 12)] >= 0) right += v[i] * onSet[i];
  }
  expect(left).toBeCloseTo(right, 9);
});

test.each([1, 4, 7])(
  'the mass that the set feels gives the kinetic energy of all nodes (%i)',
  (seed) => {
    const { data, random, set } = partly(seed);
    const v = randomFrames(data.nodes, random, 1);
    const all = new Float64Array(v.length);
    expand(all, v, set.contraction, data.nodes, kernels);
    const p = new Float64Array(v.length);
    massProduct(p, all, data, kernels);
    const whole = p.reduce((sum, value, i) => sum + value * all[i], 0);
    const u = new Float64Array(12 * set.count);
    for (let i = 0; i < u.length; i++) u[i] = v[12 * set.list[Math.floor(i / 12)] + (i % 12)];
    const momentum = new Float64Array(u.length);
    const { size, ptr, cols } = set.pattern;
    kernels.frameMomentum(momentum, set.mass, u, size, ptr, cols);
    const onSet = momentum.reduce((sum, value, i) => sum + value * u[i], 0);
    expect(onSet / whole).toBeCloseTo(1, 10);
  },
);

test.each([1, 2, 3, 4, 5, 6, 7])(
  'the projected velocity keeps momentum and never gains energy (%i)',
  (seed) => {
    const { data, random, D, set } = partly(seed);
    const V = randomFrames(data.nodes, random, 1);
    const measure = (x: Float64Array) => {
      const p = new Float64Array(x.length);
      massProduct(p, x, data, kernels);
      const linear = [0, 0, 0];
      const angular = [0, 0, 0];
      for (let k = 0; k < data.nodes; k++) {
        for (let r = 0; r < 3; r++) {
          for (let c = 0; c < 4; c++) {
            linear[r] += x[12 * k + 4 * r + c] * data.massVector[4 * k + c];
            const [a, b] = [12 * k + 4 * ((r + 1) % 3) + c, 12 * k + 4 * ((r + 2) % 3) + c];
            angular[r] += D[a] * p[b] - D[b] * p[a];
          }
        }
      }
      return { linear, angular, energy: p.reduce((sum, value, i) => sum + value * x[i], 0) };
    };
    const before = measure(V);
    const scratch = createProjectScratch(data.nodes, createArena(ROOM));
    projectVelocity(V, data, data, set, scratch, kernels);
    expand(V, V, set.contraction, data.nodes, kernels);
    const after = measure(V);
    const scale = Math.sqrt(before.energy * data.totalMass);
    for (let r = 0; r < 3; r++) {
      expect(Math.abs(after.linear[r] - before.linear[r]) / scale).toBeLessThan(1e-10);
      expect(Math.abs(after.angular[r] - before.angular[r]) / scale).toBeLessThan(1e-10);
    }
    expect(after.energy).toBeLessThanOrEqual(before.energy * (1 + 1e-12));
  },
);

test.each([1, 4, 7])(
  "a node's own mass is its block of the mass that the set feels (%i)",
  (seed) => {
    const { data, set } = partly(seed);
    const scratch = createSetScratch(data.nodes, createArena(ROOM));
    const own = new Int32Array(data.nodes).fill(-1);
    let asked = 0;
    for (let i = 0; i < set.count; i += 2) own[set.list[i]] = asked++;
    const out = new Float64Array(16 * asked).fill(7);
    const { massPtr, massCols, mass, nodes } = data;
    const { ptr, cols, W } = set.contraction;
    const { half, place } = scratch;
    kernels.contractOwnMass(
      out,
      asked,
      own,
      massPtr,
      massCols,
      mass,
      nodes,
      ptr,
      cols,
      W,
      half,
      place,
    );
    for (let i = 0; i < set.count; i += 2) {
      for (let c = 0; c < 16; c++) {
        const expected = set.mass[16 * blockOf(set.pattern, i, i) + c];
        expect(out[16 * own[set.list[i]] + c]).toBeCloseTo(expected, 10);
      }
    }
  },
);

test('a switch makes anew what it changes and nothing else, with the bits of making all', () => {
  const { data, random, D, offsets, member, set } = partly(6);
  const { points } = data;
  const room = setSizes(data).pointRoom;
  const arena = createArena(ROOM);
  const scratch = createSetScratch(data.nodes, arena);
  const source = createSetPoints(points, points.node.length, arena);
  fillSetPoints(source, points);
  const kept = set.contracted;
  placePoints(kept, room);
  updatePoints(kept, source, set.contraction, scratch.place, kernels);
  const work = new Float64Array(32);
  let [done, switches] = [0, 0];
  for (let s = 0; s < 60; s++) {
    const k = 2 + random.below(data.nodes - 2);
    if (member[k] === 1 && !freezeOffset(offsets, data, D, k, work)) continue;
    member[k] = 1 - member[k];
    switches++;
    chooseSet(set, data, member, offsets, scratch);
    markStale(kept, source, set.contraction.changed);
    done += updatePoints(kept, source, set.contraction, scratch.place, kernels);
    const anew = createActiveSet(data, setSizes(data), createArena(ROOM));
    chooseSet(anew, data, member, offsets, scratch);
    const { ptr, cols, W } = set.contraction;
    expect(ptr).toEqual(anew.contraction.ptr);
    const blocks = ptr[data.nodes];
    expect(cols.subarray(0, blocks)).toEqual(anew.contraction.cols.subarray(0, blocks));
    expect(W.subarray(0, 16 * blocks)).toEqual(anew.contraction.W.subarray(0, 16 * blocks));
    placePoints(anew.contracted, room);
    updatePoints(anew.contracted, source, anew.contraction, scratch.place, kernels);
    for (let e = 0; e < points.count; e++) {
      const rows = (table: SetPoints) => {
        const [from, to] = [table.ptr[2 * e], table.ptr[2 * e + 1]];
        return [[...table.node.subarray(from, to)], table.H.slice(48 * from, 48 * to)];
      };
      expect(rows(kept)).toEqual(rows(anew.contracted));
    }
  }
  expect(switches).toBeGreaterThan(40);
  expect(done).toBeLessThan(0.9 * switches * points.count);
  expect(done).toBeGreaterThan(0);
});
