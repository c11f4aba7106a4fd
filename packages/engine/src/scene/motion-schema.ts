import * as z from 'zod';
import { between, name, notNegative, number, positive, rotation, vector } from './fields.ts';

/** Keyframes whose `position` means what the text says. */
const keyframesOf = (position: string) =>
  z
    .array(
      z.strictObject({
        time: notNegative('number of seconds').describe('When [s].'),
        position: vector(position).optional(),
        rotation: rotation.optional(),
      }),
    )
    .min(1)
    .max(10_000)
    .describe(
      'Motion over time: straight between keyframes, still before the first and after the last.',
    );
/** Of an obstacle, or of a held part of a body. */
export const keyframes = keyframesOf('Where it is at that time [m]; as before if missing.');

/** The same as flat arrays: shorter, and turns without angles. */
const track = z
  .strictObject({
    times: z
      .array(notNegative('number of seconds'))
      .min(1)
      .max(100_000)
      .describe('When [s], in order; two keys at the same time make a jump.'),
    positions: z
      .array(number('a number of metres'))
      .max(300_000)
      .optional()
      .describe(
        'Shift of the joint from its place at rest, seen from the parent [m]: three numbers a key.',
      ),
    quaternions: z
      .array(between(-2, 2, 'part of a quaternion'))
      .max(400_000)
      .optional()
      .describe('Turn about the joint, seen from the parent: four numbers x, y, z, w a key.'),
  })
  .describe('Keyframes as flat arrays, instead of `keyframes`.');

/** Bones, each carried along by its parent. */
export const skeleton = z.strictObject({
  name: name('the skeleton').describe('A name of its own among the skeletons.'),
  bones: z
    .array(
      z.strictObject({
        name: name('the bone').describe('A name of its own among the bones.'),
        parent: name('the parent')
          .optional()
          .describe('A bone further up in the list that carries this one along.'),
        joint: vector(
          'Where it is hinged at rest, in the own coordinates of the bodies it moves [m].',
        ),
        keyframes: keyframesOf(
          'Shift of the joint from its place at rest, seen from the parent [m].',
        )
          .optional()
          .describe('Turns about the joint and shifts of it, seen from the parent.'),
        track: track.optional(),
      }),
    )
    .min(1)
    .max(256)
    .describe('Bones, parents before children.'),
  ease: z
    .boolean()
    .default(true)
    .describe('Bones start and stop gently at every keyframe; false moves them at even speed.'),
  repeat: positive('number of seconds')
    .optional()
    .describe('The motion starts again after this time [s]; the last keyframe holds if missing.'),
});
