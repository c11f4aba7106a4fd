import * as z from 'zod';
import { between, name, notNegative, number, positive, vector } from './fields.ts';

const owner = {
  body: name('the body').optional().describe('The body it is fixed to.'),
  obstacle: name('the obstacle').optional().describe('The obstacle it is fixed to.'),
};
const DIRECTION = 'in the coordinates of that end; matches the other end if missing.';

export const motorSchema = z
  .strictObject({
    speed: number('a speed in rad/s or m/s').describe(
      'Of a relative to b: rad/s about the axis of a hinge, m/s along that of a slider.',
    ),
    force: positive('number of N m or N').describe(
      'Largest torque of a hinge [N m] or force of a slider [N].',
    ),
  })
  .describe('Drives a hinge or a slider at a speed.');

export const jointSchema = z
  .strictObject({
    name: name('the joint').describe('A unique name; events use it to release the joint.'),
    type: z
      .enum(['ball', 'hinge', 'weld', 'slider'])
      .describe(
        '“ball” holds a point, “hinge” allows rotation about an axis, “slider” motion along it, “weld” neither.',
      ),
    a: z
      .strictObject({
        body: name('the body').describe('The body it is fixed to.'),
        point: vector('Where, in the body’s own coordinates [m].'),
      })
      .describe('One end.'),
    b: z
      .strictObject({
        ...owner,
        point: vector(
          'Where, in its own coordinates [m]; the position of end a if missing.',
        ).optional(),
        axis: vector(`The axis, ${DIRECTION}`).optional(),
        across: vector(`A direction across the axis, ${DIRECTION}`).optional(),
      })
      .prefault({})
      .describe('The other end: a body, an obstacle, or the world if neither is named.'),
    axis: vector('The axis of a hinge or slider, in the coordinates of a’s body.').default([
      0, 1, 0,
    ]),
    lower: number('a number of degrees or metres')
      .optional()
      .describe(
        'Least position: degrees of a hinge, metres of a slider; 0 is the initial position.',
      ),
    upper: number('a number of degrees or metres').optional().describe('Largest position.'),
    motor: motorSchema.optional(),
    breakForce: positive('number of N').optional().describe('Force at which it breaks [N].'),
    breakTorque: positive('number of N m').optional().describe('Torque at which it breaks [N m].'),
    reach: between(1e-6, 1e6, 'metres')
      .optional()
      .describe(
        'Distance of the points by which it holds a soft body [m]; a tenth of the smaller body if missing.',
      ),
    touch: z.boolean().default(false).describe('Whether the joined things touch each other.'),
    friction: notNegative('number of N m or N')
      .default(0)
      .describe('Friction of a hinge or slider without a motor [N m, N].'),
  })
  .describe('Holds two things together.');
