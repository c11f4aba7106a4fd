import * as z from 'zod/mini';
import { length } from './fields.ts';

/** The rules for a body of finite elements. */
export const solidSchema = z.strictObject({
  type: z.literal('solid'),
  cell: z
    .optional(length('cell'))
    .check(
      z.describe(
        'Distance of nodes [m]: the size of a linear element, half that of a quadratic one (a little more where parts are thin). If missing, three quadratic elements lie across a box’s thinnest side, one and a half across thin parts of other shapes; for linear elements an eighth of the longest side.',
      ),
    ),
  mesh: z
    .optional(z.enum(['stuffed', 'grid', 'given']))
    .check(
      z.describe(
        '“grid” cuts a box into cubes of five tetrahedra, “stuffed” fits any shape, “given” uses those of the shape’s .msh or .ele file. Default: “given” if the file has some, else “grid” for boxes.',
      ),
    ),
  elements: z
    .optional(z.enum(['quadratic', 'linear']))
    .check(
      z.describe(
        '“quadratic” elements have ten nodes and bend as they should; “linear” ones have four and need eight across the thickness. Default: quadratic, but linear if `mesh` is “grid”.',
      ),
    ),
  solver: z
    ._default(z.enum(['auto', 'direct', 'cg']), 'auto')
    .check(
      z.describe(
        '“auto” keeps the factor of the undeformed body, or chooses one of the others; “direct” factors in every step, for parts more than 20 000 times as stiff as others; “cg” is for very large meshes.',
      ),
    ),
});
