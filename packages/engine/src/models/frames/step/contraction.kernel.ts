import type { F64s, I32s, i32 } from '../../../kernels/prelude.ts';
/**
 * Integration points as a smaller set of nodes moves them: H_{a,j} = Σ_k W_k^j H_{a,k} over the members k they had. The
 * `count` points of the list are done and no others. The contraction W is that of `spreadFrames`: blocks of node k are
 * cPtr[k] … cPtr[k+1]−1, block f comes from node cols[f]. Members of the points come and go as in `elastonGradients`,
 * those of `out` ascending from where outPtr[2e] says; outPtr[2e+1] is written. A node that has itself as its only
 * block keeps its gradients. Each product of rows is the sum of its even entries plus the sum of its odd ones. `place`
 * is scratch: one number a node, −1 before and after.
 */
export function contractPoints(
  outPtr: I32s,
  outNode: I32s,
  outH: F64s,
  ptr: I32s,
  node: I32s,
  H: F64s,
  list: I32s,
  count: i32,
  cPtr: I32s,
  cols: I32s,
  W: F64s,
  place: I32s,
): void {
  for (let l = 0; l < count; l++) {
    const e = list[l];
    const start = outPtr[2 * e];
    let end = start;
    for (let i = ptr[2 * e]; i < ptr[2 * e + 1]; i++) {
      for (let f = cPtr[node[i]]; f < cPtr[node[i] + 1]; f++) {
        const j = cols[f];
        if (place[j] >= 0) continue;
        place[j] = 0;
        let at = end++;
        for (; at > start && outNode[at - 1] > j; at--) outNode[at] = outNode[at - 1];
        outNode[at] = j;
      }
    }
    for (let m = start; m < end; m++) place[outNode[m]] = m;
    outH.fill(0, 48 * start, 48 * end);
    for (let i = ptr[2 * e]; i < ptr[2 * e + 1]; i++) {
      const k = node[i];
      const own = cPtr[k + 1] === cPtr[k] + 1 && cols[cPtr[k]] === k;
      for (let f = cPtr[k]; f < cPtr[k + 1]; f++) {
        const o = 48 * place[cols[f]];
        if (own) addRecord(outH, o, H, 48 * i);
        else addTimesTransposed(outH, o, H, 48 * i, W, 16 * f);
      }
    }
    for (let m = start; m < end; m++) place[outNode[m]] = -1;
    outPtr[2 * e + 1] = end;
  }
}

/** out += H, 48 numbers. */
function addRecord(out: F64s, o: i32, H: F64s, h: i32): void {
  // @lanes
  for (let c = 0; c < 48; c++) out[o + c] += H[h + c];
}

/**
 * out += H Wᵀ for twelve rows of four numbers.
 * @pairs
 */
function addTimesTransposed(out: F64s, o: i32, H: F64s, h: i32, W: F64s, w: i32): void {
  // @lanes
  for (let p = 0; p < 4; p++) {
    const v = w + 4 * p;
    const w0 = W[v];
    const w1 = W[v + 1];
    const w2 = W[v + 2];
    const w3 = W[v + 3];
    for (let row = 0; row < 48; row += 4) {
      const even = H[h + row] * w0 + H[h + row + 2] * w2;
      const odd = H[h + row + 1] * w1 + H[h + row + 3] * w3;
      out[o + row + p] += even + odd;
    }
  }
}

/**
 * The mass matrix as `size` members feel it: W M Wᵀ for n nodes, 4×4 blocks of members i ≥ j at number where[i·size +
 * j] of `out`, shape [count, 16]. M is in 4×4 blocks as in `frameMassProduct`, W as in `contractPoints`, index gives a
 * node's member. `half` is scratch of 16 numbers a member, `list` of one, `place` as in `contractPoints`.
 */
export function contractMass(
  out: F64s,
  count: i32,
  where: I32s,
  size: i32,
  index: I32s,
  massPtr: I32s,
  massCols: I32s,
  mass: F64s,
  n: i32,
  cPtr: I32s,
  cols: I32s,
  W: F64s,
  half: F64s,
  list: I32s,
  place: I32s,
): void {
  out.fill(0, 0, 16 * count);
  for (let k = 0; k < n; k++) {
    // half_j = Σ_l M_kl (W_l^j)ᵀ over the members j that the nodes beside k know, then out_ij += W_k^i half_j.
    let known = 0;
    for (let e = massPtr[k]; e < massPtr[k + 1]; e++) {
      const l = massCols[e];
      for (let f = cPtr[l]; f < cPtr[l + 1]; f++) {
        const j = cols[f];
        if (place[j] < 0) {
          half.fill(0, 16 * known, 16 * known + 16);
          list[known] = j;
          place[j] = known++;
        }
        addTransposed4(half, 16 * place[j], mass, 16 * e, W, 16 * f);
      }
    }
    for (let f = cPtr[k]; f < cPtr[k + 1]; f++) {
      const i = index[cols[f]];
      for (let m = 0; m < known; m++) {
        const j = index[list[m]];
        if (j <= i) addProduct4(out, 16 * where[i * size + j], W, 16 * f, half, 16 * m);
      }
    }
    for (let m = 0; m < known; m++) place[list[m]] = -1;
  }
}

/**
 * The diagonal blocks of W M Wᵀ for some nodes only: out[16·own[j]..) for every node j whose number own[j] is not −1,
 * 4×4 each, of `count` in all. Other arguments as for `contractMass`.
 */
export function contractOwnMass(
  out: F64s,
  count: i32,
  own: I32s,
  massPtr: I32s,
  massCols: I32s,
  mass: F64s,
  n: i32,
  cPtr: I32s,
  cols: I32s,
  W: F64s,
  half: F64s,
  place: I32s,
): void {
  out.fill(0, 0, 16 * count);
  for (let k = 0; k < n; k++) {
    let asked = 0;
    for (let f = cPtr[k]; f < cPtr[k + 1]; f++) {
      if (own[cols[f]] < 0) continue;
      half.fill(0, 16 * asked, 16 * asked + 16);
      place[cols[f]] = asked++;
    }
    if (asked === 0) continue;
    for (let e = massPtr[k]; e < massPtr[k + 1]; e++) {
      const l = massCols[e];
      for (let f = cPtr[l]; f < cPtr[l + 1]; f++) {
        const at = place[cols[f]];
        if (at >= 0) addTransposed4(half, 16 * at, mass, 16 * e, W, 16 * f);
      }
    }
    for (let f = cPtr[k]; f < cPtr[k + 1]; f++) {
      const j = cols[f];
      if (own[j] < 0) continue;
      addProduct4(out, 16 * own[j], W, 16 * f, half, 16 * place[j]);
      place[j] = -1;
    }
  }
}

/**
 * out += A Bᵀ, 4×4.
 * @pairs
 */
function addTransposed4(out: F64s, o: i32, A: F64s, a: i32, B: F64s, b: i32): void {
  // @lanes
  for (let c = 0; c < 4; c++) {
    const q = b + 4 * c;
    const b0 = B[q];
    const b1 = B[q + 1];
    const b2 = B[q + 2];
    const b3 = B[q + 3];
    for (let r = 0; r < 16; r += 4) {
      const even = A[a + r] * b0 + A[a + r + 2] * b2;
      const odd = A[a + r + 1] * b1 + A[a + r + 3] * b3;
      out[o + r + c] += even + odd;
    }
  }
}

/** out += A B, 4×4. */
function addProduct4(out: F64s, o: i32, A: F64s, a: i32, B: F64s, b: i32): void {
  for (let r = 0; r < 4; r++) {
    const p = a + 4 * r;
    // @lanes
    for (let c = 0; c < 4; c++) {
      const q = b + c;
      out[o + 4 * r + c] +=
        A[p] * B[q] + A[p + 1] * B[q + 4] + A[p + 2] * B[q + 8] + A[p + 3] * B[q + 12];
    }
  }
}
