import * as z from 'zod';
import { between, length, must, whole } from './fields.ts';
import { shapeSchema } from './shape-schema.ts';

const interest = z.strictObject({
  shape: shapeSchema.describe('The region.'),
  in: z
    .enum(['body', 'world'])
    .default('body')
    .describe(
      '“body”: a part of the body, in its own coordinates; “world”: the part that is there now.',
    ),
  factor: between(1e-3, 1e3, 'factor').describe(
    'Factor on velocities inside: 10 keeps frames awake, 0.1 lets them sleep.',
  ),
});

const expert = z
  .strictObject({
    test: z
      .enum(['implicit', 'lumped'])
      .default('implicit')
      .describe(
        '“implicit” uses the residual of the step’s own equation, “lumped” an explicit step with a lumped mass, as the paper does.',
      ),
    dwell: between(0, 10, 'seconds')
      .default(0.2)
      .describe('Least time between two switches of a frame [s]; a strong cause wakes it sooner.'),
    acceleration: between(0, 1e3, 'factor')
      .default(1)
      .describe('Own acceleration that is neglected, in tolerances of gravity.'),
    reach: between(0, 1e3, 'factor')
      .default(0.1)
      .describe(
        'A frame wakes only if it could reach this own velocity, in tolerances; 0 wakes by acceleration alone.',
      ),
    calm: between(0, 0.5, 'part')
      .default(0.25)
      .describe('Fraction of the neglected energy below which a frame falls asleep.'),
    merge: between(0, 1, 'part')
      .default(0.2)
      .describe(
        'Fraction of their gradients that merged integration points may lose; 0 merges none.',
      ),
  })
  .prefault({})
  .describe('Settings behind the tolerance. The defaults are right for nearly everything.');

/** The rules for a body of adaptive frames. */
export const framesSchema = z
  .strictObject({
    type: z
      .literal('frames')
      .describe('Affine frames, active only where and while the motion needs them.'),
    frames: z
      .union([
        whole(1, 500, 'frames'),
        z
          .array(whole(1, 500, 'frames'))
          .min(1)
          .max(8),
      ])
      .default(30)
      .describe(
        'Number of frames at full resolution, or a list of the numbers per level, coarsest first. If the shape is several separate solids, a list holds for each of them, a number is divided by volume, and a common root frame is added.',
      ),
    voxel: length('voxel').optional().describe('Edge of a voxel for building [m].'),
    order: z
      .literal([0, 1, 4], must('0, 1 or 4', '1 is right for most bodies.'))
      .default(1)
      .describe(
        '0: mean strain only, without bending, for bodies that are stretched or squeezed; 1: also its gradient, right for most; 4: exact for large bending, slower.',
      ),
    adaptive: z.boolean().default(true).describe('False keeps all frames active.'),
    points: z
      .enum(['adaptive', 'all'])
      .default('adaptive')
      .describe(
        '“adaptive” merges integration points while few frames are active, “all” never merges.',
      ),
    tolerance: between(1e-6, 10, 'tolerance')
      .default(0.05)
      .describe(
        'Motion that may be neglected, in body lengths a second and in fractions of gravity.',
      ),
    camera: z
      .boolean()
      .default(false)
      .describe('True: motion counts by its apparent size from the scene’s camera.'),
    interest: z
      .array(interest)
      .max(64)
      .default([])
      .describe('Regions in which motion counts more, or less.'),
    expert,
  })
  .describe('The adaptive frames model.');
