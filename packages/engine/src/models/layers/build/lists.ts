import { lame } from '../../../materials/elasticity.ts';
import type { LayerMaterial } from './input.ts';

/** Points with mass, and integration points of both kinds, as lists that grow while building. */
export interface PointLists {
  mass: number[];
  weight: number[];
  alpha: number[];
  composed: Stressed & { X: number[] };
  embedded: Stressed & { ptr: number[]; at: number[]; slope: number[] };
}

export interface Stressed {
  owner: number[];
  volume: number[];
  mu: number[];
  lambda: number[];
  beta: number[];
}

const stressed = (): Stressed => ({ owner: [], volume: [], mu: [], lambda: [], beta: [] });

export function createLists(): PointLists {
  return {
    mass: [],
    weight: [],
    alpha: [],
    composed: { ...stressed(), X: [] },
    embedded: { ...stressed(), ptr: [0], at: [], slope: [] },
  };
}

/** Multiplies all volumes and masses: samples of coarse elements may miss a body's volume by a tenth. */
export function scaleVolumes({ weight, composed, embedded }: PointLists, factor: number): void {
  for (const list of [weight, composed.volume, embedded.volume])
    for (let i = 0; i < list.length; i++) list[i] *= factor;
}

/** One more point that resists shear with μ and a change of volume with λ, each times a factor. */
export function addStressed(
  out: Stressed,
  material: LayerMaterial,
  shear: number,
  pressure: number,
  volume: number,
  owner: number,
): void {
  out.owner.push(owner);
  const { mu, lambda } = lame(material.young, material.poisson, 'material');
  out.volume.push(volume);
  out.mu.push(mu * shear);
  out.lambda.push(lambda * pressure);
  out.beta.push(material.damping.stiffness);
}
