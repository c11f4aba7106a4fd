import { ENOUGH, HALVINGS, NEARLY_ALL } from './numbers.ts';
import type { OctreeRun } from './runtime.ts';

/**
 * A region pulls its leaves all the way to their goals at most, α = min(1, h² E / ρ σ²): beyond that no modulus makes a
 * body stiffer. Reports the modulus that the body reaches, and remedies, if it is lower than requested in steps of h
 * seconds.
 */
export function remarksOf(run: OctreeRun, h: number): string[] {
  const got = partOfStiffness(run, h);
  if (got >= ENOUGH) return [];
  const { young, lattice } = run.data;
  const name = lattice > 0 ? 'the lattice' : 'the octree';
  return [
    `material.young asks for ${young} Pa, but in steps of ${h.toPrecision(3)} s ${name} gets about ${down(got * young)} Pa on average. Use dt ${down(longestStep(run))} s or less, in solver.substeps or without, or another model.`,
  ];
}

/** The longest step [s] in which the body gets nearly all of its stiffness. */
export function longestStep(run: OctreeRun): number {
  let short = 0;
  let long = 1;
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (short + long) / 2;
    if (partOfStiffness(run, middle) < NEARLY_ALL) long = middle;
    else short = middle;
  }
  return long;
}

/** Which part of the stiffness asked for the body has in steps of h, by mass. */
function partOfStiffness({ memory, facts, sampler }: OctreeRun, h: number): number {
  let got = 0;
  let all = 0;
  for (let r = 0; r < sampler.now.tree.leaves; r++) {
    got += memory.mass[r] * Math.min(1, 1 / (facts.top[r] * h * h * facts.rate[r]));
    all += memory.mass[r];
  }
  return got / all;
}

/** Two digits, not above. */
function down(x: number): number {
  let scale = 1;
  while (x * scale < 10) scale *= 10;
  while (x * scale >= 100) scale /= 10;
  return Number((Math.floor(x * scale) / scale).toPrecision(2));
}
