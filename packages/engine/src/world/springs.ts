import type { PointSet } from '../models/contract.ts';
import type { DynamicSpring } from './drags.ts';
import type { Coupling, LiveBody } from './types.ts';

/** One end of a spring: a material point of a body, or a place in the world. */
export interface SpringEnd {
  /** −1 is the world. */
  readonly body: number;
  readonly set: PointSet | null;
  /** Position now [m]; for the world, where the end is held. */
  readonly x: Float64Array;
}

/** A spring, a drag (rest length 0, one end in the world) or a plain force (no stiffness). All are solved implicitly. */
export interface Spring extends Coupling {
  readonly name: string;
  readonly ends: readonly [SpringEnd, SpringEnd];
  /** [stiffness N/m, damping N s/m, rest length m] */
  readonly law: Float64Array;
  /** Constant force on end a [N]. */
  readonly force: Float64Array;
  /** Steps until which it acts; negative acts for ever. */
  until: number;
  on: boolean;
  /** What it was made from, if it came into being after the start. */
  dynamic: DynamicSpring | null;
  /** Energy stored now [J]. */
  energy(): number;
}

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
 * Force on end a: −k(|d|−L)d̂ − c (d̂·w)d̂ with d = x_a − x_b and w its rate; on end b the opposite. Linearised at the start
 * of the step, the geometric part only where it stiffens (|d| > L): the matrix stays positive.
 */
export function createSpring(bodies: readonly LiveBody[], options: SpringOptions): Spring {
  const { a, b } = options;
  const matrix = new Float64Array(9);
  const impulse = new Float64Array(3);
  const moved = new Float64Array(3);
  const other = new Float64Array(3);
  const law = Float64Array.of(options.stiffness, options.damping, options.length);
  const force = Float64Array.from(options.force ?? [0, 0, 0]);
  const final = new Float64Array(3);

  const isHeld = ({ body }: SpringEnd): boolean => body >= 0 && bodies[body].broken;
  const push = (end: SpringEnd, which: 'p' | 'u', out: Float64Array): void => {
    if (end.set === null) out.fill(0);
    else bodies[end.body].body.pushVelocities(end.set, bodies[end.body][which], out);
  };
  const pull = (end: SpringEnd, f: Float64Array, into: 'q' | 'b' | 'impulse'): void => {
    if (end.set === null) return;
    const live = bodies[end.body];
    live.body.pullForces(end.set, f, into === 'impulse' ? live.body.impulse : live[into]);
  };
  const negate = (v: Float64Array): void => {
    v[0] = -v[0];
    v[1] = -v[1];
    v[2] = -v[2];
  };
  /** moved = matrix · (velocity of a − velocity of b) */
  const product = (which: 'p' | 'u'): void => {
    push(a, which, moved);
    push(b, which, other);
    const x = moved[0] - other[0];
    const y = moved[1] - other[1];
    const z = moved[2] - other[2];
    for (let r = 0; r < 3; r++) {
      moved[r] = matrix[3 * r] * x + matrix[3 * r + 1] * y + matrix[3 * r + 2] * z;
    }
  };

  const spring: Spring = {
    name: options.name,
    a: a.body,
    b: b.body,
    ends: [a, b],
    law,
    force,
    until: -1,
    on: true,
    dynamic: null,
    active: () => spring.on && !isHeld(a) && !isHeld(b),
    prepare(h) {
      if (a.set !== null) bodies[a.body].body.pushPositions(a.set, a.x);
      if (b.set !== null) bodies[b.body].body.pushPositions(b.set, b.x);
      const dx = a.x[0] - b.x[0];
      const dy = a.x[1] - b.x[1];
      const dz = a.x[2] - b.x[2];
      const k = law[0];
      const long = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const inverse = long > 0 ? 1 / long : 0;
      const stretch = law[2] > 0 ? (long - law[2]) * inverse : 1;
      const along = h * h * k + h * law[1];
      const across = law[2] > 0 ? h * h * k * Math.max(0, stretch) : along;
      moved[0] = dx * inverse;
      moved[1] = dy * inverse;
      moved[2] = dz * inverse;
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++) {
          matrix[3 * r + c] = (along - across) * moved[r] * moved[c] + (r === c ? across : 0);
        }
      }
      impulse[0] = h * (force[0] - k * stretch * dx);
      impulse[1] = h * (force[1] - k * stretch * dy);
      impulse[2] = h * (force[2] - k * stretch * dz);
    },
    addImpulses() {
      pull(a, impulse, 'b');
      negate(impulse);
      pull(b, impulse, 'b');
      negate(impulse);
    },
    addProduct(which) {
      product(which);
      pull(a, moved, 'q');
      negate(moved);
      pull(b, moved, 'q');
    },
    settle() {
      product('u');
      for (let c = 0; c < 3; c++) final[c] = impulse[c] - moved[c];
      pull(a, final, 'impulse');
      negate(final);
      pull(b, final, 'impulse');
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
