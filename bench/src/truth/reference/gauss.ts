/** The 27 shape functions at the Gauss points of a cube of edge 2: values, and slopes along its axes. */
export interface Points {
  readonly count: number;
  /** Shape [count, 3]. */
  readonly places: Float64Array;
  /** Shape [count]. */
  readonly weight: Float64Array;
  /** Shape [count, 27]. */
  readonly value: Float64Array;
  /** Shape [count, 27, 3]. */
  readonly slope: Float64Array;
}

function gaussPoints(line: readonly number[], weights: readonly number[]): Points {
  // Quadratic Lagrange functions at −1, 0, 1 and their slopes.
  const at = line.map((s) => ({
    value: [(s * (s - 1)) / 2, 1 - s * s, (s * (s + 1)) / 2],
    slope: [s - 0.5, -2 * s, s + 0.5],
  }));
  const side = line.length;
  const count = side ** 3;
  const places = new Float64Array(3 * count);
  const weight = new Float64Array(count);
  const value = new Float64Array(27 * count);
  const slope = new Float64Array(81 * count);
  for (let g = 0; g < count; g++) {
    const own = [Math.floor(g / side ** 2), Math.floor(g / side) % side, g % side];
    const [a, b, c] = own.map((i) => at[i]);
    places.set(
      own.map((i) => line[i]),
      3 * g,
    );
    weight[g] = own.reduce((product, i) => product * weights[i], 1);
    for (let n = 0; n < 27; n++) {
      const [i, j, k] = [Math.floor(n / 9), Math.floor(n / 3) % 3, n % 3];
      value[27 * g + n] = a.value[i] * b.value[j] * c.value[k];
      slope[3 * (27 * g + n)] = a.slope[i] * b.value[j] * c.value[k];
      slope[3 * (27 * g + n) + 1] = a.value[i] * b.slope[j] * c.value[k];
      slope[3 * (27 * g + n) + 2] = a.value[i] * b.value[j] * c.slope[k];
    }
  }
  return { count, places, weight, value, slope };
}

export const CUBE = gaussPoints([-Math.sqrt(0.6), 0, Math.sqrt(0.6)], [5 / 9, 8 / 9, 5 / 9]);
/** For what resists a change of volume: fewer points, so that nearly incompressible bricks do not lock. */
export const VOLUME = gaussPoints([-Math.sqrt(1 / 3), Math.sqrt(1 / 3)], [1, 1]);
