import { MEASURE } from '../views.ts';
import {
  disturb,
  largest,
  type ModelPromise,
  positionsOf,
  STEP,
  type Subject,
  solve,
  WEIGHTLESS,
} from './subject.ts';

/** A switch writes positions through other numbers: they may differ by rounding. */
const ROUNDING = 1e-9;

/** What must not change: positions of points; and kinetic energy, which must not grow. */
function watch(s: Subject, what: string, act: () => void, keepsMomentum = true): string | null {
  const { motion } = s.body;
  const { size, mass } = s.model;
  const before = positionsOf(s);
  motion.measure(WEIGHTLESS, s.measured);
  const energy = s.measured[MEASURE.kinetic];
  const momenta = s.measured.slice(MEASURE.linear, MEASURE.linear + 3);
  act();
  const now = positionsOf(s);
  for (let i = 0; i < now.length; i++) now[i] -= before[i];
  if (!(largest(now) < ROUNDING * size)) return `${what} moved a point by ${largest(now)} m`;
  motion.measure(WEIGHTLESS, s.measured);
  const gain = s.measured[MEASURE.kinetic] - energy;
  if (!(gain < 1e-6 * energy + 1e-15 * mass))
    return `${what} made kinetic energy grow by ${gain} J`;
  for (let c = 0; c < 3; c++) momenta[c] -= s.measured[MEASURE.linear + c];
  if (keepsMomentum && !(largest(momenta) < 1e-6 * mass * size))
    return `${what} changed the momentum`;
  return null;
}

export const adaptPromise: ModelPromise = {
  name: 'adapt',
  says: 'adaptation moves nothing, keeps momentum and gains no energy',
  broken(make) {
    const s = make();
    const { adapt, equation, motion } = s.body;
    if (adapt === undefined) return null;
    disturb(s, 1);
    for (let k = 0; k < 4; k++) {
      equation.assemble(STEP, WEIGHTLESS, null);
      equation.impulse.fill(0, 0, equation.unknowns());
      s.b.set(equation.rhs.subarray(0, equation.unknowns()));
      solve(s, s.b);
      const before = positionsOf(s);
      adapt.before?.(STEP, s.u);
      const now = positionsOf(s);
      for (let i = 0; i < now.length; i++) now[i] -= before[i];
      if (!(largest(now) < ROUNDING * s.model.size)) return 'before moved a point';
      motion.advance(STEP, s.u);
      const found = watch(s, 'after', () => adapt.after?.(STEP));
      if (found !== null) return found;
    }
    const n = s.body.points.contacts.count;
    const all = Int32Array.from({ length: n }, (_, i) => i);
    const speeds = new Float64Array(n).fill(10 * s.model.size);
    return (
      watch(s, 'touch', () => adapt.touch?.(STEP, all, n, speeds)) ??
      watch(s, 'tune', () => adapt.tune({ adaptive: false })) ??
      watch(s, 'tune', () => adapt.tune({ adaptive: true })) ??
      watch(s, 'sleep', () => adapt.sleep?.())
    );
  },
};
