import { shapeGradients, TET_FACES, tetNeighbours } from '../../geometry/tets/mesh.ts';
import type { Sdf, TetMesh } from '../../geometry/types.ts';
import { ROWS, STEPS } from './numbers.ts';

const PARTS = ROWS * ROWS;
/** Two points across a layer of thickness 1 that integrate cubics. */
const GAUSS = [0.5 - Math.sqrt(1 / 12), 0.5 + Math.sqrt(1 / 12)];

/** Barycentric coordinates of the middles of a triangle's equal parts, shape [PARTS, 3]. */
const MIDDLES = Float64Array.from(
  Array.from({ length: ROWS }, (_, i) => i).flatMap((i) =>
    Array.from({ length: 2 * (ROWS - i) - 1 }, (_, k) => {
      const [a, b] = [i + (k % 2 === 0 ? 1 / 3 : 2 / 3), (k >> 1) + (k % 2 === 0 ? 1 / 3 : 2 / 3)];
      return [a / ROWS, b / ROWS, 1 - (a + b) / ROWS];
    }).flat(),
  ),
);

/**
 * What of a shape lies outside a mesh made for it: facets cut off what is curved, or sharp, between their corners. It
 * belongs to the tet below, whose functions go on there. Calls `visit` for points of it, tets in ascending order:
 * `lambda` are a point's barycentric coordinates, `part` its volume in parts of the tet's.
 */
export function forUncovered(
  mesh: TetMesh,
  shape: Sdf,
  visit: (tet: number, lambda: Float64Array, part: number) => void,
): void {
  const { positions, tets } = mesh;
  const { border } = tetNeighbours(mesh);
  const gradients = shapeGradients(mesh);
  const from = new Float64Array(3 * PARTS);
  const at = new Float64Array(3 * PARTS);
  const distance = new Float64Array(PARTS);
  const thick = new Float64Array(PARTS);
  const lambda = new Float64Array(4);
  for (const s of border) {
    const t = s >> 2;
    const f = s & 3;
    const g = 12 * t + 3 * f;
    // The gradient of the corner opposite points inwards, and is one over its height.
    const slope = Math.sqrt(gradients[g] ** 2 + gradients[g + 1] ** 2 + gradients[g + 2] ** 2);
    from.fill(0);
    for (let i = 0; i < 3 * PARTS; i++) {
      const v = 3 * tets[4 * t + TET_FACES[f][i % 3]];
      const p = 3 * Math.floor(i / 3);
      for (let c = 0; c < 3; c++) from[p + c] += MIDDLES[i] * positions[v + c];
    }
    findThickness(thick, distance, at, from, gradients, g, slope, shape);
    for (let p = 0; p < PARTS; p++) {
      if (thick[p] === 0) continue;
      for (const across of GAUSS) {
        const out = thick[p] * across;
        lambda[f] = -out * slope;
        for (let k = 0; k < 3; k++) {
          const corner = TET_FACES[f][k];
          const h = 12 * t + 3 * corner;
          const along =
            gradients[h] * gradients[g] +
            gradients[h + 1] * gradients[g + 1] +
            gradients[h + 2] * gradients[g + 2];
          lambda[corner] = MIDDLES[3 * p + k] - (out * along) / slope;
        }
        // A facet's area is 3 V / height.
        visit(t, lambda, (3 * slope * thick[p]) / (PARTS * GAUSS.length));
      }
    }
  }
}

/** How far it is to the surface from each part of a facet, outwards; 0 where the facet is outside. */
function findThickness(
  thick: Float64Array,
  distance: Float64Array,
  at: Float64Array,
  from: Float64Array,
  gradients: Float64Array,
  g: number,
  slope: number,
  shape: Sdf,
): void {
  thick.fill(0);
  for (let step = 0; step < STEPS; step++) {
    for (let i = 0; i < at.length; i++)
      at[i] = from[i] - (thick[Math.floor(i / 3)] * gradients[g + (i % 3)]) / slope;
    shape.evaluate(at, PARTS, distance);
    let any = false;
    for (let p = 0; p < PARTS; p++) {
      if (step > 0 && thick[p] === 0) continue;
      // No further than the tet is high: what is beyond is a part that the mesh has lost.
      thick[p] = Math.min(1 / slope, Math.max(0, thick[p] - distance[p]));
      if (thick[p] > 0) any = true;
    }
    if (!any) return;
  }
}
