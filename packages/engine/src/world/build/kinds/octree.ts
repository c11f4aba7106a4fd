import { check } from '../../../core/errors.ts';
import { octreeKernels } from '../../../kernels/generated/octree.ts';
import type { BodyModel } from '../../../models/body.ts';
import { buildOctree, OCTREE_DEFAULTS, OCTREE_FORMAT } from '../../../models/octree/index.ts';
import { lattice, octree } from '../../../scene/octree-schema.ts';
import type { SceneModel } from '../../../scene/schema.ts';
import type { Ground, ModelKind } from '../kinds.ts';
import { commonOf } from './forms.ts';

type Model = SceneModel<'octree'> | SceneModel<'lattice'>;

function build(model: Model, ground: Ground): BodyModel {
  const { body, path, kept } = ground;
  const { young, poisson, density, damping, law, elasticity } = body.material;
  check(
    law === 'corotational' && elasticity === undefined,
    () =>
      `the ${model.type} model matches shapes and knows no stress law. Leave "law" and "elasticity" out.`,
    `${path}.material`,
  );
  const own = model.type === 'octree' ? model : { ...model, levels: 0, coarseness: 0 };
  return buildOctree(
    {
      ...commonOf(ground),
      young,
      poisson,
      density,
      damping,
      friction: body.friction,
      options: { ...OCTREE_DEFAULTS, ...own, lattice: model.type === 'lattice' },
    },
    kept,
  );
}

const common = { kernels: [octreeKernels], format: OCTREE_FORMAT, rubs: true, build };

export const octreeKind: ModelKind<Model> = { rules: octree, ...common };
export const latticeKind: ModelKind<Model> = { rules: lattice, ...common };
