import * as z from 'zod';
import { between, length, whole } from './fields.ts';

/** The tetrahedra trees. */
export const tetsSchema = z
  .strictObject({
    type: z
      .literal('tets')
      .describe('Trees of tetrahedra, split where and while the motion needs it.'),
    cell: length('cell')
      .optional()
      .describe(
        'Size of the coarsest elements [m]; default a sixth of the longest side, or more if a box would have more than about eight.',
      ),
    levels: whole(0, 6, 'splits')
      .default(2)
      .describe('How often an element may be split into eight.'),
    mesh: z
      .enum(['stuffed', 'grid', 'given'])
      .optional()
      .describe(
        '“grid” cuts a box into cubes of six tetrahedra, “stuffed” fits any shape, “given” starts from those of the shape’s .msh or .ele file. Default: “given” if the file has some, else “grid” for boxes.',
      ),
    estimation: z
      .enum(['mean', 'voigt', 'subc', 'sampled'])
      .default('mean')
      .describe(
        'Elasticity of coarse elements from fine ones: “mean” of the bounds “voigt” (too stiff) and “subc” (too soft), or “sampled” as in the paper.',
      ),
    criterion: z
      .enum(['error', 'energy', 'range'])
      .default('error')
      .describe(
        'Criterion for splitting: the largest “error” of a point (a length, see tolerance), the missing kinetic “energy” (see speed), or strain outside the “range” of the samples.',
      ),
    speed: between(1e-6, 10, 'speed')
      .default(0.005)
      .describe(
        'With the criterion “energy”: motion that may be neglected, in body lengths a second, like the tolerance of frames.',
      ),
    tenNode: z
      .boolean()
      .default(true)
      .describe('Ten-node elements where possible: they bend without locking.'),
    adaptive: z.boolean().default(true).describe('False keeps everything split.'),
    tolerance: length('tolerance')
      .optional()
      .describe('Allowed error [m]; the longest side over 2000 if missing.'),
    start: z
      .enum(['coarse', 'fine'])
      .default('coarse')
      .describe('The initial front of an adaptive body.'),
    shade: z
      .enum(['stress', 'stiffness'])
      .default('stress')
      .describe('Initial shading of the elements in the studio; hues show levels.'),
  })
  .describe('The tetrahedra trees.');
