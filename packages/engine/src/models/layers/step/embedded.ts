/**
 * Integration points whose gradient comes from the positions of mass points, F = Σ x_e ⊗ g_e, as in plain finite
 * elements whose nodes ride on the layers. Exact where composing gradients is not: in large bending of the coarser
 * layers.
 */
export interface EmbeddedRows {
  /** Point v sees mass points at[ptr[v] .. ptr[v+1]) with slopes g [1/m], shape [entries, 3]. */
  readonly ptr: Int32Array;
  readonly at: Int32Array;
  readonly slope: Float64Array;
}

/** F_v = Σ x_e ⊗ g_e, for positions or velocities x, shape [mass points, 3]. */
export function pushEmbedded(
  out: Float64Array,
  rows: EmbeddedRows,
  x: Float64Array,
  last = rows.ptr.length - 1,
): void {
  const { ptr, at, slope } = rows;
  for (let v = 0; v < last; v++) {
    const o = 9 * v;
    for (let c = 0; c < 9; c++) out[o + c] = 0;
    for (let e = ptr[v]; e < ptr[v + 1]; e++) {
      for (let r = 0; r < 3; r++) {
        const a = x[3 * at[e] + r];
        out[o + 3 * r] += a * slope[3 * e];
        out[o + 3 * r + 1] += a * slope[3 * e + 1];
        out[o + 3 * r + 2] += a * slope[3 * e + 2];
      }
    }
  }
}

/** f_e += scale · Σ P_v g_e: the transpose. */
export function pullEmbedded(
  f: Float64Array,
  rows: EmbeddedRows,
  P: Float64Array,
  scale: number,
  last = rows.ptr.length - 1,
): void {
  const { ptr, at, slope } = rows;
  for (let v = 0; v < last; v++) {
    const o = 9 * v;
    for (let e = ptr[v]; e < ptr[v + 1]; e++) {
      for (let r = 0; r < 3; r++) {
        f[3 * at[e] + r] +=
          scale *
          (P[o + 3 * r] * slope[3 * e] +
            P[o + 3 * r + 1] * slope[3 * e + 1] +
            P[o + 3 * r + 2] * slope[3 * e + 2]);
      }
    }
  }
}
