/** 4×4 matrices as glTF stores them: sixteen numbers, column by column, in double precision. */
export type Mat4 = Float64Array;

export function identity4(): Mat4 {
  return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
}

/** a·b. */
export function multiply4(a: Mat4, b: Mat4): Mat4 {
  const out = new Float64Array(16);
  for (let c = 0; c < 4; c++) {
    for (let r = 0; r < 4; r++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * k + r] * b[4 * c + k];
      out[4 * c + r] = sum;
    }
  }
  return out;
}

/** Determinant of the upper left 3×3 block: negative for a map that mirrors. */
export function determinant3(m: Mat4): number {
  return (
    m[0] * (m[5] * m[10] - m[6] * m[9]) -
    m[4] * (m[1] * m[10] - m[2] * m[9]) +
    m[8] * (m[1] * m[6] - m[2] * m[5])
  );
}

/** Inverse of an affine map, null if it flattens space. */
export function invertAffine4(m: Mat4): Mat4 | null {
  const det = determinant3(m);
  if (!(Math.abs(det) > 1e-300) || !Number.isFinite(det)) return null;
  const at = (r: number, c: number): number => m[4 * c + r];
  const out = identity4();
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      const [i, j] = [(c + 1) % 3, (c + 2) % 3];
      const [k, l] = [(r + 1) % 3, (r + 2) % 3];
      out[4 * c + r] = (at(i, k) * at(j, l) - at(i, l) * at(j, k)) / det;
    }
  }
  for (let r = 0; r < 3; r++) {
    out[12 + r] = -(out[r] * m[12] + out[4 + r] * m[13] + out[8 + r] * m[14]);
  }
  return out;
}

/** Translation · rotation (unit quaternion x, y, z, w) · scale. */
export function compose4(t: ArrayLike<number>, q: ArrayLike<number>, s: ArrayLike<number>): Mat4 {
  const [x, y, z, w] = [q[0], q[1], q[2], q[3]];
  const out = identity4();
  out[0] = (1 - 2 * (y * y + z * z)) * s[0];
  out[1] = 2 * (x * y + w * z) * s[0];
  out[2] = 2 * (x * z - w * y) * s[0];
  out[4] = 2 * (x * y - w * z) * s[1];
  out[5] = (1 - 2 * (x * x + z * z)) * s[1];
  out[6] = 2 * (y * z + w * x) * s[1];
  out[8] = 2 * (x * z + w * y) * s[2];
  out[9] = 2 * (y * z - w * x) * s[2];
  out[10] = (1 - 2 * (x * x + y * y)) * s[2];
  for (let d = 0; d < 3; d++) out[12 + d] = t[d];
  return out;
}

/** out[o..o+3) = m · (p[i..i+3), 1). */
export function transformPoint(
  out: Float64Array,
  o: number,
  m: Mat4,
  p: ArrayLike<number>,
  i: number,
): void {
  const [x, y, z] = [p[i], p[i + 1], p[i + 2]];
  for (let r = 0; r < 3; r++) out[o + r] = m[r] * x + m[4 + r] * y + m[8 + r] * z + m[12 + r];
}

/** A turn and what is left over: how far the map's columns are from three unit vectors at right angles. */
export interface Turn {
  readonly quaternion: [number, number, number, number];
  /** 0 for a pure turn, 1 for one that doubles a length. */
  readonly stretch: number;
}

/**
 * The rotation nearest to the upper 3×3 block: R ← (R + R⁻ᵀ)/2, which converges for every map that does not mirror or
 * flatten.
 */
export function nearestTurn(m: Mat4): Turn {
  let r: Mat4 = m.slice();
  r[12] = r[13] = r[14] = 0;
  for (let round = 0; round < 60; round++) {
    const inverse = invertAffine4(r);
    if (inverse === null) break;
    const next = identity4();
    let change = 0;
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b < 3; b++) {
        next[4 * a + b] = (r[4 * a + b] + inverse[4 * b + a]) / 2;
        change = Math.max(change, Math.abs(next[4 * a + b] - r[4 * a + b]));
      }
    }
    r = next;
    if (change < 1e-15) break;
  }
  let stretch = 0;
  for (let a = 0; a < 3; a++) {
    for (let b = 0; b < 3; b++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += r[4 * a + k] * m[4 * b + k];
      stretch = Math.max(stretch, Math.abs(sum - (a === b ? 1 : 0)));
    }
  }
  return { quaternion: quaternionOf(r), stretch };
}

/** Unit quaternion of a rotation matrix, by its largest component so that nothing cancels. */
function quaternionOf(m: Mat4): [number, number, number, number] {
  const trace = m[0] + m[5] + m[10];
  const four = [1 + 2 * m[0] - trace, 1 + 2 * m[5] - trace, 1 + 2 * m[10] - trace, 1 + trace];
  let k = 3;
  for (let i = 0; i < 3; i++) if (four[i] > four[k]) k = i;
  const largest = Math.sqrt(Math.max(four[k], 0)) / 2;
  const f = 1 / (4 * largest);
  const [yz, zx, xy] = [m[6] + m[9], m[8] + m[2], m[1] + m[4]];
  const [wx, wy, wz] = [m[6] - m[9], m[8] - m[2], m[1] - m[4]];
  const q: [number, number, number, number] =
    k === 3
      ? [wx * f, wy * f, wz * f, largest]
      : k === 0
        ? [largest, xy * f, zx * f, wx * f]
        : k === 1
          ? [xy * f, largest, yz * f, wy * f]
          : [zx * f, yz * f, largest, wz * f];
  const size = Math.sqrt(q.reduce((sum, c) => sum + c * c, 0)) || 1;
  return [q[0] / size, q[1] / size, q[2] / size, q[3] / size];
}
