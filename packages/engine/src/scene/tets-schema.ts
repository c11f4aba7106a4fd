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
        'Size of the coarsest elements [m]; if missing a sixth of the longest side, or more where that would cut a box into more than about eight.',
      ),
    levels: whole(0, 6, 'splits')
      .default(2)
      .describe('How often an element may be split into eight.'),
    mesh: z
      .enum(['stuffed', 'grid', 'given'])
      .optional()
      .describe(
        '“grid” cuts a box into cubes of six tetrahedra, “stuffed” fits any shape, “given” starts from those of the shape’s .msh or .ele file; if missing given where there are some, else grid for boxes.',
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
        'What splits elements: the largest “error” of a point (a length, see tolerance), its kinetic “energy” in the mean (see speed), or strain out of the “range” that sampling found.',
      ),
    speed: between(1e-6, 10, 'speed')
      .default(0.005)
      .describe(
        'With the criterion “energy”: motion that may be overlooked, in body lengths a second, as the tolerance of frames.',
      ),
    tenNode: z
      .boolean()
      .default(true)
      .describe('Ten-node elements where possible: they bend without locking.'),
    adaptive: z.boolean().default(true).describe('False keeps everything split.'),
    tolerance: length('tolerance')
      .optional()
      .describe('Error that may be overlooked [m]; the longest side over 2000 if missing.'),
    start: z
      .enum(['coarse', 'fine'])
      .default('coarse')
      .describe('What the body starts with, when it is adaptive.'),
    shade: z
      .enum(['stress', 'stiffness'])
      .default('stress')
      .describe(
        'What shades the elements where they are shown, at the start; hues tell levels. The studio can change it while it runs.',
      ),
  })
  .describe('The tetrahedra trees.');
