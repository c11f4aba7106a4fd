import { inverse3 } from '../math/mat3.ts';

/** Four contact points that are in no plane: in a body that does not deform, all others move as they do. */
export interface Span {
  readonly points: Int32Array;
  /** Where the first is at rest [m], and the 3×3 map from a way from there to parts of the ways to the others. */
  readonly from: Float64Array;
  readonly parts: Float64Array;
}

/** Volume of the box that the four span, in cubes of its longest side, below which they lie in a plane. */
const FLAT = 1e-4;

/** The four of the points (at rest [m], shape [n, 3]) that span most, each the farthest from those before it; null if all lie in a plane. */
export function spanOf(points: Float64Array): Span | null {
  const n = points.length / 3;
  if (n < 4) return null;
  const ways = new Float64Array(9);
  const chosen = new Int32Array(4);
  let size = 0;
  let volume = 1;
  for (let k = 0; k < 3; k++) {
    let most = -1;
    for (let i = 0; i < n; i++) {
      const rest = [0, 1, 2].map((c) => points[3 * i + c] - points[c]);
      for (let j = 0; j < k; j++) {
        const along = [0, 1, 2].reduce((sum, c) => sum + rest[c] * ways[3 * j + c], 0);
        for (let c = 0; c < 3; c++) rest[c] -= along * ways[3 * j + c];
      }
      const far = Math.sqrt(rest.reduce((sum, c) => sum + c * c, 0));
      if (far <= most) continue;
      most = far;
      chosen[k + 1] = i;
      for (let c = 0; c < 3; c++) ways[3 * k + c] = far > 0 ? rest[c] / far : 0;
    }
    if (k === 0) size = most;
    volume *= most;
  }
  if (!(volume > FLAT * size ** 3)) return null;
  for (let k = 0; k < 3; k++) {
    for (let c = 0; c < 3; c++) ways[3 * c + k] = points[3 * chosen[k + 1] + c] - points[c];
  }
  const parts = new Float64Array(9);
  inverse3(parts, 0, ways, 0);
  return { points: chosen, from: points.slice(0, 3), parts };
}
