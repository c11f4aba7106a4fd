import { check } from '../../../core/errors.ts';
import { layersKernels } from '../../../kernels/generated/layers.ts';
import { buildLayers, LAYERS_FORMAT } from '../../../models/layers/index.ts';
import { layers } from '../../../scene/layer-schema.ts';
import type { SceneModel } from '../../../scene/schema.ts';
import type { ModelKind } from '../kinds.ts';
import { commonOf, surfaceOf } from './forms.ts';
import { layerSpec } from './layer-spec.ts';

export const layersKind: ModelKind<SceneModel<'layers'>> = {
  rules: layers,
  kernels: [layersKernels],
  format: LAYERS_FORMAT,
  build(model, ground) {
    const { body, path, kept } = ground;
    check(
      body.material.elasticity === undefined,
      () => 'the layered model knows isotropic laws only. Leave it out.',
      `${path}.material.elasticity`,
    );
    const input = {
      ...commonOf(ground),
      surface: surfaceOf(ground),
      material: body.material,
      layers: model.layers.map((layer, k) =>
        layerSpec(layer, `${path}.model.layers[${k}]`, ground),
      ),
      solve: model.solve,
      contactSpacing: model.contactSpacing,
    };
    return buildLayers(input, kept);
  },
};
