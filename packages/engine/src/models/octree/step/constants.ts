import { eigen3 } from '../../../math/eigen3.ts';
import { exp } from '../../../math/elementary.ts';
import { inverse3 } from '../../../math/mat3.ts';
import { BEND, BEND_AT, bends, type OctreeMemory } from '../memory.ts';
import { blendOf, type OctreeData } from '../model.ts';
import { MOST_PULL, MOST_SHRINK, SOLID_SPREAD } from '../numbers.ts';
import type { Sampler } from '../topology/sample.ts';
import { findBend, gatherHighMoments } from './bend-facts.ts';
import type { Summation } from './sums.ts';

/** What follows from the sampling and changes with nothing else. */
export interface RegionFacts {
  /** Spread of each region at rest, Σ w r rᵀ about its centre as xx xy xz yy yz zz, shape [leaves, 6]. */
  readonly spread: Float64Array;
  /** Stiffness of each region over its inertia [1/s²]: times h² and a leaf's factor, its pull in a step of h. */
  readonly rate: Float64Array;
  /** Factor on Young's modulus of each leaf, and of the stiffest leaf of each region. */
  readonly factor: Float64Array;
  readonly stiffest: Float64Array;
  /** 1 where the points of a region do not lie in a plane. */
  readonly full: Uint8Array;
  /** Largest variance of each region [m²], and 1 / the largest h² · `rate` that its pulls allow. */
  readonly wide: Float64Array;
  readonly top: Float64Array;
}

export function createFacts(capacity: number): RegionFacts {
  return {
    spread: new Float64Array(6 * capacity),
    rate: new Float64Array(capacity),
    factor: new Float64Array(capacity),
    stiffest: new Float64Array(capacity),
    full: new Uint8Array(capacity),
    wide: new Float64Array(capacity),
    top: new Float64Array(capacity),
  };
}

/** Masses and centroids of the leaves from their voxels. */
export function findMasses(memory: OctreeMemory, data: OctreeData, sampler: Sampler): void {
  const { tree } = sampler.now;
  const { at, cell, origin } = data.voxels;
  for (let i = 0; i < tree.leaves; i++) {
    const from = tree.voxelPtr[i];
    const to = tree.voxelPtr[i + 1];
    // Whole numbers add up exactly.
    let [x, y, z] = [0, 0, 0];
    for (let k = from; k < to; k++) {
      const v = 3 * tree.voxels[k];
      x += at[v];
      y += at[v + 1];
      z += at[v + 2];
    }
    const n = to - from;
    memory.mass[i] = n * data.voxelMass;
    memory.rest[3 * i] = origin[0] + cell * (x / n + 0.5);
    memory.rest[3 * i + 1] = origin[1] + cell * (y / n + 0.5);
    memory.rest[3 * i + 2] = origin[2] + cell * (z / n + 0.5);
  }
}

/**
 * M_i = Σ m_r over the regions a leaf is in; weights m_i / M_i; mass, centre and spread of the regions under those
 * weights. With these weights pulls keep linear and angular momentum whatever the regions: see the README.
 */
export function findRegionFacts(
  facts: RegionFacts,
  memory: OctreeMemory,
  data: OctreeData,
  sampler: Sampler,
  summation: Summation,
): void {
  const n = sampler.now.tree.leaves;
  const { mass, share, weight, rest, moments, sums, acts, fields, regionMass, restCentre } = memory;
  const { stiffness } = data.calibration;
  const linear = 1 - blendOf(data);
  for (let i = 0; i < n; i++) acts[i] = mass[i];
  summation.spread(1);
  for (let i = 0; i < n; i++) {
    facts.factor[i] = meanFactor(data, sampler, i);
    share[i] = fields[i] / facts.factor[i];
    weight[i] = mass[i] / share[i];
  }
  if (bends(data)) leaveOut(weight, memory.held, sampler);
  findStiffest(facts, data, sampler);
  for (let i = 0; i < n; i++) {
    const w = weight[i];
    const [x, y, z] = [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]];
    const o = 12 * i;
    moments[o] = w;
    moments[o + 1] = w * x;
    moments[o + 2] = w * y;
    moments[o + 3] = w * z;
    moments[o + 4] = w * x * x;
    moments[o + 5] = w * x * y;
    moments[o + 6] = w * x * z;
    moments[o + 7] = w * y * y;
    moments[o + 8] = w * y * z;
    moments[o + 9] = w * z * z;
    moments[o + 10] = 0;
    moments[o + 11] = 0;
  }
  summation.gather(12);
  const first = sums.slice(0, 12 * n);
  const high = bends(data) ? gatherHighMoments(memory, data, sampler, summation) : null;
  const matrix = new Float64Array(9);
  const values = new Float64Array(3);
  const vectors = new Float64Array(9);
  for (let r = 0; r < n; r++) {
    const s = 12 * r;
    const m = first[s] > 0 ? first[s] : 1;
    const [x, y, z] = [first[s + 1] / m, first[s + 2] / m, first[s + 3] / m];
    regionMass[r] = m;
    restCentre[3 * r] = x;
    restCentre[3 * r + 1] = y;
    restCentre[3 * r + 2] = z;
    const o = 6 * r;
    facts.spread[o] = first[s + 4] - m * x * x;
    facts.spread[o + 1] = first[s + 5] - m * x * y;
    facts.spread[o + 2] = first[s + 6] - m * x * z;
    facts.spread[o + 3] = first[s + 7] - m * y * y;
    facts.spread[o + 4] = first[s + 8] - m * y * z;
    facts.spread[o + 5] = first[s + 9] - m * z * z;
    matrix[0] = facts.spread[o];
    matrix[1] = matrix[3] = facts.spread[o + 1];
    matrix[2] = matrix[6] = facts.spread[o + 2];
    matrix[4] = facts.spread[o + 3];
    matrix[5] = matrix[7] = facts.spread[o + 4];
    matrix[8] = facts.spread[o + 5];
    eigen3(values, 0, vectors, 0, matrix, 0);
    facts.full[r] = values[2] > SOLID_SPREAD * values[0] ? 1 : 0;
    // A pull of α moves a stretched body as a modulus of α ρ σ² / h² would, σ² the mean square width of a region.
    const wide = Math.max(values[0] / m, 1e-6 * data.voxels.cell * data.voxels.cell);
    // One leaf alone is never strained.
    const alone = !(values[0] > 1e-6 * data.voxels.cell * data.voxels.cell * m);
    facts.rate[r] = alone
      ? 0
      : (stiffness * memory.softened[0] * data.young) / (data.density * wide);
    if (facts.full[r] === 0 || !inverse3(memory.inverse, 9 * r, matrix, 0)) {
      invertFlat(memory.inverse, 9 * r, values, vectors);
    }
    facts.wide[r] = wide;
    if (high !== null) {
      let rank = 0;
      while (rank < 3 && values[rank] > SOLID_SPREAD * values[0]) rank++;
      const least = rank > 0 ? values[rank - 1] / m : wide;
      extentOf(memory.bend, r, values, vectors);
      const most = findBend(memory, high, r, matrix, rank, least, wide, data.poisson);
      facts.top[r] = (facts.stiffest[r] * wide * most) / (MOST_PULL * data.calibration.swing);
      continue;
    }
    for (let k = 9 * r; k < 9 * r + 9; k++) memory.inverse[k] *= linear;
    findVolume(memory.volume, r, values, data.poisson);
    const trace = values[0] + values[1] + values[2];
    const shrink = (1 + memory.volume[2 * r] * trace) / (1 + data.poisson);
    facts.top[r] = facts.stiffest[r] * Math.max(1, data.calibration.bending, shrink / MOST_SHRINK);
  }
}

/**
 * A region of spread a ≥ b ≥ c that is stretched by ε along a contracts by ν ε across, at the same modulus, if its goal
 * shrinks by κ θ: θ = F:A/(a + b + c) − 1 is how much its leaves have moved apart along its own goal F, κ = ν (a + b +
 * c)/(a − ν (b + c)). That pull has a potential, ½ κ (a + b + c) θ², and moves leaves along F r: it keeps momentum and
 * spin.
 */
function findVolume(volume: Float64Array, r: number, spread: Float64Array, poisson: number): void {
  const trace = spread[0] + spread[1] + spread[2];
  const rate = poisson / (spread[0] - poisson * (spread[1] + spread[2]));
  const any = trace > 0;
  volume[2 * r] = any ? rate : 0;
  volume[2 * r + 1] = any ? rate * trace : 0;
}

/**
 * out = Σ v vᵀ / λ over the axes that points are spread along: rows and planes of points have no linear map across, and
 * none of their rest positions lies there.
 */
function invertFlat(
  out: Float64Array,
  o: number,
  values: Float64Array,
  vectors: Float64Array,
): void {
  for (let row = 0; row < 3; row++) {
    for (let col = 0; col < 3; col++) {
      let sum = 0;
      for (let a = 0; a < 3; a++) {
        if (values[a] > SOLID_SPREAD * values[0])
          sum += (vectors[3 * row + a] * vectors[3 * col + a]) / values[a];
      }
      out[o + 3 * row + col] = sum;
    }
  }
}

/**
 * Held leaves without a free neighbour say nothing about the strain of what is free, and motion that ends at a hold is
 * not quadratic across it.
 */
function leaveOut(weight: Float64Array, held: Uint8Array, sampler: Sampler): void {
  const { joints, jointCount, leaves } = sampler.now.tree;
  const besideFree = new Uint8Array(leaves);
  for (let k = 0; k < 2 * jointCount; k += 2) {
    const a = joints[k];
    const b = joints[k + 1];
    if (held[a] !== held[b]) besideFree[a] = besideFree[b] = 1;
  }
  for (let i = 0; i < leaves; i++) if (held[i] > 0 && besideFree[i] === 0) weight[i] = 0;
}

/** The directions that a region extends in, as a projection. */
function extentOf(
  bend: Float64Array,
  r: number,
  values: Float64Array,
  vectors: Float64Array,
): void {
  let at = BEND * r + BEND_AT.extent;
  for (let i = 0; i < 3; i++) {
    for (let j = i; j < 3; j++) {
      let sum = 0;
      for (let a = 0; a < 3; a++)
        if (values[a] > SOLID_SPREAD * values[0]) sum += vectors[3 * i + a] * vectors[3 * j + a];
      bend[at++] = sum;
    }
  }
}

/** The largest factor in each region; of the whole body for a lattice, whose regions are not listed. */
function findStiffest({ factor, stiffest }: RegionFacts, data: OctreeData, sampler: Sampler): void {
  const { tree, regions } = sampler.now;
  const { leaves, nodes } = tree;
  if (data.lattice > 0) {
    let most = 0;
    for (let i = 0; i < leaves; i++) most = Math.max(most, factor[i]);
    stiffest.fill(most, 0, leaves);
    return;
  }
  const inside = new Float64Array(nodes);
  for (let i = 0; i < nodes; i++) {
    if (i < leaves) inside[i] = factor[i];
    else
      for (let k = tree.childPtr[i - leaves]; k < tree.childPtr[i - leaves + 1]; k++)
        inside[i] = Math.max(inside[i], inside[tree.child[k]]);
  }
  for (let r = 0; r < leaves; r++) {
    stiffest[r] = 0;
    for (let k = regions.ptr[r]; k < regions.ptr[r + 1]; k++)
      stiffest[r] = Math.max(stiffest[r], inside[regions.nodes[k]]);
  }
}

function meanFactor(data: OctreeData, sampler: Sampler, i: number): number {
  const { tree } = sampler.now;
  let sum = 0;
  for (let k = tree.voxelPtr[i]; k < tree.voxelPtr[i + 1]; k++) sum += data.factor[tree.voxels[k]];
  return sum / (tree.voxelPtr[i + 1] - tree.voxelPtr[i]);
}

/** How fast regions pull and how much they drag in a step of h, and what that is at each leaf. */
export function findPulls(
  facts: RegionFacts,
  memory: OctreeMemory,
  data: OctreeData,
  sampler: Sampler,
  summation: Summation,
  h: number,
): void {
  const n = sampler.now.tree.leaves;
  const { mass, share, pull, drag, acts, fields, pulled, dragged, diagonal } = memory;
  const { bending } = data.calibration;
  const bent = bends(data);
  for (let r = 0; r < n; r++) {
    const pulls = Math.min(1 / facts.top[r], h * h * facts.rate[r]);
    pull[r] = (mass[r] * (bent ? facts.wide[r] : bending) * pulls) / h;
    const most = facts.stiffest[r];
    drag[r] = (mass[r] * (1 - exp(-data.damping.stiffness * facts.rate[r] * most * h))) / most;
    acts[2 * r] = bent ? pull[r] * memory.bend[BEND * r + BEND_AT.rigid] : pull[r];
    acts[2 * r + 1] = drag[r];
  }
  summation.spread(2);
  for (let i = 0; i < n; i++) {
    pulled[i] = fields[2 * i] / share[i];
    dragged[i] = fields[2 * i + 1] / share[i];
    diagonal[i] = mass[i] * (1 + data.damping.mass * h);
  }
}
