import { MEASURE } from '../views.ts';
import {
  disturb,
  largest,
  type ModelPromise,
  positionsOf,
  STEP,
  type Subject,
  stepAlone,
  WEIGHTLESS,
} from './subject.ts';

/** Rounding of a few steps. */
const ROUNDING = 1e-9;
const GRAVITY = Float64Array.of(0, -9.81, 0);

/** Momentum and angular momentum about the origin; six numbers. */
function momentaOf({ body, measured }: Subject): Float64Array {
  body.motion.measure(WEIGHTLESS, measured);
  return measured.slice(MEASURE.linear, MEASURE.linear + 6);
}

export const momentumPromise: ModelPromise = {
  name: 'momentum',
  says: 'a body left alone keeps its momentum and its spin; gravity adds m g h a step',
  broken(make) {
    const s = make();
    const { mass, size } = s.model;
    disturb(s);
    const scale = [mass * size, mass * size * size];
    const before = momentaOf(s);
    for (let k = 0; k < 4; k++) stepAlone(s, WEIGHTLESS, false);
    const after = momentaOf(s);
    for (let i = 0; i < 6; i++) {
      const error = Math.abs(after[i] - before[i]) / scale[i < 3 ? 0 : 1];
      if (!(error < ROUNDING))
        return `${i < 3 ? 'momentum' : 'angular momentum'} changed by ${error} of a body length a second`;
    }
    stepAlone(s, GRAVITY, false);
    const fallen = momentaOf(s);
    const gained = (fallen[1] - after[1]) / (mass * GRAVITY[1] * STEP);
    return Math.abs(gained - 1) < 1e-6 ? null : `gravity gave ${gained} of m g h`;
  },
};

export const advancePromise: ModelPromise = {
  name: 'advance',
  says: 'a step moves points by h times the velocity that velocities promises, to first order',
  broken(make) {
    const error = (h: number): number => {
      const s = make();
      disturb(s);
      const { equation, points, motion } = s.body;
      equation.assemble(h, WEIGHTLESS, null);
      const { inside } = s;
      const n = equation.unknowns();
      s.u.set(equation.velocity.subarray(0, n));
      const v = new Float64Array(3 * inside.count);
      points.velocities(inside, s.u, v);
      const x0 = new Float64Array(v.length);
      const x1 = new Float64Array(v.length);
      points.positions(inside, x0);
      motion.advance(h, s.u);
      points.positions(inside, x1);
      let most = 0;
      for (let i = 0; i < v.length; i++)
        most = Math.max(most, Math.abs((x1[i] - x0[i]) / h - v[i]) / largest(v));
      return most;
    };
    const [coarse, fine] = [error(1e-3), error(1e-4)];
    if (fine < 1e-6 || fine < 0.2 * coarse) return null;
    return `points move by ${fine} of their velocity otherwise, and that does not vanish with the step`;
  },
};

export const movePromise: ModelPromise = {
  name: 'move',
  says: 'moving the body by a rigid map moves all its points by it and turns its momentum',
  broken(make) {
    const s = make();
    disturb(s);
    const { motion } = s.body;
    const before = positionsOf(s);
    const p = momentaOf(s);
    // A quarter turn about y, and a shift.
    const pose = Float64Array.of(0, 0, 1, 0.3, 0, 1, 0, -0.2, -1, 0, 0, 0.1);
    motion.move(pose, 1);
    const after = positionsOf(s);
    let error = 0;
    for (let i = 0; i < before.length; i += 3) {
      const [x, y, z] = [before[i], before[i + 1], before[i + 2]];
      error = Math.max(error, Math.abs(after[i] - (z + 0.3)), Math.abs(after[i + 1] - (y - 0.2)));
      error = Math.max(error, Math.abs(after[i + 2] - (0.1 - x)));
    }
    if (!(error < ROUNDING * s.model.size)) return `points are ${error} m from where they belong`;
    const q = momentaOf(s);
    const turned = Math.abs(q[0] - p[2]) + Math.abs(q[1] - p[1]) + Math.abs(q[2] + p[0]);
    if (!(turned < ROUNDING * s.model.mass * s.model.size)) return 'momentum did not turn with it';
    motion.place(Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0));
    const home = new Float64Array(3 * s.inside.count);
    s.body.points.positions(s.inside, home);
    const fresh = make();
    const rest = new Float64Array(home.length);
    fresh.body.points.positions(fresh.inside, rest);
    for (let i = 0; i < rest.length; i++)
      if (!(Math.abs(rest[i] - home[i]) < ROUNDING * s.model.size))
        return 'place did not put the undeformed body back';
    return null;
  },
};
