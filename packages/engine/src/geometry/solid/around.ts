import { cbrt } from '../../math/elementary.ts';
import { boundsOf } from '../bounds.ts';
import { createWinding, type Winding, windingNumbers } from '../mesh/winding.ts';
import { MARGIN, REACH, SLENDER, SURE } from '../numbers.ts';
import { type Bvh, buildBvh } from '../query/bvh.ts';
import { closestFrom } from '../query/bvh-query.ts';
import { gridSdf } from '../sdf/grid.ts';
import { extractSurface } from '../surface/surface.ts';
import type { Sdf, TriangleMesh } from '../types.ts';
import { forBlocks } from '../voxels/blocks.ts';
import type { Parts } from './parts.ts';

/** Cells evaluated together. */
const BATCH = 512;

/**
 * The closed surface around the filled and the wrapped triangles of a mesh, with about `resolution` triangles along a
 * side of its box, more along the longer ones. Inside is where the surface goes round a point by more than half (the
 * winding number), so no single triangle is trusted and holes are closed by a lid; wrapped triangles become all points
 * within `radius` of them. Null if nothing is inside.
 */
export function surfaceAround(
  positions: Float64Array,
  { fill, wrap }: Parts,
  radius: number,
  resolution: number,
): TriangleMesh | null {
  const fields: Sdf[] = [];
  if (fill.length > 0) fields.push(filledField({ positions, triangles: fill }));
  if (wrap.length > 0) fields.push(wrappedField({ positions, triangles: wrap }, radius));
  const bounds = fields.map((field) => field.bounds);
  const from = [0, 1, 2].map((d) => Math.min(...bounds.map((b) => b[d])));
  const to = [3, 4, 5].map((d) => Math.max(...bounds.map((b) => b[d])));
  const sides = to.map((x, d) => x - from[d]);
  const cell = Math.max(
    cbrt(sides[0] * sides[1] * sides[2]) / resolution,
    Math.max(...sides) / (SLENDER * resolution),
  );
  const low = from.map((x) => x - MARGIN * cell);
  const high = to.map((x) => x + MARGIN * cell);
  const dims = low.map((x, d) => Math.ceil((high[d] - x) / cell));
  const grid = {
    origin: [low[0], low[1], low[2]] as const,
    cell,
    dims: [dims[0], dims[1], dims[2]] as const,
    distance: new Float64Array(dims[0] * dims[1] * dims[2]).fill(Infinity),
  };
  for (const field of fields) addField(grid, field);
  return grid.distance.some((d) => d < 0) ? extractSurface(gridSdf(grid), cell) : null;
}

/** grid.distance = the smaller of itself and the field's, which is worked out near the surface alone. */
function addField(
  grid: {
    origin: readonly [number, number, number];
    cell: number;
    dims: readonly number[];
    distance: Float64Array;
  },
  field: Sdf,
): void {
  const { origin, cell, dims, distance } = grid;
  const cells = new Int32Array(BATCH);
  const xyz = new Float64Array(3 * BATCH);
  const values = new Float64Array(BATCH);
  let waiting = 0;
  const flush = (): void => {
    field.evaluate(xyz, waiting, values);
    for (let i = 0; i < waiting; i++) distance[cells[i]] = Math.min(distance[cells[i]], values[i]);
    waiting = 0;
  };
  const margin = 2 * cell;
  forBlocks(field, grid, 0, margin, (i0, j0, k0, size, side) => {
    for (let k = k0; k < Math.min(k0 + size, dims[2]); k++) {
      for (let j = j0; j < Math.min(j0 + size, dims[1]); j++) {
        for (let i = i0; i < Math.min(i0 + size, dims[0]); i++) {
          const c = i + dims[0] * (j + dims[1] * k);
          if (side !== 0) {
            // Settled blocks are at least the margin away.
            distance[c] = Math.min(distance[c], side * margin);
            continue;
          }
          cells[waiting] = c;
          xyz[3 * waiting] = origin[0] + (i + 0.5) * cell;
          xyz[3 * waiting + 1] = origin[1] + (j + 0.5) * cell;
          xyz[3 * waiting + 2] = origin[2] + (k + 0.5) * cell;
          if (++waiting === BATCH) flush();
        }
      }
    }
  });
  flush();
}

/** All points within `radius` of some triangles. */
function wrappedField(mesh: TriangleMesh, radius: number): Sdf {
  const bvh = buildBvh(mesh);
  const b = boundsOf(mesh.positions);
  return {
    bounds: [
      b[0] - radius,
      b[1] - radius,
      b[2] - radius,
      b[3] + radius,
      b[4] + radius,
      b[5] + radius,
    ],
    evaluate(xyz, n, out) {
      distances(bvh, xyz, n, out);
      for (let i = 0; i < n; i++) out[i] -= radius;
    },
  };
}

/**
 * The inside of triangles with holes. Across a hole the winding number goes from one to nought over about the hole's
 * width, and the distance to the triangles is no distance to the solid there: the product with 1 − 2w is zero where the
 * winding number w is a half.
 */
function filledField(mesh: TriangleMesh): Sdf {
  const bvh = buildBvh(mesh);
  const winding = createWinding(bvh);
  const b = boundsOf(mesh.positions);
  return {
    bounds: b,
    evaluate(xyz, n, out) {
      distances(bvh, xyz, n, out);
      multiplySides(winding, xyz, n, out);
    },
  };
}

/** out[i] *= 1 − 2w, within ±1. The winding number is asked for only where the last sure one does not hold. */
function multiplySides(winding: Winding, xyz: Float64Array, n: number, out: Float64Array): void {
  const { point } = winding.bvh;
  const turns = new Float64Array(1);
  let sure = -1;
  let reach = 0;
  for (let i = 0; i < n; i++) {
    const distance = out[i];
    if (sure < 0 || apart(xyz, 3 * i, 3 * sure) > reach) {
      for (let d = 0; d < 3; d++) point[d] = xyz[3 * i + d];
      windingNumbers(winding, point, 1, turns, false);
      const isSure = Math.abs(turns[0] - Math.round(turns[0])) < SURE;
      sure = isSure ? i : -1;
      reach = REACH * distance;
    }
    out[i] = distance * Math.min(1, Math.max(-1, 1 - 2 * turns[0]));
  }
}

/** out[i] = distance of point i to the nearest triangle. */
function distances(bvh: Bvh, xyz: Float64Array, n: number, out: Float64Array): void {
  const { hit } = bvh;
  for (let i = 0; i < n; i++) {
    // Neighbours in a batch are often close: the last distance bounds this one and spares most of the tree.
    const bound = i > 0 ? (out[i - 1] + apart(xyz, 3 * i, 3 * i - 3)) * (1 + 1e-9) : Infinity;
    hit[3] = bound * bound;
    if (closestFrom(bvh, xyz, 3 * i) < 0) {
      hit[3] = Infinity;
      closestFrom(bvh, xyz, 3 * i);
    }
    out[i] = Math.sqrt(hit[3]);
  }
}

function apart(xyz: Float64Array, p: number, q: number): number {
  const [x, y, z] = [xyz[p] - xyz[q], xyz[p + 1] - xyz[q + 1], xyz[p + 2] - xyz[q + 2]];
  return Math.sqrt(x * x + y * y + z * z);
}
