import { check } from '../../core/errors.ts';
import { meshMass } from '../mass.ts';
import { ENCLOSED, MOST_HALVINGS, MOST_TRIANGLES } from '../numbers.ts';
import type { Sdf, TriangleMesh } from '../types.ts';
import { thinVolume } from '../voxels/solid-volume.ts';
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
  const surface = trySurface(sdf, cell, smoothing);
  check(
    surface !== null,
    () =>
      `must be smaller than the solid is thick, got ${cell} m, with which no grid point is inside. Make it smaller.`,
    'cell',
  );
  return surface;
}

function trySurface(sdf: Sdf, cell: number, smoothing: number): TriangleMesh | null {
  const surface = dualSurface(sampleField(sdf, cell));
  if (surface.quads.length === 0) return null;
  relax(surface, sdf, cell, smoothing);
  return { positions: surface.positions, triangles: splitQuads(surface) };
}

/**
 * The surface for a solid whose user named no size of triangles: of about `cell` [m], or smaller ones where the solid
 * is thinner than that (a pole, a ring of wire) and would be lost or torn.
 */
export function fittingSurface(sdf: Sdf, cell: number): TriangleMesh {
  const { smoothing } = SURFACE_DEFAULTS;
  const b = sdf.bounds;
  const dims = [0, 1, 2].map((c) => Math.max(1, Math.ceil((b[c + 3] - b[c]) / cell)));
  const volume = thinVolume(sdf, { origin: [b[0], b[1], b[2]], cell, dims });
  let best: TriangleMesh | null = null;
  for (let k = 0; k <= MOST_HALVINGS; k++) {
    const surface = trySurface(sdf, cell / 2 ** k, smoothing);
    if (surface === null) continue;
    if (best !== null && surface.triangles.length > 3 * MOST_TRIANGLES) break;
    best = surface;
    if (Math.abs(meshMass(surface, 1).volume - volume) <= ENCLOSED * volume) break;
  }
  return best ?? extractSurface(sdf, cell);
}
