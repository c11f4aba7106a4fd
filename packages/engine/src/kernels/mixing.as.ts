// Places in `work`: see mixing.ts.
const MEMORY: i32 = 4;
const HELD: i32 = 3;
const NEXT: i32 = 4;
const BEFORE: i32 = 5;
const GRAM: i32 = 6;
const FACTOR: i32 = 22;
const GAMMA: i32 = 38;
const VECTORS: i32 = 42;
const GROWTH: f64 = 2;
const DEPENDENT: f64 = 1e-12;

// @ts-ignore: decorator
@inline
function at(array: usize, i: i32): f64 {
  return load<f64>(array + (<usize>i << 3));
}

// @ts-ignore: decorator
@inline
function put(array: usize, i: i32, value: f64): void {
  store<f64>(array + (<usize>i << 3), value);
}

export function beginSweep(work: usize, p: usize, n: i32): void {
  memory.copy(work + (VECTORS << 3), p, <usize>n * 24);
}

export function mixSweeps(work: usize, p: usize, state: usize, block: usize, n: i32, states: i32, sweep: i32): void {
  const rows = <usize>n * 24;
  const length = <usize>states << 3;
  const now = work + (VECTORS << 3);
  const change = now + rows;
  const endP = change + rows;
  const endS = endP + rows;
  const past = endS + length;
  const stride = 2 * rows + length;
  for (let l: i32 = 0; l < n; l++) {
    const weight = sqrt(max<f64>(0, at(block, 5 * l + 3)));
    for (let k: i32 = 3 * l; k < 3 * l + 3; k++) put(now, k, weight * (at(p, k) - at(now, k)));
  }
  const square = dotWithin(now, now, rows);
  let held: i32 = 0;
  if (sweep == 1 || square > GROWTH * at(work, BEFORE)) {
    put(work, NEXT, 0);
  } else {
    const next = <i32>at(work, NEXT);
    const slot = past + <usize>next * stride;
    less(slot, now, change, rows);
    less(slot + rows, p, endP, rows);
    less(slot + 2 * rows, state, endS, length);
    held = min<i32>(<i32>at(work, HELD) + 1, MEMORY);
    for (let i: i32 = 0; i < held; i++) {
      const product = dotWithin(slot, past + <usize>i * stride, rows);
      put(work, GRAM + MEMORY * next + i, product);
      put(work, GRAM + MEMORY * i + next, product);
    }
    put(work, NEXT, <f64>((next + 1) % MEMORY));
  }
  put(work, HELD, <f64>held);
  put(work, BEFORE, square);
  memory.copy(change, now, rows);
  memory.copy(endP, p, rows);
  memory.copy(endS, state, length);
  for (let i: i32 = 0; i < held; i++) put(work, GAMMA + i, dotWithin(past + <usize>i * stride, change, rows));
  weigh(work, held);
  for (let i: i32 = 0; i < held; i++) {
    const gamma = at(work, GAMMA + i);
    const slot = past + <usize>i * stride + rows;
    takeBack(p, slot, gamma, rows);
    takeBack(state, slot + rows, gamma, length);
  }
}

// @ts-ignore: decorator
@inline
function dotWithin(a: usize, b: usize, bytes: usize): f64 {
  let sums = f64x2.splat(0);
  const end = bytes & ~15;
  let k: usize = 0;
  for (; k < end; k += 16) sums = f64x2.add(sums, f64x2.mul(v128.load(a + k), v128.load(b + k)));
  let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  if (k < bytes) sum += load<f64>(a + k) * load<f64>(b + k);
  return sum;
}

function weigh(work: usize, held: i32): void {
  for (let i: i32 = 0; i < held; i++) {
    for (let j: i32 = 0; j < held; j++) put(work, FACTOR + MEMORY * i + j, at(work, GRAM + MEMORY * i + j));
  }
  for (let i: i32 = 0; i < held; i++) {
    const pivot = at(work, FACTOR + MEMORY * i + i);
    const isNew = pivot > DEPENDENT * at(work, GRAM + MEMORY * i + i);
    if (!isNew) put(work, FACTOR + MEMORY * i + i, 0);
    for (let r: i32 = i + 1; r < held; r++) {
      const part: f64 = isNew ? at(work, FACTOR + MEMORY * r + i) / pivot : 0;
      for (let c: i32 = i; c < held; c++)
        put(work, FACTOR + MEMORY * r + c, at(work, FACTOR + MEMORY * r + c) - part * at(work, FACTOR + MEMORY * i + c));
      put(work, GAMMA + r, at(work, GAMMA + r) - part * at(work, GAMMA + i));
    }
  }
  for (let i: i32 = held - 1; i >= 0; i--) {
    const pivot = at(work, FACTOR + MEMORY * i + i);
    for (let c: i32 = i + 1; c < held; c++)
      put(work, GAMMA + i, at(work, GAMMA + i) - at(work, FACTOR + MEMORY * i + c) * at(work, GAMMA + c));
    put(work, GAMMA + i, pivot > 0 ? at(work, GAMMA + i) / pivot : 0);
  }
}

// out = a − b
// @ts-ignore: decorator
@inline
function less(out: usize, a: usize, b: usize, bytes: usize): void {
  const end = bytes & ~15;
  let k: usize = 0;
  for (; k < end; k += 16) v128.store(out + k, f64x2.sub(v128.load(a + k), v128.load(b + k)));
  if (k < bytes) store<f64>(out + k, load<f64>(a + k) - load<f64>(b + k));
}

// x −= γ d
// @ts-ignore: decorator
@inline
function takeBack(x: usize, d: usize, gamma: f64, bytes: usize): void {
  const part = f64x2.splat(gamma);
  const end = bytes & ~15;
  let k: usize = 0;
  for (; k < end; k += 16)
    v128.store(x + k, f64x2.sub(v128.load(x + k), f64x2.mul(part, v128.load(d + k))));
  if (k < bytes) store<f64>(x + k, load<f64>(x + k) - gamma * load<f64>(d + k));
}
