import type { Motion } from '../body.ts';
import { movePlaces, turnVectors } from './move.ts';
import { addRigidVelocity, centreOfMass, measurePoints, placePoints } from './point-masses.ts';

/** Point masses: positions, velocities and rest positions of shape [n, 3], masses [kg]. */
export interface PointMasses {
  readonly x: Float64Array;
  readonly v: Float64Array;
  readonly rest: Float64Array;
  readonly masses: Float64Array;
}

/** How point masses move. `measure` leaves out what is elastic: only the model knows. */
export function pointMotion({ x, v, rest, masses }: PointMasses): Motion {
  const n = masses.length;
  return {
    advance(h, u) {
      for (let k = 0; k < 3 * n; k++) {
        v[k] = u[k];
        x[k] += h * u[k];
      }
    },
    place: (pose) => placePoints(x, rest, n, pose),
    move(pose, keep) {
      movePlaces(x, n, pose);
      turnVectors(v, n, pose, keep);
    },
    addVelocity(linear, spin) {
      addRigidVelocity(v, x, n, centreOfMass(x, masses, n), linear, spin);
    },
    measure: (gravity, out) => measurePoints(out, x, v, masses, n, gravity),
  };
}
