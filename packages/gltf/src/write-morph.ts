import { type Accessor, type Animation, Document, type Node, WebIO } from '@gltf-transform/core';
import { InputError } from 'pliant';
import { fitMorph, type Morphed, type MorphOptions } from './morph.ts';
import { fitNormals } from './morph-normals.ts';
import type { Take } from './takes.ts';

export interface WrittenGlb {
  readonly glb: Uint8Array;
  /** How far each body is from what it was: largest and root mean square distance of a vertex [m], and the targets used. */
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
}

/**
 * A GLB of an animation that every viewer of glTF plays: each body turns and shifts as a node, its shape changes by morph targets. A body
 * whose triangles change is several meshes, shown one after the other by their scale.
 */
export async function writeMorphGlb(
  takes: readonly Take[],
  times: readonly number[],
  options: GlbOptions = {},
): Promise<WrittenGlb> {
  if (takes.length === 0 || times.length === 0)
    throw new InputError('there is no body to write.', 'bodies');
  const document = new Document();
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
  return { glb: await new WebIO().writeBinary(document), bodies };
}

interface Writer {
  floats(array: Float32Array, type: 'SCALAR' | 'VEC3' | 'VEC4'): Accessor;
  indices(array: Int32Array): Accessor;
  /** Times of the frames from `first` on; the same accessor for equal spans. */
  times(first: number, count: number): Accessor;
  readonly all: readonly number[];
}

function createWriter(document: Document, times: readonly number[]): Writer {
  const buffer = document.createBuffer();
  const spans = new Map<string, Accessor>();
  const make = (): Accessor => document.createAccessor().setBuffer(buffer);
  const writer: Writer = {
    all: times,
    floats: (array, type) =>
      make()
        .setType(type)
        .setArray(array as Float32Array<ArrayBuffer>),
    indices: (array) => make().setType('SCALAR').setArray(Uint32Array.from(array)),
    times(first, count) {
      const key = `${first} ${count}`;
      const found =
        spans.get(key) ??
        writer.floats(Float32Array.from(times.slice(first, first + count)), 'SCALAR');
      spans.set(key, found);
      return found;
    },
  };
  return writer;
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
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', writer.floats(morphed.base, 'VEC3'))
    .setAttribute('NORMAL', writer.floats(normals.base, 'VEC3'))
    .setIndices(writer.indices(take.triangles))
    .setMaterial(
      document
        .createMaterial(take.name)
        .setBaseColorFactor(linearColor(color))
        .setMetallicFactor(0)
        .setRoughnessFactor(0.6),
    );
  morphed.targets.forEach((target, a) => {
    primitive.addTarget(
      document
        .createPrimitiveTarget()
        .setAttribute('POSITION', writer.floats(target, 'VEC3'))
        .setAttribute('NORMAL', writer.floats(normals.targets[a], 'VEC3')),
    );
  });
  const n = morphed.targets.length;
  const mesh = document.createMesh(take.name).addPrimitive(primitive);
  if (n > 0) mesh.setWeights([...morphed.weights.subarray(0, n)]);
  const [start] = morphed.motions;
  const node = document
    .createNode(take.name)
    .setMesh(mesh)
    .setRotation([...start.turn])
    .setTranslation([...start.centre]);
  const count = take.frames.length;
  if (count > 1) {
    const input = writer.times(take.first, count);
    const track = (path: 'rotation' | 'translation' | 'weights', output: Accessor): void => {
      const sampler = document
        .createAnimationSampler()
        .setInput(input)
        .setOutput(output)
        .setInterpolation('LINEAR');
      animation.addSampler(sampler);
      animation.addChannel(
        document
          .createAnimationChannel()
          .setTargetNode(node)
          .setTargetPath(path)
          .setSampler(sampler),
      );
    };
    const { motions } = morphed;
    track(
      'rotation',
      writer.floats(Float32Array.from(motions.flatMap(({ turn }) => turn)), 'VEC4'),
    );
    track(
      'translation',
      writer.floats(Float32Array.from(motions.flatMap(({ centre }) => centre)), 'VEC3'),
    );
    if (n > 0) track('weights', writer.floats(morphed.weights, 'SCALAR'));
  }
  return count === writer.all.length ? node : shownFor(document, writer, animation, take, node);
}

/** A node above that is there only while the take runs: its scale is 1 then, and 0 before and after. */
function shownFor(
  document: Document,
  writer: Writer,
  animation: Animation,
  take: Take,
  node: Node,
): Node {
  const end = take.first + take.frames.length;
  const keys: [number, number][] = [[writer.all[0], take.first === 0 ? 1 : 0]];
  if (take.first > 0) keys.push([writer.all[take.first], 1]);
  if (end < writer.all.length) keys.push([writer.all[end], 0]);
  const sampler = document
    .createAnimationSampler()
    .setInterpolation('STEP')
    .setInput(writer.floats(Float32Array.from(keys.map(([time]) => time)), 'SCALAR'))
    .setOutput(writer.floats(Float32Array.from(keys.flatMap(([, s]) => [s, s, s])), 'VEC3'));
  const s = keys[0][1];
  const holder = document.createNode(`${take.name} shown`).addChild(node).setScale([s, s, s]);
  animation.addSampler(sampler);
  animation.addChannel(
    document
      .createAnimationChannel()
      .setTargetNode(holder)
      .setTargetPath('scale')
      .setSampler(sampler),
  );
  return holder;
}

/** `#rrggbb` as glTF wants it: linear parts of one. */
function linearColor(color = '#9db4c0'): [number, number, number, number] {
  const part = (k: number): number => {
    const c = Number.parseInt(color.slice(1 + 2 * k, 3 + 2 * k), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return [part(0), part(1), part(2), 1];
}
