import type { Animation, Document, Node } from '@gltf-transform/core';
import { type TwoTurns, twoTurns } from './affine.ts';
import { meshOf } from './drawn-mesh.ts';
import { vertexNormals } from './morph-normals.ts';
import { fitSkin, type Skinned, type SkinOptions } from './skin-fit.ts';
import type { Take } from './takes.ts';
import { type LookOptions, type OpenGlb, type TakeError, writeTakes } from './write-takes.ts';
import { shownFor, type Writer } from './writer.ts';

export interface WrittenSkin {
  readonly glb: Uint8Array;
  /** How far each body is from what it was, and the joints used. */
  readonly bodies: readonly (TakeError & { readonly joints: number })[];
}

export interface SkinGlbOptions extends SkinOptions, LookOptions {}

/**
 * A GLB of an animation as skins: each body has joints that stretch and shear, four a vertex. An affine joint is two
 * nodes, one in the other, for viewers that compose node matrices fully (three.js, Blender). For engines where many
 * morph targets are too dear.
 */
export function writeSkinGlb(
  takes: readonly Take[],
  times: readonly number[],
  options: SkinGlbOptions = {},
): Promise<WrittenSkin> {
  return writeTakes(takes, times, options, (glb, take, color) => {
    const skinned = fitSkin(take.frames, take.size, options);
    const { worst, rms, centres } = skinned;
    const nodes = writeTake(glb, take, skinned, color);
    return { nodes, said: { joints: centres.length / 3, worst, rms } };
  });
}

/** The mesh, which must stand at the top, and its joints. */
function writeTake(
  { document, writer, animation }: OpenGlb,
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
