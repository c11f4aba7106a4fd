import type { Points } from '../body.ts';
import { octreeCompliance } from './compliance.ts';
import type { OctreeLive } from './live.ts';
import {
  createPoints,
  homesOf,
  movePoints,
  type OctreePoints,
  POINT_USE,
  placePoints,
  pullPoints,
} from './point-sets.ts';
import { bound, placeContacts } from './runtime.ts';

/** A point moves as moving least squares over nearby leaves say, plus a lever turned with its own leaf. */
export function octreePoints(run: OctreeLive): Points {
  const { data, memory, levers, adaptation } = run;
  const forces: Points['forces'] = (set, f, out, subset) => {
    const points = bound(run, set as OctreePoints);
    pullPoints(points, f, out, subset);
    levers.pull(points, f, out, subset);
  };
  return {
    contacts: run.contacts,
    inner: run.inner,
    compliance: octreeCompliance(run),
    embed: (points, joined = false) =>
      createPoints(
        Float64Array.from(points),
        homesOf(data.voxels, points),
        joined ? POINT_USE.joined : POINT_USE.pushed,
      ),
    positions(set, out) {
      if (set === run.contacts) placeContacts(run, out);
      else placePoints(bound(run, set as OctreePoints), memory.x, memory.q, out);
    },
    velocities(set, u, out, subset) {
      const points = bound(run, set as OctreePoints);
      movePoints(points, u, out, subset);
      levers.push(points, u, out, subset);
    },
    forces,
    record(set, f, subset) {
      // Springs and drags keep what they hold fine; contacts have said so before the step.
      if (set !== run.contacts) adaptation.touchSet(set as OctreePoints, f);
      forces(set, f, memory.impulse, subset);
    },
  };
}
