import { check } from '../core/errors.ts';

/**
 * A pair of points that belong together: a vertex of the template, or any place near it, and where it is to be on the
 * target.
 */
export interface Landmark {
  readonly name?: string;
  /** Vertex of the template; or */
  readonly vertex?: number;
  /** a place in the template's coordinates. */
  readonly point?: readonly [number, number, number];
  /** In the target's coordinates. */
  readonly target: readonly [number, number, number];
}

/** How a template is fitted. Lengths without a unit are parts of L, the diagonal of the template's own box. */
export interface RegisterOptions {
  /** How far the two lie apart before: not at all (`given`), by a small turn (`near`), anyhow (`full`). */
  prealign?: 'given' | 'near' | 'full';
  /** May pre-alignment change the size? */
  scale?: boolean;
  /** May pre-alignment take the template's mirror image? */
  mirror?: boolean;
  /** Frames at each level, those of coarser levels included. */
  frames?: readonly number[];
  /** Cells along the template's longest side, for distances inside it. */
  cells?: number;
  /** Springs from each side. */
  samples?: number;
  /** Least cosine between normals that belong together. */
  cone?: number;
  /** How much a spring pulls along the surface, beside its pull across it. */
  tangent?: number;
  /** Weight of springs from the target; those from the template have 1. */
  backward?: number;
  /** What holds the template together: its frames' agreement, its shape, or both. */
  prior?: 'smooth' | 'elastic' | 'mixed';
  /** First and last weight of the prior, and the factor from one to the next. */
  stiffness?: readonly [number, number, number];
  /** A frame is freed if it would carry its points further than this. */
  free?: number;
  /** Back to one frame after each stiffness? */
  coarsen?: boolean;
  /** Motion in an iteration (root mean square) that counts as rest. */
  still?: number;
  /** Iterations at most until rest. */
  iterations?: number;
  /** Distances this many times the usual one count little. */
  robust?: number;
  /**
   * The prior's weight ends at this times the square of the target's noise, if that is above the last; 0 follows noise,
   * too.
   */
  noise?: number;
  /** Weight of the fit of single vertices at the end; 0 leaves it out. */
  detail?: number;
  landmarks?: readonly Landmark[];
  /** Weight of all landmarks together. */
  landmarkWeight?: number;
  /** Weight of each vertex of the template, and of the target; 0 ignores it. */
  mask?: ArrayLike<number>;
  targetMask?: ArrayLike<number>;
  /** Stop when the mean distance to the target is below this, in the file's units. */
  tolerance?: number;
  /** Seconds after which it stops, wherever it is. */
  timeLimit?: number;
  seed?: number;
}

export type FullOptions = Required<
  Omit<RegisterOptions, 'mask' | 'targetMask' | 'tolerance' | 'timeLimit'>
> &
  Pick<RegisterOptions, 'mask' | 'targetMask' | 'tolerance' | 'timeLimit'>;

export const REGISTER_DEFAULTS: Readonly<FullOptions> = {
  prealign: 'near',
  scale: true,
  mirror: false,
  frames: [1, 6, 40],
  cells: 24,
  samples: 800,
  cone: 0.6,
  tangent: 0.03,
  backward: 3,
  prior: 'mixed',
  stiffness: [0.3, 3e-4, 0.1],
  free: 2.5e-4,
  coarsen: true,
  still: 2e-4,
  iterations: 60,
  robust: 10,
  noise: 800,
  detail: 0,
  landmarks: [],
  landmarkWeight: 1,
  seed: 1,
};

/** Options with defaults filled in; refuses what makes no sense, naming field, value and remedy. */
export function checkOptions(options: RegisterOptions): FullOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const full: FullOptions = { ...REGISTER_DEFAULTS, ...Object.fromEntries(given) };
  oneOf(full.prealign, ['given', 'near', 'full'], 'prealign');
  oneOf(full.prior, ['smooth', 'elastic', 'mixed'], 'prior');
  whole(full.cells, 4, 128, 'cells');
  whole(full.samples, 50, 100_000, 'samples');
  whole(full.iterations, 1, 10_000, 'iterations');
  between(full.cone, -1, 0.999, 'cone');
  between(full.tangent, 0, 1, 'tangent');
  between(full.backward, 0, 1000, 'backward');
  between(full.free, 0, 1, 'free');
  between(full.still, 1e-9, 1, 'still');
  between(full.robust, 0.1, 1e6, 'robust');
  between(full.noise, 0, 1e9, 'noise');
  between(full.detail, 0, 1e6, 'detail');
  between(full.landmarkWeight, 0, 1e6, 'landmarkWeight');
  check(
    full.frames.length > 0 && full.frames[0] === 1 && full.frames.length <= 8,
    () =>
      `must be one frame and then more, in at most eight levels, got ${JSON.stringify(full.frames)}. Take [1, 6, 40].`,
    'options.frames',
  );
  full.frames.forEach((n, l) => {
    whole(n, l === 0 ? 1 : full.frames[l - 1] + 1, 400, `frames[${l}]`);
  });
  const [first, last, factor] = full.stiffness;
  between(first, 1e-9, 1e6, 'stiffness[0]');
  between(last, 1e-9, first, 'stiffness[1]');
  between(factor, 0.01, 0.95, 'stiffness[2]');
  if (full.tolerance !== undefined) between(full.tolerance, 0, Infinity, 'tolerance');
  if (full.timeLimit !== undefined) between(full.timeLimit, 0, Infinity, 'timeLimit');
  return full;
}

function oneOf(value: string, choices: readonly string[], name: string): void {
  check(
    choices.includes(value),
    () => `must be one of ${choices.join(', ')}, got ${value}. Take one of these.`,
    `options.${name}`,
  );
}

function whole(value: number, low: number, high: number, name: string): void {
  check(
    Number.isInteger(value) && value >= low && value <= high,
    () =>
      `must be a whole number from ${low} to ${high}, got ${value}. Leave it out for the default.`,
    `options.${name}`,
  );
}

function between(value: number, low: number, high: number, name: string): void {
  check(
    typeof value === 'number' && value >= low && value <= high,
    () => `must be a number from ${low} to ${high}, got ${value}. Leave it out for the default.`,
    `options.${name}`,
  );
}
