/** The rigid motion of a frame: x ≈ R(q)·base + centre. */
export interface Motion {
  /** Quaternion x, y, z, w. */
  readonly turn: [number, number, number, number];
  readonly centre: [number, number, number];
}

export function centreOf(x: ArrayLike<number>): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) sum[i % 3] += x[i];
  const n = Math.max(1, x.length / 3);
  return [sum[0] / n, sum[1] / n, sum[2] / n];
}

/**
 * The rigid motion that brings `base` (centred) nearest to x: the eigenvector of Horn's 4×4 matrix with the largest eigenvalue. Well
 * defined for flat and thin shapes, too, and never a mirror.
 */
export function align(x: ArrayLike<number>, base: ArrayLike<number>, near: Motion | null): Motion {
  const centre = centreOf(x);
  const s = new Float64Array(9);
  for (let i = 0; i < x.length; i += 3) {
    for (let a = 0; a < 3; a++) {
      const p = base[i + a];
      for (let b = 0; b < 3; b++) s[3 * a + b] += p * (x[i + b] - centre[b]);
    }
  }
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = s;
  const horn = Float64Array.of(
    ...[xx - yy - zz, xy + yx, zx + xz, yz - zy],
    ...[xy + yx, yy - xx - zz, yz + zy, zx - xz],
    ...[zx + xz, yz + zy, zz - xx - yy, xy - yx],
    ...[yz - zy, zx - xz, xy - yx, xx + yy + zz],
  );
  const { vectors, values } = symmetricEigen(horn, 4);
  let best = 0;
  for (let k = 1; k < 4; k++) if (values[k] > values[best]) best = k;
  const q = [0, 1, 2, 3].map((c) => vectors[4 * c + best]);
  const last = near?.turn ?? [0, 0, 0, 1];
  // In one hemisphere, so that viewers that blend components go the short way.
  const sign = q.reduce((sum, c, i) => sum + c * last[i], 0) < 0 ? -1 : 1;
  return { turn: [sign * q[0], sign * q[1], sign * q[2], sign * q[3]], centre };
}

/** out = R(turn)ᵀ (x − centre). */
export function undo(
  out: Float32Array | Float64Array,
  x: ArrayLike<number>,
  { turn, centre }: Motion,
): void {
  const [a, b, c, w] = turn;
  const r = [
    ...[1 - 2 * (b * b + c * c), 2 * (a * b - w * c), 2 * (a * c + w * b)],
    ...[2 * (a * b + w * c), 1 - 2 * (a * a + c * c), 2 * (b * c - w * a)],
    ...[2 * (a * c - w * b), 2 * (b * c + w * a), 1 - 2 * (a * a + b * b)],
  ];
  for (let i = 0; i < x.length; i += 3) {
    const [p, q, s] = [x[i] - centre[0], x[i + 1] - centre[1], x[i + 2] - centre[2]];
    for (let d = 0; d < 3; d++) out[i + d] = r[d] * p + r[3 + d] * q + r[6 + d] * s;
  }
}

/** Eigenvectors (columns of `vectors`, row-major n×n) of a symmetric matrix by Jacobi's rotations. `a` is overwritten. */
export function symmetricEigen(
  a: Float64Array,
  n: number,
): { values: Float64Array; vectors: Float64Array } {
  const v = new Float64Array(n * n);
  for (let i = 0; i < n; i++) v[i * n + i] = 1;
  for (let sweep = 0; sweep < 40; sweep++) {
    let [off, on] = [0, 0];
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        if (i === j) on += a[i * n + i] ** 2;
        else off += a[i * n + j] ** 2;
      }
    }
    if (off <= 1e-26 * on || off === 0) break;
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) rotate(a, v, n, p, q);
    }
  }
  return { values: Float64Array.from({ length: n }, (_, i) => a[i * n + i]), vectors: v };
}

function rotate(a: Float64Array, v: Float64Array, n: number, p: number, q: number): void {
  const apq = a[p * n + q];
  if (apq === 0) return;
  const theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < n; k++) {
    const [x, y] = [a[k * n + p], a[k * n + q]];
    a[k * n + p] = c * x - s * y;
    a[k * n + q] = s * x + c * y;
  }
  for (let k = 0; k < n; k++) {
    const [x, y] = [a[p * n + k], a[q * n + k]];
    a[p * n + k] = c * x - s * y;
    a[q * n + k] = s * x + c * y;
    const [vx, vy] = [v[k * n + p], v[k * n + q]];
    v[k * n + p] = c * vx - s * vy;
    v[k * n + q] = s * vx + c * vy;
  }
}
