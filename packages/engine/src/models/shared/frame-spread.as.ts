import { add, firsts, mul, seconds, splat } from '../../kernels/lanes.as';

export function spreadFrames(all: usize, ptr: usize, cols: usize, W: usize, set: usize, n: i32): void {
  for (let k: i32 = 0; k < n; k++) {
    const from = <usize>load<i32>(ptr);
    const to = <usize>load<i32>(ptr, 4);
    ptr += 4;
    if (to == from + 1 && load<i32>(cols + (from << 2)) == k) {
      const own = set + <usize>k * 96;
      for (let c: usize = 0; c < 96; c += 16) v128.store(all + c, v128.load(own + c));
    } else {
      for (let r: usize = 0; r < 96; r += 32) {
        let a = splat(0);
        let b = splat(0);
        for (let e = from; e < to; e++) {
          const s = set + <usize>load<i32>(cols + (e << 2)) * 96 + r;
          const w = W + (e << 7);
          const x = v128.load64_splat(s);
          const y = v128.load64_splat(s, 8);
          const z = v128.load64_splat(s, 16);
          const t = v128.load64_splat(s, 24);
          a = add(a, sum4(x, y, z, t, w));
          b = add(b, sum4(x, y, z, t, w + 16));
        }
        v128.store(all + r, a);
        v128.store(all + r, b, 16);
      }
    }
    all += 96;
  }
}

// Two places of a row times the block.
// @ts-ignore: decorator
@inline
function sum4(x: v128, y: v128, z: v128, t: v128, w: usize): v128 {
  const a = add(mul(x, v128.load(w)), mul(y, v128.load(w, 32)));
  return add(add(a, mul(z, v128.load(w, 64))), mul(t, v128.load(w, 96)));
}

export function gatherFrames(set: usize, ptr: usize, cols: usize, W: usize, all: usize, n: i32): void {
  for (let k: i32 = 0; k < n; k++) {
    const from = <usize>load<i32>(ptr);
    const to = <usize>load<i32>(ptr, 4);
    ptr += 4;
    for (let e = from; e < to; e++) {
      const o = set + <usize>load<i32>(cols + (e << 2)) * 96;
      const w = W + (e << 7);
      for (let r: usize = 0; r < 96; r += 32) {
        const x = v128.load(all + r);
        const y = v128.load(all + r, 16);
        const p = o + r;
        v128.store(p, add(v128.load(p), twoRows(x, y, w)));
        v128.store(p, add(v128.load(p, 16), twoRows(x, y, w + 64)), 16);
      }
    }
    all += 96;
  }
}

// A row against two rows of the block, even places in the first lane and odd ones in the second.
// @ts-ignore: decorator
@inline
function twoRows(x: v128, y: v128, w: usize): v128 {
  const a = add(mul(x, v128.load(w)), mul(y, v128.load(w, 16)));
  const b = add(mul(x, v128.load(w, 32)), mul(y, v128.load(w, 48)));
  return add(firsts(a, b), seconds(a, b));
}
