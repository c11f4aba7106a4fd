import * as z from 'zod/mini';
import { between, length, must, whole } from './fields.ts';
import { shapeSchema } from './shape-schema.ts';

const interest = z.strictObject({
  shape: shapeSchema.check(z.describe('The region.')),
  in: z
    ._default(z.enum(['body', 'world']), 'body')
    .check(
      z.describe(
        '“body”: a part of the body, in its own coordinates; “world”: the part that is there now.',
      ),
    ),
  factor: between(1e-3, 1e3, 'factor').check(
    z.describe('Factor on velocities inside: 10 keeps frames awake, 0.1 lets them sleep.'),
  ),
});

const expert = z
  .prefault(
    z.strictObject({
      test: z
        ._default(z.enum(['implicit', 'lumped']), 'implicit')
        .check(
          z.describe(
            '“implicit” uses the residual of the step’s own equation, “lumped” an explicit step with a lumped mass, as the paper does.',
          ),
        ),
      dwell: z
        ._default(between(0, 10, 'seconds'), 0.2)
        .check(
          z.describe(
            'Least time between two switches of a frame [s]; a strong cause wakes it sooner.',
          ),
        ),
      acceleration: z
        ._default(between(0, 1e3, 'factor'), 1)
        .check(z.describe('Own acceleration that is neglected, in tolerances of gravity.')),
      reach: z
        ._default(between(0, 1e3, 'factor'), 0.1)
        .check(
          z.describe(
            'A frame wakes only if it could reach this own velocity, in tolerances; 0 wakes by acceleration alone.',
          ),
        ),
      calm: z
        ._default(between(0, 0.5, 'part'), 0.25)
        .check(z.describe('Fraction of the neglected energy below which a frame falls asleep.')),
      merge: z
        ._default(between(0, 1, 'part'), 0.2)
        .check(
          z.describe(
            'Fraction of their gradients that merged integration points may lose; 0 merges none.',
          ),
        ),
    }),
    {},
  )
  .check(
    z.describe('Settings behind the tolerance. The defaults are right for nearly everything.'),
  );

/** The rules for a body of adaptive frames. */
export const framesSchema = z
  .strictObject({
    type: z
      .literal('frames')
      .check(z.describe('Affine frames, active only where and while the motion needs them.')),
    frames: z
      ._default(
        z.union([
          whole(1, 500, 'frames'),
          z.array(whole(1, 500, 'frames')).check(z.minLength(1), z.maxLength(8)),
        ]),
        30,
      )
      .check(
        z.describe(
          'Number of frames at full resolution, or a list of the numbers per level, coarsest first. If the shape is several separate solids, a list holds for each of them, a number is divided by volume, and a common root frame is added.',
        ),
      ),
    voxel: z.optional(length('voxel')).check(z.describe('Edge of a voxel for building [m].')),
    order: z
      ._default(z.literal([0, 1, 4], must('0, 1 or 4', '1 is right for most bodies.')), 1)
      .check(
        z.describe(
          '0: mean strain only, without bending, for bodies that are stretched or squeezed; 1: also its gradient, right for most; 4: exact for large bending, slower.',
        ),
      ),
    adaptive: z._default(z.boolean(), true).check(z.describe('False keeps all frames active.')),
    points: z
      ._default(z.enum(['adaptive', 'all']), 'adaptive')
      .check(
        z.describe(
          '“adaptive” merges integration points while few frames are active, “all” never merges.',
        ),
      ),
    tolerance: z
      ._default(between(1e-6, 10, 'tolerance'), 0.05)
      .check(
        z.describe(
          'Motion that may be neglected, in body lengths a second and in fractions of gravity.',
        ),
      ),
    camera: z
      ._default(z.boolean(), false)
      .check(z.describe('True: motion counts by its apparent size from the scene’s camera.')),
    interest: z
      ._default(z.array(interest).check(z.maxLength(64)), [])
      .check(z.describe('Regions in which motion counts more, or less.')),
    expert,
  })
  .check(z.describe('The adaptive frames model.'));
