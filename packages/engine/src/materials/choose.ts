import { check } from '../core/errors.ts';
import { type CorotationalLaw, createCorotational } from './corotational.ts';
import { checkElasticity, lame } from './elasticity.ts';
import { MATERIALS } from './laws.ts';
import type { MaterialLaw, MaterialName } from './material.ts';
import { MOONEY_RIVLIN_DEFAULTS } from './mooney-rivlin.ts';
import { checkIsotropic } from './parameters.ts';
import { createStVK } from './stvk.ts';

/** What a user says about the elasticity of a body. */
export interface ElasticChoice {
  readonly law: MaterialName;
  /** Young's modulus [Pa] and Poisson's ratio. */
  readonly young: number;
  readonly poisson: number;
  /** Full 6×6 elasticity [Pa] instead of them; order xx yy zz yz xz xy. */
  readonly elasticity?: readonly number[];
}

/** Lamé's constants [Pa] of a material; refuses one that its law cannot be made of. */
export function checkedModuli(
  { law, young, poisson, elasticity }: ElasticChoice,
  path = 'material',
): { mu: number; lambda: number } {
  const { mu, lambda } = lame(young, poisson, path);
  if (elasticity) {
    check(
      law === 'corotational' || law === 'stvk',
      () => `must be left out with the law "${law}", got some. Take "corotational" or "stvk".`,
      `${path}.elasticity`,
    );
    checkElasticity(elasticity, `${path}.elasticity`);
  } else {
    checkIsotropic(law, mu, lambda, MOONEY_RIVLIN_DEFAULTS.share, path);
  }
  return { mu, lambda };
}

/** A law with the parameters of one element. */
export interface ChosenLaw {
  readonly law: MaterialLaw;
  readonly base: readonly number[];
  /** The law again if it is the corotational one: its stiffness is taken with rotations held. */
  readonly corotational: CorotationalLaw | null;
}

/** The law by name, for Lamé's constants [Pa] or a full 6×6 elasticity [Pa] instead of them. */
export function chooseLaw(
  name: MaterialName,
  mu: number,
  lambda: number,
  elasticity?: readonly number[],
): ChosenLaw {
  const kind = elasticity ? 'full' : 'isotropic';
  const corotational = name === 'corotational' ? createCorotational(kind) : null;
  const law =
    corotational ?? (name === 'stvk' && elasticity ? createStVK('full') : MATERIALS[name]());
  return { law, base: elasticity ?? [mu, lambda, MOONEY_RIVLIN_DEFAULTS.share], corotational };
}
