import type { F32s, F64s, I32s, i32 } from '../../kernels/prelude.ts';
import { rowOf4, sumRows, takeTriples, transposeRows, turnRows } from '../../kernels/single.ts';

/** Sites whose columns are found at a time: what they need then stays in the cache. */
const SITES: i32 = 32;

/**
 * W = S (T G Tᵀ) Sᵀ: compliance of n sites of a body, from the inverse G of its undeformed matrix
 * between q nodes, turned with the material. T turns node a by R[turn[a]]; row k of S are the weights of site k:
 * entries ptr[k]..ptr[k+1] of `which` (an index below q) and `weight`.
 *
 * In single precision, rows filled up to a multiple of four: W has shape [3n, rowOf4(3n)]. `all` is G between m nodes,
 * shape [3m, 3m], of which node a is slot[a]. G has room for 3q rowOf4(3q) numbers, `half` and `turned` for 96
 * rowOf4(3q) each.
 */
export function turnedCompliance(
  W: F32s,
  all: F32s,
  m: i32,
  slot: I32s,
  G: F32s,
  half: F32s,
  turned: F32s,
  R: F64s,
  turn: I32s,
  q: i32,
  ptr: I32s,
  which: I32s,
  weight: F64s,
  n: i32,
): void {
  const wide = rowOf4(3 * q);
  const stride = rowOf4(3 * n);
  for (let a = 0; a < q; a++) {
    for (let r = 0; r < 3; r++) {
      const o = (3 * a + r) * wide;
      takeTriples(G, o, all, 3 * (3 * slot[a] + r) * m, slot, q);
      G.fill(0, o + 3 * q, o + wide);
    }
    turnRows(G, 3 * a * wide, R, 9 * turn[a], wide);
  }
  for (let first = 0; first < n; first += SITES) {
    // What an impulse at each of these sites does to the nodes; then by nodes, and turned.
    const sites = n - first < SITES ? n - first : SITES;
    const long = rowOf4(3 * sites);
    for (let k = 0; k < sites; k++) {
      const to = ptr[first + k + 1];
      sumRows(half, 3 * k * wide, G, 0, 3 * wide, which, weight, ptr[first + k], to, 3 * wide);
    }
    half.fill(0, 3 * sites * wide, long * wide);
    transposeRows(turned, half, long, wide);
    for (let a = 0; a < q; a++) turnRows(turned, 3 * a * long, R, 9 * turn[a], long);
    for (let k = 0; k < n; k++) {
      for (let r = 0; r < 3; r++) {
        const o = (3 * k + r) * stride + 3 * first;
        sumRows(W, o, turned, r * long, 3 * long, which, weight, ptr[k], ptr[k + 1], long);
      }
    }
  }
}
