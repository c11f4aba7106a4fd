/**
 * The words in which kernels are written. A kernel is TypeScript and AssemblyScript at once: here are the words for
 * TypeScript, in prelude.as.ts the same for WebAssembly. See README.md.
 */

/** A whole number of 32 bits: counts, indices, flags. */
export type i32 = number;
/** A number in double precision. */
export type f64 = number;

/** Arrays of numbers; in WebAssembly an address. */
export type F64s = Float64Array;
export type F32s = Float32Array;
export type I32s = Int32Array;
export type U8s = Uint8Array;

/** A whole number as a number: what is divided must be one, since i32 / i32 would drop the rest in WebAssembly. */
export function f64(x: i32): f64 {
  return x;
}

/** The whole part of a number that fits into 32 bits. */
export function i32(x: f64): i32 {
  return x | 0;
}

/** The smaller of two whole numbers. */
export function imin(a: i32, b: i32): i32 {
  return a < b ? a : b;
}

/** The larger of two whole numbers. */
export function imax(a: i32, b: i32): i32 {
  return a > b ? a : b;
}

/** Room for n numbers between a kernel's functions: a constant of the file, n being written as a number. */
export function scratch(n: i32): F64s {
  return new Float64Array(n);
}
