import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import { eigen3 } from '../../../math/eigen3.ts';
import { inverse3, mulABt3 } from '../../../math/mat3.ts';
import type { FramesData } from '../model.ts';
import { SLACK } from '../numbers.ts';
import type { SetPoints } from './points.ts';

/**
 * What a stretched point resists when it turns. The closed form of the corotational law holds its rotations R in a
 * step, so its stiffness knows strains only. The true one has, for a twist y = Σ_c R_c × Ḟ_c (columns c; twice the skew
 * part of Ḟ Rᵀ), also
 *
 *   ½ yᵀ G y,   G = V[μ I − (2μ − λ tr(S − I)) (tr(A) I − A)⁻¹],   A = F Rᵀ, S = Rᵀ F
 *
 * which is positive under tension: it is what draws a plucked string back. Left out, a step takes the string's force
 * explicitly, and a string faster than the step buzzes. The negative part, under pressure, stays out, or the matrix
 * were not positive.
 */
export interface Tension {
  /** True if some point is taut. */
  any: boolean;
  /** 1 for taut points, 0 for others, shape [points]. */
  readonly taut: Float64Array;
  /**
   * M_k = √g_k [n_k]ₓ R for the three eigenvalues g_k > 0 and eigenvectors n_k of G, zero for others, shape [points, 9]
   * each.
   */
  readonly twists: readonly Float64Array[];
  /** What each point, or group of points, stands for [m³], shape [points]. */
  readonly volume: Float64Array;
  /** Members of the points, none for those that are not taut: like `SetPoints.ptr`. */
  readonly ptr: Int32Array;
  readonly work: Float64Array;
}

export function createTension(points: number, allocator: Allocator): Tension {
  return {
    any: false,
    taut: allocator.f64(points),
    twists: [allocator.f64(9 * points), allocator.f64(9 * points), allocator.f64(9 * points)],
    volume: allocator.f64(points),
    ptr: allocator.i32(2 * points),
    work: new Float64Array(39),
  };
}

/**
 * Finds the taut points among `count` (groups of) points with rotations R and gradients F, and what they resist.
 * `scale` is the square of the step [s²]; with the density [kg/m³] it says how far a wave of tension comes. Where that
 * is less than a point's own length, the forces may stay explicit: they are stable there. `pressure` [J] is what the
 * mean change of volume adds to λ tr(S − I), shape [points].
 */
export function findTension(
  tension: Tension,
  R: Float64Array,
  F: Float64Array,
  volumeMu: Float64Array,
  volumeLambda: Float64Array,
  count: number,
  scale: number,
  density: number,
  pressure: Float64Array | null = null,
): void {
  const { taut, twists, volume, work } = tension;
  tension.any = false;
  for (let e = 0; e < count; e++) {
    taut[e] = 0;
    // work: A (9), its eigenvalues (3) and eigenvectors in columns (9); tr(A)I − A and its inverse (9 each).
    mulABt3(work, 0, F, 36 * e, R, 9 * e);
    const trace = work[0] + work[4] + work[8];
    const mu = volumeMu[e];
    const push = 2 * mu - volumeLambda[e] * (trace - 3) - (pressure === null ? 0 : pressure[e]);
    for (let i = 0; i < 9; i++) work[21 + i] = (i % 4 === 0 ? trace : 0) - work[i];
    if (!inverse3(work, 30, work, 21)) continue;
    // No eigenvalue is larger than the largest sum of a row of G: most points go no further.
    let bound = 0;
    for (let i = 0; i < 9; i += 3) {
      let sum = 0;
      for (let j = i; j < i + 3; j++) sum += Math.abs((j % 4 === 0 ? mu : 0) - push * work[30 + j]);
      bound = Math.max(bound, sum);
    }
    if (!crosses(scale * bound, density, volume[e])) continue;
    eigen3(work, 9, work, 12, work, 0);
    let largest = 0;
    for (let k = 0; k < 3; k++) {
      // Of a point that is crushed or turned inside out the sums of stretches say nothing about tension.
      const pair = trace - work[9 + k];
      work[9 + k] = pair > SLACK ? Math.max(0, mu - push / pair) : 0;
      largest = Math.max(largest, work[9 + k]);
    }
    if (!crosses(scale * largest, density, volume[e])) continue;
    tension.any = true;
    taut[e] = 1;
    for (let k = 0; k < 3; k++)
      fillTwist(twists[k], 9 * e, work, 12 + k, Math.sqrt(work[9 + k]), R, 9 * e);
  }
}

/**
 * True if a wave crosses a volume V within a step: scale·τ/ρ > d² with G = V τ and d³ = V; in cubes, which needs no
 * root.
 */
function crosses(scaledG: number, density: number, volume: number): boolean {
  const far = scaledG / (density * volume);
  return far * far * far > volume * volume;
}

/** out = s [n]ₓ R, n every third number from `at`. */
function fillTwist(
  out: Float64Array,
  o: number,
  n: Float64Array,
  at: number,
  s: number,
  R: Float64Array,
  r: number,
): void {
  const x = s * n[at];
  const y = s * n[at + 3];
  const z = s * n[at + 6];
  for (let c = 0; c < 3; c++) {
    out[o + c] = y * R[r + 6 + c] - z * R[r + 3 + c];
    out[o + 3 + c] = z * R[r + c] - x * R[r + 6 + c];
    out[o + 6 + c] = x * R[r + 3 + c] - y * R[r + c];
  }
}

/**
 * P_0 += scale·∂/∂Ḟ_0 of ½ yᵀ G y for the rates Ḟ, P and rates of shape [points, 4, 9]: with M_k, y·n_k √g_k = M_k :
 * Ḟ_0.
 */
export function addTwistStress(
  P: Float64Array,
  rates: Float64Array,
  tension: Tension,
  count: number,
  scale: number,
): void {
  for (let e = 0; e < count; e++) {
    if (tension.taut[e] === 1) addTwist(P, 36 * e, rates, 36 * e, tension, e, scale);
  }
}

/** The same for a taut point e, whose P_0 and rates stand at p and r. */
export function addTwist(
  P: Float64Array,
  p: number,
  rates: Float64Array,
  r: number,
  { twists }: Tension,
  e: number,
  scale: number,
): void {
  for (let k = 0; k < 3; k++) {
    const M = twists[k];
    let along = 0;
    for (let i = 0; i < 9; i++) along += M[9 * e + i] * rates[r + i];
    for (let i = 0; i < 9; i++) P[p + i] += scale * along * M[9 * e + i];
  }
}

/** The members of taut points alone: with them kernels pass over the others, which are most. */
function listTaut({ taut, ptr: out }: Tension, { ptr }: SetPoints, count: number): Int32Array {
  for (let e = 0; e < count; e++) {
    out[2 * e] = ptr[2 * e];
    out[2 * e + 1] = ptr[2 * e + taut[e]];
  }
  return out;
}

/**
 * matrix += scale × the stiffness of all twists, in the blocks of `size` members: for each k the products of M_k h,
 * which the first half of the common stiffness makes if M_k stands in the place of the rotation. `where`, `turned` and
 * `own` as there.
 */
export function addTwistMatrix(
  matrix: Float64Array,
  where: Int32Array,
  size: number,
  index: Int32Array,
  points: SetPoints,
  tension: Tension,
  count: number,
  scale: number,
  turned: Float64Array,
  own: Int32Array,
  kernels: Kernels,
): void {
  const { taut, twists } = tension;
  const { node, H } = points;
  const ptr = listTaut(tension, points, count);
  for (let k = 0; k < 3; k++) {
    const M = twists[k];
    let some = false;
    for (let e = 0; e < count; e++) {
      for (let i = 0; i < 9; i++) some ||= taut[e] === 1 && M[9 * e + i] !== 0;
    }
    if (!some) continue;
    kernels.elastonProducts(
      matrix,
      where,
      size,
      index,
      ptr,
      node,
      H,
      M,
      taut,
      count,
      0,
      scale,
      turned,
      own,
    );
  }
}

/** volume = what each of `count` groups of points stands for [m³]. */
export function groupVolumes(
  volume: Float64Array,
  data: FramesData,
  groups: { readonly count: number; readonly start: Int32Array; readonly members: Int32Array },
): void {
  for (let g = 0; g < groups.count; g++) {
    volume[g] = 0;
    for (let m = groups.start[g]; m < groups.start[g + 1]; m++)
      volume[g] += data.points.volume[groups.members[m]];
  }
}
