import { type Animation, type Document, type Node, WebIO } from '@gltf-transform/core';
import { InputError } from 'pliant';
import { dropUnused, meshOf, openDocument } from './drawn-mesh.ts';
import { fitMorph, type Morphed, type MorphOptions } from './morph.ts';
import { fitNormals } from './morph-normals.ts';
import type { Take } from './takes.ts';
import { createWriter, shownFor, type Writer } from './writer.ts';

export interface WrittenGlb {
  readonly glb: Uint8Array;
  /**
   * How far each body is from what it was: largest and root mean square distance of a vertex [m], and the targets used.
   */
  readonly bodies: readonly {
    name: string;
    targets: number;
    worst: number;
    rms: number;
    size: number;
  }[];
}

export interface GlbOptions extends MorphOptions {
  /** Colours of bodies, `#rrggbb`. */
  readonly colors?: Readonly<Record<string, string | undefined>>;
  /**
   * A file of what is drawn (`writeDrawn`): its vertices, texture coordinates and materials take the place of the
   * bodies' own.
   */
  readonly drawn?: Uint8Array;
}

/**
 * A GLB of an animation that every viewer of glTF plays: each body turns and shifts as a node, its shape changes by
 * morph targets. A body whose triangles change is several meshes, shown one after the other by their scale.
 */
export async function writeMorphGlb(
  takes: readonly Take[],
  times: readonly number[],
  options: GlbOptions = {},
): Promise<WrittenGlb> {
  if (takes.length === 0 || times.length === 0)
    throw new InputError('there is no body to write.', 'bodies');
  const document = await openDocument(options.drawn);
  const writer = createWriter(document, times);
  const scene = document.createScene();
  document.getRoot().setDefaultScene(scene);
  const animation = document.createAnimation('run');
  const bodies = takes.map((take) => {
    const morphed = fitMorph(take.frames, take.size, options);
    const node = writeTake(
      document,
      writer,
      animation,
      take,
      morphed,
      options.colors?.[take.body.split('/')[0]],
    );
    scene.addChild(node);
    const { worst, rms, targets } = morphed;
    return { name: take.name, targets: targets.length, worst, rms, size: take.size };
  });
  if (animation.listChannels().length === 0) animation.dispose();
  dropUnused(document);
  return { glb: await new WebIO().writeBinary(document), bodies };
}

function writeTake(
  document: Document,
  writer: Writer,
  animation: Animation,
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
