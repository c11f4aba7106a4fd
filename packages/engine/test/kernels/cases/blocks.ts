/** Takes the blocks (width × width) of rows of blocks out of a dense matrix: rows one after the other, each with its diagonal block last. */
export function intoBlocks(
  out: Float64Array,
  dense: Float64Array,
  size: number,
  { ptr, cols }: { readonly ptr: Int32Array; readonly cols: Int32Array },
  width = 12,
): Float64Array {
  const n = width * size;
  for (let i = 0; i < size; i++) {
    for (let e = ptr[i]; e <= ptr[i + 1]; e++) {
      const j = e < ptr[i + 1] ? cols[e] : i;
      for (let r = 0; r < width; r++) {
        for (let c = 0; c < width; c++) {
          const to = width * width * (e + i) + width * r + c;
          out[to] = dense[n * (width * i + r) + width * j + c];
        }
      }
    }
  }
  return out;
}

/** All pairs of `size` members. */
export function allPairs(size: number): { ptr: Int32Array; cols: Int32Array; where: Int32Array } {
  const ptr = Int32Array.from({ length: size + 1 }, (_, i) => (i * (i - 1)) / 2);
  const cols = new Int32Array(ptr[size]);
  const where = new Int32Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      if (j < i) cols[ptr[i] + j] = j;
      where[size * i + j] = ptr[i] + i + j;
    }
  }
  return { ptr, cols, where };
}
