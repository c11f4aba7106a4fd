import type { F64s, I32s, i32 } from '../kernels/prelude.ts';
import { sumRecords } from '../kernels/record-sums.ts';
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
    sumRecords(out, stride * r, members, rowPtr[r], rowPtr[r + 1], values, stride);
  }
}
