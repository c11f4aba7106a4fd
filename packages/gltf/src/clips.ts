import type { Animation, Node } from '@gltf-transform/core';
import { InputError } from 'pliant/core';
import { numbersOf } from './accessors.ts';
import type { Channel, Clip, Figure } from './figure.ts';
import { compose4, type Mat4 } from './mat4.ts';

/** The file's clips, with the channels that move nodes. */
export function readClips(
  animations: readonly Animation[],
  at: ReadonlyMap<Node, number>,
  note: (text: string) => void,
): Clip[] {
  return animations.map((animation, a) => {
    const channels: Channel[] = [];
    animation.listChannels().forEach((channel, c) => {
      const path = `animations[${a}].channels[${c}]`;
      const [node, sampler, target] = [
        channel.getTargetNode(),
        channel.getSampler(),
        channel.getTargetPath(),
      ];
      if (node === null || sampler === null || target === null) return;
      if (target === 'weights') {
        note(`${path}: moves morph targets, which are kept for drawing and not played.`);
        return;
      }
      const [input, output] = [sampler.getInput(), sampler.getOutput()];
      if (input === null || output === null)
        throw new InputError('has no keys. Is the file whole?', path);
      const times = numbersOf(input, `${path}.sampler.input`);
      for (let k = 1; k < times.length; k++) {
        if (times[k] > times[k - 1]) continue;
        throw new InputError(
          `key ${k} is at ${times[k]} s, not after the one before. Export the file again.`,
          `${path}.sampler.input`,
        );
      }
      if (times[0] < 0)
        throw new InputError(
          `the first key is at ${times[0]} s. Times begin at 0.`,
          `${path}.sampler.input`,
        );
      channels.push({
        node: at.get(node)!,
        path: target as Channel['path'],
        kind: sampler.getInterpolation() as Channel['kind'],
        times,
        values: numbersOf(output, `${path}.sampler.output`),
      });
    });
    const duration = channels.reduce(
      (last, { times }) => Math.max(last, times[times.length - 1]),
      0,
    );
    return { name: animation.getName(), duration, channels };
  });
}

/**
 * The value of a channel at a time [s]. `before` asks for the value just before that time, which differs where a STEP
 * channel jumps.
 */
export function sampleChannel(channel: Channel, time: number, before = false): number[] {
  const { times, values, kind, path } = channel;
  const width = path === 'rotation' ? 4 : 3;
  const isCubic = kind === 'CUBICSPLINE';
  const key = (k: number): number => (isCubic ? 3 * k + 1 : k) * width;
  let k = 0;
  while (k + 1 < times.length && (before ? times[k + 1] < time : times[k + 1] <= time)) k++;
  const next = Math.min(k + 1, times.length - 1);
  const span = times[next] - times[k];
  const t = span > 0 ? Math.min(1, Math.max(0, (time - times[k]) / span)) : 0;
  const [p, q] = [key(k), key(next)];
  let out: number[];
  if (kind === 'STEP') out = Array.from(values.subarray(p, p + width));
  else if (isCubic) {
    const [t2, t3] = [t * t, t * t * t];
    out = Array.from({ length: width }, (_, d) => {
      const [a, b] = [values[p + d], values[q + d]];
      const [out0, in1] = [span * values[p + width + d], span * values[q - width + d]];
      return (
        (2 * t3 - 3 * t2 + 1) * a +
        (t3 - 2 * t2 + t) * out0 +
        (3 * t2 - 2 * t3) * b +
        (t3 - t2) * in1
      );
    });
  } else if (path === 'rotation') out = slerp(values, p, q, t);
  else
    out = Array.from(
      { length: width },
      (_, d) => values[p + d] + t * (values[q + d] - values[p + d]),
    );
  if (path !== 'rotation') return out;
  const size = Math.sqrt(out.reduce((sum, c) => sum + c * c, 0));
  return size > 0 ? out.map((c) => c / size) : [0, 0, 0, 1];
}

function slerp(values: Float64Array, p: number, q: number, t: number): number[] {
  let dot = 0;
  for (let d = 0; d < 4; d++) dot += values[p + d] * values[q + d];
  const sign = dot < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, Math.abs(dot)));
  const sine = Math.sin(angle);
  const [a, b] =
    sine > 1e-6 ? [Math.sin((1 - t) * angle) / sine, Math.sin(t * angle) / sine] : [1 - t, t];
  return [0, 1, 2, 3].map((d) => a * values[p + d] + sign * b * values[q + d]);
}

/** The node's map into its parent at a time of a clip; as the file puts it without a clip. */
export function localMatrix(
  figure: Figure,
  clip: Clip | null,
  node: number,
  time: number,
  before = false,
): Mat4 {
  const rest = figure.nodes[node];
  const now = { translation: rest.translation, rotation: rest.rotation, scale: rest.scale };
  for (const channel of clip?.channels ?? []) {
    if (channel.node === node) now[channel.path] = sampleChannel(channel, time, before);
  }
  return compose4(now.translation, now.rotation, now.scale);
}
