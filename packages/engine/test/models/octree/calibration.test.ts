import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import type { OctreeOptions } from '../../../src/models/octree/model.ts';
import { findPulls } from '../../../src/models/octree/step/constants.ts';
import { elasticEnergy, pullToGoals } from '../../../src/models/octree/step/dynamics.ts';
import { createStiffness, solveStatic } from '../../../src/models/octree/step/statics.ts';
import { createTestRun } from './bodies.ts';

const YOUNG = 3000;
const DENSITY = 1000;
const SIDE = 0.1;
const HOLD = SIDE / 2;

/** Stiffness of a bar that is held at one end and loaded by its weight, along or across, over that of the material. */
function stiffnessOf(length: number, options: Partial<OctreeOptions>, axis: 0 | 1): number {
  const size: [number, number, number] = [length + HOLD, SIDE, SIDE];
  const run = createTestRun({ type: 'box', size }, options, YOUNG);
  const { rest, mass } = run.memory;
  const n = run.sampler.now.tree.leaves;
  const wall = HOLD - size[0] / 2;
  const stiffness = createStiffness(run);
  const isHeld = (i: number): boolean => rest[3 * i] < wall + options.cell! / 2 + 1e-6;
  const force = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) if (!isHeld(i)) force[3 * i + axis] = mass[i];
  const u = new Float64Array(3 * n);
  solveStatic(
    u,
    (out, x) => {
      stiffness(out, x);
      for (let i = 0; i < n; i++) if (isHeld(i)) out.fill(0, 3 * i, 3 * i + 3);
    },
    force,
  );
  let moved = 0;
  let wanted = 0;
  for (let i = 0; i < n; i++) {
    const x = rest[3 * i] - wall;
    if (x < length - SIDE) continue;
    moved += u[3 * i + axis];
    const along = length * x - (x * x) / 2;
    const bent = (12 * x * x * (6 * length * length - 4 * length * x + x * x)) / (24 * SIDE * SIDE);
    wanted += (DENSITY / YOUNG) * (axis === 0 ? along : bent + 2.4 * along);
  }
  return wanted / moved;
}

const BARS: [string, number, Partial<OctreeOptions>][] = [
  ['cells of two levels', 0.9, { cell: SIDE / 4 }],
  ['finest cells', 0.9, { cell: SIDE / 5, coarseness: 0 }],
  ['wide regions', 1.1, { cell: SIDE / 4, coarseness: 0, width: SIDE / 1.5 }],
  ['a lattice', 0.7, { cell: SIDE / 4, lattice: true, width: SIDE / 2 }],
];

describe('the calibration', () => {
  it.each(BARS)('gives a bar its modulus: %s', (_name, length, options) => {
    expect(Math.abs(stiffnessOf(length, options, 0) - 1)).toBeLessThan(0.06);
    expect(Math.abs(stiffnessOf(length, options, 1) - 1)).toBeLessThan(0.12);
  });

  it('is the stiffness of the step, and the slope of its energy', () => {
    const run = createTestRun({ type: 'box', size: [0.4, 0.2, 0.1] }, { cell: 0.025 }, YOUNG);
    const { memory, data, sampler, summation, facts } = run;
    const n = sampler.now.tree.leaves;
    const h = 1e-3;
    findPulls(facts, memory, data, sampler, summation, h);
    const random = createRandom(5);
    const u = Float64Array.from({ length: 3 * n }, () => random.next() - 0.5);
    const wanted = new Float64Array(3 * n);
    createStiffness(run)(wanted, u);
    findPulls(facts, memory, data, sampler, summation, h);
    const small = 1e-4 * SIDE;
    const look = new Float64Array(memory.q.length);
    const at = (part: number): { energy: number; pull: Float64Array } => {
      for (let k = 0; k < 3 * n; k++) memory.x[k] = memory.rest[k] + part * u[k];
      const energy = elasticEnergy(run, h, look);
      pullToGoals(run, h, false);
      return { energy, pull: memory.rhs.slice(0, 3 * n) };
    };
    const [more, less, none] = [at(small), at(-small), at(0)];
    let largest = 0;
    let off = 0;
    let work = 0;
    for (let k = 0; k < 3 * n; k++) {
      const pull = (less.pull[k] - more.pull[k]) / (2 * small * h);
      off = Math.max(off, Math.abs(pull - wanted[k]));
      largest = Math.max(largest, Math.abs(wanted[k]));
      work += wanted[k] * u[k];
    }
    expect(off).toBeLessThan(1e-3 * largest);
    expect((more.energy + less.energy - 2 * none.energy) / (small * small * work)).toBeCloseTo(
      1,
      2,
    );
  });
});
