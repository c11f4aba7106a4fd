// @ts-ignore: decorator
@inline
const FAR: f64 = 0.1381966011250105;
// @ts-ignore: decorator
@inline
const NEAR: f64 = 0.5854101966249685;

// @ts-ignore: decorator
@inline
function vertex(table: usize, k: i32, j: i32): usize {
  return <usize>load<i32>(table + (<usize>(4 * k + j) << 2)) * 24;
}

export function tenNodeMultiply(
  y: usize, x: usize, table: usize, gradients: usize, R: usize, volumeMu: usize, volumeLambda: usize,
  work: usize, scale: f64, n: i32,
): void {
  const own: f64 = 4 * FAR - 1;
  const other: f64 = 4 * FAR;
  const extra: f64 = 4 * (NEAR - FAR);
  const back = work + 96;
  for (let e: i32 = 0; e < n; e++) {
    for (let k: i32 = 0; k < 4; k++) {
      const a = x + vertex(table, k, k);
      const b = x + vertex(table, k, (k + 1) & 3);
      const c = x + vertex(table, k, (k + 2) & 3);
      const d = x + vertex(table, k, (k + 3) & 3);
      const w = work + <usize>k * 24;
      const bc = f64x2.add(v128.load(b), v128.load(c));
      v128.store(w, f64x2.add(
        f64x2.mul(f64x2.splat(own), v128.load(a)),
        f64x2.mul(f64x2.splat(other), f64x2.add(bc, v128.load(d)))));
      store<f64>(w, own * load<f64>(a, 16) + other * (load<f64>(b, 16) + load<f64>(c, 16) + load<f64>(d, 16)), 16);
      const z = back + <usize>k * 24;
      v128.store(z, f64x2.splat(0));
      store<f64>(z, 0, 16);
    }
    for (let p: i32 = 0; p < 4; p++) {
      // Columns of F: rows 0 and 1 in a register, row 2 apart.
      let c0 = f64x2.splat(0);
      let c1 = f64x2.splat(0);
      let c2 = f64x2.splat(0);
      let f20: f64 = 0;
      let f21: f64 = 0;
      let f22: f64 = 0;
      for (let k: i32 = 0; k < 4; k++) {
        const v = x + vertex(table, k, p);
        const w = work + <usize>k * 24;
        const g = gradients + <usize>k * 24;
        const y01 = f64x2.add(v128.load(w), f64x2.mul(f64x2.splat(extra), v128.load(v)));
        const y2 = load<f64>(w, 16) + extra * load<f64>(v, 16);
        c0 = f64x2.add(c0, f64x2.mul(y01, v128.load64_splat(g)));
        c1 = f64x2.add(c1, f64x2.mul(y01, v128.load64_splat(g, 8)));
        c2 = f64x2.add(c2, f64x2.mul(y01, v128.load64_splat(g, 16)));
        f20 += y2 * load<f64>(g);
        f21 += y2 * load<f64>(g, 8);
        f22 += y2 * load<f64>(g, 16);
      }
      const f00 = f64x2.extract_lane(c0, 0);
      const f10 = f64x2.extract_lane(c0, 1);
      const f01 = f64x2.extract_lane(c1, 0);
      const f11 = f64x2.extract_lane(c1, 1);
      const f02 = f64x2.extract_lane(c2, 0);
      const f12 = f64x2.extract_lane(c2, 1);
      const r00 = load<f64>(R);
      const r01 = load<f64>(R, 8);
      const r02 = load<f64>(R, 16);
      const r10 = load<f64>(R, 24);
      const r11 = load<f64>(R, 32);
      const r12 = load<f64>(R, 40);
      const r20 = load<f64>(R, 48);
      const r21 = load<f64>(R, 56);
      const r22 = load<f64>(R, 64);
      const e00 = r00 * f00 + r10 * f10 + r20 * f20;
      const e11 = r01 * f01 + r11 * f11 + r21 * f21;
      const e22 = r02 * f02 + r12 * f12 + r22 * f22;
      const e01 = r00 * f01 + r10 * f11 + r20 * f21 + (r01 * f00 + r11 * f10 + r21 * f20);
      const e02 = r00 * f02 + r10 * f12 + r20 * f22 + (r02 * f00 + r12 * f10 + r22 * f20);
      const e12 = r01 * f02 + r11 * f12 + r21 * f22 + (r02 * f01 + r12 * f11 + r22 * f21);
      const mu = scale * load<f64>(volumeMu);
      const pressure = scale * load<f64>(volumeLambda) * (e00 + e11 + e22);
      const s00 = 2 * mu * e00 + pressure;
      const s11 = 2 * mu * e11 + pressure;
      const s22 = 2 * mu * e22 + pressure;
      const s01 = mu * e01;
      const s02 = mu * e02;
      const s12 = mu * e12;
      const p00 = r00 * s00 + r01 * s01 + r02 * s02;
      const p01 = r00 * s01 + r01 * s11 + r02 * s12;
      const p02 = r00 * s02 + r01 * s12 + r02 * s22;
      const p10 = r10 * s00 + r11 * s01 + r12 * s02;
      const p11 = r10 * s01 + r11 * s11 + r12 * s12;
      const p12 = r10 * s02 + r11 * s12 + r12 * s22;
      const p20 = r20 * s00 + r21 * s01 + r22 * s02;
      const p21 = r20 * s01 + r21 * s11 + r22 * s12;
      const p22 = r20 * s02 + r21 * s12 + r22 * s22;
      for (let k: i32 = 0; k < 4; k++) {
        const v = y + vertex(table, k, p);
        const g = gradients + <usize>k * 24;
        const g0 = load<f64>(g);
        const g1 = load<f64>(g, 8);
        const g2 = load<f64>(g, 16);
        const z0 = p00 * g0 + p01 * g1 + p02 * g2;
        const z1 = p10 * g0 + p11 * g1 + p12 * g2;
        const z2 = p20 * g0 + p21 * g1 + p22 * g2;
        store<f64>(v, load<f64>(v) + extra * z0);
        store<f64>(v, load<f64>(v, 8) + extra * z1, 8);
        store<f64>(v, load<f64>(v, 16) + extra * z2, 16);
        const z = back + <usize>k * 24;
        store<f64>(z, load<f64>(z) + z0);
        store<f64>(z, load<f64>(z, 8) + z1, 8);
        store<f64>(z, load<f64>(z, 16) + z2, 16);
      }
      R += 72;
      volumeMu += 8;
      volumeLambda += 8;
    }
    for (let k: i32 = 0; k < 4; k++) {
      const z = back + <usize>k * 24;
      const z0 = load<f64>(z);
      const z1 = load<f64>(z, 8);
      const z2 = load<f64>(z, 16);
      for (let j: i32 = 0; j < 4; j++) {
        const v = y + vertex(table, k, j);
        const w = j == k ? own : other;
        store<f64>(v, load<f64>(v) + w * z0);
        store<f64>(v, load<f64>(v, 8) + w * z1, 8);
        store<f64>(v, load<f64>(v, 16) + w * z2, 16);
      }
    }
    table += 64;
    gradients += 384;
  }
}
