// prelude.ts for WebAssembly: an array is an address. Kernels are compiled so that a constant in an index becomes the
// offset of the instruction; the operators are for arrays whose type is only known when a generic function is used.

@unmanaged
export class F64s {
  /** The address of number i. */
  @inline of(i: i32): usize {
    return changetype<usize>(this) + (<usize>i << 3);
  }
  @inline @operator('[]') get(i: i32): f64 {
    return load<f64>(this.of(i));
  }
  @inline @operator('[]=') set(i: i32, value: f64): void {
    store<f64>(this.of(i), value);
  }
  fill(value: f64, from: i32, to: i32): void {
    if (reinterpret<u64>(value) == 0) memory.fill(this.of(from), 0, <usize>(to - from) << 3);
    else for (let i = from; i < to; i++) this[i] = value;
  }
}

@unmanaged
export class F32s {
  @inline of(i: i32): usize {
    return changetype<usize>(this) + (<usize>i << 2);
  }
  @inline @operator('[]') get(i: i32): f64 {
    return <f64>load<f32>(this.of(i));
  }
  @inline @operator('[]=') set(i: i32, value: f64): void {
    store<f32>(this.of(i), <f32>value);
  }
  fill(value: f64, from: i32, to: i32): void {
    if (reinterpret<u64>(value) == 0) memory.fill(this.of(from), 0, <usize>(to - from) << 2);
    else for (let i = from; i < to; i++) this[i] = value;
  }
}

@unmanaged
export class I32s {
  @inline of(i: i32): usize {
    return changetype<usize>(this) + (<usize>i << 2);
  }
  @inline @operator('[]') get(i: i32): i32 {
    return load<i32>(this.of(i));
  }
  @inline @operator('[]=') set(i: i32, value: i32): void {
    store<i32>(this.of(i), value);
  }
  fill(value: i32, from: i32, to: i32): void {
    if (value == 0 || value == -1) memory.fill(this.of(from), <u8>value, <usize>(to - from) << 2);
    else for (let i = from; i < to; i++) this[i] = value;
  }
  @inline subarray(from: i32, to: i32 = 0): I32s {
    return changetype<I32s>(this.of(from));
  }
}

@unmanaged
export class U8s {
  @inline of(i: i32): usize {
    return changetype<usize>(this) + <usize>i;
  }
  @inline @operator('[]') get(i: i32): i32 {
    return <i32>load<u8>(this.of(i));
  }
  @inline @operator('[]=') set(i: i32, value: i32): void {
    store<u8>(this.of(i), <u8>value);
  }
  fill(value: i32, from: i32, to: i32): void {
    memory.fill(this.of(from), <u8>value, <usize>(to - from));
  }
}

@inline
export function imin(a: i32, b: i32): i32 {
  return a < b ? a : b;
}

@inline
export function imax(a: i32, b: i32): i32 {
  return a > b ? a : b;
}
