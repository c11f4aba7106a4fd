import type { F64s, f64, I32s, i32 } from '../../../kernels/prelude.ts';
import { sumRecords } from '../../../kernels/record-sums.ts';

/** Added to a region's inertia, as a part of its trace: a row of points has none about its own line. */
const LEAST_INERTIA = 1e-9;

/**
 * What each point adds to the sums of its regions. x, v (positions, velocities) and rest have shape [n, 3], weight
 * shape [n]; out has shape [n, stride]: w x | w x⊗rest (row-major) and, for a stride of 24, w v | w x×v | w xx xy xz yy
 * yz zz.
 * @pairs
 */
export function matchMoments(
  out: F64s,
  x: F64s,
  v: F64s,
  rest: F64s,
  weight: F64s,
  n: i32,
  stride: i32,
): void {
  for (let i = 0; i < n; i++) {
    const o = stride * i;
    const w = weight[i];
    const px = w * x[3 * i];
    const py = w * x[3 * i + 1];
    const pz = w * x[3 * i + 2];
    const rx = rest[3 * i];
    const ry = rest[3 * i + 1];
    const rz = rest[3 * i + 2];
    out[o] = px;
    out[o + 1] = py;
    out[o + 2] = pz;
    out[o + 3] = px * rx;
    out[o + 4] = px * ry;
    out[o + 5] = px * rz;
    out[o + 6] = py * rx;
    out[o + 7] = py * ry;
    out[o + 8] = py * rz;
    out[o + 9] = pz * rx;
    out[o + 10] = pz * ry;
    out[o + 11] = pz * rz;
    if (stride < 24) continue;
    const vx = v[3 * i];
    const vy = v[3 * i + 1];
    const vz = v[3 * i + 2];
    const y = x[3 * i + 1];
    const z = x[3 * i + 2];
    out[o + 12] = w * vx;
    out[o + 13] = w * vy;
    out[o + 14] = w * vz;
    out[o + 15] = py * vz - pz * vy;
    out[o + 16] = pz * vx - px * vz;
    out[o + 17] = px * vy - py * vx;
    out[o + 18] = px * x[3 * i];
    out[o + 19] = px * y;
    out[o + 20] = px * z;
    out[o + 21] = py * y;
    out[o + 22] = py * z;
    out[o + 23] = pz * z;
  }
}

/**
 * Centres c = S₀ / mass and matrices A = S₁ − S₀ ⊗ restCentre of n regions from their sums (see `matchMoments`);
 * shapes [n, 3] and [n, 9].
 * Steinemann et al. 2008, eq. 6.
 * Steinemann et al. 2008, eq. 7.
 */
export function matchRegions(
  A: F64s,
  centre: F64s,
  sums: F64s,
  mass: F64s,
  restCentre: F64s,
  n: i32,
  stride: i32,
): void {
  for (let r = 0; r < n; r++) {
    const s = stride * r;
    const inverse = 1 / mass[r];
    const qx = restCentre[3 * r];
    const qy = restCentre[3 * r + 1];
    const qz = restCentre[3 * r + 2];
    for (let c = 0; c < 3; c++) {
      const sum = sums[s + c];
      centre[3 * r + c] = sum * inverse;
      A[9 * r + 3 * c] = sums[s + 3 + 3 * c] - sum * qx;
      A[9 * r + 3 * c + 1] = sums[s + 4 + 3 * c] - sum * qy;
      A[9 * r + 3 * c + 2] = sums[s + 5 + 3 * c] - sum * qz;
    }
  }
}

/**
 * What each region does to its points: out[0..9) = s B, column by column, and out[9..12) = s (c − B restCentre), with s
 * = pull[r] and B = b F + A · inverse, row-major of shape [n, 9] all of them; out has shape [n, stride]. F is shrunk
 * where the region has grown: b = blend (1 − d), d = volume[2r] F:A − volume[2r + 1] within ±1.
 */
export function matchTransforms(
  out: F64s,
  F: F64s,
  A: F64s,
  inverse: F64s,
  blend: f64,
  volume: F64s,
  centre: F64s,
  restCentre: F64s,
  pull: F64s,
  n: i32,
  stride: i32,
): void {
  for (let r = 0; r < n; r++) {
    const o = stride * r;
    const s = pull[r];
    const qx = restCentre[3 * r];
    const qy = restCentre[3 * r + 1];
    const qz = restCentre[3 * r + 2];
    const i = 9 * r;
    const along =
      F[i] * A[i] +
      F[i + 1] * A[i + 1] +
      F[i + 2] * A[i + 2] +
      (F[i + 3] * A[i + 3] + F[i + 4] * A[i + 4] + F[i + 5] * A[i + 5]) +
      (F[i + 6] * A[i + 6] + F[i + 7] * A[i + 7] + F[i + 8] * A[i + 8]);
    const grown = Math.min(1, Math.max(-1, volume[2 * r] * along - volume[2 * r + 1]));
    const b = blend * (1 - grown);
    for (let c = 0; c < 3; c++) {
      const k = 9 * r + 3 * c;
      const a0 = A[k];
      const a1 = A[k + 1];
      const a2 = A[k + 2];
      const f0 = b * F[k] + (a0 * inverse[i] + a1 * inverse[i + 3] + a2 * inverse[i + 6]);
      const f1 = b * F[k + 1] + (a0 * inverse[i + 1] + a1 * inverse[i + 4] + a2 * inverse[i + 7]);
      const f2 = b * F[k + 2] + (a0 * inverse[i + 2] + a1 * inverse[i + 5] + a2 * inverse[i + 8]);
      out[o + c] = s * f0;
      out[o + 3 + c] = s * f1;
      out[o + 6 + c] = s * f2;
      out[o + 9 + c] = s * (centre[3 * r + c] - (f0 * qx + f1 * qy + f2 * qz));
    }
  }
}

/**
 * The rigid motion of each region, from sums of stride 24: ω = (I + ε)⁻¹ L about its centre. out[9..12) += s (v − ω ×
 * c) and out[12..16) = s ω with s = drag[r] and its x again; out has shape [n, 16].
 */
export function matchSpins(
  out: F64s,
  sums: F64s,
  centre: F64s,
  mass: F64s,
  drag: F64s,
  n: i32,
): void {
  for (let r = 0; r < n; r++) {
    const o = 16 * r;
    const s = 24 * r;
    const m = mass[r];
    const cx = centre[3 * r];
    const cy = centre[3 * r + 1];
    const cz = centre[3 * r + 2];
    const px = sums[s + 12];
    const py = sums[s + 13];
    const pz = sums[s + 14];
    const lx = sums[s + 15] - (cy * pz - cz * py);
    const ly = sums[s + 16] - (cz * px - cx * pz);
    const lz = sums[s + 17] - (cx * py - cy * px);
    const xx = sums[s + 18] - m * cx * cx;
    const xy = sums[s + 19] - m * cx * cy;
    const xz = sums[s + 20] - m * cx * cz;
    const yy = sums[s + 21] - m * cy * cy;
    const yz = sums[s + 22] - m * cy * cz;
    const zz = sums[s + 23] - m * cz * cz;
    const least = LEAST_INERTIA * (xx + yy + zz);
    const a = yy + zz + least;
    const b = xx + zz + least;
    const c = xx + yy + least;
    const c00 = b * c - yz * yz;
    const c01 = xy * c + yz * xz;
    const c02 = xy * yz + b * xz;
    const c11 = a * c - xz * xz;
    const c12 = a * yz + xy * xz;
    const c22 = a * b - xy * xy;
    const det = a * c00 - xy * c01 - xz * c02;
    const inverse = det > 0 ? 1 / det : 0;
    const wx = (c00 * lx + c01 * ly + c02 * lz) * inverse;
    const wy = (c01 * lx + c11 * ly + c12 * lz) * inverse;
    const wz = (c02 * lx + c12 * ly + c22 * lz) * inverse;
    const k = drag[r];
    const part = 1 / m;
    out[o + 9] += k * (px * part - (wy * cz - wz * cy));
    out[o + 10] += k * (py * part - (wz * cx - wx * cz));
    out[o + 11] += k * (pz * part - (wx * cy - wy * cx));
    out[o + 12] = k * wx;
    out[o + 13] = k * wy;
    out[o + 14] = k * wz;
    out[o + 15] = k * wx;
  }
}

/**
 * Records of the inner nodes, numbered from `leaves` on: the sums of their children's, child[childPtr[i − leaves] …] in
 * that order. Children come before their parents. values has shape [nodes, stride].
 */
export function sumChildren(
  values: F64s,
  childPtr: I32s,
  child: I32s,
  leaves: i32,
  nodes: i32,
  stride: i32,
): void {
  for (let i = leaves; i < nodes; i++) {
    const k = childPtr[i - leaves];
    sumRecords(values, stride * i, child, k, childPtr[i - leaves + 1], values, stride);
  }
}

/**
 * values_i += values_parent for n records from the last to the first; parents come after their children, −1 is none.
 */
export function addParents(values: F64s, parent: I32s, n: i32, stride: i32): void {
  for (let i = n - 1; i >= 0; i--) {
    if (parent[i] < 0) continue;
    const p = stride * parent[i];
    const o = stride * i;
    // @lanes
    for (let s = 0; s < stride; s++) values[o + s] += values[p + s];
  }
}

/**
 * Sliding sums along runs of records: for each run (members runs[ptr[r]] … in order) out_i = Σ values_j over the
 * members at most `half` places from i. One addition and one subtraction a record, however wide the window.
 */
export function windowSums(
  out: F64s,
  values: F64s,
  runPtr: I32s,
  runs: I32s,
  n: i32,
  half: i32,
  stride: i32,
): void {
  for (let r = 0; r < n; r++) {
    const from = runPtr[r];
    const to = runPtr[r + 1];
    if (from === to) continue;
    const first = stride * runs[from];
    out.fill(0, first, first + stride);
    for (let k = from; k < to && k <= from + half; k++) {
      const v = stride * runs[k];
      // @lanes
      for (let s = 0; s < stride; s++) out[first + s] += values[v + s];
    }
    for (let k = from + 1; k < to; k++) {
      const o = stride * runs[k];
      const last = stride * runs[k - 1];
      const enters = k + half < to ? stride * runs[k + half] : -1;
      const leaves = k - half - 1 >= from ? stride * runs[k - half - 1] : -1;
      // @lanes
      for (let s = 0; s < stride; s++) {
        let sum = out[last + s];
        if (enters >= 0) sum += values[enters + s];
        if (leaves >= 0) sum -= values[leaves + s];
        out[o + s] = sum;
      }
    }
  }
}
