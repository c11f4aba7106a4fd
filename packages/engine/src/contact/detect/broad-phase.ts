import type { TouchBody } from '../memory.ts';
import { SLACK } from '../numbers.ts';
import { type DetectedBody, mayMeet, type Surroundings } from './things.ts';

/** Distance from a body of some size at which rows are made [m]. */
export function slackOf(gravity: Float64Array, size: number, h: number): number {
  const fall = h * h * (Math.abs(gravity[0]) + Math.abs(gravity[1]) + Math.abs(gravity[2]));
  return Math.max(SLACK * size, fall);
}

/**
 * The expected velocity of a body's unknowns in the coming step. A second-order step moves a third of its path like the
 * last one, even if the body has been reflected since.
 */
export function expectedVelocity({ body, u }: DetectedBody): Float64Array {
  return body.motion.history?.expect(u) === true ? u : body.equation.velocity;
}

/** Reads positions and velocities of a body's contact points, and a box around their paths. */
export function readPoints(
  { bodies, gravity }: Pick<Surroundings, 'bodies' | 'gravity'>,
  touch: TouchBody,
  b: number,
  h: number,
): void {
  const { body } = bodies[b];
  const { x, v, inner, mean, box, count } = touch;
  body.points.positions(body.points.contacts, x);
  body.points.velocities(body.points.contacts, expectedVelocity(bodies[b]), v);
  body.points.positions(bodies[b].inner, inner);
  const slack = slackOf(gravity, body.model.size, h);
  mean.fill(0);
  for (let c = 0; c < 3; c++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = c; i < 3 * count; i += 3) {
      const to = x[i] + h * v[i];
      low = Math.min(low, x[i], to);
      high = Math.max(high, x[i], to);
      mean[c] += v[i] / count;
    }
    box[c] = low - slack;
    box[3 + c] = high + slack;
  }
  let most = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    const dx = v[i] - mean[0];
    const dy = v[i + 1] - mean[1];
    const dz = v[i + 2] - mean[2];
    most = Math.max(most, dx * dx + dy * dy + dz * dz);
  }
  mean[3] = Math.sqrt(most);
}

/** Whether two boxes [min, max] overlap. */
export function overlap(a: Float64Array, b: Float64Array): boolean {
  for (let c = 0; c < 3; c++) if (a[c] > b[3 + c] || b[c] > a[3 + c]) return false;
  return true;
}

/** False for a body that cannot touch anything: its points are not computed. */
export function canTouch(
  { bodies, obstacles }: Surroundings,
  touch: readonly TouchBody[],
  a: number,
): boolean {
  const { contact, selfContact } = bodies[a];
  if (contact === 'none') return false;
  if (selfContact) return true;
  for (let o = 0; o < obstacles.length; o++) if (obstacles[o].present) return true;
  if (contact !== 'all') return false;
  for (let b = 0; b < touch.length; b++) {
    if (b !== a && touch[b].count > 0 && bodies[b].contact === 'all') return true;
  }
  return false;
}

/** Whether two bodies may touch in this step. */
export function mayTouch(
  world: Surroundings,
  touch: readonly TouchBody[],
  a: number,
  b: number,
): boolean {
  const { bodies } = world;
  return (
    bodies[a].contact === 'all' &&
    bodies[b].contact === 'all' &&
    overlap(touch[a].box, touch[b].box) &&
    mayMeet(world, a, b, bodies[b])
  );
}

/** True if the points of a are tested first: the body with finer points, or the one that comes first. */
export function isPrimary(touch: readonly TouchBody[], a: number, b: number): boolean {
  const fineA = touch[a].live.cage.spacing;
  const fineB = touch[b].live.cage.spacing;
  return fineA < fineB || (fineA === fineB && a <= b);
}
