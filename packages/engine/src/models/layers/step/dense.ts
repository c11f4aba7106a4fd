import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import { type Hierarchy, perFunction } from '../model.ts';
import {
  type Columns,
  clearColumns,
  combinedColumns,
  createColumns,
  embeddedColumns,
  gradientColumns,
  planeStressColumns,
  velocityColumns,
} from './columns.ts';
import type { Samples } from './samples.ts';
import { differentialAt, type Stress } from './stress.ts';
import {
  addMassPoints,
  addStressPoints,
  allocateStrips,
  createStrips,
  type Strips,
} from './strips.ts';
import type { LayerSystem } from './system.ts';

/** The unknowns of some layers as one dense block of H, and its Cholesky factor. */
export interface DenseBlock {
  /** 1 for each layer in the block. */
  readonly of: Uint8Array;
  /** Rows in use: fewer than there is room for while frames sleep. */
  size: number;
  /** All unknowns the block can have; unknown of each row in use, and row of each unknown (−1 outside). */
  readonly all: Int32Array;
  readonly unknown: Int32Array;
  readonly row: Int32Array;
  /** H of the block, both halves; its factor, shape [size, size]. */
  readonly matrix: Float64Array;
  readonly factor: Float64Array;
  readonly work: Float64Array;
  readonly one: Columns;
  readonly nine: Columns;
  readonly times: Float64Array;
  readonly rows: Int32Array;
  /** Those of its layers that can strain. */
  readonly straining: Uint8Array;
  /** How the block is made from rows of points: see `addPoints`. */
  readonly strips: Strips;
  /** True if the mass depends on nothing but the step; the mass, and the step it is for. */
  readonly constantMass: boolean;
  readonly mass: Float64Array;
  massFor: number;
}

export function allocateDense(
  a: Allocator,
  size: number,
  { unknowns, layers }: Hierarchy,
  counts: { composed: number; mass: number },
) {
  return {
    strips: allocateStrips(a, size, layers, counts),
    matrix: a.f64(size * size),
    factor: a.f64(size * size),
    work: a.f64(size),
    ones: a.f64(3 * unknowns),
    nines: a.f64(9 * unknowns),
    times: a.f64(9 * unknowns),
    rows: a.i32(unknowns),
  };
}

export function createDense(
  memory: ReturnType<typeof allocateDense>,
  s: LayerSystem,
  of: Uint8Array,
  samples: { composed: Samples; mass: Samples },
): DenseBlock {
  const { layers, offset, unknowns } = s.hierarchy;
  const row = new Int32Array(unknowns).fill(-1);
  const list: number[] = [];
  for (let k = 0; k < layers.length; k++) {
    if (of[k] === 0) continue;
    for (let i = offset[k]; i < offset[k + 1]; i++) row[i] = list.push(i) - 1;
  }
  const members = layers.filter((_, k) => of[k] === 1);
  const strips = createStrips(memory.strips, samples, s.composed.count, s.mass.count);
  const block: DenseBlock = {
    ...memory,
    strips,
    of,
    size: list.length,
    all: Int32Array.from(list),
    unknown: Int32Array.from(list),
    row,
    one: createColumns(unknowns, 3, memory.ones),
    nine: createColumns(unknowns, 9, memory.nines),
    straining: new Uint8Array(layers.length),
    constantMass:
      members.length === 1 && members[0].form === 'scalar' && layers[0].tree === undefined,
    mass: new Float64Array(list.length * list.length),
    massFor: 0,
  };
  chooseRows(block, s.hierarchy, null);
  return block;
}

/** Takes the unknowns into the block that are not left out (1 in `out`, shape [unknowns]). */
export function chooseRows(
  block: DenseBlock,
  { layers, offset }: Hierarchy,
  out: Uint8Array | null,
): void {
  const { all, unknown, row } = block;
  block.size = 0;
  block.massFor = 0;
  for (let i = 0; i < all.length; i++) {
    const u = all[i];
    row[u] = -1;
    if (out !== null && out[u] === 1) continue;
    row[u] = block.size;
    unknown[block.size++] = u;
  }
  for (let k = 0; k < layers.length; k++) {
    const per = perFunction(layers[k].form);
    for (let f = 0; f < layers[k].functions; f++)
      block.strips.rows[k][f] = row[offset[k] + per * f];
  }
}

/**
 * How a block is made: rebuilt to the last digit, or with the mass at rest if that hardly changes, from all points or
 * from samples.
 */
export type Making = 'exact' | 'all' | 'samples';

/** matrix = the block of H at the state last evaluated. */
export function assembleDense(block: DenseBlock, s: LayerSystem, making: Making): void {
  const { h, hierarchy, composed, mass } = s;
  const { one, nine, matrix, size, of, strips } = block;
  const exact = making === 'exact';
  if (!exact && block.constantMass && block.massFor === h) matrix.set(block.mass);
  else {
    matrix.fill(0, 0, size * size);
    if (exact || anyRigid(block, hierarchy)) addMass(block, s);
    else addMassPoints(strips, block, s, making === 'all');
    block.mass.set(matrix);
    block.massFor = h;
  }
  for (let k = 0; k < of.length; k++) block.straining[k] = of[k] & s.straining[k];
  if (!exact && s.stress.law === null && !anyRigid(block, hierarchy, block.straining))
    addStressPoints(strips, block, s, making === 'all');
  else {
    for (let i = 0; i < composed.count; i++) {
      nine.count = 0;
      gradientColumns(nine, composed, hierarchy, i, block.straining);
      addStress(block, s.stress, i, h, s.kernels);
    }
  }
  for (let i = 0; i < s.embedded.ptr.length - 1; i++) {
    clearColumns(nine);
    embeddedColumns(nine, one, s.embedded, mass, hierarchy, i, block.straining);
    addStress(block, s.fine, i, h, s.kernels);
  }
  clearColumns(nine);
  for (const shell of s.shells) addShell(block, s, shell);
  for (const { layer, from, size: n, rows, values } of s.gauges) {
    if (of[layer] === 0) continue;
    const at = block.row[from];
    for (let r = 0; r < rows; r++) {
      for (let a = 0; a < n; a++) {
        for (let b = 0; b <= a; b++) {
          matrix[(at + a) * size + at + b] += values[r * n + a] * values[r * n + b];
        }
      }
    }
  }
  for (let a = 0; a < size; a++)
    for (let b = 0; b < a; b++) matrix[b * size + a] = matrix[a * size + b];
}

/** Rigid layers have no rows of functions: their columns are made one by one. */
function anyRigid({ of }: DenseBlock, { layers }: Hierarchy, among = of): boolean {
  for (let k = 0; k < of.length; k++) if (among[k] === 1 && layers[k].form === 'rigid') return true;
  return false;
}

/** Lower half of matrix += the mass of all points. */
function addMass(block: DenseBlock, s: LayerSystem): void {
  const { h, mass, weight, alpha, hierarchy } = s;
  const { one, times } = block;
  for (let i = 0; i < mass.count; i++) {
    one.count = 0;
    velocityColumns(one, mass, hierarchy, i, block.of);
    const m = weight[i] * (1 + alpha[i] * h);
    for (let j = 0; j < 3 * one.count; j++) times[j] = m * one.values[j];
    addSquare(block, one, 3, s.kernels);
  }
}

/** matrix += columnsᵀ (scale · ∂P/∂F · volume) columns, for the gradient columns of point i. */
function addStress(
  block: DenseBlock,
  stress: Stress,
  i: number,
  h: number,
  kernels: Kernels,
): void {
  const { nine, times } = block;
  const scale = h * h + stress.beta[i] * h;
  for (let j = 0; j < 9 * nine.count; j++) times[j] = nine.values[j];
  if (stress.law === null) {
    const volume = scale * stress.volume[i];
    const mu = volume * stress.mu[i];
    kernels.corotatedColumns(times, stress.R, i, mu, volume * stress.lambda[i], nine.count);
  } else {
    for (let j = 0; j < nine.count; j++) differentialAt(stress, times, 9 * j, i, scale);
  }
  addSquare(block, nine, 9, kernels);
}

/** Lower half of matrix += valuesᵀ times, a symmetric product. */
function addSquare(block: DenseBlock, columns: Columns, width: number, kernels: Kernels): void {
  const { matrix, size, row, times, rows } = block;
  const { count, index, values } = columns;
  for (let a = 0; a < count; a++) rows[a] = row[index[a]];
  kernels.addColumnProducts(matrix, size, rows, values, times, count, width);
}

/** Triangles as three strains, hinges as one angle; the tension of triangles as well. */
function addShell(block: DenseBlock, s: LayerSystem, shell: LayerSystem['shells'][number]): void {
  const { data, strain, turn, tension } = shell;
  const { one, nine, times, straining: of } = block;
  const { mass, hierarchy } = s;
  const scale = s.h * s.h + data.beta * s.h;
  for (let t = 0; t < data.volume.length; t++) {
    combinedColumns(nine, one, mass, hierarchy, of, data.triangles, 3 * t, 3, strain, 27 * t, 3);
    planeStressColumns(times, nine, scale * data.volume[t] * data.young, data.poisson);
    addSquare(block, nine, 3, s.kernels);
    for (let m = 0; m < 3; m++) {
      for (let n = 0; n < 3; n++)
        addPair(
          block,
          s,
          data.triangles[3 * t + m],
          data.triangles[3 * t + n],
          scale * tension[9 * t + 3 * m + n],
        );
    }
  }
  for (let g = 0; g < data.angle.length; g++) {
    combinedColumns(nine, one, mass, hierarchy, of, data.hinges, 4 * g, 4, turn, 12 * g, 1);
    for (let j = 0; j < nine.count; j++) times[j] = scale * data.stiffness[g] * nine.values[j];
    addSquare(block, nine, 1, s.kernels);
  }
  clearColumns(nine);
}

/** Lower half of matrix += weight · J_mᵀ J_n for two mass points. */
function addPair(block: DenseBlock, s: LayerSystem, m: number, n: number, weight: number): void {
  if (weight === 0) return;
  const { one, times, matrix, size, row, rows } = block;
  one.count = 0;
  velocityColumns(one, s.mass, s.hierarchy, n, block.straining);
  const count = one.count;
  for (let b = 0; b < count; b++) rows[b] = row[one.index[b]];
  for (let b = 0; b < 3 * count; b++) times[b] = one.values[b];
  one.count = 0;
  velocityColumns(one, s.mass, s.hierarchy, m, block.straining);
  for (let a = 0; a < one.count; a++) {
    for (let b = 0; b < count; b++) {
      const ra = row[one.index[a]];
      const rb = rows[b];
      if (rb > ra) continue;
      let sum = 0;
      for (let c = 0; c < 3; c++) sum += one.values[3 * a + c] * times[3 * b + c];
      matrix[ra * size + rb] += weight * sum;
    }
  }
}

/** Factors the block with fixed unknowns taken out. False if it is not positive definite. */
export function factorDense(block: DenseBlock, fixed: Uint8Array, kernels: Kernels): boolean {
  const { matrix, factor, size, unknown } = block;
  for (let a = 0; a < size; a++) {
    const rowFixed = fixed[unknown[a]] === 1;
    for (let b = 0; b <= a; b++) {
      const out = rowFixed || fixed[unknown[b]] === 1;
      factor[a * size + b] = out ? (a === b ? 1 : 0) : matrix[a * size + b];
    }
    if (!rowFixed) factor[a * size + a] *= 1 + RIDGE;
  }
  return kernels.choleskyFactor(factor, size) === size;
}

/** Against rounding in blocks that are positive definite by a hair. */
const RIDGE = 1e-13;
