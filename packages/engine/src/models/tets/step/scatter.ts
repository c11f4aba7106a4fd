import type { Group } from '../front/front.ts';

const Tg = new Float64Array(27);

/** f += forces of stress P [Pa] in the volume V [m³] of element i. */
export function scatterStress(
  f: Float64Array,
  P: Float64Array,
  g: Group,
  i: number,
  V: number,
): void {
  for (let c = 0; c < 3; c++) {
    let sum = 0;
    for (let a = 1; a < 4; a++) {
      const o = 12 * i + 3 * a;
      const force =
        -V *
        (P[3 * c] * g.gradients[o] +
          P[3 * c + 1] * g.gradients[o + 1] +
          P[3 * c + 2] * g.gradients[o + 2]);
      f[3 * g.tets[4 * i + a] + c] += force;
      sum += force;
    }
    f[3 * g.tets[4 * i] + c] -= sum;
  }
}

/** blocks += the stiffness of element i of volume V [m³], T being the derivative of stress by gradient, 9×9. */
export function scatterTangent(
  blocks: Float64Array,
  T: Float64Array,
  g: Group,
  i: number,
  V: number,
): void {
  const d = g.gradients;
  for (let b = 0; b < 4; b++) {
    const gb = 12 * i + 3 * b;
    for (let ij = 0; ij < 9; ij++) {
      for (let k = 0; k < 3; k++) {
        const t = 9 * ij + 3 * k;
        Tg[3 * ij + k] = V * (T[t] * d[gb] + T[t + 1] * d[gb + 1] + T[t + 2] * d[gb + 2]);
      }
    }
    for (let a = 0; a < 4; a++) {
      const ga = 12 * i + 3 * a;
      const block = 9 * g.slots[16 * i + 4 * a + b];
      for (let r = 0; r < 3; r++) {
        for (let k = 0; k < 3; k++) {
          const t = 9 * r + k;
          blocks[block + 3 * r + k] +=
            d[ga] * Tg[t] + d[ga + 1] * Tg[t + 3] + d[ga + 2] * Tg[t + 6];
        }
      }
    }
  }
}
