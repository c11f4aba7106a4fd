import { tick } from '../../../core/watch.ts';
import { createArena, createKernels, measure } from '../../../kernels/index.ts';
import { eigen3 } from '../../../math/eigen3.ts';
import { correctMomentum, WHOLE } from '../../shared/momentum.ts';
import { allocateOctree } from '../memory.ts';
import { type Calibration, type OctreeData, UNCALIBRATED } from '../model.ts';
import {
  CALIBRATIONS,
  LEAST_BENDING,
  LEAST_WEIGHT,
  MOST_BENDING,
  MOST_STIFFNESS,
} from '../numbers.ts';
import { createRun, type OctreeRun } from '../runtime.ts';
import { createStiffness, solveStatic } from '../step/statics.ts';
import { FACE_MOVE } from './voxels.ts';

/**
 * Calibrates the body to the stiffness of its material, with two stress fields that need only tractions on the surface
 * of a body of any shape: uniform tension along an axis, and tension that grows linearly across it. Without lateral
 * contraction the displacements are known,
 *
 *   σ = d dᵀ        u = d x/E                 (x, z along the unit vectors d and e, across each other)
 *   σ = d dᵀ z      u = (d x z − e x²/2)/E
 *
 * so the work of the tractions tells how much too soft the body is in stretching and in bending. It is tried along
 * those principal axes that the body is long in.
 */
export function calibrate(data: OctreeData): Calibration {
  const bare: OctreeData = {
    ...data,
    young: 1,
    factor: new Float64Array(data.voxels.count).fill(1),
    calibration: UNCALIBRATED,
    capacity: data.leaves,
    plastic: null,
  };
  const arena = createArena(measure((a) => allocateOctree(a, bare)));
  const run = createRun(bare, allocateOctree(arena, bare), createKernels(arena));
  const tests = findTests(run);
  if (tests.length === 0) return UNCALIBRATED;
  let bending = 1;
  let softness = measureSoftness(run, tests, bending);
  for (let k = 0; k < CALIBRATIONS; k++) {
    tick('calibration');
    const next = (bending * softness.bent) / softness.stretched;
    bending = Math.min(MOST_BENDING, Math.max(LEAST_BENDING, next));
    softness = measureSoftness(run, tests, bending);
  }
  const stiffness = Math.min(MOST_STIFFNESS, Math.max(1 / MOST_STIFFNESS, softness.stretched));
  return { stiffness, bending };
}

/** Part of the largest variance below which a body has no extent along an axis, and of its work for a test of none. */
const NO_EXTENT = 1e-9;

interface Test {
  /** Forces on the leaves, shape [leaves, 3], and what they move. */
  readonly force: Float64Array;
  readonly u: Float64Array;
  /** Their work on the displacements of the material. */
  readonly work: number;
  readonly weight: number;
  readonly isBending: boolean;
}

/** How much softer than the material the body is, as a mean over the tests. */
function measureSoftness(
  run: OctreeRun,
  tests: readonly Test[],
  bending: number,
): { stretched: number; bent: number } {
  const apply = createStiffness(run, bending);
  const sum = [0, 0];
  const weights = [0, 0];
  for (const test of tests) {
    const done = solveStatic(test.u, apply, test.force);
    const kind = test.isBending ? 1 : 0;
    sum[kind] += (test.weight * done) / test.work;
    weights[kind] += test.weight;
  }
  return { stretched: sum[0] / weights[0], bent: sum[1] / weights[1] };
}

function findTests(run: OctreeRun): Test[] {
  const { centre, variances, axes } = principalAxes(run);
  const tests: Test[] = [];
  for (let k = 0; k < 3; k++) {
    const weight = (variances[k] / variances[0]) ** 2;
    if (!(weight >= LEAST_WEIGHT)) continue;
    const along = axes.subarray(3 * k, 3 * k + 3);
    const [tension, whole] = tractions(run, centre, along, null);
    tests.push({ ...tension, weight, isBending: false });
    for (let j = 0; j < 3; j++) {
      if (j === k || !(variances[j] > NO_EXTENT * variances[0])) continue;
      const across = axes.subarray(3 * j, 3 * j + 3);
      const [bend, square] = tractions(run, centre, along, across);
      // Two leaves along and across, as in a cube of eight, cannot say this bending: no force is left on them.
      if (!(bend.work > NO_EXTENT * square)) continue;
      // Forces at the middle of a leaf have a shorter lever than the stress has: they bend the body less.
      const lever = bend.work / square / (tension.work / whole);
      tests.push({ ...bend, work: bend.work * lever, weight, isBending: true });
    }
  }
  return tests.some((test) => test.isBending) ? tests : [];
}

/** The forces of a stress field on the leaves with their work, and the integral of its square over the body. */
function tractions(
  { data, memory, sampler }: OctreeRun,
  centre: Float64Array,
  along: Float64Array,
  across: Float64Array | null,
): [Pick<Test, 'force' | 'u' | 'work'>, number] {
  const { tree } = sampler.now;
  const { voxels, voxelMass, density } = data;
  const { rest } = memory;
  const volume = voxelMass / density;
  const area = volume / voxels.cell;
  const force = new Float64Array(3 * tree.leaves);
  const from = (c: number, v: number): number =>
    voxels.origin[c] + voxels.cell * (voxels.at[3 * v + c] + 0.5) - centre[c];
  let square = 0;
  for (let v = 0; v < voxels.count; v++) {
    const [x, y, z] = [from(0, v), from(1, v), from(2, v)];
    const stress = across === null ? 1 : across[0] * x + across[1] * y + across[2] * z;
    square += volume * (stress * stress + (across === null ? 0 : voxels.cell ** 2 / 12));
    for (let f = 0; f < 6; f++) {
      if (voxels.near[27 * v + FACE_MOVE[f]] >= 0) continue;
      const axis = f >> 1;
      const side = (f & 1) === 0 ? 1 : -1;
      const there = stress + (across === null ? 0 : (side * across[axis] * voxels.cell) / 2);
      const push = side * area * there * along[axis];
      for (let c = 0; c < 3; c++) force[3 * tree.leafOf[v] + c] += push * along[c];
    }
  }
  balance(force, memory.mass, rest, tree.leaves);
  let work = 0;
  for (let i = 0; i < tree.leaves; i++) {
    const [x, y, z] = [0, 1, 2].map((c) => rest[3 * i + c] - centre[c]);
    const s = along[0] * x + along[1] * y + along[2] * z;
    const t = across === null ? 1 : across[0] * x + across[1] * y + across[2] * z;
    for (let c = 0; c < 3; c++) {
      const u = along[c] * s * t - (across === null ? 0 : (across[c] * s * s) / 2);
      work += force[3 * i + c] * u;
    }
  }
  return [{ force, u: new Float64Array(force.length), work }, square];
}

/**
 * Takes out of forces what would move the body as a whole: they act on the middle of the leaves, not on their faces.
 */
function balance(force: Float64Array, mass: Float64Array, rest: Float64Array, n: number): void {
  const rigid = new Float64Array(3 * n);
  correctMomentum(rigid, rest, mass, force, n, new Float64Array(WHOLE.length));
  for (let k = 0; k < 3 * n; k++) force[k] -= mass[Math.floor(k / 3)] * rigid[k];
}

/** Centre of mass, variances along the principal axes from the largest on, and these axes as rows. */
function principalAxes({ memory, sampler }: OctreeRun) {
  const { mass, rest } = memory;
  const n = sampler.now.tree.leaves;
  const centre = new Float64Array(3);
  let whole = 0;
  for (let i = 0; i < n; i++) {
    whole += mass[i];
    for (let c = 0; c < 3; c++) centre[c] += mass[i] * rest[3 * i + c];
  }
  for (let c = 0; c < 3; c++) centre[c] /= whole;
  const matrix = new Float64Array(9);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 9; k++) {
      const a = Math.floor(k / 3);
      const b = k % 3;
      matrix[k] +=
        (mass[i] / whole) * (rest[3 * i + a] - centre[a]) * (rest[3 * i + b] - centre[b]);
    }
  }
  const variances = new Float64Array(3);
  const columns = new Float64Array(9);
  eigen3(variances, 0, columns, 0, matrix, 0);
  const axes = new Float64Array(9);
  for (let k = 0; k < 9; k++) axes[k] = columns[3 * (k % 3) + Math.floor(k / 3)];
  return { centre, variances, axes };
}
