import type { Accessor, Animation, Document, Node } from '@gltf-transform/core';
import type { Take } from './takes.ts';

export interface Writer {
  floats(array: Float32Array, type: 'SCALAR' | 'VEC3' | 'VEC4'): Accessor;
  indices(array: Int32Array): Accessor;
  /** Four joints a vertex. */
  joints(array: Uint16Array): Accessor;
  /** 4×4 matrices, column after column. */
  matrices(array: Float32Array): Accessor;
  /** Sets what a node does in the frames of a take, by keys, and how it stands at the first. */
  track(
    animation: Animation,
    node: Node,
    path: 'rotation' | 'translation' | 'scale',
    take: Take,
    keys: readonly (readonly number[])[],
  ): void;
  /** Times of the frames from `first` on; the same accessor for equal spans. */
  times(first: number, count: number): Accessor;
  readonly all: readonly number[];
}

export function createWriter(document: Document, times: readonly number[]): Writer {
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const spans = new Map<string, Accessor>();
  const make = (): Accessor => document.createAccessor().setBuffer(buffer);
  const writer: Writer = {
    all: times,
    floats: (array, type) =>
      make()
        .setType(type)
        .setArray(array as Float32Array<ArrayBuffer>),
    indices: (array) => make().setType('SCALAR').setArray(Uint32Array.from(array)),
    joints: (array) =>
      make()
        .setType('VEC4')
        .setArray(array as Uint16Array<ArrayBuffer>),
    matrices: (array) =>
      make()
        .setType('MAT4')
        .setArray(array as Float32Array<ArrayBuffer>),
    track(animation, node, path, take, keys) {
      const [start] = keys;
      if (path === 'rotation') node.setRotation([start[0], start[1], start[2], start[3]]);
      else if (path === 'scale') node.setScale([start[0], start[1], start[2]]);
      else node.setTranslation([start[0], start[1], start[2]]);
      if (keys.length < 2) return;
      const output = writer.floats(
        Float32Array.from(keys.flat()),
        path === 'rotation' ? 'VEC4' : 'VEC3',
      );
      const sampler = document
        .createAnimationSampler()
        .setInput(writer.times(take.first, keys.length))
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
    },
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

/** A node above that is there only while the take runs: its scale is 1 then, and 0 before and after. */
export function shownFor(
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
export function linearColor(color = '#9db4c0'): [number, number, number, number] {
  const part = (k: number): number => {
    const c = Number.parseInt(color.slice(1 + 2 * k, 3 + 2 * k), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return [part(0), part(1), part(2), 1];
}
