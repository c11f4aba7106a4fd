import { add, first, mul, second, splat } from './lanes';

// Two rows at a time, so that y is read and written half as often; the first of them is even.
export function symmetricMultiply(y: usize, A: usize, x: usize, n: i32): void {
  const row = <usize>n << 3;
  let i: usize = 0;
  for (; i + 8 < row; i += 16) {
    const B = A + row;
    const x0 = load<f64>(x + i);
    const x1 = load<f64>(x + i, 8);
    const u = splat(x0);
    const v = splat(x1);
    let s = splat(0);
    let t = splat(0);
    for (let j: usize = 0; j < i; j += 16) {
      const a = v128.load(A + j);
      const b = v128.load(B + j);
      const z = v128.load(x + j);
      s = add(s, mul(a, z));
      t = add(t, mul(b, z));
      v128.store(y + j, add(add(v128.load(y + j), mul(a, u)), mul(b, v)));
    }
    const low = load<f64>(B + i);
    const even = first(t) + low * x0;
    store<f64>(y + i, first(s) + second(s) + load<f64>(A + i) * x0 + low * x1);
    store<f64>(y + i, even + second(t) + load<f64>(B + i, 8) * x1, 8);
    A = B + row;
  }
  if (i < row) {
    const x0 = load<f64>(x + i);
    const u = splat(x0);
    let s = splat(0);
    for (let j: usize = 0; j < i; j += 16) {
      const a = v128.load(A + j);
      s = add(s, mul(a, v128.load(x + j)));
      v128.store(y + j, add(v128.load(y + j), mul(a, u)));
    }
    store<f64>(y + i, first(s) + second(s) + load<f64>(A + i) * x0);
  }
}
