import * as z from 'zod/mini';
import { between, length, whole } from './fields.ts';

/** The tetrahedra trees. */
export const tetsSchema = z
  .strictObject({
    type: z
      .literal('tets')
      .check(z.describe('Trees of tetrahedra, split where and while the motion needs it.')),
    cell: z
      .optional(length('cell'))
      .check(
        z.describe(
          'Size of the coarsest elements [m]; default a sixth of the longest side, or more if a box would have more than about eight. A small held box with an odd number of them across gets elements of half the size that split once less: its mesh is then its own mirror image.',
        ),
      ),
    levels: z
      ._default(whole(0, 6, 'splits'), 2)
      .check(z.describe('How often an element may be split into eight.')),
    mesh: z
      .optional(z.enum(['stuffed', 'grid', 'given']))
      .check(
        z.describe(
          '“grid” cuts a box into cubes of six tetrahedra, “stuffed” fits any shape, “given” starts from those of the shape’s .msh or .ele file. Default: “given” if the file has some, else “grid” for boxes.',
        ),
      ),
    estimation: z
      ._default(z.enum(['mean', 'voigt', 'subc', 'sampled']), 'mean')
      .check(
        z.describe(
          'Elasticity of coarse elements from fine ones: “mean” of the bounds “voigt” (too stiff) and “subc” (too soft), or “sampled” as in the paper.',
        ),
      ),
    criterion: z
      ._default(z.enum(['error', 'energy', 'range']), 'error')
      .check(
        z.describe(
          'Criterion for splitting: the largest “error” of a point (a length, see tolerance), the missing kinetic “energy” (see speed), or strain outside the “range” of the samples.',
        ),
      ),
    speed: z
      ._default(between(1e-6, 10, 'speed'), 0.005)
      .check(
        z.describe(
          'With the criterion “energy”: motion that may be neglected, in body lengths a second, like the tolerance of frames.',
        ),
      ),
    tenNode: z
      ._default(z.boolean(), true)
      .check(z.describe('Ten-node elements where possible: they bend without locking.')),
    adaptive: z._default(z.boolean(), true).check(z.describe('False keeps everything split.')),
    tolerance: z
      .optional(length('tolerance'))
      .check(z.describe('Allowed error [m]; the longest side over 2000 if missing.')),
    start: z
      ._default(z.enum(['coarse', 'fine']), 'coarse')
      .check(z.describe('The initial front of an adaptive body.')),
    shade: z
      ._default(z.enum(['stress', 'stiffness']), 'stress')
      .check(z.describe('Initial shading of the elements in the studio; hues show levels.')),
  })
  .check(z.describe('The tetrahedra trees.'));
