/**
 * The elementary functions from + − × ÷ √ and bit patterns alone: the same bits on every machine, which Math.sin and
 * its kin do not promise. Within about one unit in the last place of the true value; zero, infinity and NaN behave as
 * in Math.
 */
import { reduceAngle } from './reduce.ts';

/** A double and its two halves (low word first: typed arrays are little-endian wherever this runs). */
const bitsOf = new Float64Array(1);
const words = new Uint32Array(bitsOf.buffer);
const rest = new Float64Array(2);

const HALF_PI_HIGH = 1.5707963267948966;
const HALF_PI_LOW = 6.123233995736766e-17;
const PI_LOW = 1.2246467991473532e-16;
/** ln 2 in two parts, the first with 32 bits, so that a whole multiple of it is exact. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const TWO_54 = 18014398509481984;

/** sin(r + low) for |r| ≤ π/4: Taylor up to r¹⁷, whose error is below 1e-19. */
function sinSmall(r: number, low: number): number {
  const z = r * r;
  let p = 1 / 355687428096000;
  p = p * z - 1 / 1307674368000;
  p = p * z + 1 / 6227020800;
  p = p * z - 1 / 39916800;
  p = p * z + 1 / 362880;
  p = p * z - 1 / 5040;
  p = p * z + 1 / 120;
  p = p * z - 1 / 6;
  return r + (r * z * p + low * (1 - 0.5 * z));
}

/** cos(r + low) for |r| ≤ π/4: Taylor up to r¹⁶; what is lost in 1 − r²/2 is put back. */
function cosSmall(r: number, low: number): number {
  const z = r * r;
  let p = 1 / 20922789888000;
  p = p * z - 1 / 87178291200;
  p = p * z + 1 / 479001600;
  p = p * z - 1 / 3628800;
  p = p * z + 1 / 40320;
  p = p * z - 1 / 720;
  p = p * z + 1 / 24;
  const half = 0.5 * z;
  const w = 1 - half;
  return w + (1 - w - half + (z * z * p - r * low));
}

/** Sine of an angle [rad]. */
export function sin(x: number): number {
  if (x === 0) return x; // keeps the sign of zero
  if (!(Math.abs(x) < Number.POSITIVE_INFINITY)) return Number.NaN;
  const k = reduceAngle(rest, x);
  const value = (k & 1) === 0 ? sinSmall(rest[0], rest[1]) : cosSmall(rest[0], rest[1]);
  return k < 2 ? value : -value;
}

/** Cosine of an angle [rad]. */
export function cos(x: number): number {
  if (!(Math.abs(x) < Number.POSITIVE_INFINITY)) return Number.NaN;
  const k = reduceAngle(rest, x);
  const value = (k & 1) === 0 ? cosSmall(rest[0], rest[1]) : sinSmall(rest[0], rest[1]);
  return k === 0 || k === 3 ? value : -value;
}

/** 2ᵏ for −1022 ≤ k ≤ 1023, exactly. */
function powerOfTwo(k: number): number {
  words[0] = 0;
  words[1] = (k + 1023) << 20;
  return bitsOf[0];
}

/** e to the power x. */
export function exp(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > 709.782712893384) return Number.POSITIVE_INFINITY;
  if (x < -745.1332191019412) return 0;
  const k = Math.round(x * Math.LOG2E);
  const high = x - k * LN2_HIGH;
  const low = -k * LN2_LOW;
  const r = high + low;
  const lost = high - r + low;
  let p = 1 / 87178291200;
  p = p * r + 1 / 6227020800;
  p = p * r + 1 / 479001600;
  p = p * r + 1 / 39916800;
  p = p * r + 1 / 3628800;
  p = p * r + 1 / 362880;
  p = p * r + 1 / 40320;
  p = p * r + 1 / 5040;
  p = p * r + 1 / 720;
  p = p * r + 1 / 120;
  p = p * r + 1 / 24;
  p = p * r + 1 / 6;
  p = p * r + 0.5;
  const value = 1 + (r + (r * r * p + lost * (1 + r)));
  // Two factors, because 2¹⁰²⁴ and the subnormal powers are not doubles themselves.
  const half = k >> 1;
  return value * powerOfTwo(half) * powerOfTwo(k - half);
}

/** Natural logarithm. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return x;
  let k = 0;
  let m = x;
  if (m < 2.2250738585072014e-308) {
    m *= TWO_54;
    k = -54;
  }
  bitsOf[0] = m;
  k += (words[1] >>> 20) - 1023;
  words[1] = (words[1] & 0xfffff) | 0x3ff00000;
  m = bitsOf[0];
  if (m > Math.SQRT2) {
    m *= 0.5;
    k++;
  }
  // log(1+f) = 2·atanh(s) with s = f/(2+f), written so that the leading f is not rounded.
  const f = m - 1;
  const s = f / (2 + f);
  const z = s * s;
  let p = 2 / 23;
  p = p * z + 2 / 21;
  p = p * z + 2 / 19;
  p = p * z + 2 / 17;
  p = p * z + 2 / 15;
  p = p * z + 2 / 13;
  p = p * z + 2 / 11;
  p = p * z + 2 / 9;
  p = p * z + 2 / 7;
  p = p * z + 2 / 5;
  p = p * z + 2 / 3;
  const half = 0.5 * f * f;
  return k * LN2_HIGH - (half - (s * (half + z * p) + k * LN2_LOW) - f);
}

/** atan(j/16) for j = 0 … 16 as pairs (double, what the double leaves out). */
const ATAN_TABLE = new Float64Array([
  0, 0, 0.06241880999595735, -1.5490756308295046e-18, 0.12435499454676144, -3.1253241424539383e-18,
  0.18534794999569476, 4.180692268843079e-18, 0.24497866312686414, 1.0698755618734451e-17,
  0.3028848683749714, -1.1010827903001369e-17, 0.35877067027057225, -2.4623815582638635e-17,
  0.4124104415973873, -1.587652227770689e-17, 0.4636476090008061, 2.2698777452961687e-17,
  0.5123894603107377, -2.5462781472855804e-17, 0.5585993153435624, -5.4556305485916264e-18,
  0.6022873461349642, 2.950430737228402e-17, 0.6435011087932844, 1.5834785051444286e-17,
  0.6823165548747481, 6.943223671560008e-18, 0.7188299996216245, -2.1478388444456983e-17,
  0.7531512809621944, -2.4256934659182068e-17, 0.7853981633974483, 3.061616997868383e-17,
]);

const direction = new Float64Array(2);
const angleOf = new Float64Array(1);

/** Angle [rad] of the vector (x, y) from the x axis, in [−π, π]. */
export function atan2(y: number, x: number): number {
  direction[0] = y;
  direction[1] = x;
  atan2Into(angleOf, 0, direction, 0);
  return angleOf[0];
}

/** out[o] = atan2(a[at], a[at + 1]): for hot loops, where numbers that are handed over become garbage. */
export function atan2Into(out: Float64Array, o: number, a: Float64Array, at: number): void {
  const y = a[at];
  const x = a[at + 1];
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  if (Number.isNaN(ax) || Number.isNaN(ay)) {
    out[o] = Number.NaN;
    return;
  }
  const small = Math.min(ax, ay);
  const large = Math.max(ax, ay);
  // 0/0 and ∞/∞ have their own directions: along the axis, and along the diagonal.
  const t = large === 0 ? 0 : small === Number.POSITIVE_INFINITY ? 1 : small / large;
  const j = Math.round(16 * t);
  const c = j * 0.0625;
  const d = (t - c) / (1 + c * t);
  const z = d * d;
  let p = 1 / 13;
  p = p * z - 1 / 11;
  p = p * z + 1 / 9;
  p = p * z - 1 / 7;
  p = p * z + 1 / 5;
  p = p * z - 1 / 3;
  const high = ATAN_TABLE[2 * j];
  const low = ATAN_TABLE[2 * j + 1] + (d + d * z * p);
  const steep = ay > ax;
  const backward = x < 0 || (x === 0 && 1 / x < 0);
  let angle = high + low;
  if (steep) {
    angle = backward
      ? HALF_PI_HIGH + (high + (low + HALF_PI_LOW))
      : HALF_PI_HIGH - (high + (low - HALF_PI_LOW));
  } else if (backward) {
    angle = Math.PI - (high + (low - PI_LOW));
  }
  out[o] = y < 0 || (y === 0 && 1 / y < 0) ? -angle : angle;
}

/** Angle in [0, π] whose cosine is x; NaN outside [−1, 1]. */
export function acos(x: number): number {
  if (!(Math.abs(x) <= 1)) return Number.NaN;
  return atan2(Math.sqrt((1 - x) * (1 + x)), x);
}

/** Cube root, with the sign of x. */
export function cbrt(x: number): number {
  let m = Math.abs(x);
  if (!(m < Number.POSITIVE_INFINITY) || m === 0) return x;
  let shift = 0;
  if (m < 2.2250738585072014e-308) {
    m *= TWO_54;
    shift = -54;
  }
  bitsOf[0] = m;
  const e = (words[1] >>> 20) - 1023;
  const third = Math.floor(e / 3);
  words[1] = (words[1] & 0xfffff) | ((e - 3 * third + 1023) << 20);
  m = bitsOf[0]; // in [1, 8)
  // Halley's iteration triples the number of right digits; a straight guess has one.
  let y = 0.93 + 0.155 * m;
  for (let i = 0; i < 3; i++) {
    const cube = y * y * y;
    y *= (cube + 2 * m) / (2 * cube + m);
  }
  y -= (y * y * y - m) / (3 * y * y);
  y *= powerOfTwo(third + shift / 3);
  return x < 0 ? -y : y;
}
