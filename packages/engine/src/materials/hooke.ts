import type { Elasticity } from './parameters.ts';
import { LAMBDA, MU } from './parameters.ts';

/**
 * sigma = C : e for symmetric 3×3 matrices (nine numbers each) and the elasticity at params[p]. Stress [Pa], strain no
 * unit. The full matrix is in Voigt order xx yy zz yz xz xy, with engineering shear: γ_yz = 2·e_yz.
 */
export function hooke(
  sigma: Float64Array,
  e: Float64Array,
  elasticity: Elasticity,
  params: Float64Array,
  p: number,
): void {
  if (elasticity === 'isotropic') {
    const twoMu = 2 * params[p + MU];
    const pressure = params[p + LAMBDA] * (e[0] + e[4] + e[8]);
    for (let i = 0; i < 9; i++) sigma[i] = twoMu * e[i];
    sigma[0] += pressure;
    sigma[4] += pressure;
    sigma[8] += pressure;
    return;
  }
  const xx = e[0];
  const yy = e[4];
  const zz = e[8];
  const yz = e[5] + e[7];
  const xz = e[2] + e[6];
  const xy = e[1] + e[3];
  sigma[0] = voigtRow(params, p, xx, yy, zz, yz, xz, xy);
  sigma[4] = voigtRow(params, p + 6, xx, yy, zz, yz, xz, xy);
  sigma[8] = voigtRow(params, p + 12, xx, yy, zz, yz, xz, xy);
  sigma[5] = voigtRow(params, p + 18, xx, yy, zz, yz, xz, xy);
  sigma[2] = voigtRow(params, p + 24, xx, yy, zz, yz, xz, xy);
  sigma[1] = voigtRow(params, p + 30, xx, yy, zz, yz, xz, xy);
  sigma[7] = sigma[5];
  sigma[6] = sigma[2];
  sigma[3] = sigma[1];
}

function voigtRow(
  C: Float64Array,
  c: number,
  xx: number,
  yy: number,
  zz: number,
  yz: number,
  xz: number,
  xy: number,
): number {
  return C[c] * xx + C[c + 1] * yy + C[c + 2] * zz + C[c + 3] * yz + C[c + 4] * xz + C[c + 5] * xy;
}
