import { type Animation, type Document, type Node, WebIO } from '@gltf-transform/core';
import { InputError } from 'pliant/core';
import { dropUnused, openDocument } from './drawn-mesh.ts';
import type { Take } from './takes.ts';
import { createWriter, type Writer } from './writer.ts';

/** How bodies look in a written GLB. */
export interface LookOptions {
  /** Colours of bodies, `#rrggbb`. */
  readonly colors?: Readonly<Record<string, string | undefined>>;
  /**
   * A file of what is drawn (`writeDrawn`): its vertices, texture coordinates and materials take the place of the
   * bodies' own.
   */
  readonly drawn?: Uint8Array;
}

/** How far a written body is from what it was. */
export interface TakeError {
  readonly name: string;
  /** Largest and root mean square distance of a vertex [m]. */
  readonly worst: number;
  readonly rms: number;
  /** Its longest side [m]. */
  readonly size: number;
}

/** The document that takes are written into, and its one animation. */
export interface OpenGlb {
  readonly document: Document;
  readonly writer: Writer;
  readonly animation: Animation;
}

/** A GLB of all takes; `write` makes the nodes of one, and says how far they are from it and what else there is to say. */
export async function writeTakes<Said extends Pick<TakeError, 'worst' | 'rms'>>(
  takes: readonly Take[],
  times: readonly number[],
  { colors, drawn }: LookOptions,
  write: (glb: OpenGlb, take: Take, color: string | undefined) => { nodes: Node[]; said: Said },
): Promise<{ glb: Uint8Array; bodies: (TakeError & Said)[] }> {
  if (takes.length === 0 || times.length === 0)
    throw new InputError('must be at least one body, got none. Name one of the scene.', 'bodies');
  const document = await openDocument(drawn);
  const writer = createWriter(document, times);
  const scene = document.createScene();
  document.getRoot().setDefaultScene(scene);
  const animation = document.createAnimation('run');
  const bodies = takes.map((take) => {
    const color = colors?.[take.body.replace(/(\/\d+)+$/, '')];
    const { nodes, said } = write({ document, writer, animation }, take, color);
    for (const node of nodes) scene.addChild(node);
    return { name: take.name, size: take.size, ...said };
  });
  if (animation.listChannels().length === 0) animation.dispose();
  dropUnused(document);
  return { glb: await new WebIO().writeBinary(document), bodies };
}
