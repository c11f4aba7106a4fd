import { FEEL, LANDING_LEASH, LANDINGS, LEASH, PACE } from '../numbers.ts';
import { createNormalQuery } from '../sdf/query.ts';
import type { Sdf } from '../types.ts';
import type { DualSurface } from './dual.ts';

/**
 * Slides the vertices along the surface until quads are even, and puts them on the zero set. Changes `positions` in
 * place.
 */
export function relax(surface: DualSurface, sdf: Sdf, cell: number, rounds: number): void {
  const { positions } = surface;
  const n = positions.length / 3;
  const home = positions.slice();
  const query = createNormalQuery(sdf, FEEL * cell);
  const distance = new Float64Array(n);
  const gradient = new Float64Array(3 * n);
  const mean = new Float64Array(3 * n);
  const count = new Int32Array(n);

  const land = (): void => {
    query.gradients(positions, n, distance, gradient);
    for (let i = 0; i < n; i++) {
      const g2 = square(gradient, i);
      // A weak gradient (a crease, a thin middle) would throw the vertex far: then a careful step.
      const step = Math.max(-cell / 2, Math.min(cell / 2, distance[i] / Math.max(g2, 0.25)));
      for (let a = 3 * i; a < 3 * i + 3; a++) {
        positions[a] = leashed(positions[a] - step * gradient[a], home[a], LANDING_LEASH * cell);
      }
    }
  };

  land();
  for (let round = 0; round < rounds; round++) {
    neighbourMeans(surface, mean, count);
    for (let i = 0; i < n; i++) {
      const g2 = square(gradient, i);
      let along = 0;
      for (let a = 3 * i; a < 3 * i + 3; a++) {
        mean[a] = mean[a] / count[i] - positions[a];
        along += mean[a] * gradient[a];
      }
      const off = g2 > 0 ? along / g2 : 0;
      for (let a = 3 * i; a < 3 * i + 3; a++) {
        const moved = positions[a] + PACE * (mean[a] - off * gradient[a]);
        positions[a] = leashed(moved, home[a], LEASH * cell);
      }
    }
    land();
  }
  for (let i = 0; i < LANDINGS; i++) land();
}

function square(v: Float64Array, i: number): number {
  return v[3 * i] * v[3 * i] + v[3 * i + 1] * v[3 * i + 1] + v[3 * i + 2] * v[3 * i + 2];
}

const leashed = (x: number, home: number, length: number): number =>
  Math.max(home - length, Math.min(home + length, x));

/** mean = sum of the neighbours' positions, count = how many. Each edge is walked once each way by its two faces. */
function neighbourMeans(surface: DualSurface, mean: Float64Array, count: Int32Array): void {
  mean.fill(0);
  count.fill(0);
  walk(surface.quads, 4, surface.positions, mean, count);
  walk(surface.triangles, 3, surface.positions, mean, count);
}

function walk(
  faces: Int32Array,
  corners: number,
  positions: Float64Array,
  mean: Float64Array,
  count: Int32Array,
): void {
  for (let f = 0; f < faces.length; f += corners) {
    for (let c = 0; c < corners; c++) {
      const p = faces[f + c];
      const q = faces[f + ((c + 1) % corners)];
      for (let a = 0; a < 3; a++) mean[3 * p + a] += positions[3 * q + a];
      count[p]++;
    }
  }
}
