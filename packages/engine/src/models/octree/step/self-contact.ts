import { bound, type OctreeRun } from '../runtime.ts';
import { createSelfDetection, createSelfTouches } from './self-detect.ts';
import { createSelfSolver } from './self-solve.ts';

/**
 * Contact of a cut body with itself: pieces with pieces, the sides of a slit with each other. Contact points, those of
 * cut faces included, are looked up among the leaves by a spatial hash (`candidates.ts`); in a leaf that is far along
 * the material the point is mapped back to rest, where a flood fill from the surface and the cuts gives its depth and
 * the direction of the surface. Each contact reduces the depth, by equal and opposite impulses that are added to the
 * step's right side.
 */
export interface SelfContact {
  /** Adds the impulses to `rhs`. Does nothing for a body without slits. */
  push(): void;
  /** Contacts in the last step, and the deepest [m]. */
  readonly report: { count: number; depth: number };
}

export function createSelfContact(run: OctreeRun): SelfContact {
  const report = createSelfTouches(run.data.contactHome.length);
  const detect = createSelfDetection(run, report);
  const solve = createSelfSolver(run, report);
  return {
    report,
    push() {
      report.count = 0;
      report.depth = 0;
      if (!run.skin.slits) return;
      const contacts = bound(run, run.contacts);
      detect();
      if (report.count > 0) solve(contacts);
    },
  };
}
