/** Nodes of a quadratic element. */
export const TEN = 10;

/** Corners at the ends of the six edges, in the order of the middles. */
const ENDS = [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3];

/**
 * Gradients of the ten shape functions at integration point q of element e [1/m], shape [10, 3]: (4λ_k − 1)∇λ_k at
 * corners, 4(λ_a ∇λ_b + λ_b ∇λ_a) in the middles of edges.
 */
export function pointShapes(
  out: Float64Array,
  o: number,
  gradients: Float64Array,
  points: Float64Array,
  e: number,
  q: number,
): void {
  const g = 12 * e;
  const p = 16 * e + q;
  for (let k = 0; k < 4; k++) {
    const weight = 4 * points[p + 4 * k] - 1;
    for (let i = 0; i < 3; i++) out[o + 3 * k + i] = weight * gradients[g + 3 * k + i];
  }
  for (let m = 0; m < 6; m++) {
    const a = ENDS[2 * m];
    const b = ENDS[2 * m + 1];
    const toA = 4 * points[p + 4 * b];
    const toB = 4 * points[p + 4 * a];
    for (let i = 0; i < 3; i++)
      out[o + 12 + 3 * m + i] = toA * gradients[g + 3 * a + i] + toB * gradients[g + 3 * b + i];
  }
}
