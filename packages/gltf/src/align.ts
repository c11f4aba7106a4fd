/** The rigid motion of a frame: x ≈ R(q)·base + centre. */
export interface Motion {
  /** Quaternion x, y, z, w. */
  readonly turn: [number, number, number, number];
  readonly centre: [number, number, number];
}

export function centreOf(x: ArrayLike<number>): [number, number, number] {
  let [a, b, c] = [0, 0, 0];
  for (let i = 0; i < x.length; i += 3) {
    a += x[i];
    b += x[i + 1];
    c += x[i + 2];
  }
  const n = Math.max(1, x.length / 3);
  return [a / n, b / n, c / n];
}

/**
 * The rigid motion that brings `base` (centred) nearest to x: the eigenvector of Horn's 4×4 matrix with the largest
 * eigenvalue. Well defined for flat and thin shapes, too, and never a mirror.
 */
export function align(x: ArrayLike<number>, base: ArrayLike<number>, near: Motion | null): Motion {
  const centre = centreOf(x);
  const [cx, cy, cz] = centre;
  let [xx, xy, xz, yx, yy, yz, zx, zy, zz] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < x.length; i += 3) {
    const p = x[i] - cx;
    const q = x[i + 1] - cy;
    const r = x[i + 2] - cz;
    const u = base[i];
    const v = base[i + 1];
    const w = base[i + 2];
    xx += u * p;
    xy += u * q;
    xz += u * r;
    yx += v * p;
    yy += v * q;
    yz += v * r;
    zx += w * p;
    zy += w * q;
    zz += w * r;
  }
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
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = r;
  const [cx, cy, cz] = centre;
  for (let i = 0; i < x.length; i += 3) {
    const p = x[i] - cx;
    const q = x[i + 1] - cy;
    const s = x[i + 2] - cz;
    out[i] = r0 * p + r3 * q + r6 * s;
    out[i + 1] = r1 * p + r4 * q + r7 * s;
    out[i + 2] = r2 * p + r5 * q + r8 * s;
  }
}

/**
 * Eigenvectors (columns of `vectors`, row-major n×n) of a symmetric matrix by Jacobi's rotations. `a` is overwritten.
 * Two directions of a matrix without negative values whose cosine is below `least` are left as they are.
 */
export function symmetricEigen(
  a: Float64Array,
  n: number,
  least = 0,
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
    let turned = 0;
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        const apq = a[p * n + q];
        if (apq * apq <= least * least * a[p * n + p] * a[q * n + q]) continue;
        rotate(a, v, n, p, q);
        turned++;
      }
    }
    if (turned === 0) break;
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
