import { add, firsts, mul, seconds, splat, sum3 } from '../lanes.as';

export function edgeMultiply(
  y: usize, x: usize, own: usize, ownMass: usize, vertices: i32,
  across: usize, acrossMass: usize, ends: usize, edges: i32, scale: f64,
): void {
  const both = splat(scale);
  for (let i: i32 = 0; i < vertices; i++) {
    const p = x + <usize>i * 24;
    const q = y + <usize>i * 24;
    const x0 = load<f64>(p);
    const x1 = load<f64>(p, 8);
    const x2 = load<f64>(p, 16);
    const m = load<f64>(ownMass);
    // Rows 0 and 1 in two lanes.
    const row0 = v128.load(own);
    const row1 = v128.load(own, 24);
    const third = v128.load64_lane(own + 40, v128.load64_zero(own, 16), 1);
    const sum = sum3(firsts(row0, row1), splat(x0), seconds(row0, row1), splat(x1), third, splat(x2));
    v128.store(q, add(mul(both, sum), mul(splat(m), v128.load(p))));
    const last = load<f64>(own, 48) * x0 + load<f64>(own, 56) * x1 + load<f64>(own, 64) * x2;
    store<f64>(q, scale * last + m * x2, 16);
    own += 72;
    ownMass += 8;
  }
  for (let k: i32 = 0; k < edges; k++) {
    const a = <usize>load<i32>(ends) * 24;
    const b = <usize>load<i32>(ends, 4) * 24;
    const pa = x + a;
    const pb = x + b;
    const qa = y + a;
    const qb = y + b;
    const m = load<f64>(acrossMass);
    const mm = splat(m);
    const row0 = v128.load(across);
    const row1 = v128.load(across, 24);
    const row2 = v128.load(across, 48);
    const k2 = load<f64>(across, 16);
    const k5 = load<f64>(across, 40);
    const k8 = load<f64>(across, 64);
    const a0 = load<f64>(pa);
    const a1 = load<f64>(pa, 8);
    const a2 = load<f64>(pa, 16);
    const b0 = load<f64>(pb);
    const b1 = load<f64>(pb, 8);
    const b2 = load<f64>(pb, 16);
    const a01 = v128.load(pa);
    const b01 = v128.load(pb);
    const column2 = f64x2.replace_lane(splat(k2), 1, k5);
    const toA = sum3(firsts(row0, row1), splat(b0), seconds(row0, row1), splat(b1), column2, splat(b2));
    const toB = sum3(row0, splat(a0), row1, splat(a1), row2, splat(a2));
    const lastA = f64x2.extract_lane(row2, 0) * b0 + f64x2.extract_lane(row2, 1) * b1 + k8 * b2;
    const lastB = k2 * a0 + k5 * a1 + k8 * a2;
    v128.store(qa, add(v128.load(qa), add(mul(both, toA), mul(mm, b01))));
    store<f64>(qa, load<f64>(qa, 16) + (scale * lastA + m * b2), 16);
    v128.store(qb, add(v128.load(qb), add(mul(both, toB), mul(mm, a01))));
    store<f64>(qb, load<f64>(qb, 16) + (scale * lastB + m * a2), 16);
    across += 72;
    acrossMass += 8;
    ends += 8;
  }
}
