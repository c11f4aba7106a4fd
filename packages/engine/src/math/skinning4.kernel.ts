import type { F32s, F64s, I32s, i32 } from '../kernels/prelude.ts';
/**
 * `skinPoints` with exactly four influences per point, as for points inside tets: nodes and weights have shape [n, 4].
 */
export function skin4(out: F64s, nodes: I32s, weights: F64s, x: F64s, n: i32): void {
  skinInto(out, nodes, weights, x, n);
}

/** `skin4` for the screen: computed in double precision, stored in single. */
export function skin4F32(out: F32s, nodes: I32s, weights: F64s, x: F64s, n: i32): void {
  skinInto(out, nodes, weights, x, n);
}

/**
 * The transpose of `skin4`: forces f on points, shape [n, 3], added to the nodes: out_{node_k} += w_k f_p.
 * @pairs
 */
export function skin4Transpose(out: F64s, nodes: I32s, weights: F64s, f: F64s, n: i32): void {
  for (let p = 0; p < n; p++) {
    const f0 = f[3 * p];
    const f1 = f[3 * p + 1];
    const f2 = f[3 * p + 2];
    for (let k = 4 * p; k < 4 * p + 4; k++) {
      const w = weights[k];
      const o = 3 * nodes[k];
      out[o] += w * f0;
      out[o + 1] += w * f1;
      out[o + 2] += w * f2;
    }
  }
}

/** @pairs */
function skinInto<T extends F64s | F32s>(
  out: T,
  nodes: I32s,
  weights: F64s,
  x: F64s,
  n: i32,
): void {
  for (let p = 0; p < n; p++) {
    const k = 4 * p;
    const a = 3 * nodes[k];
    const b = 3 * nodes[k + 1];
    const c = 3 * nodes[k + 2];
    const d = 3 * nodes[k + 3];
    const wa = weights[k];
    const wb = weights[k + 1];
    const wc = weights[k + 2];
    const wd = weights[k + 3];
    const o = 3 * p;
    out[o] = wa * x[a] + wb * x[b] + wc * x[c] + wd * x[d];
    out[o + 1] = wa * x[a + 1] + wb * x[b + 1] + wc * x[c + 1] + wd * x[d + 1];
    out[o + 2] = wa * x[a + 2] + wb * x[b + 2] + wc * x[c + 2] + wd * x[d + 2];
  }
}
