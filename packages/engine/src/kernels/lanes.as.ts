// Two f64 in one register: the same number of two neighbouring elements, or two numbers of one element.

/** (number at p, number at q) */
// @ts-ignore: decorator
@inline
export function pair(p: usize, q: usize): v128 {
  return v128.load64_lane(q, v128.load64_zero(p), 1);
}

/** The lanes of a value to p + offset and q + offset. */
// @ts-ignore: decorator
@inline
export function put(p: usize, q: usize, offset: usize, value: v128): void {
  v128.store64_lane(p + offset, value, 0);
  v128.store64_lane(q + offset, value, 1);
}

// @ts-ignore: decorator
@inline
export function add(a: v128, b: v128): v128 {
  return f64x2.add(a, b);
}

// @ts-ignore: decorator
@inline
export function sub(a: v128, b: v128): v128 {
  return f64x2.sub(a, b);
}

// @ts-ignore: decorator
@inline
export function mul(a: v128, b: v128): v128 {
  return f64x2.mul(a, b);
}

/** a·x + b·y + c·z, left to right. */
// @ts-ignore: decorator
@inline
export function sum3(a: v128, x: v128, b: v128, y: v128, c: v128, z: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(a, x), f64x2.mul(b, y)), f64x2.mul(c, z));
}

// @ts-ignore: decorator
@inline
export function splat(a: f64): v128 {
  return f64x2.splat(a);
}

// @ts-ignore: decorator
@inline
export function first(a: v128): f64 {
  return f64x2.extract_lane(a, 0);
}

// @ts-ignore: decorator
@inline
export function second(a: v128): f64 {
  return f64x2.extract_lane(a, 1);
}

/** (a0, b0): the first lanes of both. */
// @ts-ignore: decorator
@inline
export function firsts(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 2);
}

/** (a1, b1): the second lanes of both. */
// @ts-ignore: decorator
@inline
export function seconds(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 1, 3);
}
