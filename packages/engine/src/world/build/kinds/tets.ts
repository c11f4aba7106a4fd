import { check } from '../../../core/errors.ts';
import { elementsKernels } from '../../../kernels/generated/elements.ts';
import { tetsKernels } from '../../../kernels/generated/tets.ts';
import { buildTets, TETS_FORMAT } from '../../../models/tets/index.ts';
import type { SceneModel } from '../../../scene/schema.ts';
import { tetsSchema } from '../../../scene/tets-schema.ts';
import type { ModelKind } from '../kinds.ts';
import { commonOf, givenTets, plainBox } from './forms.ts';

export const tetsKind: ModelKind<SceneModel<'tets'>> = {
  rules: tetsSchema,
  kernels: [elementsKernels, tetsKernels],
  format: TETS_FORMAT,
  build(model, ground) {
    const { body, shape, path, kept } = ground;
    check(
      body.rigid.length === 0,
      () => 'trees of tetrahedra know no stiff parts. Leave it out, or use frames.',
      `${path}.rigid`,
    );
    check(
      model.criterion !== 'range' || model.estimation === 'sampled',
      () => '"range" needs the ranges that sampling finds. Set "estimation" to "sampled".',
      `${path}.model.criterion`,
    );
    return buildTets(
      {
        ...commonOf(ground),
        box: plainBox(body.shape),
        base: givenTets(shape, model.mesh, path) ?? undefined,
        material: body.material,
        options: model,
      },
      kept,
    );
  },
};
