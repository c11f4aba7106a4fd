import { align, centreOf, type Motion, undo } from './align.ts';
import { findSubspace, type Subspace } from './subspace.ts';

export interface MorphOptions {
  /** Largest distance of a vertex from where it was, as a part of the longest side; targets are added until it is met. */
  readonly tolerance?: number;
  /** Most targets. */
  readonly targets?: number;
}

export const MORPH_DEFAULTS = { tolerance: 2e-3, targets: 64 } as const;

/** An animation as a shape that turns and shifts, plus weighted offsets: x(t) = R(t)·(base + Σ w_i(t)·m_i) + c(t). */
export interface Morphed {
  readonly base: Float32Array;
  readonly motions: readonly Motion[];
  /** Offsets at weight 1, each of the size of `base`. */
  readonly targets: readonly Float32Array[];
  /** Shape [frames, targets]; none is larger than 1. */
  readonly weights: Float32Array;
  /** Largest and root mean square distance of a vertex from where it was [m]. */
  readonly worst: number;
  readonly rms: number;
}

/** Frames that directions are found from, at most: more change them little. */
const SAMPLES = 120;
/** Directions beyond the wanted ones that the search carries along. */
const SPARE = 6;

/** Fits morph targets to frames (each [vertices, 3], in metres). `size` is the body's longest side. */
export function fitMorph(
  frames: readonly Float32Array[],
  size: number,
  options: MorphOptions = {},
): Morphed {
  const tolerance = (options.tolerance ?? MORPH_DEFAULTS.tolerance) * size;
  const most = options.targets ?? MORPH_DEFAULTS.targets;
  const { base, motions, rest } = alignFrames(frames);
  const worstAtRest = errorsOf(rest).worst;
  if (worstAtRest <= tolerance || most === 0) {
    return { base, motions, targets: [], weights: new Float32Array(0), ...errorsOf(rest) };
  }
  const spread = spreadOver(rest.length, SAMPLES);
  const first = reduce(rest, findSubspace(rest, spread, most + SPARE), most, tolerance);
  if (first.worst <= tolerance) return { base, motions, ...first };
  // Where the worst frames are seen twice, the largest error falls; the mean hardly grows.
  const bad = [...first.errors.keys()]
    .sort((a, b) => first.errors[b] - first.errors[a])
    .slice(0, SAMPLES / 2);
  const second = reduce(
    rest,
    findSubspace(rest, [...spread, ...bad], most + SPARE),
    most,
    tolerance,
  );
  return { base, motions, ...(second.worst < first.worst ? second : first) };
}

/** Takes the rigid motion out of the frames: what is left is the mean shape and each frame's difference from it. */
function alignFrames(
  frames: readonly Float32Array[],
): Pick<Morphed, 'base' | 'motions'> & { rest: Float32Array[] } {
  const n = frames[0].length;
  const centre = centreOf(frames[0]);
  let base = Float64Array.from(frames[0], (x, i) => x - centre[i % 3]);
  let motions: Motion[] = [];
  const back = new Float64Array(n);
  for (let round = 0; round < 2; round++) {
    const mean = new Float64Array(n);
    let last: Motion | null = null;
    motions = frames.map((frame) => {
      last = align(frame, base, last);
      undo(back, frame, last);
      for (let i = 0; i < n; i++) mean[i] += back[i];
      return last;
    });
    base = mean.map((x) => x / frames.length);
  }
  let last: Motion | null = null;
  const rounded = Float32Array.from(base);
  const rest = frames.map((frame, t) => {
    motions[t] = align(frame, base, last);
    last = motions[t];
    const out = new Float32Array(n);
    undo(back, frame, last);
    for (let i = 0; i < n; i++) out[i] = back[i] - rounded[i];
    return out;
  });
  return { base: rounded, motions, rest };
}

function errorsOf(rest: readonly Float32Array[]): {
  worst: number;
  rms: number;
  errors: Float64Array;
} {
  const errors = new Float64Array(rest.length);
  let sum = 0;
  rest.forEach((frame, t) => {
    let most = 0;
    for (let i = 0; i < frame.length; i += 3) {
      const d = frame[i] ** 2 + frame[i + 1] ** 2 + frame[i + 2] ** 2;
      if (d > most) most = d;
      sum += d;
    }
    errors[t] = Math.sqrt(most);
  });
  const points = rest.reduce((n, frame) => n + frame.length / 3, 0);
  return {
    worst: errors.reduce((a, b) => Math.max(a, b), 0),
    rms: Math.sqrt(sum / Math.max(1, points)),
    errors,
  };
}

/** Takes directions one after the other until the tolerance is met, and scales each so that its weights are at most 1. */
function reduce(rest: readonly Float32Array[], space: Subspace, most: number, tolerance: number) {
  const left = rest.map((frame) => frame.slice());
  const length = rest[0].length;
  const scales: number[] = [];
  let found = errorsOf(left);
  for (let a = 0; a < Math.min(most, space.count) && found.worst > tolerance; a++) {
    let scale = 0;
    for (let t = 0; t < rest.length; t++)
      scale = Math.max(scale, Math.abs(space.weights[t * space.count + a]));
    scales.push(scale);
    for (let t = 0; t < rest.length; t++) {
      const w = space.weights[t * space.count + a];
      const frame = left[t];
      for (let i = 0, o = a * length; i < length; i++, o++) frame[i] -= w * space.directions[o];
    }
    found = errorsOf(left);
  }
  const n = scales.length;
  const targets = scales.map((scale, a) =>
    space.directions.slice(a * length, (a + 1) * length).map((x) => x * scale),
  );
  const weights = new Float32Array(rest.length * n);
  for (let t = 0; t < rest.length; t++) {
    for (let a = 0; a < n; a++) {
      if (scales[a] > 0) weights[t * n + a] = space.weights[t * space.count + a] / scales[a];
    }
  }
  return { targets, weights, ...found };
}

/** At most `count` whole numbers below n, evenly spread. */
export function spreadOver(n: number, count: number): number[] {
  const k = Math.min(n, count);
  return Array.from({ length: k }, (_, i) => Math.round((i * (n - 1)) / Math.max(1, k - 1)));
}
