/**
 * Parameters of the elements, in one flat array with `stride` numbers per element, so that stiffness may vary from one
 * to the next. Isotropic laws: [μ, λ, extra]; laws with a full elasticity matrix: its 36 numbers, row-major.
 */
import { check } from '../core/errors.ts';
import type { MaterialName } from './material.ts';

/** Isotropic: [μ [Pa], λ [Pa], extra (no unit; Mooney–Rivlin's second share, else unused)]. */
export const ISOTROPIC_STRIDE = 3;
export const MU = 0;
export const LAMBDA = 1;
export const EXTRA = 2;

/** Anisotropic: C [Pa], 6×6 row-major in the element's rest frame, order xx yy zz yz xz xy, engineering shear. */
export const FULL_STRIDE = 36;

/** Whether a law reads (μ, λ) or a 6×6 matrix. */
export type Elasticity = 'isotropic' | 'full';

/**
 * The parameters [elements × stride] of a body: `base` (one element's worth) for each element, its leading
 * `stiffnesses` numbers multiplied by scale[i] (no unit; all ones if left out).
 */
export function elementParameters(
  law: { readonly stride: number; readonly stiffnesses: number },
  base: ArrayLike<number>,
  elements: number,
  scale?: Float64Array,
): Float64Array {
  const { stride, stiffnesses } = law;
  check(
    base.length === stride,
    () =>
      `a law with ${stride} parameters per element must have one number each, got ${base.length}. Use parametersOf.`,
  );
  const params = new Float64Array(elements * stride);
  for (let i = 0; i < elements; i++) {
    const s = scale === undefined ? 1 : scale[i];
    for (let j = 0; j < stride; j++)
      params[i * stride + j] = j < stiffnesses ? base[j] * s : base[j];
  }
  return params;
}

/** Refuses isotropic parameters that make the law `name` unstable at rest. */
export function checkIsotropic(
  name: MaterialName,
  mu: number,
  lambda: number,
  extra = 0,
  path = '',
): void {
  check(
    mu > 0 && mu < Number.POSITIVE_INFINITY,
    () => `the shear modulus must be positive, got ${mu} Pa. Make Young’s modulus positive.`,
    path,
  );
  check(
    3 * lambda + 2 * mu > 0 && lambda < Number.POSITIVE_INFINITY,
    () =>
      `the bulk modulus λ + 2μ/3 must be positive, got λ = ${lambda} Pa with μ = ${mu} Pa. Take a Poisson’s ratio above -1.`,
    path,
  );
  if (name !== 'mooney-rivlin') return;
  check(
    extra >= 0 && extra <= 1,
    () => `the share c2/(c1 + c2) must lie between 0 and 1, got ${extra}. Rubber has about 0.2.`,
    path,
  );
  check(
    lambda + (5 / 6) * (1 - extra) * mu > 0,
    () =>
      `with a share of ${extra} for c2 the volume term would be negative. Take a Poisson ratio above 0 or a smaller share.`,
    path,
  );
}
