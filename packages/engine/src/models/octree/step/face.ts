/** What `spanFace` gives: normal by its length, that length, middle. */
export const FACE = { nx: 0, ny: 1, nz: 2, length: 3, x: 4, y: 5, z: 6, size: 7 } as const;

/**
 * Normal and middle of the face with corners that begin at a, b, c, d in x, one after the other around it. The
 * diagonals span it.
 */
export function spanFace(
  out: Float64Array,
  x: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
): void {
  const ux = x[c] - x[a];
  const uy = x[c + 1] - x[a + 1];
  const uz = x[c + 2] - x[a + 2];
  const wx = x[d] - x[b];
  const wy = x[d + 1] - x[b + 1];
  const wz = x[d + 2] - x[b + 2];
  const nx = uy * wz - uz * wy;
  const ny = uz * wx - ux * wz;
  const nz = ux * wy - uy * wx;
  out[FACE.nx] = nx;
  out[FACE.ny] = ny;
  out[FACE.nz] = nz;
  out[FACE.length] = Math.sqrt(nx * nx + ny * ny + nz * nz);
  for (let k = 0; k < 3; k++) out[FACE.x + k] = (x[a + k] + x[b + k] + x[c + k] + x[d + k]) / 4;
}
