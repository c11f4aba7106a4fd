/**
 * Direction numbers of Joe and Kuo, "Constructing Sobol sequences with better two-dimensional projections", SIAM J. Sci. Comput. 30, 2008:
 * for each dimension from the second on, the polynomial's middle coefficients as a number, then m₁, m₂, …; its degree is how many there are.
 */
const DIRECTIONS: readonly (readonly [number, ...number[]])[] = [
  [0, 1],
  [1, 1, 3],
  [1, 1, 3, 1],
  [2, 1, 1, 1],
  [1, 1, 1, 3, 3],
  [4, 1, 3, 5, 13],
  [2, 1, 1, 5, 5, 17],
  [4, 1, 1, 5, 5, 5],
  [7, 1, 1, 7, 11, 19],
  [11, 1, 1, 5, 1, 1],
  [13, 1, 1, 1, 3, 11],
  [14, 1, 3, 5, 5, 31],
  [1, 1, 3, 3, 9, 7, 49],
  [13, 1, 1, 1, 15, 21, 21],
  [16, 1, 3, 1, 13, 27, 49],
  [19, 1, 1, 1, 15, 7, 5],
  [22, 1, 3, 1, 15, 13, 25],
  [25, 1, 1, 5, 5, 19, 61],
  [1, 1, 3, 7, 11, 23, 15, 103],
  [4, 1, 3, 7, 13, 13, 15, 69],
];

/** How many places can be varied with it. */
export const MOST_DIMENSIONS = DIRECTIONS.length + 1;

const BITS = 32;

/** The 32 direction numbers of a dimension, as whole numbers below 2³². */
function directions(dimension: number): Uint32Array {
  const v = new Uint32Array(BITS);
  if (dimension === 0) return v.map((_, k) => 2 ** (BITS - 1 - k));
  const [middle, ...m] = DIRECTIONS[dimension - 1];
  const degree = m.length;
  for (let k = 0; k < BITS; k++) {
    if (k < degree) {
      v[k] = m[k] * 2 ** (BITS - 1 - k);
      continue;
    }
    v[k] = v[k - degree] ^ (v[k - degree] >>> degree);
    for (let i = 1; i < degree; i++) if ((middle >>> (degree - 1 - i)) & 1) v[k] ^= v[k - i];
  }
  return v;
}

/**
 * Points that fill a cube evenly: among the first 2ᵏ there is one in every k-th part of every axis. `shift` gives a number below 2³² for each
 * dimension, with which its digits are changed; that keeps the property and makes one seed differ from the next.
 */
export function sobol(dimensions: number, shift: (d: number) => number) {
  const tables = Array.from({ length: dimensions }, (_, d) => directions(d));
  const shifts = tables.map((_, d) => shift(d));
  /** Point i, in [0, 1) along each axis. */
  return (i: number): number[] =>
    tables.map((v, d) => {
      let x = shifts[d] | 0;
      for (let k = 0, rest = i; rest > 0; k++, rest = Math.floor(rest / 2)) {
        if (rest % 2 === 1) x ^= v[k];
      }
      return (x >>> 0) / 2 ** BITS;
    });
}
