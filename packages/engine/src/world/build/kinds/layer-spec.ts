import { check } from '../../../core/errors.ts';
import { note } from '../../../core/notes.ts';
import { attributeField } from '../../../materials/fields.ts';
import {
  type FleshPatch,
  type LayerSpec,
  type SkinWeights,
  sheetMesh,
  surfaceMesh,
} from '../../../models/layers/index.ts';
import type { SceneModel } from '../../../scene/schema.ts';
import type { Ground } from '../kinds.ts';

type SceneLayer = SceneModel<'layers'>['layers'][number];

/** A layer of a scene with its shapes ready for building. */
export function layerSpec(layer: SceneLayer, path: string, ground: Ground): LayerSpec {
  const { compile } = ground;
  const shape = 'region' in layer ? layer.region : undefined;
  const region = shape && compile(shape, `${path}.region`);
  if (layer.kind === 'shell') {
    const { sheet, surface, cell, ...rest } = layer;
    check(
      (sheet === undefined) !== (surface === undefined),
      () =>
        'must have either "sheet" or "surface", got both or neither. One of them says where the shell is.',
      path,
    );
    if (sheet !== undefined)
      return {
        ...rest,
        mesh: sheetMesh(sheet.from, sheet.u, sheet.v, cell, sheet.rise, `${path}.sheet`),
      };
    const sdf = compile(surface!.shape, `${path}.surface.shape`);
    const part = surface!.region && compile(surface!.region, `${path}.surface.region`);
    return { ...rest, mesh: surfaceMesh(sdf, part, cell, `${path}.surface`) };
  }
  if (layer.kind === 'modes') {
    const { given, ...rest } = layer;
    return {
      ...rest,
      region,
      given: given && {
        places: Float64Array.from(given.places.flat()),
        shapes: given.shapes.map((shape) => Float64Array.from(shape.flat())),
      },
    };
  }
  if (layer.kind === 'skeleton') {
    const { weights, fleshPatches, ...rest } = layer;
    const patches = fleshPatches?.map((patch, p) =>
      fleshPatch(patch, layer, `${path}.fleshPatches[${p}]`, ground),
    );
    return { ...rest, region, weights: skinWeights(weights, path), fleshPatches: patches };
  }
  return { ...layer, region };
}

type SceneSkeleton = Extract<SceneLayer, { kind: 'skeleton' }>;
type ScenePatch = NonNullable<SceneSkeleton['fleshPatches']>[number];

function fleshPatch(
  { bones, painted, flesh }: ScenePatch,
  skeleton: SceneSkeleton,
  path: string,
  { shape }: Ground,
): FleshPatch {
  check(
    (bones === undefined) !== (painted === undefined),
    () =>
      'must have either "bones" or "painted", got both or neither. One of them says where it is.',
    path,
  );
  if (painted === undefined) {
    const names = skeleton.bones.map((bone) => bone.name);
    const list = bones!.map((name) => names.indexOf(name));
    const unknown = list.indexOf(-1);
    check(
      unknown < 0,
      () => `the layer has no bone "${bones![unknown]}". It has: ${names.join(', ')}.`,
      `${path}.bones[${unknown}]`,
    );
    return { flesh, bones: list };
  }
  const mesh = shape.seen ?? shape.mesh;
  check(
    mesh !== null,
    () => 'needs a body whose shape is a mesh with that attribute. Use a PLY file that has it.',
    `${path}.painted`,
  );
  return { flesh, painted: attributeField(mesh, painted, `${path}.painted`) };
}

type SceneWeights = SceneSkeleton['weights'];

/** Weights as arrays, normalised per point. A point without weights follows its first bone. */
function skinWeights(given: SceneWeights, path: string): SkinWeights | undefined {
  if (given === undefined) return undefined;
  const influences = (3 * given.bones.length) / given.places.length;
  const weights = Float64Array.from(given.weights);
  let loose = 0;
  for (let p = 0; p < weights.length; p += influences) {
    let sum = 0;
    for (let k = 0; k < influences; k++) sum += weights[p + k];
    if (sum > 0) for (let k = 0; k < influences; k++) weights[p + k] /= sum;
    else {
      weights[p] = 1;
      loose++;
    }
  }
  if (loose > 0) note(`${loose} points without weights follow their first bone`, `${path}.weights`);
  return {
    places: Float64Array.from(given.places),
    influences,
    bones: Int32Array.from(given.bones),
    weights,
  };
}
