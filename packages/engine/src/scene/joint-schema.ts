import * as z from 'zod';
import { between, name, notNegative, number, positive, vector } from './fields.ts';

const owner = {
  body: name('the body').optional().describe('The body it is fixed to.'),
  obstacle: name('the obstacle').optional().describe('The obstacle it is fixed to.'),
};
const DIRECTION = 'in the coordinates of what it is fixed to; as the other end stands if missing.';

export const motorSchema = z
  .strictObject({
    speed: number('a speed in rad/s or m/s').describe(
      'Of a relative to b: rad/s about the axis of a hinge, m/s along that of a slider.',
    ),
    force: positive('number of N m or N').describe(
      'The most it may use: N m of a hinge, N of a slider.',
    ),
  })
  .describe('Drives a hinge or a slider at a speed.');

export const jointSchema = z
  .strictObject({
    name: name('the joint').describe('A name of its own; events release it by that.'),
    type: z
      .enum(['ball', 'hinge', 'weld', 'slider'])
      .describe(
        '“ball” holds a point, “hinge” lets turn about an axis, “slider” move along it, “weld” neither.',
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
        point: vector('Where, in its own coordinates [m]; where end a is if missing.').optional(),
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
      .describe('Least position: degrees of a hinge, metres of a slider; 0 is as it was made.'),
    upper: number('a number of degrees or metres').optional().describe('Largest position.'),
    motor: motorSchema.optional(),
    breakForce: positive('number of N').optional().describe('Force at which it breaks [N].'),
    breakTorque: positive('number of N m').optional().describe('Torque at which it breaks [N m].'),
    reach: between(1e-6, 1e6, 'metres')
      .optional()
      .describe(
        'How far around its point it holds on to a soft body [m]; a tenth of the smaller body if missing.',
      ),
    touch: z.boolean().default(false).describe('Whether what it joins may touch each other.'),
    friction: notNegative('number of N m or N')
      .default(0)
      .describe('Slows a hinge or slider without a motor, by so much at most [N m, N].'),
  })
  .describe('Holds two things together.');
