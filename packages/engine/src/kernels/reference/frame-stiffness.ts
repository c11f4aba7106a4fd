/**
 * First half of the stiffness of n integration points under the isotropic corotational law with the same λ/μ everywhere. With
 * h_{a,j,p} the rows of H_{a,j} and ĥ = √(scale·V·μ) R h, the lower blocks of a dense matrix [12·size, 12·size], row-major,
 * become
 *
 *   G_(j r p)(l s q) = Σ_e Σ_a ĥ_{a,j,p}[r] ĥ_{a,l,q}[s]
 *
 * over members j ≥ l, numbered by index[node] (ascending with the node). Blocks are 12×12 and whole, those on the diagonal
 * too; what is above them is left alone. `frameMatrix` makes the stiffness of it: linear in G, so it is done once for each
 * block and not for each point. ptr, node, H and order as for `elastonGradients`; R has shape [n, 9]; volumeMu is V·μ [J], shape
 * [n]. `turned` is scratch: 48 numbers for each member of the point that has most.
 */
export function elastonProducts(
  matrix: Float64Array,
  size: number,
  index: Int32Array,
  ptr: Int32Array,
  node: Int32Array,
  H: Float64Array,
  R: Float64Array,
  volumeMu: Float64Array,
  n: number,
  order: number,
  scale: number,
  turned: Float64Array,
): void {
  const stride = 12 * size;
  const terms = order > 0 ? 48 : 12;
  for (let i = 0; i < stride; i++) {
    matrix.fill(0, i * stride, i * stride + 12 * Math.floor(i / 12) + 12);
  }
  for (let e = 0; e < n; e++) {
    const from = ptr[e];
    const count = ptr[e + 1] - from;
    turn(turned, H, 48 * from, R, 9 * e, Math.sqrt(scale * volumeMu[e]), count, terms);
    for (let i = 0; i < count; i++) {
      const row = 12 * index[node[from + i]];
      for (let j = 0; j <= i; j++) {
        const column = 12 * index[node[from + j]];
        for (let r = 0; r < 12; r++) {
          const o = (row + r) * stride + column;
          for (let c = 0; c < 12; c++) {
            let u = 48 * i + r;
            let v = 48 * j + c;
            let sum = turned[u] * turned[v];
            for (let a = 12; a < terms; a += 12) {
              u += 12;
              v += 12;
              sum += turned[u] * turned[v];
            }
            matrix[o + c] += sum;
          }
        }
      }
    }
  }
}

/** ĥ of `count` members: 3×4 for each a, like H itself, which is the order of a member's unknowns. */
function turn(
  out: Float64Array,
  H: Float64Array,
  h: number,
  R: Float64Array,
  r: number,
  s: number,
  count: number,
  terms: number,
): void {
  const r00 = s * R[r];
  const r01 = s * R[r + 1];
  const r02 = s * R[r + 2];
  const r10 = s * R[r + 3];
  const r11 = s * R[r + 4];
  const r12 = s * R[r + 5];
  const r20 = s * R[r + 6];
  const r21 = s * R[r + 7];
  const r22 = s * R[r + 8];
  for (let i = 0; i < 48 * count; i += 48) {
    for (let a = i; a < i + terms; a += 12) {
      for (let p = a; p < a + 4; p++) {
        const x = H[h + p];
        const y = H[h + p + 4];
        const z = H[h + p + 8];
        out[p] = r00 * x + r01 * y + r02 * z;
        out[p + 4] = r10 * x + r11 * y + r12 * z;
        out[p + 8] = r20 * x + r21 * y + r22 * z;
      }
    }
  }
}

/**
 * Second half: the lower blocks of the matrix that `elastonProducts` left become
 *
 *   K_(j r p)(l s q) = ratio·G_rs + G_sr + δ_rs (tr G + massScale·M_(j p)(l q))
 *
 * with ratio = λ/μ, where G is the 3×3 matrix over r and s of the two rows p and q; and M the members' mass, dense
 * [4·size, 4·size].
 */
export function frameMatrix(
  matrix: Float64Array,
  mass: Float64Array,
  size: number,
  massScale: number,
  ratio: number,
): void {
  const stride = 12 * size;
  const both = ratio + 1;
  for (let i = 0; i < size; i++) {
    for (let p = 0; p < 4; p++) {
      const m = 4 * size * (4 * i + p);
      for (let j = 0; j <= i; j++) {
        for (let q = 0; q < 4; q++) {
          const x = (12 * i + p) * stride + 12 * j + q;
          const y = x + 4 * stride;
          const z = y + 4 * stride;
          const g01 = matrix[x + 4];
          const g02 = matrix[x + 8];
          const g10 = matrix[y];
          const g12 = matrix[y + 8];
          const g20 = matrix[z];
          const g21 = matrix[z + 4];
          const trace = matrix[x] + matrix[y + 4] + matrix[z + 8];
          const d = trace + massScale * mass[m + 4 * j + q];
          matrix[x] = both * matrix[x] + d;
          matrix[x + 4] = ratio * g01 + g10;
          matrix[x + 8] = ratio * g02 + g20;
          matrix[y] = ratio * g10 + g01;
          matrix[y + 4] = both * matrix[y + 4] + d;
          matrix[y + 8] = ratio * g12 + g21;
          matrix[z] = ratio * g20 + g02;
          matrix[z + 4] = ratio * g21 + g12;
          matrix[z + 8] = both * matrix[z + 8] + d;
        }
      }
    }
  }
}
