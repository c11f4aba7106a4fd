import { add, firsts, mul, seconds, splat } from '../../../kernels/lanes.as';

export function contractPoints(
  outPtr: usize, outNode: usize, outH: usize, ptr: usize, node: usize, H: usize, list: usize, count: i32, cPtr: usize,
  cols: usize, W: usize, place: usize,
): void {
  const zero = splat(0);
  for (let l: i32 = 0; l < count; l++) {
    const e = <usize>load<i32>(list) << 3;
    list += 4;
    const filled = <usize>load<i32>(outPtr + e);
    const from = <usize>load<i32>(ptr + e);
    const to = <usize>load<i32>(ptr + e, 4);
    let end = filled;
    for (let i = from; i < to; i++) {
      const row = cPtr + (<usize>load<i32>(node + (i << 2)) << 2);
      const last = <usize>load<i32>(row, 4);
      for (let f = <usize>load<i32>(row); f < last; f++) {
        const j = load<i32>(cols + (f << 2));
        const mark = place + (<usize>j << 2);
        if (load<i32>(mark) >= 0) continue;
        store<i32>(mark, 0);
        let at = end++;
        while (at > filled && load<i32>(outNode + ((at - 1) << 2)) > j) {
          store<i32>(outNode + (at << 2), load<i32>(outNode + ((at - 1) << 2)));
          at--;
        }
        store<i32>(outNode + (at << 2), j);
      }
    }
    for (let m = filled; m < end; m++) {
      store<i32>(place + (<usize>load<i32>(outNode + (m << 2)) << 2), <i32>m);
    }
    for (let p = outH + filled * 384; p < outH + end * 384; p += 16) v128.store(p, zero);
    for (let i = from; i < to; i++) {
      const k = load<i32>(node + (i << 2));
      const row = cPtr + (<usize>k << 2);
      const first = <usize>load<i32>(row);
      const last = <usize>load<i32>(row, 4);
      const own = last == first + 1 && load<i32>(cols + (first << 2)) == k;
      const h = H + i * 384;
      for (let f = first; f < last; f++) {
        const j = <usize>load<i32>(cols + (f << 2));
        const o = outH + <usize>load<i32>(place + (j << 2)) * 384;
        if (own) addRows(o, h);
        else addTimesTransposed(o, h, W + (f << 7));
      }
    }
    for (let m = filled; m < end; m++) {
      store<i32>(place + (<usize>load<i32>(outNode + (m << 2)) << 2), -1);
    }
    store<i32>(outPtr + e, <i32>end, 4);
  }
}

function addRows(o: usize, h: usize): void {
  for (let c: usize = 0; c < 384; c += 16) v128.store(o + c, add(v128.load(o + c), v128.load(h + c)));
}

// The block stays in registers while the twelve rows go by.
function addTimesTransposed(o: usize, h: usize, w: usize): void {
  const a0 = v128.load(w);
  const a1 = v128.load(w, 16);
  const b0 = v128.load(w, 32);
  const b1 = v128.load(w, 48);
  const c0 = v128.load(w, 64);
  const c1 = v128.load(w, 80);
  const d0 = v128.load(w, 96);
  const d1 = v128.load(w, 112);
  for (let row: usize = 0; row < 384; row += 32) {
    const x = v128.load(h + row);
    const y = v128.load(h + row, 16);
    const a = add(mul(x, a0), mul(y, a1));
    const b = add(mul(x, b0), mul(y, b1));
    const c = add(mul(x, c0), mul(y, c1));
    const d = add(mul(x, d0), mul(y, d1));
    v128.store(o + row, add(v128.load(o + row), add(firsts(a, b), seconds(a, b))));
    v128.store(o + row, add(v128.load(o + row, 16), add(firsts(c, d), seconds(c, d))), 16);
  }
}

export function contractMass(
  out: usize, count: i32, where: usize, size: i32, index: usize, massPtr: usize, massCols: usize, mass: usize, n: i32,
  cPtr: usize, cols: usize, W: usize, half: usize, list: usize, place: usize,
): void {
  const zero = splat(0);
  for (let p = out; p < out + (<usize>count << 7); p += 16) v128.store(p, zero);
  for (let k: i32 = 0; k < n; k++) {
    let known: usize = 0;
    const stop = <usize>load<i32>(massPtr, 4);
    for (let e = <usize>load<i32>(massPtr); e < stop; e++) {
      const l = cPtr + (<usize>load<i32>(massCols + (e << 2)) << 2);
      const last = <usize>load<i32>(l, 4);
      for (let f = <usize>load<i32>(l); f < last; f++) {
        const j = load<i32>(cols + (f << 2));
        const mark = place + (<usize>j << 2);
        let at = load<i32>(mark);
        if (at < 0) {
          at = <i32>known;
          known++;
          store<i32>(mark, at);
          store<i32>(list + (<usize>at << 2), j);
          const fresh = half + (<usize>at << 7);
          for (let p = fresh; p < fresh + 128; p += 16) v128.store(p, zero);
        }
        fourTransposed(half + (<usize>at << 7), mass + (e << 7), W + (f << 7));
      }
    }
    massPtr += 4;
    const row = cPtr + (<usize>k << 2);
    const last = <usize>load<i32>(row, 4);
    for (let f = <usize>load<i32>(row); f < last; f++) {
      const i = member(index, cols + (f << 2));
      const row = where + ((i * <usize>size) << 2);
      for (let m: usize = 0; m < known; m++) {
        const j = member(index, list + (m << 2));
        if (j > i) continue;
        addProduct(out + (<usize>load<i32>(row + (j << 2)) << 7), W + (f << 7), half + (m << 7));
      }
    }
    for (let m: usize = 0; m < known; m++) {
      store<i32>(place + (<usize>load<i32>(list + (m << 2)) << 2), -1);
    }
  }
}

export function contractOwnMass(
  out: usize, count: i32, own: usize, massPtr: usize, massCols: usize, mass: usize, n: i32, cPtr: usize, cols: usize,
  W: usize, half: usize, place: usize,
): void {
  const zero = splat(0);
  for (let p = out; p < out + (<usize>count << 7); p += 16) v128.store(p, zero);
  for (let k: i32 = 0; k < n; k++) {
    const row = cPtr + (<usize>k << 2);
    const first = <usize>load<i32>(row);
    const last = <usize>load<i32>(row, 4);
    const from = <usize>load<i32>(massPtr);
    const to = <usize>load<i32>(massPtr, 4);
    massPtr += 4;
    let asked: i32 = 0;
    for (let f = first; f < last; f++) {
      const j = <usize>load<i32>(cols + (f << 2)) << 2;
      if (load<i32>(own + j) < 0) continue;
      const fresh = half + (<usize>asked << 7);
      for (let p = fresh; p < fresh + 128; p += 16) v128.store(p, zero);
      store<i32>(place + j, asked++);
    }
    if (asked == 0) continue;
    for (let e = from; e < to; e++) {
      const l = cPtr + (<usize>load<i32>(massCols + (e << 2)) << 2);
      const end = <usize>load<i32>(l, 4);
      for (let f = <usize>load<i32>(l); f < end; f++) {
        const at = load<i32>(place + (<usize>load<i32>(cols + (f << 2)) << 2));
        if (at >= 0) fourTransposed(half + (<usize>at << 7), mass + (e << 7), W + (f << 7));
      }
    }
    for (let f = first; f < last; f++) {
      const j = <usize>load<i32>(cols + (f << 2)) << 2;
      const slot = load<i32>(own + j);
      if (slot < 0) continue;
      const at = <usize>load<i32>(place + j);
      addProduct(out + (<usize>slot << 7), W + (f << 7), half + (at << 7));
      store<i32>(place + j, -1);
    }
  }
}

// @ts-ignore: decorator
@inline
function member(index: usize, node: usize): usize {
  return <usize>load<i32>(index + (<usize>load<i32>(node) << 2));
}

// out += A Bᵀ, 4×4.
function fourTransposed(o: usize, a: usize, b: usize): void {
  for (let r: usize = 0; r < 128; r += 32) {
    const x = v128.load(a + r);
    const y = v128.load(a + r, 16);
    v128.store(o + r, add(v128.load(o + r), twoRows(x, y, b)));
    v128.store(o + r, add(v128.load(o + r, 16), twoRows(x, y, b + 64)), 16);
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

// out += A B, 4×4.
function addProduct(o: usize, a: usize, b: usize): void {
  for (let r: usize = 0; r < 4; r++) {
    const x = v128.load64_splat(a);
    const y = v128.load64_splat(a, 8);
    const z = v128.load64_splat(a, 16);
    const t = v128.load64_splat(a, 24);
    v128.store(o, add(v128.load(o), sum4(x, y, z, t, b)));
    v128.store(o, add(v128.load(o, 16), sum4(x, y, z, t, b + 16)), 16);
    a += 32;
    o += 32;
  }
}

// @ts-ignore: decorator
@inline
function sum4(x: v128, y: v128, z: v128, t: v128, w: usize): v128 {
  const a = add(mul(x, v128.load(w)), mul(y, v128.load(w, 32)));
  return add(add(a, mul(z, v128.load(w, 64))), mul(t, v128.load(w, 96)));
}
