import { expect, test } from 'vitest';
import { switchFront } from '../../../src/models/tets/adapt/switch.ts';
import { gatherFollower } from '../../../src/models/tets/front/spread.ts';
import { type Live, levels, type Setup, setup } from './helpers.ts';

const [COS, SIN] = [0.6, 0.8];

/** Strongly bent and turned by 53°. */
const bent = (x: number, y: number, z: number): number[] => {
  const u = x - 0.5 * x * y + 0.1 * x * x * x;
  const v = y + 0.3 * x * x;
  const w = z + 0.2 * x * y + 0.1 * z * z * x;
  return [COS * u - SIN * v, SIN * u + COS * v, w];
};

/** Eight ten-node elements become one in each of the given coarsest elements. */
function merge(live: Live, parents: readonly number[]): Float64Array {
  const { data, memory, run, ad } = live;
  const { roots } = data.tree;
  const u = new Float64Array(3 * data.vertices);
  let merges = 0;
  for (const t of parents) for (let c = 0; c < 8; c++) ad.merged[merges++] = 8 * t + roots + c;
  ad.splits = 0;
  run.follow();
  ad.operators.evaluate(0, null, 'q');
  switchFront(run, ad, u, merges, levels());
  for (const t of parents) expect(memory.ten[t]).toBe(1);
  return u;
}

function bentBody(input: Setup = {}): Live {
  const live = setup({ cells: [1, 1, 1], ...input });
  const { data, memory, run } = live;
  const rest = data.tree.positions;
  for (let i = 0; i < rest.length; i += 3) memory.x.set(bent(rest[i], rest[i + 1], rest[i + 2]), i);
  run.rebuild(false);
  return live;
}

/** Forces by vertex. */
function forcesOf({ data, memory, run }: Live): Float64Array {
  const out = new Float64Array(3 * data.vertices);
  for (let i = 0; i < run.front.free; i++)
    for (let c = 0; c < 3; c++) out[3 * memory.vertexOf[i] + c] = memory.f[3 * i + c];
  return out;
}

test.each<[string, Setup, readonly number[]]>([
  ['one of six', {}, [2]],
  ['all of them', {}, [0, 1, 2, 3, 4, 5]],
  ['nearly incompressible', { poisson: 0.49 }, [0, 3]],
  ['neo-Hookean', { law: 'neo-hookean' }, [1, 4]],
])('ten-node elements merge into one without a change of force: %s', (_name, input, parents) => {
  const live = bentBody(input);
  const { data, memory, run } = live;
  const energyBefore = live.energy();
  const before = forcesOf(live);
  const x = memory.x.slice();
  merge(live, parents);
  const energyAfter = live.energy();
  const after = forcesOf(live);
  // What stands off the quadratic field does not hand on elastic forces: those of the two sides cancel.
  const leans = memory.leans.slice();
  memory.leans.fill(0);
  for (let i = run.front.followerCount - 1; i >= 0; i--) {
    const v = run.front.followers[i];
    gatherFollower(before, data, memory, v);
    before.fill(0, 3 * v, 3 * v + 3);
  }
  memory.leans.set(leans);
  let [gap, size] = [0, 0];
  for (let i = 0; i < before.length; i++) {
    gap = Math.max(gap, Math.abs(after[i] - before[i]));
    size = Math.max(size, Math.abs(before[i]));
  }
  expect(gap / size).toBeLessThan(1e-10);
  expect(Math.abs(energyAfter / energyBefore - 1)).toBeLessThan(1e-10);
  run.follow();
  expect(Math.max(...x.map((value, i) => Math.abs(value - memory.x[i])))).toBeLessThan(1e-14);
});

test('what a merged element keeps turns with it, and goes on as stress when it becomes linear', () => {
  const live = bentBody();
  const { data, memory, run, ad } = live;
  merge(live, [0, 1, 2, 3, 4, 5]);
  const energy = live.energy();
  const before = forcesOf(live);
  const { x } = memory;
  // (x, y, z) → (z, x, y) is a turn.
  for (let i = 0; i < x.length; i += 3) x.set([x[i + 2], x[i], x[i + 1]], i);
  run.rebuild(false);
  expect(live.energy() / energy).toBeCloseTo(1, 10);
  const turned = forcesOf(live);
  const size = Math.max(...before.map(Math.abs));
  for (let i = 0; i < x.length; i += 3) {
    expect((turned[i] - before[i + 2]) / size).toBeCloseTo(0, 9);
    expect((turned[i + 1] - before[i]) / size).toBeCloseTo(0, 9);
    expect((turned[i + 2] - before[i + 1]) / size).toBeCloseTo(0, 9);
  }
  const u = new Float64Array(3 * data.vertices);
  for (let t = 0; t < 6; t++) ad.merged[t] = t;
  ad.splits = 0;
  run.follow();
  ad.operators.evaluate(0, null, 'q');
  switchFront(run, ad, u, 6, levels());
  expect(live.energy() / energy).toBeCloseTo(1, 10);
  const after = forcesOf(live);
  for (let i = run.front.followerCount - 1; i >= 0; i--) {
    const v = run.front.followers[i];
    gatherFollower(turned, data, memory, v);
    turned.fill(0, 3 * v, 3 * v + 3);
  }
  for (let i = 0; i < turned.length; i++) expect((after[i] - turned[i]) / size).toBeCloseTo(0, 9);
});
