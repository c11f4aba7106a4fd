import * as z from 'zod';
import { between, length, must, whole } from './fields.ts';
import { shapeSchema } from './shape-schema.ts';

const interest = z.strictObject({
  shape: shapeSchema.describe('The region.'),
  in: z
    .enum(['body', 'world'])
    .default('body')
    .describe(
      '“body”: part of the body, in its own coordinates; “world”: whatever of the body is there now.',
    ),
  factor: between(1e-3, 1e3, 'factor').describe(
    'How many times a velocity counts inside: 10 keeps frames awake, 0.1 lets them sleep.',
  ),
});

const expert = z
  .strictObject({
    test: z
      .enum(['implicit', 'lumped'])
      .default('implicit')
      .describe(
        '“implicit” asks the step’s own equations what holds a passive frame, “lumped” makes an explicit step of it with a lumped mass, as the paper does.',
      ),
    dwell: between(0, 10, 'seconds')
      .default(0.2)
      .describe(
        'How long a frame stays as it is after a switch [s]; it wakes sooner for a strong cause.',
      ),
    acceleration: between(0, 1e3, 'factor')
      .default(1)
      .describe('Own acceleration that is overlooked, in tolerances of gravity.'),
    reach: between(0, 1e3, 'factor')
      .default(0.1)
      .describe(
        'A frame is woken only if it could come to this own velocity, in tolerances; 0 wakes by acceleration alone.',
      ),
    calm: between(0, 0.5, 'part')
      .default(0.25)
      .describe('Part of the overlooked energy below which a frame falls asleep.'),
    merge: between(0, 1, 'part')
      .default(0.2)
      .describe('What merged integration points may miss of their gradients; 0 merges none.'),
  })
  .prefault({})
  .describe('Settings behind the tolerance. The defaults are right for nearly everything.');

/** How a body of adaptive frames is asked for. */
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
        'Frames at full resolution, or a list of how many there are at each level, coarsest first. If the shape is several separate solids, a list holds for each of them, a number is shared out by volume, and one frame that they all follow comes on top.',
      ),
    voxel: length('voxel').optional().describe('Edge of a voxel for building [m].'),
    order: z
      .literal([0, 1, 4], must('0, 1 or 4', '1 is right for most bodies.'))
      .default(1)
      .describe(
        '0: points see the mean strain only, of which bending has none: for bodies that are stretched or squeezed and hardly bend; 1: also its change, right for most; 4: exact for large bending, slower.',
      ),
    adaptive: z.boolean().default(true).describe('False keeps all frames active.'),
    points: z
      .enum(['adaptive', 'all'])
      .default('adaptive')
      .describe(
        '“adaptive” merges integration points while few frames are active, “all” keeps them apart.',
      ),
    tolerance: between(1e-6, 10, 'tolerance')
      .default(0.05)
      .describe('Motion that may be overlooked, in body lengths a second and in parts of gravity.'),
    camera: z
      .boolean()
      .default(false)
      .describe('True counts motion by how large it looks from the scene’s camera.'),
    interest: z
      .array(interest)
      .max(64)
      .default([])
      .describe('Regions in which motion counts more, or less.'),
    expert,
  })
  .describe('The adaptive frames model.');
