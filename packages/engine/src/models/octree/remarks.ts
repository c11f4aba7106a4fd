import { ENOUGH, HALVINGS, MOSTLY_THIN, NEARLY_ALL } from './numbers.ts';
import type { OctreeRun } from './runtime.ts';
import { mostPull } from './step/constants.ts';

/** What the body does not reach in steps of h seconds, with remedies. */
export const remarksOf = (run: OctreeRun, h: number): string[] => [
  ...thinRemark(run),
  ...stiffnessRemark(run, h),
];

/** Walls of one or two cells have the voxels' thickness, and regions that are wider than they are. */
function thinRemark({ data: { thin, voxels, lattice } }: OctreeRun): string[] {
  if (lattice > 0 || thin <= MOSTLY_THIN) return [];
  return [
    `model.cell: cells of ${down(voxels.cell)} m, one or two of them through the walls of the body: bending and twisting may be off by half, in hollow shapes by ten times. Take a quarter of the walls' thickness, ${down(voxels.cell / 2)} m or less, or another model.`,
  ];
}

/**
 * A region pulls its leaves all the way to their goals at most, α = min(1, h² E / ρ σ²): beyond that no modulus makes a
 * body stiffer. Reports the modulus that the body reaches, and remedies, if it is lower than requested in steps of h
 * seconds.
 */
function stiffnessRemark(run: OctreeRun, h: number): string[] {
  const got = partOfStiffness(run, h);
  if (got >= ENOUGH) return [];
  const { young, size, lattice } = run.data;
  const remedies = [`dt ${down(longestStep(run))} s or less, in solver.substeps or without`];
  const now = meanWidth(run);
  const wide = now / Math.sqrt(got);
  if (wide < size / 2) remedies.push(`model.width above ${up(wide)} m (now about ${up(now)})`);
  remedies.push('another model');
  const name = lattice > 0 ? 'the lattice' : 'the octree';
  return [
    `material.young asks for ${young} Pa, but in steps of ${h.toPrecision(3)} s ${name} gets about ${down(got * young)} Pa on average. Use ${remedies.join(', or ')}.`,
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
function partOfStiffness({ data, memory, facts, sampler }: OctreeRun, h: number): number {
  let got = 0;
  let all = 0;
  for (let r = 0; r < sampler.now.tree.leaves; r++) {
    got += memory.mass[r] * Math.min(1, mostPull(data, facts, memory, r) / (h * h * facts.rate[r]));
    all += memory.mass[r];
  }
  return got / all;
}

/** Half width of the regions [m], by mass. */
function meanWidth({ data, memory, sampler }: OctreeRun): number {
  const { cell } = data.voxels;
  if (data.lattice > 0) return data.lattice * cell;
  let sum = 0;
  let all = 0;
  for (let r = 0; r < sampler.now.tree.leaves; r++) {
    sum += memory.mass[r] * sampler.now.widths[r];
    all += memory.mass[r];
  }
  return (sum / all / 2) * cell;
}

/** Two digits, not above or not below. */
const down = (x: number): number => digits(x, Math.floor);
const up = (x: number): number => digits(x, Math.ceil);

function digits(x: number, round: (x: number) => number): number {
  let scale = 1;
  while (x * scale < 10) scale *= 10;
  while (x * scale >= 100) scale /= 10;
  return Number((round(x * scale) / scale).toPrecision(2));
}
