import { first, second } from './lanes.as';

// The products within the group of four, then the four entries at p. The group starts at an even column, so its first
// and third products belong to the even sums.
export function finish(p: usize, t0: usize, row: usize, s0: v128, s1: v128, s2: v128, s3: v128): void {
  const t1 = t0 + row;
  const t2 = t1 + row;
  const t3 = t2 + row;
  const v0 = (load<f64>(p) - (first(s0) + second(s0))) / load<f64>(t0);
  const e1 = first(s1) + v0 * load<f64>(t1);
  const v1 = (load<f64>(p, 8) - (e1 + second(s1))) / load<f64>(t1, 8);
  const e2 = first(s2) + v0 * load<f64>(t2);
  const o2 = second(s2) + v1 * load<f64>(t2, 8);
  const v2 = (load<f64>(p, 16) - (e2 + o2)) / load<f64>(t2, 16);
  const e3 = first(s3) + v0 * load<f64>(t3) + v2 * load<f64>(t3, 16);
  const o3 = second(s3) + v1 * load<f64>(t3, 8);
  const v3 = (load<f64>(p, 24) - (e3 + o3)) / load<f64>(t3, 24);
  store<f64>(p, v0);
  store<f64>(p, v1, 8);
  store<f64>(p, v2, 16);
  store<f64>(p, v3, 24);
}
