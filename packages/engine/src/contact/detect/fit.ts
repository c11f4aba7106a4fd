import type { Kernels } from '../../kernels/kernels.ts';
import type { LiveCage } from './live.ts';
import { LOOSE } from './numbers.ts';

/**
 * Cubes reach so far beyond their boxes even when these fit, in cubes: more than rounding, so that boxes never change a
 * result.
 */
const HAIR = 1e-6;

/**
 * The boxes of a cage follow its corners: they move with the body, and are refitted once a corner has deviated too far.
 * Results do not depend on when that happens.
 */
export function fitBoxes(live: LiveCage, kernels: Kernels): void {
  const { boxes, nodes, cubes, x, fitted, fit, cage } = live;
  const n = nodes.length / 3;
  const corners = cage.corners.length / 3;
  const hair = HAIR * cage.cell;
  if (fit.count > 0) {
    // Common motion does not count: the first corner represents it.
    const { moved } = fit;
    const sx = x[0] - fitted[0];
    const sy = x[1] - fitted[1];
    const sz = x[2] - fitted[2];
    const most = kernels.largestMove(x, fitted, corners, sx, sy, sz);
    if (most <= LOOSE * cage.cell) {
      kernels.moveBoxes(boxes, n, sx - moved[0], sy - moved[1], sz - moved[2]);
      moved[0] = sx;
      moved[1] = sy;
      moved[2] = sz;
      fit.margin = most + hair;
      return;
    }
  }
  kernels.refitCage(boxes, nodes, cubes, x, n);
  kernels.copy(fitted, x, 3 * corners);
  fit.moved.fill(0);
  fit.margin = hair;
  fit.count++;
}
