import { align, centreOf, type Motion, undo } from './align.ts';
import { findSpectrum, findSubspace, takeOut } from './subspace.ts';

export interface MorphOptions {
  /**
   * Largest distance of a vertex from where it was, as a part of the longest side; targets are added until it is met.
   */
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
const SAMPLES = 100;
/** Of the frames that are furthest off, so many are looked at twice. */
const WORST = 40;
/** Frames that the mean shape is found from. */
const MEAN = 60;
/** Directions looked for at first; twice as many if they do not do. */
const FIRST = 24;
/** Times that directions are looked for, each with the worst frames of the last. */
const LOOKS = 3;
/** Part of the tolerance that the sampled frames must meet, so that those between them do, too. */
const MARGIN = 0.7;

/** Fits morph targets to frames (each [vertices, 3], in metres). `size` is the body's longest side. */
export function fitMorph(
  frames: readonly Float32Array[],
  size: number,
  options: MorphOptions = {},
): Morphed {
  const tolerance = (options.tolerance ?? MORPH_DEFAULTS.tolerance) * size;
  const most = options.targets ?? MORPH_DEFAULTS.targets;
  const { base, motions, rest } = alignFrames(frames);
  let best = project(rest, []);
  let samples = spreadOver(rest.length, SAMPLES);
  let bad = samples;
  let directions: Float32Array[] = [];
  for (let look = 0; look < LOOKS && best.worst > tolerance && most > 0; look++) {
    if (directions.length < most) {
      // What the directions leave of the worst frames needs few more.
      const left = leftOf(rest, bad, directions);
      const room = most - directions.length;
      const added = chooseDirections(left, [...left.keys()], room, MARGIN * tolerance);
      directions = [...directions, ...added];
    } else directions = chooseDirections(rest, samples, most, MARGIN * tolerance);
    const found = project(rest, directions);
    if (found.worst < best.worst) best = found;
    // Where the worst frames are seen twice, the largest error falls; the mean hardly grows.
    const { errors } = found;
    bad = [...errors.keys()].sort((a, b) => errors[b] - errors[a]).slice(0, WORST);
    samples = [...samples, ...bad];
  }
  return { base, motions, ...best };
}

/** What is left of some frames without directions. */
function leftOf(
  rest: readonly Float32Array[],
  samples: readonly number[],
  directions: readonly Float32Array[],
): Float32Array[] {
  const w = new Float64Array(4);
  return samples.map((t) => {
    const left = rest[t].slice();
    for (let a = 0; a < directions.length; a += 4)
      takeOut(left, directions, a, Math.min(4, directions.length - a), w, 0);
    return left;
  });
}

/**
 * Directions that the sampled frames need, most important first: as few as meet the tolerance there, `most` at most.
 */
function chooseDirections(
  rest: readonly Float32Array[],
  samples: readonly number[],
  most: number,
  tolerance: number,
): Float32Array[] {
  const spectrum = findSpectrum(rest, samples);
  for (let count = Math.min(FIRST, most); ; count = Math.min(2 * count, most)) {
    const { directions, weights } = findSubspace(rest, samples, spectrum, count);
    const left = samples.map((t) => rest[t].slice());
    let n = 0;
    while (n < directions.length && errorsOf(left).worst > tolerance) {
      left.forEach((frame, t) => {
        subtract(frame, directions[n], weights[t * directions.length + n]);
      });
      n++;
    }
    if (n < count || count === most || directions.length < count) return directions.slice(0, n);
  }
}

function subtract(frame: Float32Array, direction: Float32Array, weight: number): void {
  for (let i = 0; i < frame.length; i++) frame[i] -= weight * direction[i];
}

/** Takes the rigid motion out of the frames: what is left is the mean shape and each frame's difference from it. */
export function alignFrames(
  frames: readonly Float32Array[],
): Pick<Morphed, 'base' | 'motions'> & { rest: Float32Array[] } {
  const n = frames[0].length;
  const centre = centreOf(frames[0]);
  let base = Float64Array.from(frames[0], (x, i) => x - centre[i % 3]);
  const back = new Float64Array(n);
  const some = spreadOver(frames.length, MEAN);
  for (let round = 0; round < 2; round++) {
    const mean = new Float64Array(n);
    for (const t of some) {
      undo(back, frames[t], align(frames[t], base, null));
      for (let i = 0; i < n; i++) mean[i] += back[i] / some.length;
    }
    base = mean;
  }
  const rounded = Float32Array.from(base);
  const motions: Motion[] = [];
  let last: Motion | null = null;
  const rest = frames.map((frame) => {
    last = align(frame, base, last);
    motions.push(last);
    const out = new Float32Array(n);
    undo(back, frame, last);
    for (let i = 0; i < n; i++) out[i] = back[i] - rounded[i];
    return out;
  });
  return { base: rounded, motions, rest };
}

interface Errors {
  readonly worst: number;
  readonly rms: number;
  /** The largest of each frame. */
  readonly errors: Float64Array;
}

function errorsOf(rest: readonly Float32Array[]): Errors {
  const errors = new Float64Array(rest.length);
  let sum = 0;
  let points = 0;
  rest.forEach((frame, t) => {
    const [square, most] = squaresOf(frame);
    errors[t] = Math.sqrt(most);
    sum += square;
    points += frame.length / 3;
  });
  return { worst: largest(errors), rms: Math.sqrt(sum / Math.max(1, points)), errors };
}

/** Sum and largest of the squared distances of a frame's vertices. */
function squaresOf(frame: Float32Array): [number, number] {
  let [sum, most] = [0, 0];
  for (let i = 0; i < frame.length; i += 3) {
    const x = frame[i];
    const y = frame[i + 1];
    const z = frame[i + 2];
    const d = x * x + y * y + z * z;
    if (d > most) most = d;
    sum += d;
  }
  return [sum, most];
}

function largest(values: Float64Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  return most;
}

/**
 * What every frame is in orthonormal directions, and what is left of it; targets are scaled so that weights are at most
 * 1.
 */
function project(
  rest: readonly Float32Array[],
  directions: readonly Float32Array[],
): Pick<Morphed, 'targets' | 'weights'> & Errors {
  const n = directions.length;
  const raw = new Float64Array(rest.length * n);
  const errors = new Float64Array(rest.length);
  const left = new Float32Array(rest[0].length);
  let sum = 0;
  for (let t = 0; t < rest.length; t++) {
    left.set(rest[t]);
    for (let a = 0; a < n; a += 4) takeOut(left, directions, a, Math.min(4, n - a), raw, t * n + a);
    const [square, most] = squaresOf(left);
    errors[t] = Math.sqrt(most);
    sum += square;
  }
  const scales = directions.map((_, a) => {
    let most = 0;
    for (let t = 0; t < rest.length; t++) most = Math.max(most, Math.abs(raw[t * n + a]));
    return most;
  });
  const points = (rest.length * rest[0].length) / 3;
  return {
    targets: directions.map((direction, a) => direction.map((x) => x * scales[a])),
    weights: Float32Array.from(raw, (w, i) => (scales[i % n] > 0 ? w / scales[i % n] : 0)),
    worst: largest(errors),
    rms: Math.sqrt(sum / Math.max(1, points)),
    errors,
  };
}

/** At most `count` whole numbers below n, evenly spread. */
export function spreadOver(n: number, count: number): number[] {
  const k = Math.min(n, count);
  return Array.from({ length: k }, (_, i) => Math.round((i * (n - 1)) / Math.max(1, k - 1)));
}
