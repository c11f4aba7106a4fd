import type { Node } from '@gltf-transform/core';
import { meshOf } from './drawn-mesh.ts';
import { fitMorph, type Morphed, type MorphOptions } from './morph.ts';
import { fitNormals } from './morph-normals.ts';
import type { Take } from './takes.ts';
import { type LookOptions, type OpenGlb, type TakeError, writeTakes } from './write-takes.ts';
import { shownFor } from './writer.ts';

export interface WrittenGlb {
  readonly glb: Uint8Array;
  /** How far each body is from what it was, and the targets used. */
  readonly bodies: readonly (TakeError & { readonly targets: number })[];
}

export interface GlbOptions extends MorphOptions, LookOptions {}

/**
 * A GLB of an animation that every viewer of glTF plays: each body turns and shifts as a node, its shape changes by
 * morph targets. A body whose triangles change is several meshes, shown one after the other by their scale.
 */
export function writeMorphGlb(
  takes: readonly Take[],
  times: readonly number[],
  options: GlbOptions = {},
): Promise<WrittenGlb> {
  return writeTakes(takes, times, options, (glb, take, color) => {
    const morphed = fitMorph(take.frames, take.size, options);
    const { worst, rms, targets } = morphed;
    const nodes = [writeTake(glb, take, morphed, color)];
    return { nodes, said: { targets: targets.length, worst, rms } };
  });
}

function writeTake(
  { document, writer, animation }: OpenGlb,
  take: Take,
  morphed: Morphed,
  color: string | undefined,
): Node {
  const normals = fitNormals(morphed, take.triangles);
  const mesh = meshOf(
    document,
    writer,
    take,
    {
      attributes: { POSITION: morphed.base, NORMAL: normals.base },
      targets: morphed.targets.map((POSITION, a) => ({ POSITION, NORMAL: normals.targets[a] })),
    },
    color,
  );
  const n = morphed.targets.length;
  if (n > 0) mesh.setWeights([...morphed.weights.subarray(0, n)]);
  const node = document.createNode(take.name).setMesh(mesh);
  const { motions } = morphed;
  writer.track(
    animation,
    node,
    'rotation',
    take,
    motions.map(({ turn }) => turn),
  );
  writer.track(
    animation,
    node,
    'translation',
    take,
    motions.map(({ centre }) => centre),
  );
  const count = take.frames.length;
  if (n > 0 && count > 1) {
    const sampler = document
      .createAnimationSampler()
      .setInput(writer.times(take.first, count))
      .setOutput(writer.floats(morphed.weights, 'SCALAR'))
      .setInterpolation('LINEAR');
    animation.addSampler(sampler);
    animation.addChannel(
      document
        .createAnimationChannel()
        .setTargetNode(node)
        .setTargetPath('weights')
        .setSampler(sampler),
    );
  }
  return count === writer.all.length ? node : shownFor(document, writer, animation, take, node);
}
