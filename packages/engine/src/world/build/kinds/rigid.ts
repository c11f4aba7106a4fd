import { primitiveOf } from '../../../geometry/primitive.ts';
import { buildRigid, RIGID_FORMAT } from '../../../models/rigid/index.ts';
import { rigidSchema } from '../../../scene/rigid-schema.ts';
import type { SceneModel } from '../../../scene/schema.ts';
import type { ModelKind } from '../kinds.ts';
import { surfaceOf } from './forms.ts';

export const rigidKind: ModelKind<SceneModel<'rigid'>> = {
  rules: rigidSchema,
  format: RIGID_FORMAT,
  build(_model, ground) {
    const { body, shape, regions, kept } = ground;
    const input = {
      sdf: shape.sdf,
      surface: surfaceOf(ground),
      density: body.material.density,
      damping: body.material.damping.mass,
      regions: regions.length,
      detail: body.detail,
      primitive: primitiveOf(body.shape),
    };
    return buildRigid(input, kept);
  },
};
