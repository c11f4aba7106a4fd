import type { Skinned } from './skin-fit.ts';

/** Joints a vertex goes with: all that every viewer reads. */
export const INFLUENCES = 4;

/** A skin while it is fitted: like `Skinned`, with weights in double precision. */
export interface Skin extends Pick<Skinned, 'base' | 'centres' | 'joints'> {
  readonly weights: Float64Array;
}
