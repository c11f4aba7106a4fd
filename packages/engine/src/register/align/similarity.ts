import { nearestRotation3, SVD_WORK } from '../../math/svd3.ts';

/**
 * out (3×4) = the similarity x ↦ s R x + t that takes points a to points b best: least squares with weights w, shape
 * [n, 3] and [n] (Umeyama 1991). With `scale` false s = 1. Never a mirror image.
 */
export function fitSimilarity(
  out: Float64Array,
  a: Float64Array,
  b: Float64Array,
  w: Float64Array,
  n: number,
  scale: boolean,
): void {
  const ma = [0, 0, 0];
  const mb = [0, 0, 0];
  let total = 0;
  for (let i = 0; i < n; i++) {
    total += w[i];
    for (let d = 0; d < 3; d++) {
      ma[d] += w[i] * a[3 * i + d];
      mb[d] += w[i] * b[3 * i + d];
    }
  }
  for (let d = 0; d < 3; d++) {
    ma[d] /= total;
    mb[d] /= total;
  }
  const C = new Float64Array(9);
  let spread = 0;
  for (let i = 0; i < n; i++) {
    for (let r = 0; r < 3; r++) {
      const y = w[i] * (b[3 * i + r] - mb[r]);
      for (let c = 0; c < 3; c++) C[3 * r + c] += y * (a[3 * i + c] - ma[c]);
      spread += w[i] * (a[3 * i + r] - ma[r]) * (a[3 * i + r] - ma[r]);
    }
  }
  const R = new Float64Array(9);
  nearestRotation3(R, 0, C, 0, new Float64Array(SVD_WORK));
  let trace = 0;
  for (let i = 0; i < 9; i++) trace += R[i] * C[i];
  const s = scale && spread > 0 && trace > 0 ? trace / spread : 1;
  for (let r = 0; r < 3; r++) {
    let moved = 0;
    for (let c = 0; c < 3; c++) {
      out[4 * r + c] = s * R[3 * r + c];
      moved += out[4 * r + c] * ma[c];
    }
    out[4 * r + 3] = mb[r] - moved;
  }
}

/** The factor by which a similarity (3×4) changes lengths. */
export function scaleOf(T: Float64Array): number {
  return Math.sqrt(T[0] * T[0] + T[4] * T[4] + T[8] * T[8]);
}
