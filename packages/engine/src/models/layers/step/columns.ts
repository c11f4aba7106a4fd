import type { Hierarchy } from '../model.ts';
import type { LayerPoints } from './compose.ts';
import type { EmbeddedRows } from './embedded.ts';

/**
 * Columns of a point's Jacobian for some of the unknowns: unknown `index[j]` moves the point by values[width·j ..].
 * Sums of columns × columns make matrices; products with vectors go through transfer.ts instead.
 */
export interface Columns {
  count: number;
  readonly index: Int32Array;
  readonly values: Float64Array;
  /** Place of each unknown among the columns, −1 if it has none; shape [unknowns]. */
  readonly place: Int32Array;
}

export function createColumns(
  unknowns: number,
  width: number,
  values: Float64Array = new Float64Array(width * unknowns),
): Columns {
  return {
    count: 0,
    index: new Int32Array(unknowns),
    values,
    place: new Int32Array(unknowns).fill(-1),
  };
}

export function clearColumns(columns: Columns): void {
  for (let j = 0; j < columns.count; j++) columns.place[columns.index[j]] = -1;
  columns.count = 0;
}

/** Adds the velocity columns (three numbers each) of point i for the layers in `of`. Every unknown comes once. */
export function velocityColumns(
  columns: Columns,
  set: LayerPoints,
  hierarchy: Hierarchy,
  i: number,
  of: Uint8Array,
): void {
  const { layers, offset } = hierarchy;
  const { values, index } = columns;
  for (let k = 0; k < layers.length; k++) {
    if (of[k] === 0) continue;
    const P = set.frame[k];
    const p = 9 * i;
    const value = set.value[k];
    const { ptr, fn } = set.rows[k];
    const form = layers[k].form;
    if (form === 'scalar') {
      for (let e = ptr[i]; e < ptr[i + 1]; e++) {
        for (let c = 0; c < 3; c++) {
          const o = 3 * columns.count;
          index[columns.count++] = offset[k] + 3 * fn[e] + c;
          values[o] = value[e] * P[p + c];
          values[o + 1] = value[e] * P[p + 3 + c];
          values[o + 2] = value[e] * P[p + 6 + c];
        }
      }
    } else if (form === 'modes') {
      for (let e = ptr[i]; e < ptr[i + 1]; e++) {
        const o = 3 * columns.count;
        index[columns.count++] = offset[k] + fn[e];
        for (let r = 0; r < 3; r++) {
          values[o + r] =
            P[p + 3 * r] * value[3 * e] +
            P[p + 3 * r + 1] * value[3 * e + 1] +
            P[p + 3 * r + 2] * value[3 * e + 2];
        }
      }
    } else {
      for (let c = 0; c < 6; c++) {
        const o = 3 * columns.count;
        index[columns.count++] = offset[k] + c;
        // ω × r for the unit vectors: e_c × r.
        const a = (c + 1) % 3;
        const b = (c + 2) % 3;
        for (let r = 0; r < 3; r++) {
          values[o + r] =
            c < 3
              ? P[p + 3 * r + c]
              : P[p + 3 * r + b] * value[3 * i + a] - P[p + 3 * r + a] * value[3 * i + b];
        }
      }
    }
  }
}

const t = new Float64Array(9);

/** Adds the gradient columns (nine numbers each) of point i for the layers in `of`. */
export function gradientColumns(
  columns: Columns,
  set: LayerPoints,
  hierarchy: Hierarchy,
  i: number,
  of: Uint8Array,
): void {
  const { layers, offset } = hierarchy;
  const { values, index } = columns;
  for (let k = 0; k < layers.length; k++) {
    if (of[k] === 0) continue;
    const P = set.frame[k];
    const p = 9 * i;
    const slope = set.slope[k];
    const { ptr, fn } = set.rows[k];
    const form = layers[k].form;
    if (form === 'scalar') {
      for (let e = ptr[i]; e < ptr[i + 1]; e++) {
        for (let c = 0; c < 3; c++) {
          const o = 9 * columns.count;
          index[columns.count++] = offset[k] + 3 * fn[e] + c;
          for (let r = 0; r < 3; r++) {
            const a = P[p + 3 * r + c];
            values[o + 3 * r] = a * slope[3 * e];
            values[o + 3 * r + 1] = a * slope[3 * e + 1];
            values[o + 3 * r + 2] = a * slope[3 * e + 2];
          }
        }
      }
      continue;
    }
    const many = form === 'modes' ? ptr[i + 1] - ptr[i] : 6;
    for (let j = 0; j < many; j++) {
      if (form === 'modes') {
        for (let c = 0; c < 9; c++) t[c] = slope[9 * (ptr[i] + j) + c];
      } else {
        turnColumn(slope, 9 * i, j);
      }
      const o = 9 * columns.count;
      index[columns.count++] = offset[k] + (form === 'modes' ? fn[ptr[i] + j] : j);
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++) {
          values[o + 3 * r + c] =
            P[p + 3 * r] * t[c] + P[p + 3 * r + 1] * t[3 + c] + P[p + 3 * r + 2] * t[6 + c];
        }
      }
    }
  }
}

/** t = [e_j]ₓ B for the angular unknowns j = 3, 4, 5; zero for the others. */
function turnColumn(B: Float64Array, o: number, j: number): void {
  t.fill(0);
  if (j < 3) return;
  const a = (j + 1) % 3;
  const b = (j + 2) % 3;
  for (let c = 0; c < 3; c++) {
    t[3 * b + c] = B[o + 3 * a + c];
    t[3 * a + c] = -B[o + 3 * b + c];
  }
}

/**
 * Adds the gradient columns of an embedded point: those of its mass points, times slopes. `one` is scratch of width 3.
 */
export function embeddedColumns(
  columns: Columns,
  one: Columns,
  rows: EmbeddedRows,
  mass: LayerPoints,
  hierarchy: Hierarchy,
  v: number,
  of: Uint8Array,
): void {
  for (let e = rows.ptr[v]; e < rows.ptr[v + 1]; e++) {
    one.count = 0;
    velocityColumns(one, mass, hierarchy, rows.at[e], of);
    for (let j = 0; j < one.count; j++) {
      const at = columnOf(columns, one.index[j], 9);
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++) {
          columns.values[at + 3 * r + c] += one.values[3 * j + r] * rows.slope[3 * e + c];
        }
      }
    }
  }
}

/**
 * Columns of what is linear in the velocities of mass points points[from .. from+many): `width` numbers, the w-th of
 * which is Σ rows[at + 3·many·w + ..] · velocity. Strains of a shell's triangle, the angle of its hinge. `one` is
 * scratch of width 3.
 */
export function combinedColumns(
  columns: Columns,
  one: Columns,
  mass: LayerPoints,
  hierarchy: Hierarchy,
  of: Uint8Array,
  points: Int32Array,
  from: number,
  many: number,
  rows: Float64Array,
  at: number,
  width: number,
): void {
  clearColumns(columns);
  for (let n = 0; n < many; n++) {
    one.count = 0;
    velocityColumns(one, mass, hierarchy, points[from + n], of);
    for (let j = 0; j < one.count; j++) {
      const o = columnOf(columns, one.index[j], width);
      for (let w = 0; w < width; w++) {
        for (let r = 0; r < 3; r++)
          columns.values[o + w] += one.values[3 * j + r] * rows[at + 3 * many * w + 3 * n + r];
      }
    }
  }
}

/** times = the plane stress, scaled, of strains xx, yy, 2xy in columns of width 3. */
export function planeStressColumns(
  times: Float64Array,
  { count, values }: Columns,
  E: number,
  poisson: number,
): void {
  for (let j = 0; j < 3 * count; j += 3) {
    times[j] = E * (values[j] + poisson * values[j + 1]);
    times[j + 1] = E * (values[j + 1] + poisson * values[j]);
    times[j + 2] = 0.5 * E * (1 - poisson) * values[j + 2];
  }
}

/** Where the column of an unknown begins; a new one is zero. */
function columnOf(columns: Columns, unknown: number, width: number): number {
  let at = columns.place[unknown];
  if (at < 0) {
    at = columns.count++;
    columns.place[unknown] = at;
    columns.index[at] = unknown;
    columns.values.fill(0, width * at, width * at + width);
  }
  return width * at;
}
