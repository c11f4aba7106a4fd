import * as z from 'zod';
import { between, name, notNegative, number, positive, rotation, vector } from './fields.ts';

/** Rules of keyframes; the text describes `position`. */
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
      'Motion over time: linear between keyframes, constant before the first and after the last.',
    );
/** Of an obstacle, or of a held part of a body. */
export const keyframes = keyframesOf('Position at that time [m]; as before if missing.');

/** The same as flat arrays: shorter, with quaternions instead of angles. */
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
        'Shift of the joint from its rest position, relative to the parent [m]: three numbers per key.',
      ),
    quaternions: z
      .array(between(-2, 2, 'part of a quaternion'))
      .max(400_000)
      .optional()
      .describe(
        'Rotation about the joint, relative to the parent: four numbers x, y, z, w per key.',
      ),
  })
  .describe('Keyframes as flat arrays, instead of `keyframes`.');

/** Bones, each carried along by its parent. */
export const skeleton = z.strictObject({
  name: name('the skeleton').describe('A name, unique among the skeletons.'),
  bones: z
    .array(
      z.strictObject({
        name: name('the bone').describe('A name, unique among the bones.'),
        parent: name('the parent')
          .optional()
          .describe('Its parent: a bone further up in the list.'),
        joint: vector(
          'Rest position of its joint, in the own coordinates of the bodies it moves [m].',
        ),
        keyframes: keyframesOf(
          'Shift of the joint from its rest position, relative to the parent [m].',
        )
          .optional()
          .describe('Rotations about the joint and shifts of it, relative to the parent.'),
        track: track.optional(),
      }),
    )
    .min(1)
    .max(256)
    .describe('Bones, parents before children.'),
  ease: z
    .boolean()
    .default(true)
    .describe('Bones start and stop gently at every keyframe; false: constant speed.'),
  repeat: positive('number of seconds')
    .optional()
    .describe('The motion starts again after this time [s]; the last keyframe holds if missing.'),
});
