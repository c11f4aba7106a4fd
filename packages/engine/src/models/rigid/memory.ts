import { EXCHANGE } from '../../contact/solve/exchange.ts';
import type { Allocator } from '../../kernels/arena.ts';

/** All memory of a live rigid body. */
export function allocateRigid(a: Allocator) {
  return {
    /** Centre of mass [m], orientation (quaternion), velocity [m/s], angular momentum [kg m²/s]: 13 numbers. */
    state: a.f64(13),
    /**
     * Mean velocity of the last step, how far that of the turn was behind, change of velocity and of angular momentum;
     * 1 if there is a history; then what other bodies gave it.
     */
    past: a.f64(13 + EXCHANGE.length),
    /** [velocity, angular velocity], and vectors like it. */
    velocity: a.f64(6),
    mean: a.f64(6),
    /** Velocity and angular momentum before the step. */
    before: a.f64(6),
    rhs: a.f64(6),
    impulse: a.f64(6),
  };
}

export type RigidMemory = ReturnType<typeof allocateRigid>;
