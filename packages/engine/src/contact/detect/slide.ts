import type { Collider } from './detect.ts';
import type { LiveCage, LivePoints } from './live.ts';
import { type Patches, RING } from './patches.ts';
import type { ContactRows } from './rows.ts';

/**
 * A place of a patch goes so far from its point, in spacings: patches then overlap, and the place that touches first is in one of them. What looks for it farther away
 * goes back, and is at its point again at three times as far: places never jump.
 */
const REACH = 0.85;
/** Surfaces that look elsewhere than the normal asks for, by the cosine, have no place of their own. */
const TURNED = 0.5;
/** Patches that are deformed by more than this (FᵀF − 1) are not as round as they were. */
const STRAINED = 0.2;

/** What `slide` finds: three contact points, the parts of the second and the third, the way from the first point to the place [m]. */
export interface Slide {
  readonly corners: Int32Array;
  readonly parts: Float64Array;
  readonly way: Float64Array;
  /** The way from the place to where it should be, if it is too far for the patch [m]. */
  readonly left: Float64Array;
}

export function createSlide(): Slide {
  return {
    corners: new Int32Array(3),
    parts: new Float64Array(2),
    way: new Float64Array(3),
    left: new Float64Array(3),
  };
}

const F = new Float64Array(9);
const sum = new Float64Array(9);
const d = new Float64Array(3);
const D = new Float64Array(3);
const g = new Float64Array(3);
const tau = new Float64Array(2);

/**
 * The place of point i's patch that looks against the normal n[o..] of what it meets: the one that touches first. False where the patch has none of its
 * own, and the point itself is it. `x`, `inner` are where points and those below them are now, `rest`, `restInner` where they were at rest.
 */
export function slide(
  out: Slide,
  patches: Patches,
  i: number,
  n: Float64Array,
  o: number,
  x: Float64Array,
  inner: Float64Array,
  rest: Float64Array,
  restInner: Float64Array,
  spacing: number,
): boolean {
  const { round, frame, radii, ring, inverse, below } = patches;
  if (round[i] === 0) return false;
  sum.fill(0);
  for (let k = 0; k <= RING; k++) {
    const j = k < RING ? ring[RING * i + k] : i;
    if (j < 0) continue;
    const now = k < RING ? x : inner;
    const then = k < RING ? rest : restInner;
    for (let c = 0; c < 3; c++) {
      d[c] = now[3 * j + c] - x[3 * i + c];
      D[c] = then[3 * j + c] - rest[3 * i + c];
    }
    for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) sum[3 * r + c] += d[r] * D[c];
  }
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      F[3 * r + c] =
        sum[3 * r] * inverse[9 * i + c] +
        sum[3 * r + 1] * inverse[9 * i + 3 + c] +
        sum[3 * r + 2] * inverse[9 * i + 6 + c];
    }
  }
  if (isStrained()) return false;
  // The normal that the surface at rest must have there: against Fᵀ n.
  for (let c = 0; c < 3; c++) g[c] = -(F[c] * n[o] + F[3 + c] * n[o + 1] + F[6 + c] * n[o + 2]);
  const length = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  const f = 9 * i;
  if (!(g[0] * frame[f] + g[1] * frame[f + 1] + g[2] * frame[f + 2] > TURNED * length))
    return false;
  let square = 0;
  for (let a = 0; a < 2; a++) {
    const b = f + 3 * (a + 1);
    tau[a] =
      (radii[2 * i + a] * (g[0] * frame[b] + g[1] * frame[b + 1] + g[2] * frame[b + 2])) / length;
    square += tau[a] * tau[a];
  }
  const far = Math.sqrt(square);
  const most = REACH * spacing;
  const part = far <= most ? 1 : far < 3 * most ? (3 * most - far) / (2 * far) : 0;
  if (part === 0 && below[i] === 0) return false;
  for (let c = 0; c < 3; c++) {
    let on = 0;
    for (let k = 0; k < 3; k++) {
      on += F[3 * c + k] * (tau[0] * frame[f + 3 + k] + tau[1] * frame[f + 6 + k]);
    }
    out.left[c] = (1 - part) * on;
  }
  tau[0] *= part;
  tau[1] *= part;
  if (!findCorners(out, patches, rest, i)) return false;
  // Below the plane of the frame the surface falls by ½ τ²/R; the chord between the corners is lower still.
  let up = below[i];
  for (let a = 0; a < 2; a++) {
    const R = radii[2 * i + a];
    if (R > 0) up -= ((0.5 * tau[a] * tau[a]) / R) * (1 + (0.25 * tau[a] * tau[a]) / (R * R));
  }
  const [j, k] = [out.corners[1], out.corners[2]];
  const [p, q] = [out.parts[0], out.parts[1]];
  for (let c = 0; c < 3; c++) {
    const chord = p * (rest[3 * j + c] - rest[3 * i + c]) + q * (rest[3 * k + c] - rest[3 * i + c]);
    up -= chord * frame[f + c];
  }
  for (let c = 0; c < 3; c++) {
    const chord = p * (x[3 * j + c] - x[3 * i + c]) + q * (x[3 * k + c] - x[3 * i + c]);
    out.way[c] =
      chord +
      up * (F[3 * c] * frame[f] + F[3 * c + 1] * frame[f + 1] + F[3 * c + 2] * frame[f + 2]);
  }
  return true;
}

/** True if F is no longer close to a rotation: the surface is not round as it was at rest. */
function isStrained(): boolean {
  let square = 0;
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      const e = F[r] * F[c] + F[3 + r] * F[3 + c] + F[6 + r] * F[6 + c] - (r === c ? 1 : 0);
      square += e * e;
    }
  }
  return !(square < STRAINED * STRAINED);
}

/** The two neighbours between which τ points, and their parts. */
function findCorners(out: Slide, { ring, frame }: Patches, rest: Float64Array, i: number): boolean {
  const r = RING * i;
  const f = 9 * i;
  let count = 0;
  while (count < RING && ring[r + count] >= 0) count++;
  for (let k = 0; k < count; k++) {
    const a = ring[r + k];
    const b = ring[r + ((k + 1) % count)];
    let ax = 0;
    let ay = 0;
    let bx = 0;
    let by = 0;
    for (let c = 0; c < 3; c++) {
      const da = rest[3 * a + c] - rest[3 * i + c];
      const db = rest[3 * b + c] - rest[3 * i + c];
      ax += da * frame[f + 3 + c];
      ay += da * frame[f + 6 + c];
      bx += db * frame[f + 3 + c];
      by += db * frame[f + 6 + c];
    }
    const area = ax * by - ay * bx;
    const p = (tau[0] * by - tau[1] * bx) / area;
    const q = (ax * tau[1] - ay * tau[0]) / area;
    if (p < 0 || q < 0) continue;
    out.corners[0] = i;
    // The larger part first: the third is never all of it, even a little beyond the two.
    out.corners[1] = p < q ? b : a;
    out.corners[2] = p < q ? a : b;
    out.parts[0] = Math.max(p, q);
    out.parts[1] = Math.min(p, q);
    return true;
  }
  return false;
}

const local = new Float64Array(3);
const met = new Float64Array(1);
/** Where the collider is not flat from a point to its place, by this part of the spacing, the point itself is it. */
const BENT = 0.02;

/**
 * The rows of contact points from `from` on, all with one collider: each that is within `slack` [m] names the place of its point's patch that touches first. What is
 * farther away was looked for along its way, and stays as it was found.
 */
export function slideRows(
  rows: ContactRows,
  from: number,
  points: LivePoints & { readonly live: LiveCage },
  { sdf, pose }: Collider,
  slack: number,
  out: Slide,
): void {
  const { x, inner, live } = points;
  const { patches, points: rest, inner: restInner, spacing } = live.cage;
  for (let r = from; r < rows.count[0]; r++) {
    const i = rows.key[3 * r + 2];
    if (rows.gap[r] > slack) continue;
    if (!slide(out, patches, i, rows.normal, 3 * r, x, inner, rest, restInner, spacing)) continue;
    let gap = rows.gap[r];
    local.fill(0);
    for (let c = 0; c < 3; c++) {
      gap += rows.normal[3 * r + c] * out.way[c];
      const away = x[3 * i + c] + out.way[c] - pose[4 * c + 3];
      for (let k = 0; k < 3; k++) local[k] += pose[4 * c + k] * away;
    }
    sdf.evaluate(local, 1, met);
    // A dent may be deeper at the point than the round surface tells.
    if (met[0] > rows.gap[r] || Math.abs(met[0] - gap) > BENT * spacing) continue;
    const q = out.parts[1];
    rows.ends[2 * r + 1] = out.corners[1];
    rows.share[r] = out.parts[0] / (1 - q);
    rows.third[r] = out.corners[2];
    rows.thirdShare[r] = q;
    rows.slides[r] = 1;
    rows.gap[r] = met[0];
    for (let c = 0; c < 3; c++) rows.left[3 * r + c] = out.left[c];
  }
}

const turn = new Float64Array(2);

/**
 * out[0..3) = how fast the place of point i's patch that looks against n[o..] moves over the material [m/s], when the points move with v: from how the patch turns.
 * A ball's moves forward as fast as the material comes back.
 */
export function slideSpeed(
  out: Float64Array,
  { ring, frame, radii, flatInverse }: Patches,
  i: number,
  n: Float64Array,
  o: number,
  x: Float64Array,
  v: Float64Array,
  rest: Float64Array,
): void {
  const f = 9 * i;
  // Along each direction: how the surface moves against the normal, and where it points now.
  turn.fill(0);
  sum.fill(0);
  for (let k = 0; k < RING && ring[RING * i + k] >= 0; k++) {
    const j = ring[RING * i + k];
    let up = 0;
    let p = 0;
    let q = 0;
    for (let c = 0; c < 3; c++) {
      up += n[o + c] * (v[3 * j + c] - v[3 * i + c]);
      const away = rest[3 * j + c] - rest[3 * i + c];
      p += away * frame[f + 3 + c];
      q += away * frame[f + 6 + c];
    }
    const a = flatInverse[3 * i] * p + flatInverse[3 * i + 1] * q;
    const b = flatInverse[3 * i + 1] * p + flatInverse[3 * i + 2] * q;
    turn[0] += up * a;
    turn[1] += up * b;
    for (let c = 0; c < 3; c++) {
      sum[c] += a * (x[3 * j + c] - x[3 * i + c]);
      sum[3 + c] += b * (x[3 * j + c] - x[3 * i + c]);
    }
  }
  for (let c = 0; c < 3; c++) {
    out[c] = -radii[2 * i] * turn[0] * sum[c] - radii[2 * i + 1] * turn[1] * sum[3 + c];
  }
}
