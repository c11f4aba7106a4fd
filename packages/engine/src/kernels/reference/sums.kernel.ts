import type { F64s, I32s, i32 } from '../prelude.ts';
/**
 * Sums of records over regions: out_r[s] = Σ_{i in region r} values_i[s] for s < stride. The members of region r are
 * members[rowPtr[r] … rowPtr[r+1]−1]; values has shape [records, stride], out shape [n, stride]. Members are added in
 * their order.
 */
export function gatherSums(
  out: F64s,
  rowPtr: I32s,
  members: I32s,
  values: F64s,
  n: i32,
  stride: i32,
): void {
  for (let r = 0; r < n; r++) {
    const o = stride * r;
    for (let s = 0; s < stride; s++) out[o + s] = 0;
    const end = rowPtr[r + 1];
    for (let k = rowPtr[r]; k < end; k++) {
      const v = stride * members[k];
      for (let s = 0; s < stride; s++) out[o + s] += values[v + s];
    }
  }
}
