import { cellWidths, type Lattice } from './lattice.ts';
import type { Shape } from './shape.ts';

/**
 * Half the number of directions in which frames cannot be told apart, 0 to 1, as a mean over the body. Where the nodes'
 * places interpolate to every point (Σ φ_k x_k = x) frames take up any quadratic displacement; in a row of nodes (1)
 * sections stay affine, and so they do across a plate with one layer of them (½). What is missing is −div(Σ φ_k x_k −
 * x), one for each such direction.
 */
export function findLock(lattice: Lattice, { miss }: Shape): number {
  const width = new Float64Array(3);
  let sum = 0;
  let volume = 0;
  for (let i = 0; i < lattice.cells.length; i++) {
    cellWidths(width, lattice.planes, lattice.grid.dims, lattice.cells[i]);
    let divergence = 0;
    for (let s = 0; s < 8; s++) {
      for (let d = 0; d < 3; d++) {
        const sign = (s >> d) & 1 ? 0.25 : -0.25;
        divergence += (sign * miss[3 * lattice.corners[8 * i + s] + d]) / width[d];
      }
    }
    sum += lattice.volume[i] * Math.min(2, Math.max(0, -divergence));
    volume += lattice.volume[i];
  }
  return sum / (2 * volume);
}
