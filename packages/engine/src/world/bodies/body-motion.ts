import { findTurn } from '../../models/shared/momentum.ts';
import { MEASURE } from '../../models/views.ts';

type Triple = [number, number, number];

/** How a body moves as a whole. */
export interface Motion {
  /** Centre of mass [m]. */
  centre: Triple;
  /** Velocity of the centre of mass [m/s]; `setVelocity` sets it. */
  velocity: Triple;
  /** Angular velocity of a rigid body with its angular momentum [rad/s]; `setSpin` sets it. 0 for a thin line. */
  spin: Triple;
  /** Momentum [kg m/s]. */
  linear: Triple;
  /** Angular momentum about the origin [kg m²/s]. */
  angular: Triple;
}

const whole = new Float64Array(12);

/** The motion of a body from its measures. */
export function bodyMotion(measures: Float64Array): Motion {
  const three = (at: number): Triple => [measures[at], measures[at + 1], measures[at + 2]];
  const centre = three(MEASURE.centre);
  const linear = three(MEASURE.linear);
  const angular = three(MEASURE.angular);
  for (let c = 0; c < 3; c++) {
    const d = (c + 1) % 3;
    const e = (c + 2) % 3;
    whole[3 + c] = angular[c] - (centre[d] * linear[e] - centre[e] * linear[d]);
  }
  for (let c = 0; c < 6; c++) whole[6 + c] = measures[MEASURE.inertia + c];
  const spin: Triple = findTurn(whole) ? [whole[3], whole[4], whole[5]] : [0, 0, 0];
  const mass = measures[MEASURE.mass];
  const velocity: Triple = [linear[0] / mass, linear[1] / mass, linear[2] / mass];
  return { centre, velocity, spin, linear, angular };
}
