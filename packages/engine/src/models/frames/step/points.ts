import type { IntegrationPoints } from '../model.ts';
import { type Contraction, sortRow } from './contraction.ts';

/** Integration points as a set of nodes moves them: F_a = Σ_j D_j H_{a,j} over members j. */
export interface SetPoints {
  /** Members of point e: node[ptr[e] .. ptr[e+1]), ascending; H 48 numbers each: a, then 4×3. */
  readonly ptr: Int32Array;
  readonly node: Int32Array;
  readonly H: Float64Array;
}

export function createSetPoints(points: IntegrationPoints, entries: number): SetPoints {
  return {
    ptr: new Int32Array(points.count + 1),
    node: new Int32Array(entries),
    H: new Float64Array(48 * entries),
  };
}

export interface PointScratch {
  readonly place: Int32Array;
  readonly row: Int32Array;
}

/** H_{a,j} = Σ_k W_k^j H_{a,k} for every point. */
export function contractPoints(
  out: SetPoints,
  points: IntegrationPoints,
  contraction: Contraction,
  scratch: PointScratch,
): void {
  const { ptr, cols, W } = contraction;
  const { place, row } = scratch;
  let filled = 0;
  for (let e = 0; e < points.count; e++) {
    out.ptr[e] = filled;
    let count = 0;
    for (let i = points.ptr[e]; i < points.ptr[e + 1]; i++) {
      const k = points.node[i];
      for (let f = ptr[k]; f < ptr[k + 1]; f++) {
        if (place[cols[f]] >= 0) continue;
        place[cols[f]] = 0;
        row[count++] = cols[f];
      }
    }
    sortRow(row, count);
    for (let r = 0; r < count; r++) {
      place[row[r]] = filled + r;
      out.node[filled + r] = row[r];
    }
    out.H.fill(0, 48 * filled, 48 * (filled + count));
    for (let i = points.ptr[e]; i < points.ptr[e + 1]; i++) {
      const k = points.node[i];
      for (let f = ptr[k]; f < ptr[k + 1]; f++) {
        addTimes(out.H, 48 * place[cols[f]], W, 16 * f, points.H, 48 * i);
      }
    }
    for (let r = 0; r < count; r++) place[row[r]] = -1;
    filled += count;
  }
  out.ptr[points.count] = filled;
}

/** out_a += W H_a for a = 0..3, H_a 4×3. */
function addTimes(
  out: Float64Array,
  o: number,
  W: Float64Array,
  w: number,
  H: Float64Array,
  h: number,
): void {
  for (let a = 0; a < 48; a += 12) {
    for (let r = 0; r < 4; r++) {
      const x = W[w + 4 * r];
      const y = W[w + 4 * r + 1];
      const z = W[w + 4 * r + 2];
      const t = W[w + 4 * r + 3];
      for (let c = 0; c < 3; c++) {
        const s = h + a + c;
        out[o + a + 3 * r + c] += x * H[s] + y * H[s + 3] + z * H[s + 6] + t * H[s + 9];
      }
    }
  }
}

/** F[0..36) = Σ_j D_j H_{a,j} of point e; D has 12 numbers a node. */
export function pointGradients(
  F: Float64Array,
  D: Float64Array,
  points: SetPoints,
  e: number,
): void {
  F.fill(0);
  for (let i = points.ptr[e]; i < points.ptr[e + 1]; i++) {
    const d = 12 * points.node[i];
    for (let a = 0; a < 4; a++) {
      const h = 48 * i + 12 * a;
      for (let r = 0; r < 3; r++) {
        const x = D[d + 4 * r];
        const y = D[d + 4 * r + 1];
        const z = D[d + 4 * r + 2];
        const t = D[d + 4 * r + 3];
        for (let c = 0; c < 3; c++) {
          F[9 * a + 3 * r + c] +=
            x * points.H[h + c] +
            y * points.H[h + 3 + c] +
            z * points.H[h + 6 + c] +
            t * points.H[h + 9 + c];
        }
      }
    }
  }
}

/** f_j −= Σ_a P_a H_{a,j}ᵀ, P in P[o..o+36), for the members of point e: forces from stresses, the transpose of `pointGradients`. */
export function pullStress(
  f: Float64Array,
  P: Float64Array,
  o: number,
  points: SetPoints,
  e: number,
): void {
  for (let i = points.ptr[e]; i < points.ptr[e + 1]; i++) {
    const d = 12 * points.node[i];
    for (let r = 0; r < 3; r++) {
      for (let p = 0; p < 4; p++) {
        let sum = 0;
        for (let a = 0; a < 4; a++) {
          const h = 48 * i + 12 * a + 3 * p;
          const q = o + 9 * a + 3 * r;
          sum += P[q] * points.H[h] + P[q + 1] * points.H[h + 1] + P[q + 2] * points.H[h + 2];
        }
        f[d + 4 * r + p] -= sum;
      }
    }
  }
}

/**
 * Adds factor·K of point e to a dense matrix [12n, 12n] (lower triangle of blocks and full diagonal blocks), members numbered
 * by `index`. K is the warped tangent of the isotropic corotational law: with h_{a,j,p} the rows of H and ĥ = R h,
 * K_(j p)(l q) = V Σ_a [λ ĥ_l… ] as for a tetrahedron: λ ĥ_jp ĥ_lqᵀ + μ ĥ_lq ĥ_jpᵀ + μ (h_jp·h_lq) I.
 */
export function addPointStiffness(
  matrix: Float64Array,
  n: number,
  index: Int32Array,
  points: SetPoints,
  e: number,
  R: Float64Array,
  r: number,
  mu: number,
  lambda: number,
  factor: number,
  turned: Float64Array,
): void {
  const from = points.ptr[e];
  const count = points.ptr[e + 1] - from;
  // turned: rows of H turned by R, 48 numbers a member.
  for (let i = 0; i < 16 * count; i++) {
    const h = 48 * from + 3 * i;
    const x = points.H[h];
    const y = points.H[h + 1];
    const z = points.H[h + 2];
    turned[3 * i] = R[r] * x + R[r + 1] * y + R[r + 2] * z;
    turned[3 * i + 1] = R[r + 3] * x + R[r + 4] * y + R[r + 5] * z;
    turned[3 * i + 2] = R[r + 6] * x + R[r + 7] * y + R[r + 8] * z;
  }
  const stride = 12 * n;
  for (let i = 0; i < count; i++) {
    const row = 12 * index[points.node[from + i]];
    for (let j = 0; j <= i; j++) {
      const col = 12 * index[points.node[from + j]];
      for (let p = 0; p < 4; p++) {
        for (let q = 0; q < 4; q++) {
          let g00 = 0;
          let g01 = 0;
          let g02 = 0;
          let g10 = 0;
          let g11 = 0;
          let g12 = 0;
          let g20 = 0;
          let g21 = 0;
          let g22 = 0;
          for (let a = 0; a < 4; a++) {
            const u = 48 * i + 12 * a + 3 * p;
            const v = 48 * j + 12 * a + 3 * q;
            const ux = turned[u];
            const uy = turned[u + 1];
            const uz = turned[u + 2];
            const vx = turned[v];
            const vy = turned[v + 1];
            const vz = turned[v + 2];
            g00 += ux * vx;
            g01 += ux * vy;
            g02 += ux * vz;
            g10 += uy * vx;
            g11 += uy * vy;
            g12 += uy * vz;
            g20 += uz * vx;
            g21 += uz * vy;
            g22 += uz * vz;
          }
          const l = factor * lambda;
          const m = factor * mu;
          const d = m * (g00 + g11 + g22);
          const o = (row + p) * stride + col + q;
          matrix[o] += (l + m) * g00 + d;
          matrix[o + 4] += l * g01 + m * g10;
          matrix[o + 8] += l * g02 + m * g20;
          const o1 = o + 4 * stride;
          matrix[o1] += l * g10 + m * g01;
          matrix[o1 + 4] += (l + m) * g11 + d;
          matrix[o1 + 8] += l * g12 + m * g21;
          const o2 = o1 + 4 * stride;
          matrix[o2] += l * g20 + m * g02;
          matrix[o2 + 4] += l * g21 + m * g12;
          matrix[o2 + 8] += (l + m) * g22 + d;
        }
      }
    }
  }
}
