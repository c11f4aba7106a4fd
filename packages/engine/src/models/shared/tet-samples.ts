import { EIGHT } from '../../geometry/tets/ten-node.ts';

/** A tet cut into equal parts: where each has its middle and what it adds to the moments, in parts of the whole. */
export interface TetSamples {
  readonly count: number;
  /** Barycentric coordinates of the middles, shape [count, 4]. */
  readonly middles: Float64Array;
  /** ∫ λ_i λ_j over a part, the tet's volume being 1; shape [count, 4, 4]. */
  readonly moments: Float64Array;
}

/** The tet cut into eight, `levels` times over. Moments are exact, so a constant weight gives the tet's own. */
export function tetSamples(levels: number): TetSamples {
  let parts: number[][][] = [
    [
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [0, 0, 0, 1],
    ],
  ];
  for (let l = 0; l < levels; l++) parts = parts.flatMap(cut);
  const count = parts.length;
  const middles = new Float64Array(4 * count);
  const moments = new Float64Array(16 * count);
  parts.forEach((corners, p) => {
    for (let i = 0; i < 4; i++) {
      middles[4 * p + i] = 0.25 * corners.reduce((sum, c) => sum + c[i], 0);
      for (let j = 0; j < 4; j++) {
        const own = corners.reduce((sum, c) => sum + c[i] * c[j], 0);
        const both = corners.reduce((s, c) => s + c[i], 0) * corners.reduce((s, c) => s + c[j], 0);
        moments[16 * p + 4 * i + j] = (own + both) / (20 * count);
      }
    }
  });
  return { count, middles, moments };
}

function cut(corners: number[][]): number[][][] {
  const between = (a: number, b: number): number[] =>
    corners[a].map((v, i) => 0.5 * (v + corners[b][i]));
  const ten = [
    ...corners,
    ...[between(0, 1), between(0, 2), between(0, 3), between(1, 2), between(1, 3), between(2, 3)],
  ];
  return EIGHT.map((tet) => tet.map((v) => ten[v]));
}
