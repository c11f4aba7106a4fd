import type { TenNodeData } from './ten-matrix.ts';
import { EDGES } from './tree.ts';

/**
 * Makes `stiffness` (a third of the trace of each midpoint's stiffness [N/m], shape [vertices]) that of ten-node
 * elements, in the share of the tets around its edge that may be some. The mean of λ² over a tet is 1/10, of λ_a λ_b
 * 1/20.
 */
export function bendMidpointStiffness(stiffness: Float64Array, data: TenNodeData): void {
  const { tree, gradients: g, volumes, smooth, factors, mu, lambda, local } = data;
  const bent = new Float64Array(stiffness.length);
  const part = new Float64Array(stiffness.length);
  const dot = (a: number, b: number): number =>
    g[a] * g[b] + g[a + 1] * g[b + 1] + g[a + 2] * g[b + 2];
  for (let t = 0; t < smooth.length; t++) {
    if (smooth[t] === 0) continue;
    for (let m = 0; m < 6; m++) {
      const a = 12 * t + 3 * EDGES[m][0];
      const b = 12 * t + 3 * EDGES[m][1];
      const e = tree.edges[6 * t + m];
      // The trace of λ g gᵀ + μ (g gᵀ + g·g I) is (λ + 4μ) g·g.
      const squares = dot(a, a) + dot(b, b);
      const atPoints = 1.6 * (local + 4 * mu) * (squares + dot(a, b));
      const ofMean = (lambda - local) * (squares + 2 * dot(a, b));
      bent[e + tree.baseVertices] += (volumes[t] * factors[t] * (atPoints + ofMean)) / 3;
      part[e + tree.baseVertices] += 1 / tree.around[e];
    }
  }
  for (let v = 0; v < bent.length; v++) stiffness[v] = bent[v] + (1 - part[v]) * stiffness[v];
}
