import { addRigid, type Momenta } from '../adapt/momenta.ts';
import { gatherSlaves } from '../front/spread.ts';
import type { TetsRuntime } from '../runtime.ts';

/**
 * Rigid corrections of u after which a free body has the momentum and angular momentum that its drive and the world's
 * impulses gave it: elastic forces and their stiffness cannot change them, so what the solver left over, or the
 * linearisation added, is put right here. b is the right side that was solved for: beyond `memory.rhs` it holds the
 * impulses. `missing` is scratch.
 */
export function correctMomenta(
  run: TetsRuntime,
  u: Float64Array,
  b: Float64Array,
  missing: Momenta,
): void {
  const { front, memory } = run;
  const { x, Y, vertexOf, rhs, drive, ownA, edgeA } = memory;
  const { linear, angular, centre } = missing;
  run.massOnPlaces(u, ownA, edgeA);
  gatherSlaves(Y, front, memory);
  // Near the body, so that little is lost to rounding.
  for (let c = 0; c < 3; c++) centre[c] = x[c];
  linear.fill(0);
  angular.fill(0);
  for (let i = 0; i < front.free; i++) {
    const v = 3 * vertexOf[i];
    const k = 3 * i;
    const px = drive[k] + (b[k] - rhs[k]) - Y[k];
    const py = drive[k + 1] + (b[k + 1] - rhs[k + 1]) - Y[k + 1];
    const pz = drive[k + 2] + (b[k + 2] - rhs[k + 2]) - Y[k + 2];
    const rx = x[v] - centre[0];
    const ry = x[v + 1] - centre[1];
    const rz = x[v + 2] - centre[2];
    linear[0] += px;
    linear[1] += py;
    linear[2] += pz;
    angular[0] += ry * pz - rz * py;
    angular[1] += rz * px - rx * pz;
    angular[2] += rx * py - ry * px;
  }
  addRigid(run, u, linear, angular, centre, ownA, edgeA);
}
