import { framesKernels } from '../../../kernels/generated/frames.ts';
import { buildFrames, FRAMES_FORMAT } from '../../../models/frames/index.ts';
import { framesSchema } from '../../../scene/frames-schema.ts';
import type { SceneModel } from '../../../scene/schema.ts';
import type { ModelKind } from '../kinds.ts';
import { commonOf, surfaceOf } from './forms.ts';

export const framesKind: ModelKind<SceneModel<'frames'>> = {
  rules: framesSchema,
  kernels: [framesKernels],
  format: FRAMES_FORMAT,
  build(model, ground) {
    const { body, path, compile, kept } = ground;
    const { law, young, poisson, elasticity, density, damping } = body.material;
    return buildFrames(
      {
        ...commonOf(ground),
        surface: surfaceOf(ground),
        law,
        young,
        poisson,
        elasticity,
        density,
        damping,
        frames: model.frames,
        voxel: model.voxel,
        order: model.order,
        rigid: body.rigid.map((region, i) => compile(region, `${path}.rigid[${i}]`)),
        adapt: {
          adaptive: model.adaptive,
          tolerance: model.tolerance,
          ...model.expert,
          ...(model.points === 'all' ? { merge: 0 } : {}),
        },
        interests: model.interest.map((region, i) => ({
          sdf: compile(region.shape, `${path}.model.interest[${i}].shape`),
          inWorld: region.in === 'world',
          factor: region.factor,
        })),
      },
      kept,
    );
  },
};
