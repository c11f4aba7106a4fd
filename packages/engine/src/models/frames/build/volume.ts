import type { Sdf, VoxelGrid } from '../../../geometry/types.ts';

/** Samples along the edge of a cell that the surface may cut. */
const FINE = 4;

/**
 * Volume of a solid [m³] from its signed distance, by 4×4×4 samples in each cell of the grid that the surface may cut; a
 * sample near the surface counts in part. The grid must cover the solid. Exact for boxes along the grid.
 */
export function solidVolume(sdf: Sdf, grid: VoxelGrid): number {
  const [nx, ny, nz] = grid.dims;
  const { cell, origin } = grid;
  const row = new Float64Array(3 * nx);
  const far = new Float64Array(nx);
  const points = new Float64Array(3 * FINE ** 3);
  const near = new Float64Array(FINE ** 3);
  const step = cell / FINE;
  const safe = (Math.sqrt(3) / 2) * cell;
  let whole = 0;
  let parts = 0;
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        row[3 * i] = origin[0] + cell * (i + 0.5);
        row[3 * i + 1] = origin[1] + cell * (j + 0.5);
        row[3 * i + 2] = origin[2] + cell * (k + 0.5);
      }
      sdf.evaluate(row, nx, far);
      for (let i = 0; i < nx; i++) {
        if (far[i] <= -safe) whole++;
        if (Math.abs(far[i]) >= safe) continue;
        for (let s = 0; s < FINE ** 3; s++) {
          points[3 * s] = row[3 * i] + step * ((s % FINE) - (FINE - 1) / 2);
          points[3 * s + 1] = row[3 * i + 1] + step * ((Math.floor(s / FINE) % FINE) - (FINE - 1) / 2);
          points[3 * s + 2] = row[3 * i + 2] + step * (Math.floor(s / FINE ** 2) - (FINE - 1) / 2);
        }
        sdf.evaluate(points, FINE ** 3, near);
        for (let s = 0; s < FINE ** 3; s++) {
          parts += Math.min(1, Math.max(0, 0.5 - near[s] / step));
        }
      }
    }
  }
  return whole * cell ** 3 + parts * step ** 3;
}
