import { add, mul, splat } from '../lanes.as';
import { svd3 } from '../svd3.as';

export function principalStretches(U: usize, S: usize, V: usize, F: usize, n: i32): void {
  for (let e: i32 = 0; e < n; e++) {
    svd3(U, S, V, F);
    U += 72;
    S += 24;
    V += 72;
    F += 72;
  }
}

export function principalStress(P: usize, U: usize, p: usize, V: usize, n: i32): void {
  for (let e: i32 = 0; e < n; e++) {
    for (let i: usize = 0; i < 72; i += 24) {
      const x = load<f64>(U + i) * load<f64>(p);
      const y = load<f64>(U + i, 8) * load<f64>(p, 8);
      const z = load<f64>(U + i, 16) * load<f64>(p, 16);
      for (let j: usize = 0; j < 3; j++) {
        const v = V + 24 * j;
        const sum = x * load<f64>(v) + y * load<f64>(v, 8) + z * load<f64>(v, 16);
        store<f64>(P + i + (j << 3), sum);
      }
    }
    P += 72;
    U += 72;
    V += 72;
    p += 24;
  }
}

export function principalTangents(
  T: usize, U: usize, V: usize, moduli: usize, first: i32, n: i32, work: usize,
): void {
  U += <usize>first * 72;
  V += <usize>first * 72;
  for (let e: i32 = 0; e < n; e++) {
    let k = work;
    for (let i: usize = 0; i < 24; i += 8) {
      for (let j: usize = 0; j < 24; j += 8) {
        for (let r: usize = 0; r < 72; r += 24) {
          const u = load<f64>(U + r + i);
          store<f64>(k, u * load<f64>(V + j));
          store<f64>(k, u * load<f64>(V + j, 24), 8);
          store<f64>(k, u * load<f64>(V + j, 48), 16);
          k += 24;
        }
      }
    }
    const a00 = load<f64>(moduli);
    const a11 = load<f64>(moduli, 8);
    const a22 = load<f64>(moduli, 16);
    const a12 = load<f64>(moduli, 24);
    const a02 = load<f64>(moduli, 32);
    const a01 = load<f64>(moduli, 40);
    for (let c = work; c < work + 72; c += 8) {
      const x = load<f64>(c);
      const y = load<f64>(c, 288);
      const z = load<f64>(c, 576);
      store<f64>(c, a00 * x + a01 * y + a02 * z, 648);
      store<f64>(c, a01 * x + a11 * y + a12 * z, 936);
      store<f64>(c, a02 * x + a12 * y + a22 * z, 1224);
    }
    answerPair(work, 360, 504, load<f64>(moduli, 48), load<f64>(moduli, 72));
    answerPair(work, 144, 432, load<f64>(moduli, 56), load<f64>(moduli, 80));
    answerPair(work, 72, 216, load<f64>(moduli, 64), load<f64>(moduli, 88));
    for (let r = work; r < work + 72; r += 8) {
      let s0 = splat(0);
      let s1 = splat(0);
      let s2 = splat(0);
      let s3 = splat(0);
      let last: f64 = 0;
      for (let row: usize = 0; row < 648; row += 72) {
        const w = v128.load64_splat(r + row);
        const y = work + 648 + row;
        s0 = add(s0, mul(w, v128.load(y)));
        s1 = add(s1, mul(w, v128.load(y, 16)));
        s2 = add(s2, mul(w, v128.load(y, 32)));
        s3 = add(s3, mul(w, v128.load(y, 48)));
        last += load<f64>(r + row) * load<f64>(y, 64);
      }
      v128.store(T, s0);
      v128.store(T, s1, 16);
      v128.store(T, s2, 32);
      v128.store(T, s3, 48);
      store<f64>(T, last, 64);
      T += 72;
    }
    U += 72;
    V += 72;
    moduli += 96;
  }
}

function answerPair(work: usize, i: usize, j: usize, d: f64, s: f64): void {
  const same = 0.5 * (d + s);
  const other = 0.5 * (d - s);
  for (let c = work; c < work + 72; c += 8) {
    const x = load<f64>(c + i);
    const y = load<f64>(c + j);
    store<f64>(c + i, same * x + other * y, 648);
    store<f64>(c + j, same * y + other * x, 648);
  }
}
