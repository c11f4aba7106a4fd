import type { DynamicSpring, Spring, SpringEnd } from '../parts.ts';
import { disturb } from '../sleep.ts';
import type { WorldCore } from '../types.ts';
import { createSpring } from './springs.ts';

/** Makes the spring of a drag, pull or force. Allocates. */
export function addDynamic(
  core: Pick<WorldCore, 'bodies' | 'springs' | 'couplings'>,
  dynamic: DynamicSpring,
): void {
  const a: SpringEnd = {
    body: dynamic.body,
    set: core.bodies[dynamic.body].body.points.embed(Float64Array.from(dynamic.point)),
    x: new Float64Array(3),
  };
  const b: SpringEnd = { body: -1, set: null, x: Float64Array.from(dynamic.to) };
  const { id, stiffness, damping, force } = dynamic;
  const spring = createSpring(core.bodies, {
    name: id,
    a,
    b,
    stiffness,
    damping,
    length: 0,
    force,
  });
  spring.dynamic = dynamic;
  spring.until = dynamic.until;
  core.springs.push(spring);
  core.couplings.push(spring);
}

export function removeSpring(core: WorldCore, spring: Spring): void {
  disturb(core, spring.a);
  disturb(core, spring.b);
  core.springs.splice(core.springs.indexOf(spring), 1);
  core.couplings.splice(core.couplings.indexOf(spring), 1);
}
