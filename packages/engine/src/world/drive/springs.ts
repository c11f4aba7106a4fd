import type { PointGroup } from '../../contact/solve/metric.ts';
import { emptyRow, KIND } from '../../contact/solve/ties.ts';
import type { LiveBody } from '../live.ts';
import type { Spring, SpringEnd } from '../parts.ts';

export interface SpringOptions {
  name: string;
  a: SpringEnd;
  b: SpringEnd;
  stiffness: number;
  damping: number;
  length: number;
  force?: readonly number[];
}

/**
 * Force on end a: −k(|d|−L)d̂ − c (d̂·w)d̂ with d = x_a − x_b and w its rate; on end b the opposite. Linearised at the
 * start of the step, the geometric part only where it stiffens (|d| > L). As a row it is two-sided with compliance 1/(k
 * h² + c h).
 */
export function createSpring(bodies: readonly LiveBody[], options: SpringOptions): Spring {
  const { a, b } = options;
  const law = Float64Array.of(options.stiffness, options.damping, options.length);
  const force = Float64Array.from(options.force ?? [0, 0, 0]);
  const rate = new Float64Array(3);
  const ends = [groupOf(a), groupOf(b)] as const;

  const isHeld = ({ body }: SpringEnd): boolean => body >= 0 && bodies[body].broken;
  /** p = from − (velocity of a − velocity of b)/soft, from the current velocities: the initial guess of the solve. */
  const guess = (along: number, across: number): void => {
    const { normal, from, p } = spring;
    rate.fill(0);
    for (let e = 0; e < 2; e++) {
      const { body: index, set } = e === 0 ? a : b;
      if (set === null) continue;
      const { body } = bodies[index];
      body.points.velocities(set, body.equation.velocity, ends[e]!.v);
      for (let c = 0; c < 3; c++) rate[c] += (e === 0 ? 1 : -1) * ends[e]!.v[c];
    }
    const opening = normal[0] * rate[0] + normal[1] * rate[1] + normal[2] * rate[2];
    for (let c = 0; c < 3; c++) {
      p[c] = from[c] - across * rate[c] - (along - across) * opening * normal[c];
    }
  };

  const spring: Spring = {
    name: options.name,
    a: a.body,
    b: b.body,
    places: [a, b],
    ends,
    law,
    force,
    until: -1,
    on: true,
    dynamic: null,
    ...emptyRow(),
    push: new Float64Array(3),
    active: () => spring.on && !isHeld(a) && !isHeld(b),
    prepare(h) {
      const { normal, soft, from, p, push } = spring;
      if (a.set !== null) bodies[a.body].body.points.positions(a.set, a.x);
      if (b.set !== null) bodies[b.body].body.points.positions(b.set, b.x);
      const dx = a.x[0] - b.x[0];
      const dy = a.x[1] - b.x[1];
      const dz = a.x[2] - b.x[2];
      const k = law[0];
      const long = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const inverse = long > 0 ? 1 / long : 0;
      const stretch = law[2] > 0 ? (long - law[2]) * inverse : 1;
      const along = h * h * k + h * law[1];
      const across = law[2] > 0 ? h * h * k * Math.max(0, stretch) : along;
      normal[0] = long > 0 ? dx * inverse : 1;
      normal[1] = dy * inverse;
      normal[2] = dz * inverse;
      soft[0] = along > 0 ? 1 / along : 0;
      soft[1] = across > 0 ? 1 / across : 0;
      spring.kind = along > 0 ? (across > 0 ? KIND.tied : KIND.tiedAlong) : KIND.contact;
      from[0] = -h * k * stretch * dx;
      from[1] = -h * k * stretch * dy;
      from[2] = -h * k * stretch * dz;
      for (let c = 0; c < 3; c++) push[c] = h * force[c];
      if (along > 0) guess(along, across);
      else p.fill(0);
    },
    energy() {
      const dx = a.x[0] - b.x[0];
      const dy = a.x[1] - b.x[1];
      const dz = a.x[2] - b.x[2];
      const over = Math.sqrt(dx * dx + dy * dy + dz * dz) - law[2];
      return 0.5 * law[0] * over * over;
    },
  };
  return spring;
}

/** An end of a spring as the group of a row. */
function groupOf({ set }: SpringEnd): PointGroup | null {
  return set && { points: set, v: new Float64Array(3), f: new Float64Array(3) };
}
