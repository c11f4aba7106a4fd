/**
 * W = R_d B_dc R_cᵀ for contact points given by index: the response of a body as it was at rest, turned with the material.
 * blocks: 9 numbers for each pair of n contact points; R: rotations, of which `rotationOf` picks a point's. W has shape [3 count, 3 count].
 */
export function turnResponse(
  W: Float64Array,
  points: Int32Array,
  count: number,
  blocks: Float32Array | Float64Array,
  n: number,
  R: Float64Array,
  rotationOf: (point: number) => number,
  turned: Float64Array,
): void {
  const stride = 3 * count;
  for (let c = 0; c < count; c++) {
    const Rc = 9 * rotationOf(points[c]);
    for (let d = 0; d <= c; d++) {
      const Rd = 9 * rotationOf(points[d]);
      const B = 9 * (points[c] * n + points[d]);
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          turned[3 * i + j] =
            R[Rd + 3 * i] * blocks[B + j] +
            R[Rd + 3 * i + 1] * blocks[B + 3 + j] +
            R[Rd + 3 * i + 2] * blocks[B + 6 + j];
        }
      }
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          const value =
            turned[3 * i] * R[Rc + 3 * j] +
            turned[3 * i + 1] * R[Rc + 3 * j + 1] +
            turned[3 * i + 2] * R[Rc + 3 * j + 2];
          W[(3 * d + i) * stride + 3 * c + j] = value;
          W[(3 * c + j) * stride + 3 * d + i] = value;
        }
      }
    }
  }
}
