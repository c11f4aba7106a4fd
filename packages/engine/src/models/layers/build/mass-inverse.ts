import type { Hierarchy } from '../model.ts';
import type { LayerPoints } from '../step/compose.ts';

const CG_STEPS = 200;

/**
 * x = M_d⁻¹ b by conjugate gradients with the diagonal, pinned functions left out. Functions of elements move all three
 * axes alike, so theirs is a matrix of functions, solved for each axis that has something to solve for.
 */
export function massInverse(
  { layers }: Hierarchy,
  mass: LayerPoints,
  weight: Float64Array,
  layer: number,
): (b: Float64Array) => Float64Array {
  const { form, functions, unknowns, pinned } = layers[layer];
  const axes = form === 'modes' ? 1 : 3;
  const matrix = massMatrix(mass, weight, layer, functions, form === 'modes', pinned);
  const part = new Float64Array(functions);
  return (b) => {
    const out = new Float64Array(unknowns);
    for (let c = 0; c < axes; c++) {
      for (let f = 0; f < functions; f++) part[f] = b[axes * f + c];
      const x = solveMass(matrix, part);
      for (let f = 0; f < functions; f++) out[axes * f + c] = x[f];
    }
    return out;
  };
}

/** Rows of a symmetric matrix, pinned functions without entries. */
interface MassMatrix {
  readonly ptr: Int32Array;
  readonly col: Int32Array;
  readonly value: Float64Array;
  readonly diagonal: Float64Array;
}

/** Σ_i w_i N_a(i) · N_b(i) at rest, row by row. */
function massMatrix(
  mass: LayerPoints,
  weight: Float64Array,
  layer: number,
  functions: number,
  modes: boolean,
  pinned: Uint8Array,
): MassMatrix {
  const { ptr, fn } = mass.rows[layer];
  const table = mass.value[layer];
  const { count } = mass;
  const width = modes ? 3 : 1;
  const places = inverseRows(ptr, fn, functions, count);
  const row = new Float64Array(functions);
  const start = new Int32Array(functions + 1);
  const col: number[] = [];
  const value: number[] = [];
  const diagonal = new Float64Array(functions);
  for (let a = 0; a < functions; a++) {
    const first = col.length;
    for (let k = places.ptr[a]; pinned[a] === 0 && k < places.ptr[a + 1]; k++) {
      const i = places.point[k];
      for (let e = ptr[i]; e < ptr[i + 1]; e++) {
        if (pinned[fn[e]] === 1) continue;
        let product = 0;
        for (let c = 0; c < width; c++)
          product += table[width * places.entry[k] + c] * table[width * e + c];
        if (row[fn[e]] === 0) col.push(fn[e]);
        row[fn[e]] += weight[i] * product;
      }
    }
    for (let k = first; k < col.length; k++) {
      value.push(row[col[k]]);
      row[col[k]] = 0;
      if (col[k] === a) diagonal[a] = value[k];
    }
    start[a + 1] = col.length;
  }
  return { ptr: start, col: Int32Array.from(col), value: Float64Array.from(value), diagonal };
}

/** For each function the points that it moves, and the entries of their rows that say so. */
function inverseRows(ptr: Int32Array, fn: Int32Array, functions: number, count: number) {
  const start = new Int32Array(functions + 1);
  for (let e = 0; e < ptr[count]; e++) start[fn[e] + 1]++;
  for (let f = 0; f < functions; f++) start[f + 1] += start[f];
  const next = start.slice();
  const point = new Int32Array(ptr[count]);
  const entry = new Int32Array(ptr[count]);
  for (let i = 0; i < count; i++) {
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      const k = next[fn[e]]++;
      point[k] = i;
      entry[k] = e;
    }
  }
  return { ptr: start, point, entry };
}

function solveMass({ ptr, col, value, diagonal }: MassMatrix, b: Float64Array): Float64Array {
  const n = b.length;
  const x = new Float64Array(n);
  const r = b.slice();
  const z = r.map((c, j) => (diagonal[j] > 0 ? c / diagonal[j] : 0));
  const p = z.slice();
  const q = new Float64Array(n);
  let rz = dot(r, z);
  const enough = 1e-26 * rz;
  for (let step = 0; step < CG_STEPS && rz > enough; step++) {
    for (let a = 0; a < n; a++) {
      let sum = 0;
      for (let e = ptr[a]; e < ptr[a + 1]; e++) sum += value[e] * p[col[e]];
      q[a] = sum;
    }
    const alpha = rz / dot(p, q);
    for (let j = 0; j < n; j++) {
      x[j] += alpha * p[j];
      r[j] -= alpha * q[j];
      z[j] = diagonal[j] > 0 ? r[j] / diagonal[j] : 0;
    }
    const next = dot(r, z);
    for (let j = 0; j < n; j++) p[j] = z[j] + (next / rz) * p[j];
    rz = next;
  }
  return x;
}

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += a[j] * b[j];
  return sum;
}
