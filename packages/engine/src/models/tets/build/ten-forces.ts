import { FAR, NEAR, pointShares } from '../front/ten-node.ts';
import { strainOfCorner } from './elasticity.ts';
import { CHILDREN, EDGES, type TetTree } from './tree.ts';

/**
 * What a ten-node element does to the midpoints of its children's edges, if those become ten-node elements: the force
 * −∫ P ∇N_m with their quadratic shape functions N_m = 4 λ_a λ_b. Its stress is (nearly) linear, so with its value at the four points
 * of every child this is exact; that value is a fixed share of the four points' stresses. See `TetsData.tenForce`.
 */
export function tenForces(
  tree: TetTree,
  gradients: Float64Array,
  volumes: Float64Array,
  smooth: Uint8Array,
): { tenPlace: Int32Array; tenForce: Float64Array } {
  const parents = tree.tetStart[tree.levels];
  const tenPlace = new Int32Array(parents).fill(-1);
  let count = 0;
  for (let t = 0; t < parents; t++)
    if (smooth[t] === 1 && 8 * t + tree.roots < parents) tenPlace[t] = count++;
  const tenForce = new Float64Array(576 * count);
  const share = new Float64Array(4);
  const point = new Float64Array(4);
  for (let t = 0; t < parents; t++) {
    if (tenPlace[t] < 0) continue;
    for (let c = 0; c < 8; c++) {
      const child = 8 * t + tree.roots + c;
      const corners = CHILDREN[tree.diagonal[t]][c];
      for (let q = 0; q < 4; q++) {
        point.fill(0);
        for (let k = 0; k < 4; k++) addPlace(point, corners[k], k === q ? NEAR : FAR);
        pointShares(share, point);
        for (let m = 0; m < 6; m++) {
          const [a, b] = EDGES[m];
          const toA = volumes[child] * (b === q ? NEAR : FAR);
          const toB = volumes[child] * (a === q ? NEAR : FAR);
          for (let p = 0; p < 4; p++) {
            const o = 576 * tenPlace[t] + 12 * (6 * c + m) + 3 * p;
            for (let i = 0; i < 3; i++)
              tenForce[o + i] +=
                share[p] *
                (toA * gradients[12 * child + 3 * a + i] + toB * gradients[12 * child + 3 * b + i]);
          }
        }
      }
    }
  }
  return { tenPlace, tenForce };
}

/** Adds a part of the barycentric coordinates of one of a tet's ten places. */
function addPlace(out: Float64Array, place: number, part: number): void {
  if (place < 4) out[place] += part;
  else for (const k of EDGES[place - 4]) out[k] += 0.5 * part;
}

/**
 * For parents that become ten-node elements when they are split: rows of D_m (`midpointForces`) with the quadratic shape functions,
 * ∫ ∇N_m = V (∇λ_a + ∇λ_b). With those of linear children a uniform stress would seem to push midpoints beside ten-node elements.
 */
export function bendMidpointForces(
  D: Float64Array,
  gradients: Float64Array,
  volumes: Float64Array,
  smooth: Uint8Array,
  elasticity: (out: Float64Array, t: number) => void,
): void {
  const C = new Float64Array(36);
  const B = new Float64Array(18);
  const g = new Float64Array(3);
  for (let t = 0; t < smooth.length; t++) {
    if (smooth[t] === 0) continue;
    elasticity(C, t);
    for (let m = 0; m < 6; m++) {
      const [a, b] = EDGES[m];
      for (let i = 0; i < 3; i++)
        g[i] = gradients[12 * t + 3 * a + i] + gradients[12 * t + 3 * b + i];
      strainOfCorner(B, 0, g, 0);
      for (let i = 0; i < 3; i++) {
        for (let k = 0; k < 6; k++) {
          let sum = 0;
          for (let r = 0; r < 6; r++) sum += B[3 * r + i] * C[6 * r + k];
          D[108 * t + 6 * (3 * m + i) + k] = volumes[t] * sum;
        }
      }
    }
  }
}

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
