import { check } from '../../../core/errors.ts';
import { elementsKernels } from '../../../kernels/generated/elements.ts';
import { buildSolid, SOLID_FORMAT } from '../../../models/solid/index.ts';
import type { SceneModel } from '../../../scene/schema.ts';
import { solidSchema } from '../../../scene/solid-schema.ts';
import type { ModelKind } from '../kinds.ts';
import { commonOf, givenTets, plainBox } from './forms.ts';

export const solidKind: ModelKind<SceneModel<'solid'>> = {
  rules: solidSchema,
  kernels: [elementsKernels],
  format: SOLID_FORMAT,
  build(model, ground) {
    const { body, shape, path, kept } = ground;
    check(
      body.rigid.length === 0,
      () =>
        'only the frames model has rigid parts. Take model "frames", or make them stiff with material.stiffness.',
      `${path}.rigid`,
    );
    const input = {
      ...commonOf(ground),
      box: plainBox(body.shape),
      given: givenTets(shape, model.mesh, path),
      material: body.material,
      options: model,
    };
    return buildSolid(input, kept);
  },
};
