import type { F64s, f64, I32s, i32 } from '../../../kernels/prelude.ts';
/**
 * First half of the stiffness of n integration points under the isotropic corotational law with the same λ/μ
 * everywhere. With h_{a,j,p} the rows of H_{a,j} and ĥ = √(scale·V·μ) R h,
 *
 *   G_jl (r p)(s q) += Σ_e Σ_a ĥ_{a,j,p}[r] ĥ_{a,l,q}[s]
 *
 * for members j ≥ l of `size`, numbered by index[node] (nodes with −1 are left out): 12×12 blocks, row-major, shape
 * [blocks, 144]. The block of members j ≥ l is number where[j·size + l]; pairs that no point has in common need none.
 * `frameMatrix` makes the stiffness of it: that is linear in G, so it is done once for each block and not for each
 * point. ptr, node, H and order as for `elastonGradients`; R has shape [n, 9]; volumeMu is V·μ [J], shape [n]. `turned`
 * and `own` are scratch: 48 numbers and one for each member of the point that has most.
 */
export function elastonProducts(
  blocks: F64s,
  where: I32s,
  size: i32,
  index: I32s,
  ptr: I32s,
  node: I32s,
  H: F64s,
  R: F64s,
  volumeMu: F64s,
  n: i32,
  order: i32,
  scale: f64,
  turned: F64s,
  own: I32s,
): void {
  const terms = order > 0 ? 48 : 12;
  for (let e = 0; e < n; e++) {
    // A point that resists nothing has nothing to add.
    if (volumeMu[e] === 0) continue;
    const s = Math.sqrt(scale * volumeMu[e]);
    let members = 0;
    for (let i = ptr[2 * e]; i < ptr[2 * e + 1]; i++) {
      if (index[node[i]] < 0) continue;
      turn(turned, 48 * members, H, 48 * i, R, 9 * e, s, terms);
      own[members++] = index[node[i]];
    }
    for (let i = 0; i < members; i++) {
      const k = own[i];
      for (let j = 0; j <= i; j++) {
        const l = own[j];
        const o = 144 * where[k > l ? k * size + l : l * size + k];
        const u = 48 * (k > l ? i : j);
        const v = 48 * (k > l ? j : i);
        if (order > 0) {
          addFour(blocks, o, turned, u, v);
          addFour(blocks, o + 6, turned, u, v + 6);
        } else addOne(blocks, o, turned, u, v);
      }
    }
  }
}

/** Six columns of a block += Σ_a û_a v̂_aᵀ for two members whose ĥ start at u and v. */
function addFour(block: F64s, at: i32, turned: F64s, u: i32, v: i32): void {
  // @lanes
  for (let c = 0; c < 6; c++) {
    const v0 = turned[v + c];
    const v1 = turned[v + c + 12];
    const v2 = turned[v + c + 24];
    const v3 = turned[v + c + 36];
    for (let r = 0; r < 12; r++) {
      const sum =
        turned[u + r] * v0 +
        turned[u + r + 12] * v1 +
        turned[u + r + 24] * v2 +
        turned[u + r + 36] * v3;
      block[at + 12 * r + c] += sum;
    }
  }
}

/** The same with a = 0 only. */
function addOne(block: F64s, at: i32, turned: F64s, u: i32, v: i32): void {
  // @lanes
  for (let c = 0; c < 12; c++) {
    const v0 = turned[v + c];
    for (let r = 0; r < 12; r++) block[at + 12 * r + c] += turned[u + r] * v0;
  }
}

/** ĥ of a member: 3×4 for each a, like H itself, which is the order of a member's unknowns. */
function turn(out: F64s, o: i32, H: F64s, h: i32, R: F64s, r: i32, s: f64, terms: i32): void {
  for (let a = 0; a < terms; a += 12) {
    // @lanes
    for (let p = 0; p < 4; p++) {
      const x = H[h + a + p];
      const y = H[h + a + p + 4];
      const z = H[h + a + p + 8];
      out[o + a + p] = s * R[r] * x + s * R[r + 1] * y + s * R[r + 2] * z;
      out[o + a + p + 4] = s * R[r + 3] * x + s * R[r + 4] * y + s * R[r + 5] * z;
      out[o + a + p + 8] = s * R[r + 6] * x + s * R[r + 7] * y + s * R[r + 8] * z;
    }
  }
}

/**
 * Second half: from `count` blocks that `elastonProducts` made, those of the members' step matrix, one by one (in place
 * if `matrix` is `blocks`):
 *
 *   A_(j r p)(l s q) = ratio·G_rs + G_sr + δ_rs (tr G + massScale·M_(j p)(l q))
 *
 * with ratio = λ/μ, where G is the 3×3 matrix over r and s of the rows p of member j and q of member l; and M the
 * members' mass in the same blocks, 4×4, shape [count, 16].
 */
export function frameMatrix(
  matrix: F64s,
  blocks: F64s,
  mass: F64s,
  count: i32,
  massScale: f64,
  ratio: f64,
): void {
  const both = ratio + 1;
  for (let b = 0; b < count; b++) {
    for (let p = 0; p < 4; p++) {
      // @lanes
      for (let q = 0; q < 4; q++) {
        const x = 144 * b + 12 * p + q;
        const y = x + 48;
        const z = x + 96;
        const g00 = blocks[x];
        const g01 = blocks[x + 4];
        const g02 = blocks[x + 8];
        const g10 = blocks[y];
        const g11 = blocks[y + 4];
        const g12 = blocks[y + 8];
        const g20 = blocks[z];
        const g21 = blocks[z + 4];
        const g22 = blocks[z + 8];
        const d = g00 + g11 + g22 + massScale * mass[16 * b + 4 * p + q];
        matrix[x] = both * g00 + d;
        matrix[x + 4] = ratio * g01 + g10;
        matrix[x + 8] = ratio * g02 + g20;
        matrix[y] = ratio * g10 + g01;
        matrix[y + 4] = both * g11 + d;
        matrix[y + 8] = ratio * g12 + g21;
        matrix[z] = ratio * g20 + g02;
        matrix[z + 4] = ratio * g21 + g12;
        matrix[z + 8] = both * g22 + d;
      }
    }
  }
}
