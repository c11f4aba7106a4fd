/** 2/π with 1216 bits after the point: enough for the largest double, whose last bit weighs 2⁹⁷¹. */
const TWO_OVER_PI_BITS = 1216n;
const TWO_OVER_PI =
  0xa2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561b7246e3a424dd2e006492eea09d1921cfe1deb1cb129a73ee88235f52ebb4484e99c7026b45f7e413991d639835339f49c845f8bbdf9283b1ff897ffde05980fef2f118b5a0a6d1f6d367ecf27cb09b74f463f669e5fea2d7527bac7ebe5f17b3d0739f78a5292ea6bfb5fb11f8d5d0856033046fc7b6babn;

/** π/2 with 200 bits after the point, and the weight 2⁻²⁰⁰ of its last bit. */
const HALF_PI_BITS = 200n;
const HALF_PI = 0x1921fb54442d18469898cc51701b839a252049c1114cf98e804n;
const LAST_BIT = 6.223015277861142e-61;

/** π/2 as three parts of 33 bits and a rest: whole multiples below 2²⁰ of the first three are exact doubles. */
const PART_1 = 1.5707963267341256;
const PART_2 = 6.077100506303966e-11;
const PART_3 = 2.0222662487111665e-21;
const PART_4 = 8.4784276603689e-32;
const QUADRANTS_PER_RADIAN = 0.6366197723675814;

/** Above this the multiple of π/2 no longer fits in 20 bits, and whole-number arithmetic takes over [rad]. */
const LARGEST_FAST = 1e6;
const TWO_33 = 8589934592;
const TWO_53 = 9007199254740992;

/**
 * Takes whole quarter turns off a finite angle x [rad]: x = k·π/2 + r, |r| ≤ π/4 (a hair more at the seam).
 * Writes r as a sum of two doubles, rest[0] + rest[1], good to about 30 digits, and returns k modulo 4.
 */
export function reduceAngle(rest: Float64Array, x: number): number {
  if (Math.abs(x) >= LARGEST_FAST) return reduceLargeAngle(rest, x);
  const k = Math.round(x * QUADRANTS_PER_RADIAN);
  const a = x - k * PART_1; // exact: the two are within a factor of two, or k is 0
  const b = -k * PART_2;
  const s = a + b;
  const sb = s - a;
  const sError = a - (s - sb) + (b - sb);
  const c = -k * PART_3;
  const t = s + c;
  const tc = t - s;
  const tError = s - (t - tc) + (c - tc);
  const low = sError + tError - k * PART_4;
  rest[0] = t + low;
  rest[1] = t - rest[0] + low;
  return k & 3;
}

/** The same in whole numbers, exact for any size. Rare, so the garbage of big integers does not matter. */
function reduceLargeAngle(rest: Float64Array, x: number): number {
  // Scaled by 2³³ every double from 10⁶ up is whole; scaling the large ones as doubles would overflow.
  const size = Math.abs(x);
  const whole = size < TWO_53 ? BigInt(size * TWO_33) : BigInt(size) << 33n;
  const product = whole * TWO_OVER_PI;
  const point = TWO_OVER_PI_BITS + 33n;
  const quarter = (product + (1n << (point - 1n))) >> point;
  const fraction = product - (quarter << point);
  // r = fraction·π/2 with 200 bits after the point.
  const r = ((fraction >> (point - HALF_PI_BITS)) * HALF_PI) >> HALF_PI_BITS;
  const high = Number(r);
  const sign = x < 0 ? -1 : 1;
  rest[0] = sign * high * LAST_BIT;
  rest[1] = sign * Number(r - BigInt(high)) * LAST_BIT;
  const k = Number(quarter & 3n);
  return x < 0 ? (4 - k) & 3 : k;
}
