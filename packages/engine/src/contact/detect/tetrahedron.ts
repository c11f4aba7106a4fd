import { apply3, applyTransposed3, cofactor3, det3 } from '../../math/mat3.ts';
import type { Cage } from './cage.ts';
import type { LiveCage } from './live.ts';
import { WILD } from './numbers.ts';
import type { TetrahedronScratch } from './pair-scratch.ts';

/** Corner s (0 to 3) on the path along the axes found[o+1], found[o+2], found[o+3] through cube found[o]. */
export function cornerOf(cubes: Int32Array, found: Int32Array, o: number, s: number): number {
  let corner = 0;
  for (let c = 1; c <= s; c++) corner += 1 << found[o + c];
  return cubes[8 * found[o] + corner];
}

/**
 * Turns the gradient of the distance at rest into the outward normal in the world, n = F⁻ᵀN / |F⁻ᵀN|; returns |F⁻ᵀN|,
 * by which distances at rest are to be divided. F is that of the tetrahedron; zero where it is upside down.
 */
export function pushNormal(
  scratch: TetrahedronScratch,
  live: LiveCage,
  o: number,
  g: number,
): number {
  const { matrix, gradient } = scratch;
  const det = deformation(scratch, live, o);
  if (!(det > 0)) return 0;
  apply3(gradient, g, matrix, 9, gradient, g);
  const x2 = gradient[g] * gradient[g];
  const y2 = gradient[g + 1] * gradient[g + 1];
  const length = Math.sqrt(x2 + y2 + gradient[g + 2] * gradient[g + 2]);
  if (!(length > 0)) return 0;
  for (let c = 0; c < 3; c++) gradient[g + c] /= length;
  return length / det;
}

/** matrix = F of the tetrahedron hit[o..], and the cofactors of F after it; returns its determinant. */
export function deformation(
  { matrix, hit }: TetrahedronScratch,
  live: LiveCage,
  o: number,
): number {
  const { x, cubes, cage } = live;
  for (let s = 0; s < 3; s++) {
    const from = 3 * cornerOf(cubes, hit, o, s);
    const to = 3 * cornerOf(cubes, hit, o, s + 1);
    const axis = hit[o + 1 + s];
    for (let c = 0; c < 3; c++) matrix[3 * c + axis] = (x[to + c] - x[from + c]) / cage.cell;
  }
  cofactor3(matrix, 9, matrix, 0);
  return det3(matrix, 0);
}

/**
 * The weights of a point that is still on its way to the place where it will touch: those of where it is now, in the
 * tetrahedron it will meet, so that both sides feel the impulse along one line and no spin comes of it. From too far
 * away the weights would be wild; then those of the place stay. After `pushNormal`.
 */
export function weighWhereItIs(
  weight: Float64Array,
  w: number,
  { matrix, hit, one }: TetrahedronScratch,
  place: Float64Array,
  { x, cubes, cage }: LiveCage,
  i: number,
  o: number,
): void {
  const from = 3 * cubes[8 * hit[o]];
  const scale = 1 / (det3(matrix, 0) * cage.cell);
  for (let c = 0; c < 3; c++) one[c] = scale * (place[3 * i + c] - x[from + c]);
  applyTransposed3(one, 0, matrix, 9, one, 0);
  const s = one[hit[o + 1]];
  const t = one[hit[o + 2]];
  const q = one[hit[o + 3]];
  const wild = Math.max(Math.abs(s), Math.abs(t), Math.abs(q)) > WILD;
  if (wild) return;
  weight[w] = 1 - s;
  weight[w + 1] = s - t;
  weight[w + 2] = t - q;
  weight[w + 3] = q;
}

export function eighthOf(cage: Cage, cube: number, rest: Float64Array, r: number): number {
  const first = 3 * cage.cubes[8 * cube];
  let eighth = 0;
  for (let c = 0; c < 3; c++) {
    if (rest[r + c] > cage.corners[first + c] + 0.5 * cage.cell) eighth += 1 << c;
  }
  return eighth;
}
