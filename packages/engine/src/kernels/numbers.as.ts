// Arrays by index, for kernels that are written out from their reference operation by operation.

/** The address of number i. */
// @ts-ignore: decorator
@inline
export function at(a: usize, i: i32): usize {
  return a + (<usize>i << 3);
}

// @ts-ignore: decorator
@inline
export function num(a: usize, i: i32): f64 {
  return load<f64>(a + (<usize>i << 3));
}

// @ts-ignore: decorator
@inline
export function int(a: usize, i: i32): i32 {
  return load<i32>(a + (<usize>i << 2));
}

// @ts-ignore: decorator
@inline
export function put(a: usize, i: i32, value: f64): void {
  store<f64>(a + (<usize>i << 3), value);
}

// @ts-ignore: decorator
@inline
export function add(a: usize, i: i32, value: f64): void {
  const at = a + (<usize>i << 3);
  store<f64>(at, load<f64>(at) + value);
}
