import * as z from 'zod/mini';
import { between, name, notNegative, number, positive, vector } from './fields.ts';

const owner = {
  body: z.optional(name('the body')).check(z.describe('The body it is fixed to.')),
  obstacle: z.optional(name('the obstacle')).check(z.describe('The obstacle it is fixed to.')),
};
const DIRECTION = 'in the coordinates of that end; matches the other end if missing.';

export const motorSchema = z
  .strictObject({
    speed: number('a speed in rad/s or m/s').check(
      z.describe(
        'Of a relative to b: rad/s about the axis of a hinge, m/s along that of a slider.',
      ),
    ),
    force: positive('number of N m or N').check(
      z.describe('Largest torque of a hinge [N m] or force of a slider [N].'),
    ),
  })
  .check(z.describe('Drives a hinge or a slider at a speed.'));

export const jointSchema = z
  .strictObject({
    name: name('the joint').check(z.describe('A unique name; events use it to release the joint.')),
    type: z
      .enum(['ball', 'hinge', 'weld', 'slider'])
      .check(
        z.describe(
          '“ball” holds a point, “hinge” allows rotation about an axis, “slider” motion along it, “weld” neither.',
        ),
      ),
    a: z
      .strictObject({
        body: name('the body').check(z.describe('The body it is fixed to.')),
        point: vector('Where, in the body’s own coordinates [m].'),
      })
      .check(z.describe('One end.')),
    b: z
      .prefault(
        z.strictObject({
          ...owner,
          point: z.optional(
            vector('Where, in its own coordinates [m]; the position of end a if missing.'),
          ),
          axis: z.optional(vector(`The axis, ${DIRECTION}`)),
          across: z.optional(vector(`A direction across the axis, ${DIRECTION}`)),
        }),
        {},
      )
      .check(z.describe('The other end: a body, an obstacle, or the world if neither is named.')),
    axis: z._default(
      vector('The axis of a hinge or slider, in the coordinates of a’s body.'),
      [0, 1, 0],
    ),
    lower: z
      .optional(number('a number of degrees or metres'))
      .check(
        z.describe(
          'Least position: degrees of a hinge, metres of a slider; 0 is the initial position.',
        ),
      ),
    upper: z
      .optional(number('a number of degrees or metres'))
      .check(z.describe('Largest position.')),
    motor: z.optional(motorSchema),
    breakForce: z
      .optional(positive('number of N'))
      .check(z.describe('Force at which it breaks [N].')),
    breakTorque: z
      .optional(positive('number of N m'))
      .check(z.describe('Torque at which it breaks [N m].')),
    reach: z
      .optional(between(1e-6, 1e6, 'metres'))
      .check(
        z.describe(
          'Distance of the points by which it holds a soft body [m]; a tenth of the smaller body if missing.',
        ),
      ),
    touch: z
      ._default(z.boolean(), false)
      .check(z.describe('Whether the joined things touch each other.')),
    friction: z
      ._default(notNegative('number of N m or N'), 0)
      .check(z.describe('Friction of a hinge or slider without a motor [N m, N].')),
  })
  .check(z.describe('Holds two things together.'));
