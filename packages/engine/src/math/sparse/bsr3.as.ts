export function bsr3Multiply(
  y: usize, rowPtr: usize, cols: usize, values: usize, x: usize, rows: i32, scale: f64, diagonal: usize,
): void {
  let k: i32 = rows > 0 ? load<i32>(rowPtr) : 0;
  let v = values + <usize>k * 72;
  for (let i: i32 = 0; i < rows; i++) {
    // Nine sums, in the order of the block: (00, 01) (02, 10) (11, 12) (20, 21) 22.
    let sa = f64x2.splat(0);
    let sb = f64x2.splat(0);
    let sc = f64x2.splat(0);
    let sd = f64x2.splat(0);
    let s22: f64 = 0;
    const end = load<i32>(rowPtr + (<usize>(i + 1) << 2));
    for (; k < end; k++) {
      const p = x + <usize>load<i32>(cols + (<usize>k << 2)) * 24;
      const x01 = v128.load(p);
      const x12 = v128.load(p, 8);
      const x20 = v128.shuffle<f64>(x12, x01, 1, 2);
      sa = f64x2.add(sa, f64x2.mul(v128.load(v), x01));
      sb = f64x2.add(sb, f64x2.mul(v128.load(v, 16), x20));
      sc = f64x2.add(sc, f64x2.mul(v128.load(v, 32), x12));
      sd = f64x2.add(sd, f64x2.mul(v128.load(v, 48), x01));
      s22 += load<f64>(v, 64) * load<f64>(p, 16);
      v += 72;
    }
    const d = load<f64>(diagonal + (<usize>i << 3));
    const q = x + <usize>i * 24;
    const o = y + <usize>i * 24;
    const r0 = f64x2.extract_lane(sa, 0) + f64x2.extract_lane(sa, 1) + f64x2.extract_lane(sb, 0);
    const r1 = f64x2.extract_lane(sb, 1) + f64x2.extract_lane(sc, 0) + f64x2.extract_lane(sc, 1);
    const r2 = f64x2.extract_lane(sd, 0) + f64x2.extract_lane(sd, 1) + s22;
    store<f64>(o, d * load<f64>(q) + scale * r0);
    store<f64>(o, d * load<f64>(q, 8) + scale * r1, 8);
    store<f64>(o, d * load<f64>(q, 16) + scale * r2, 16);
  }
}
