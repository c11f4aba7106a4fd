import { strainOfCorner } from './elasticity.ts';
import { EDGES, type TetTree } from './tree.ts';

/**
 * Makes `stiffness` (a third of the trace of each midpoint's stiffness [N/m], shape [vertices]) that of ten-node elements, in the share
 * of the tets around its edge that may be some. The mean of λ² over a tet is 1/10, of λ_a λ_b 1/20.
 */
export function bendMidpointStiffness(
  stiffness: Float64Array,
  tree: TetTree,
  gradients: Float64Array,
  volumes: Float64Array,
  smooth: Uint8Array,
  elasticity: (out: Float64Array, t: number) => void,
): void {
  const bent = new Float64Array(stiffness.length);
  const part = new Float64Array(stiffness.length);
  const C = new Float64Array(36);
  const B = new Float64Array(72);
  const product = (a: number, b: number): number => {
    let trace = 0;
    for (let i = 0; i < 3; i++)
      for (let r = 0; r < 6; r++)
        for (let k = 0; k < 6; k++)
          trace += B[18 * a + 3 * r + i] * C[6 * r + k] * B[18 * b + 3 * k + i];
    return trace;
  };
  for (let t = 0; t < smooth.length; t++) {
    if (smooth[t] === 0) continue;
    elasticity(C, t);
    for (let a = 0; a < 4; a++) strainOfCorner(B, 18 * a, gradients, 12 * t + 3 * a);
    for (let m = 0; m < 6; m++) {
      const [a, b] = EDGES[m];
      const e = tree.edges[6 * t + m];
      const mean = 1.6 * (product(a, a) + product(b, b) + product(a, b));
      bent[e + tree.baseVertices] += (volumes[t] * mean) / 3;
      part[e + tree.baseVertices] += 1 / tree.around[e];
    }
  }
  for (let v = 0; v < bent.length; v++) stiffness[v] = bent[v] + (1 - part[v]) * stiffness[v];
}
