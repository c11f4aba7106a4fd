import * as z from 'zod/mini';
import { between, name, notNegative, number, positive, rotation, vector } from './fields.ts';

/** Rules of keyframes; the text describes `position`. */
const keyframesOf = (position: string) =>
  z
    .array(
      z.strictObject({
        time: notNegative('number of seconds').check(z.describe('When [s].')),
        position: z.optional(vector(position)),
        rotation: z.optional(rotation),
      }),
    )
    .check(
      z.minLength(1),
      z.maxLength(10_000),
      z.describe(
        'Motion over time: linear between keyframes, constant before the first and after the last.',
      ),
    );
/** Of an obstacle, or of a held part of a body. */
export const keyframes = keyframesOf('Position at that time [m]; as before if missing.');

/** The same as flat arrays: shorter, with quaternions instead of angles. */
const track = z
  .strictObject({
    times: z
      .array(notNegative('number of seconds'))
      .check(
        z.minLength(1),
        z.maxLength(100_000),
        z.describe('When [s], in order; two keys at the same time make a jump.'),
      ),
    positions: z
      .optional(z.array(number('a number of metres')).check(z.maxLength(300_000)))
      .check(
        z.describe(
          'Shift of the joint from its rest position, relative to the parent [m]: three numbers per key.',
        ),
      ),
    quaternions: z
      .optional(z.array(between(-2, 2, 'part of a quaternion')).check(z.maxLength(400_000)))
      .check(
        z.describe(
          'Rotation about the joint, relative to the parent: four numbers x, y, z, w per key.',
        ),
      ),
  })
  .check(z.describe('Keyframes as flat arrays, instead of `keyframes`.'));

/** Bones, each carried along by its parent. */
export const skeleton = z.strictObject({
  name: name('the skeleton').check(z.describe('A name, unique among the skeletons.')),
  bones: z
    .array(
      z.strictObject({
        name: name('the bone').check(z.describe('A name, unique among the bones.')),
        parent: z
          .optional(name('the parent'))
          .check(z.describe('Its parent: a bone further up in the list.')),
        joint: vector(
          'Rest position of its joint, in the own coordinates of the bodies it moves [m].',
        ),
        keyframes: z
          .optional(
            keyframesOf('Shift of the joint from its rest position, relative to the parent [m].'),
          )
          .check(z.describe('Rotations about the joint and shifts of it, relative to the parent.')),
        track: z.optional(track),
      }),
    )
    .check(z.minLength(1), z.maxLength(256), z.describe('Bones, parents before children.')),
  ease: z
    ._default(z.boolean(), true)
    .check(z.describe('Bones start and stop gently at every keyframe; false: constant speed.')),
  repeat: z
    .optional(positive('number of seconds'))
    .check(
      z.describe(
        'The motion starts again after this time [s]; the last keyframe holds if missing.',
      ),
    ),
});
