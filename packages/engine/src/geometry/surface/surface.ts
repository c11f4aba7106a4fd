import { check } from '../../core/errors.ts';
import type { Sdf, TriangleMesh } from '../types.ts';
import { dualSurface } from './dual.ts';
import { relax } from './relax.ts';
import { sampleField } from './samples.ts';
import { splitQuads } from './split.ts';

export interface SurfaceOptions {
  /** Rounds of sliding vertices along the surface for even triangles. 0 only puts them on the surface. */
  smoothing?: number;
}

export const SURFACE_DEFAULTS: Readonly<Required<SurfaceOptions>> = { smoothing: 4 };

/**
 * The surface of a solid as triangles of about `cell` [m]: a closed 2-manifold with outward faces, whatever the solid.
 * Parts thinner than a cell may be lost or torn apart; edges sharper than a cell are bevelled. Same input, same bits.
 * Throws an InputError if the solid is unbounded, the grid too large, or nothing of the solid meets the grid.
 */
export function extractSurface(sdf: Sdf, cell: number, options: SurfaceOptions = {}): TriangleMesh {
  const { smoothing } = { ...SURFACE_DEFAULTS, ...options };
  const sized = Number.isFinite(cell) && cell > 0;
  check(
    sized,
    () => `must be more than zero metres, got ${cell}. Take a tenth of the size.`,
    'cell',
  );
  const whole = Number.isInteger(smoothing) && smoothing >= 0;
  check(
    whole,
    () => `must be a whole number of rounds, got ${smoothing}. Take 0 for none.`,
    'smoothing',
  );
  const surface = dualSurface(sampleField(sdf, cell));
  const found = surface.quads.length > 0;
  check(
    found,
    () =>
      `must be smaller than the solid is thick, got ${cell} m, with which no grid point is inside. Make it smaller.`,
    'cell',
  );
  relax(surface, sdf, cell, smoothing);
  return { positions: surface.positions, triangles: splitQuads(surface) };
}
