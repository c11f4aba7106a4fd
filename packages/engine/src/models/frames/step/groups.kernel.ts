import type { F64s, f64, I32s, i32 } from '../../../kernels/prelude.ts';
/**
 * Moments of the gradients of listed points, which add up over a group: for each member w H_0, the first moments w(x_d
 * H_0 + Σ_k a_dk H_k) about the origin for the three directions d, and sums of squares of the rows (h, t): w h², w t²,
 * w t h, w t². Shape [entries, 56]. Members and H as in `elastonGradients`; point e weighs weight[e], has its centre at
 * centre[3e..] and axes a in axes[9e..].
 */
export function pointMoments(
  moments: F64s,
  ptr: I32s,
  H: F64s,
  list: I32s,
  count: i32,
  weight: F64s,
  centre: F64s,
  axes: F64s,
): void {
  for (let n = 0; n < count; n++) {
    const e = list[n];
    const w = weight[e];
    for (let i = ptr[2 * e]; i < ptr[2 * e + 1]; i++) {
      const h = 48 * i;
      const o = 56 * i;
      // @lanes
      for (let k = 0; k < 12; k++) moments[o + k] = w * H[h + k];
      for (let d = 0; d < 3; d++) {
        const x = w * centre[3 * e + d];
        const a = w * axes[9 * e + 3 * d];
        const b = w * axes[9 * e + 3 * d + 1];
        const c = w * axes[9 * e + 3 * d + 2];
        // @lanes
        for (let k = 0; k < 12; k++) {
          moments[o + 12 * (d + 1) + k] =
            x * H[h + k] + a * H[h + 12 + k] + b * H[h + 24 + k] + c * H[h + 36 + k];
        }
      }
      // @lanes
      for (let k = 0; k < 4; k++) {
        let own: f64 = 0;
        let cross: f64 = 0;
        for (let row = 0; row < 12; row++) {
          own += H[h + 4 * row + k] * H[h + 4 * row + k];
          cross += H[h + 4 * row + 3] * H[h + 4 * row + k];
        }
        moments[o + 48 + k] = w * own;
        moments[o + 52 + k] = w * cross;
      }
    }
  }
}

/** sums += the moments of the listed points, by member as `place` numbers them; shape [members, 56]. */
export function sumMoments(
  sums: F64s,
  ptr: I32s,
  node: I32s,
  moments: F64s,
  list: I32s,
  count: i32,
  place: I32s,
): void {
  for (let n = 0; n < count; n++) {
    const e = list[n];
    for (let i = ptr[2 * e]; i < ptr[2 * e + 1]; i++) {
      const o = 56 * place[node[i]];
      // @lanes
      for (let k = 0; k < 56; k++) sums[o + k] += moments[56 * i + k];
    }
  }
}

/**
 * f += scale·R Tᵀ times forces that listed groups keep, for their members: what was kept at rotation T turns with the
 * group to R. `kept` has 12 numbers an entry, f 12 a node; ptr and node are the groups' members as in
 * `elastonGradients`.
 */
export function turnForces(
  f: F64s,
  ptr: I32s,
  node: I32s,
  kept: F64s,
  T: F64s,
  R: F64s,
  list: I32s,
  count: i32,
  scale: f64,
): void {
  for (let n = 0; n < count; n++) {
    const g = list[n];
    for (let r = 0; r < 3; r++) {
      const x = scale * turned(R, 9 * g + 3 * r, T, 9 * g);
      const y = scale * turned(R, 9 * g + 3 * r, T, 9 * g + 3);
      const z = scale * turned(R, 9 * g + 3 * r, T, 9 * g + 6);
      for (let i = ptr[2 * g]; i < ptr[2 * g + 1]; i++) {
        const o = 12 * node[i] + 4 * r;
        // @lanes
        for (let k = 0; k < 4; k++) {
          f[o + k] += x * kept[12 * i + k] + y * kept[12 * i + 4 + k] + z * kept[12 * i + 8 + k];
        }
      }
    }
  }
}

function turned(R: F64s, r: i32, T: F64s, t: i32): f64 {
  return R[r] * T[t] + R[r + 1] * T[t + 1] + R[r + 2] * T[t + 2];
}
