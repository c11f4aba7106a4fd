/**
 * Adds scale·K of n integration points to the lower triangle of a dense matrix [12·size, 12·size], row-major, members
 * numbered by index[node] (ascending with the node). Whole blocks of 12×12 are added, those on the diagonal too. K is the
 * warped tangent of the isotropic corotational law: with h_{a,j,p} the rows of H_{a,j} and ĥ = R h,
 *
 *   K_(j p)(l q) = V Σ_a [λ ĥ_jp ĥ_lqᵀ + μ ĥ_lq ĥ_jpᵀ + μ (ĥ_jp·ĥ_lq) I]
 *
 * Of order 0, a = 0 only. ptr, node and H as for `elastonGradients`; R has shape [n, 9]; volumeMu and volumeLambda are V·μ and
 * V·λ [J], shape [n]. `turned` is scratch: 48 numbers for each member of the point that has most.
 */
export function elastonStiffness(
  matrix: Float64Array,
  size: number,
  index: Int32Array,
  ptr: Int32Array,
  node: Int32Array,
  H: Float64Array,
  R: Float64Array,
  volumeMu: Float64Array,
  volumeLambda: Float64Array,
  n: number,
  order: number,
  scale: number,
  turned: Float64Array,
): void {
  const stride = 12 * size;
  const terms = order > 0 ? 48 : 12;
  for (let e = 0; e < n; e++) {
    const from = ptr[e];
    const count = ptr[e + 1] - from;
    turn(turned, H, 48 * from, R, 9 * e, count, terms);
    const m = scale * volumeMu[e];
    const l = scale * volumeLambda[e];
    for (let i = 0; i < count; i++) {
      const row = 12 * index[node[from + i]] * stride;
      for (let j = 0; j <= i; j++) {
        const o = row + 12 * index[node[from + j]];
        addBlock(matrix, o, stride, turned, 48 * i, 48 * j, terms, m, l);
      }
    }
  }
}

/** Rows of H turned by R, of `count` members: 3×4 for each a, like H itself. */
function turn(
  out: Float64Array,
  H: Float64Array,
  h: number,
  R: Float64Array,
  r: number,
  count: number,
  terms: number,
): void {
  for (let i = 0; i < 48 * count; i += 48) {
    for (let a = i; a < i + terms; a += 12) {
      for (let p = a; p < a + 4; p++) {
        const x = H[h + p];
        const y = H[h + p + 4];
        const z = H[h + p + 8];
        out[p] = R[r] * x + R[r + 1] * y + R[r + 2] * z;
        out[p + 4] = R[r + 3] * x + R[r + 4] * y + R[r + 5] * z;
        out[p + 8] = R[r + 6] * x + R[r + 7] * y + R[r + 8] * z;
      }
    }
  }
}

/** The 12×12 block of two members whose turned rows start at i and j. */
function addBlock(
  matrix: Float64Array,
  at: number,
  stride: number,
  turned: Float64Array,
  i: number,
  j: number,
  terms: number,
  m: number,
  l: number,
): void {
  const both = l + m;
  for (let p = 0; p < 4; p++) {
    for (let q = 0; q < 4; q++) {
      // g = Σ_a ĥ_jp ĥ_lqᵀ
      let u = i + p;
      let v = j + q;
      let g00 = turned[u] * turned[v];
      let g01 = turned[u] * turned[v + 4];
      let g02 = turned[u] * turned[v + 8];
      let g10 = turned[u + 4] * turned[v];
      let g11 = turned[u + 4] * turned[v + 4];
      let g12 = turned[u + 4] * turned[v + 8];
      let g20 = turned[u + 8] * turned[v];
      let g21 = turned[u + 8] * turned[v + 4];
      let g22 = turned[u + 8] * turned[v + 8];
      for (let a = 12; a < terms; a += 12) {
        u += 12;
        v += 12;
        g00 += turned[u] * turned[v];
        g01 += turned[u] * turned[v + 4];
        g02 += turned[u] * turned[v + 8];
        g10 += turned[u + 4] * turned[v];
        g11 += turned[u + 4] * turned[v + 4];
        g12 += turned[u + 4] * turned[v + 8];
        g20 += turned[u + 8] * turned[v];
        g21 += turned[u + 8] * turned[v + 4];
        g22 += turned[u + 8] * turned[v + 8];
      }
      const d = m * (g00 + g11 + g22);
      let o = at + p * stride + q;
      matrix[o] += both * g00 + d;
      matrix[o + 4] += l * g01 + m * g10;
      matrix[o + 8] += l * g02 + m * g20;
      o += 4 * stride;
      matrix[o] += l * g10 + m * g01;
      matrix[o + 4] += both * g11 + d;
      matrix[o + 8] += l * g12 + m * g21;
      o += 4 * stride;
      matrix[o] += l * g20 + m * g02;
      matrix[o + 4] += l * g21 + m * g12;
      matrix[o + 8] += both * g22 + d;
    }
  }
}
