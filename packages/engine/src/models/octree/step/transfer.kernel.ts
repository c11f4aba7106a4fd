import { type F64s, f64, type I32s, type i32 } from '../../../kernels/prelude.ts';
/** out_i = values_{index_i} for n records of `stride` numbers. */
export function takeRecords(out: F64s, index: I32s, values: F64s, n: i32, stride: i32): void {
  for (let i = 0; i < n; i++) {
    const o = stride * i;
    const v = stride * index[i];
    for (let s = 0; s < stride; s++) out[o + s] = values[v + s];
  }
}

/**
 * Moves n patches of cells from the points they were part of to those they are part of now. A patch is six whole
 * numbers: the point it goes to, the one it comes from, its cells, and the sums of their places on the grid; `size` has
 * the cells of the points it goes to. A patch moves with where it comes from as a rigid body (oldX, oldV, turn oldQ and
 * oldSpin, of shape [·, 4], about its rest place), and gives its part of position and velocity: x, v += cells / size ·
 * …, shapes [·, 3]. Cell (i, j, k) lies at corner + cell (i + ½, …).
 */
export function transferPatches(
  x: F64s,
  v: F64s,
  oldX: F64s,
  oldV: F64s,
  oldQ: F64s,
  oldRest: F64s,
  oldSpin: F64s,
  patches: I32s,
  size: I32s,
  cell: f64,
  cornerX: f64,
  cornerY: f64,
  cornerZ: f64,
  n: i32,
): void {
  for (let k = 0; k < n; k++) {
    const j = patches[6 * k];
    const i = patches[6 * k + 1];
    const cells = patches[6 * k + 2];
    const part = f64(cells) / size[j];
    const rx = cornerX + cell * (f64(patches[6 * k + 3]) / cells + 0.5) - oldRest[3 * i];
    const ry = cornerY + cell * (f64(patches[6 * k + 4]) / cells + 0.5) - oldRest[3 * i + 1];
    const rz = cornerZ + cell * (f64(patches[6 * k + 5]) / cells + 0.5) - oldRest[3 * i + 2];
    const qx = oldQ[4 * i];
    const qy = oldQ[4 * i + 1];
    const qz = oldQ[4 * i + 2];
    const qw = oldQ[4 * i + 3];
    const tx = 2 * (qy * rz - qz * ry);
    const ty = 2 * (qz * rx - qx * rz);
    const tz = 2 * (qx * ry - qy * rx);
    const ax = rx + qw * tx + (qy * tz - qz * ty);
    const ay = ry + qw * ty + (qz * tx - qx * tz);
    const az = rz + qw * tz + (qx * ty - qy * tx);
    const wx = oldSpin[4 * i];
    const wy = oldSpin[4 * i + 1];
    const wz = oldSpin[4 * i + 2];
    x[3 * j] += part * (oldX[3 * i] + ax);
    x[3 * j + 1] += part * (oldX[3 * i + 1] + ay);
    x[3 * j + 2] += part * (oldX[3 * i + 2] + az);
    v[3 * j] += part * (oldV[3 * i] + (wy * az - wz * ay));
    v[3 * j + 1] += part * (oldV[3 * i + 1] + (wz * ax - wx * az));
    v[3 * j + 2] += part * (oldV[3 * i + 2] + (wx * ay - wy * ax));
  }
}

/** out = a − b for n points, shape [n, 3]; `out` may be a or b. Returns the square of the largest distance. */
export function movesBetween(out: F64s, a: F64s, b: F64s, n: i32): f64 {
  let most: f64 = 0;
  for (let p = 0; p < 3 * n; p += 3) {
    const dx = a[p] - b[p];
    const dy = a[p + 1] - b[p + 1];
    const dz = a[p + 2] - b[p + 2];
    out[p] = dx;
    out[p + 1] = dy;
    out[p + 2] = dz;
    most = Math.max(most, dx * dx + dy * dy + dz * dz);
  }
  return most;
}
