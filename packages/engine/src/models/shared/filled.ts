import { tickEvery } from '../../core/watch.ts';
import type { Sdf, TetMesh } from '../../geometry/types.ts';
import { tetSamples } from './tet-samples.ts';
import { forUncovered } from './uncovered.ts';

/** What a shape fills of the tets of a mesh. */
export interface FilledMoments {
  /** Which of `moments` a tet has, −1 for those that are full; shape [tets]. */
  readonly crossed: Int32Array;
  /** ∫ λ_i λ_j over what is filled, and over what of the shape lies outside the mesh beside the tet, in parts of it. */
  readonly moments: Float64Array;
}

/** `width` [m] is about the size of a tet; what is empty counts for the part `empty` of what is filled. */
export function filledMoments(
  mesh: TetMesh,
  shape: Sdf,
  width: number,
  empty: number,
): FilledMoments {
  const crossed = findCrossed(mesh, shape);
  return { crossed, moments: findMoments(mesh, shape, width, empty, crossed) };
}

/** Numbers the tets that reach out of the shape, or beside which it reaches out of the mesh; −1 for others. */
function findCrossed(mesh: TetMesh, shape: Sdf): Int32Array {
  const { positions, tets } = mesh;
  const distance = new Float64Array(positions.length / 3);
  shape.evaluate(positions, distance.length, distance);
  const crossed = new Int32Array(tets.length / 4).fill(-1);
  let count = 0;
  const mark = (t: number): void => {
    if (crossed[t] < 0) crossed[t] = count++;
  };
  for (let i = 0; i < tets.length; i++) if (distance[tets[i]] > 0) mark(i >> 2);
  forUncovered(mesh, shape, mark);
  return crossed;
}

/** ∫ λ_i λ_j over what is inside, in parts of the tet. */
function findMoments(
  mesh: TetMesh,
  shape: Sdf,
  width: number,
  empty: number,
  crossed: Int32Array,
): Float64Array {
  const { positions, tets } = mesh;
  const { count, middles, moments: ofSamples } = tetSamples(2);
  const moments = new Float64Array(16 * (1 + crossed.reduce((a, b) => Math.max(a, b), -1)));
  const places = new Float64Array(3 * count);
  const distance = new Float64Array(count);
  for (let t = 0; t < crossed.length; t++) {
    tickEvery(t, 'what elements are filled with');
    const m = 16 * crossed[t];
    if (m < 0) continue;
    places.fill(0);
    for (let s = 0; s < 4 * count; s++) {
      const v = 3 * tets[4 * t + (s & 3)];
      for (let c = 0; c < 3; c++) places[3 * (s >> 2) + c] += middles[s] * positions[v + c];
    }
    shape.evaluate(places, count, distance);
    for (let s = 0; s < count; s++) {
      const part = Math.min(1, Math.max(empty, 0.5 - (4 * distance[s]) / width));
      for (let k = 0; k < 16; k++) moments[m + k] += part * ofSamples[16 * s + k];
    }
  }
  forUncovered(mesh, shape, (t, lambda, part) => {
    const m = 16 * crossed[t];
    for (let k = 0; k < 16; k++) moments[m + k] += part * lambda[k >> 2] * lambda[k & 3];
  });
  return moments;
}
