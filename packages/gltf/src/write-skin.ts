import { type Animation, type Document, type Node, WebIO } from '@gltf-transform/core';
import { InputError } from 'pliant';
import { type TwoTurns, twoTurns } from './affine.ts';
import { dropUnused, meshOf, openDocument } from './drawn-mesh.ts';
import { vertexNormals } from './morph-normals.ts';
import { fitSkin, type Skinned, type SkinOptions } from './skin-fit.ts';
import type { Take } from './takes.ts';
import { createWriter, shownFor, type Writer } from './writer.ts';

export interface WrittenSkin {
  readonly glb: Uint8Array;
  /**
   * How far each body is from what it was: largest and root mean square distance of a vertex [m], and the joints used.
   */
  readonly bodies: readonly {
    name: string;
    joints: number;
    worst: number;
    rms: number;
    size: number;
  }[];
}

export interface SkinGlbOptions extends SkinOptions {
  /** Colours of bodies, `#rrggbb`. */
  readonly colors?: Readonly<Record<string, string | undefined>>;
  /**
   * A file of what is drawn (`writeDrawn`): its vertices, texture coordinates and materials take the place of the
   * bodies' own.
   */
  readonly drawn?: Uint8Array;
}

/**
 * A GLB of an animation as skins: each body has joints that stretch and shear, four a vertex. An affine joint is two
 * nodes, one in the other, for viewers that compose node matrices fully (three.js, Blender). For engines where many
 * morph targets are too dear.
 */
export async function writeSkinGlb(
  takes: readonly Take[],
  times: readonly number[],
  options: SkinGlbOptions = {},
): Promise<WrittenSkin> {
  if (takes.length === 0 || times.length === 0)
    throw new InputError('there is no body to write.', 'bodies');
  const document = await openDocument(options.drawn);
  const writer = createWriter(document, times);
  const scene = document.createScene();
  document.getRoot().setDefaultScene(scene);
  const animation = document.createAnimation('run');
  const bodies = takes.map((take) => {
    const skinned = fitSkin(take.frames, take.size, options);
    const color = options.colors?.[take.body.split('/')[0]];
    for (const node of writeTake(document, writer, animation, take, skinned, color))
      scene.addChild(node);
    const { worst, rms, centres } = skinned;
    return { name: take.name, joints: centres.length / 3, worst, rms, size: take.size };
  });
  if (animation.listChannels().length === 0) animation.dispose();
  dropUnused(document);
  return { glb: await new WebIO().writeBinary(document), bodies };
}

/** The mesh, which must stand at the top, and its joints. */
function writeTake(
  document: Document,
  writer: Writer,
  animation: Animation,
  take: Take,
  skinned: Skinned,
  color: string | undefined,
): Node[] {
  const { base, weights, centres } = skinned;
  const joints = skinned.joints.map((j, i) => (weights[i] > 0 ? j : 0));
  const body = document.createNode(`${take.name} body`);
  const skin = document.createSkin(take.name).setSkeleton(body);
  const count = centres.length / 3;
  const back = new Float32Array(16 * count);
  for (let j = 0; j < count; j++) {
    back.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], 16 * j);
    for (let d = 0; d < 3; d++) back[16 * j + 12 + d] = -centres[3 * j + d];
    back[16 * j + 15] = 1;
    skin.addJoint(writeJoint(document, writer, animation, take, skinned, j, body));
  }
  skin.setInverseBindMatrices(writer.matrices(back));
  const { motions } = skinned;
  writer.track(
    animation,
    body,
    'rotation',
    take,
    motions.map(({ turn }) => turn),
  );
  writer.track(
    animation,
    body,
    'translation',
    take,
    motions.map(({ centre }) => centre),
  );
  const mesh = meshOf(
    document,
    writer,
    take,
    {
      attributes: {
        POSITION: base,
        NORMAL: vertexNormals(base, take.triangles),
        JOINTS_0: joints,
        WEIGHTS_0: weights,
      },
      targets: [],
    },
    color,
  );
  const shown =
    take.frames.length === writer.all.length
      ? body
      : shownFor(document, writer, animation, take, body);
  return [shown, document.createNode(take.name).setMesh(mesh).setSkin(skin)];
}

/** An affine joint as two nodes; returns the inner one. */
function writeJoint(
  document: Document,
  writer: Writer,
  animation: Animation,
  take: Take,
  { poses, centres }: Skinned,
  j: number,
  body: Node,
): Node {
  const count = centres.length / 3;
  let last: TwoTurns | null = null;
  const turns = take.frames.map((_, t): TwoTurns => {
    last = twoTurns(poses, 12 * (count * t + j), 4, last);
    return last;
  });
  const places = take.frames.map((_, t) =>
    [0, 1, 2].map((d) => poses[12 * (count * t + j) + 4 * d + 3]),
  );
  const inner = document.createNode(`${take.name} ${j}`);
  const outer = document.createNode(`${take.name} ${j} stretch`).addChild(inner);
  body.addChild(outer);
  writer.track(animation, outer, 'translation', take, places);
  writer.track(
    animation,
    outer,
    'rotation',
    take,
    turns.map((one) => one.outer),
  );
  writer.track(
    animation,
    outer,
    'scale',
    take,
    turns.map((one) => one.scale),
  );
  writer.track(
    animation,
    inner,
    'rotation',
    take,
    turns.map((one) => one.inner),
  );
  return inner;
}
