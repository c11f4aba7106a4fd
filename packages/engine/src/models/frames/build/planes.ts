import type { Bounds, Sdf } from '../../../geometry/types.ts';
import { SAME_BORDER } from '../numbers.ts';

/** Coordinates of the planes between cells along x, y and z [m], ascending: one more than there are cells. */
export type Planes = readonly [Float64Array, Float64Array, Float64Array];

/**
 * Planes of a grid over the body's bounds, about `cell` [m] apart. They lie exactly where the body and the given
 * regions end along each axis: then a box has the section it has, and a region is held up to where it ends. No cell
 * lies across the middle of an axis if what is there ends symmetrically: then the parts on both sides of a plane of
 * symmetry are each other's images.
 */
export function choosePlanes(bounds: Bounds, regions: readonly Sdf[], cell: number): Planes {
  const along = (d: number): Float64Array => {
    const [low, high] = [bounds[d], bounds[d + 3]];
    const borders = [low];
    const inner = regions.flatMap((sdf) => [sdf.bounds[d], sdf.bounds[d + 3]]);
    for (const x of inner.sort((a, b) => a - b)) {
      const far =
        x - borders[borders.length - 1] > SAME_BORDER * cell && high - x > SAME_BORDER * cell;
      if (far) borders.push(x);
    }
    borders.push(high);
    return planesBetween(borders, cell);
  };
  return [along(0), along(1), along(2)];
}

/** Evenly spaced planes between borders; an even number of cells in the middle part, if there is one. */
function planesBetween(borders: readonly number[], cell: number): Float64Array {
  const parts = borders.length - 1;
  const planes = [borders[0]];
  for (let p = 0; p < parts; p++) {
    const length = borders[p + 1] - borders[p];
    const middle = 2 * p + 1 === parts;
    const cells = middle
      ? 2 * Math.max(1, Math.round((0.5 * length) / cell))
      : Math.max(1, Math.round(length / cell));
    for (let i = 1; i < cells; i++) planes.push(borders[p] + (length * i) / cells);
    planes.push(borders[p + 1]);
  }
  return Float64Array.from(planes);
}

/** Planes of a grid of cubes. */
export function evenPlanes(
  origin: readonly number[],
  cell: number,
  dims: readonly number[],
): Planes {
  const along = (d: number): Float64Array =>
    Float64Array.from({ length: dims[d] + 1 }, (_, i) => origin[d] + cell * i);
  return [along(0), along(1), along(2)];
}

/** The widest cell [m]. */
export function widestCell(planes: Planes): number {
  let widest = 0;
  for (const at of planes)
    for (let i = 1; i < at.length; i++) widest = Math.max(widest, at[i] - at[i - 1]);
  return widest;
}

/** Where a coordinate is among planes, in cells from the first; it goes on at the end cells' width beyond them. */
export function cellsFrom(planes: Float64Array, x: number): number {
  let low = 0;
  let high = planes.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (planes[middle] <= x) low = middle;
    else high = middle - 1;
  }
  return low + (x - planes[low]) / (planes[low + 1] - planes[low]);
}

/** The inverse: metres, of a position in cells from the first plane. */
export function metresAt(planes: Float64Array, x: number): number {
  const i = Math.min(planes.length - 2, Math.max(0, Math.floor(x)));
  return planes[i] + (x - i) * (planes[i + 1] - planes[i]);
}

/**
 * The shape in cells from the first planes instead of metres: a grid of unit cubes there is the grid of these planes.
 */
export function inCells(sdf: Sdf, planes: Planes): Sdf {
  const widest = widestCell(planes);
  let places = new Float64Array(0);
  return {
    bounds: [0, 0, 0, planes[0].length - 1, planes[1].length - 1, planes[2].length - 1],
    evaluate(xyz, n, out) {
      if (places.length < 3 * n) places = new Float64Array(3 * n);
      for (let i = 0; i < 3 * n; i++) places[i] = metresAt(planes[i % 3], xyz[i]);
      sdf.evaluate(places, n, out);
      // No cell is wider, so this changes by at most one cell a cell.
      for (let i = 0; i < n; i++) out[i] /= widest;
    },
  };
}
