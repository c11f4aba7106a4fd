import { isotropicElasticity } from '../../../materials/elasticity.ts';
import { strainOfCorner } from './elasticity.ts';
import { type Points, pointsOf } from './points.ts';
import { EDGES, type TetTree } from './tree.ts';

/** What ten-node elements are made of: see `TetsData`. */
export interface TenNodeData {
  readonly tree: TetTree;
  readonly gradients: Float64Array;
  readonly volumes: Float64Array;
  readonly smooth: Uint8Array;
  readonly factors: Float64Array;
  readonly points: Points;
  readonly mu: number;
  readonly lambda: number;
  readonly local: number;
}

const TEN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

const shape = new Float64Array(30);
const mean = new Float64Array(30);

/**
 * The stiffness at rest of t as a ten-node element, in 3×3 blocks [10, 10]: that of its points, and of its mean
 * dilatation.
 */
export function addTenNode(K: Float64Array, data: TenNodeData, t: number): void {
  const { gradients, volumes, factors, mu, lambda, local } = data;
  const V = volumes[t] * factors[t];
  const C = isotropicElasticity(mu, local);
  mean.fill(0);
  for (let p = 0; p < 4; p++) {
    tenGradients(shape, gradients, 12 * t, pointsOf(data.points, t), p);
    for (let k = 0; k < 30; k++) mean[k] += 0.25 * shape[k];
    addPoint(K, 10, TEN, shape, C, 0.25 * V);
  }
  if (lambda > local) addPoint(K, 10, TEN, mean, isotropicElasticity(0, lambda - local), V);
}

/** out[0..10) = a third of the trace of each vertex's stiffness in t as a ten-node element at rest [N/m]. */
export function tenDiagonal(out: Float64Array, data: TenNodeData, t: number): void {
  const { gradients, volumes, factors, mu, lambda, local } = data;
  // The trace of λ g gᵀ + μ (g gᵀ + g·g I) is (λ + 4μ) g·g.
  const third = (volumes[t] * factors[t]) / 3;
  mean.fill(0);
  out.fill(0);
  for (let p = 0; p < 4; p++) {
    tenGradients(shape, gradients, 12 * t, pointsOf(data.points, t), p);
    for (let k = 0; k < 30; k++) {
      mean[k] += 0.25 * shape[k];
      out[Math.floor(k / 3)] += 0.25 * third * (local + 4 * mu) * shape[k] * shape[k];
    }
  }
  for (let k = 0; k < 30; k++)
    out[Math.floor(k / 3)] += third * (lambda - local) * mean[k] * mean[k];
}

/** g = gradients of the ten shape functions at point q of a tet whose corners have those from a on, shape [10, 3]. */
function tenGradients(
  g: Float64Array,
  corners: Float64Array,
  a: number,
  points: Float64Array,
  q: number,
): void {
  for (let k = 0; k < 4; k++) {
    const own = 4 * points[4 * k + q] - 1;
    for (let i = 0; i < 3; i++) g[3 * k + i] = own * corners[a + 3 * k + i];
  }
  EDGES.forEach(([j, k], e) => {
    const atJ = 4 * points[4 * j + q];
    const atK = 4 * points[4 * k + q];
    for (let i = 0; i < 3; i++)
      g[12 + 3 * e + i] = atJ * corners[a + 3 * k + i] + atK * corners[a + 3 * j + i];
  });
}

const B = new Float64Array(18);
const CB = new Float64Array(180);

/** K_ab += V B_aᵀ C B_b in 3×3 blocks [width, width], for shape functions at the given points with gradients g. */
export function addPoint(
  K: Float64Array,
  width: number,
  places: readonly number[],
  g: Float64Array,
  C: Float64Array,
  volume: number,
): void {
  const n = places.length;
  for (let b = 0; b < n; b++) {
    strainOfCorner(B, 0, g, 3 * b);
    for (let r = 0; r < 6; r++)
      for (let j = 0; j < 3; j++) {
        let sum = 0;
        for (let k = 0; k < 6; k++) sum += C[6 * r + k] * B[3 * k + j];
        CB[18 * b + 3 * r + j] = volume * sum;
      }
  }
  for (let a = 0; a < n; a++) {
    strainOfCorner(B, 0, g, 3 * a);
    for (let b = 0; b < n; b++) {
      const o = 9 * (width * places[a] + places[b]);
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) {
          let sum = 0;
          for (let r = 0; r < 6; r++) sum += B[3 * r + i] * CB[18 * b + 3 * r + j];
          K[o + 3 * i + j] += sum;
        }
    }
  }
}
