import * as z from 'zod';
import { length } from './fields.ts';

/** How a body of finite elements is asked for. */
export const solidSchema = z.strictObject({
  type: z.literal('solid'),
  cell: length('cell')
    .optional()
    .describe(
      'Distance of nodes [m]: the size of a linear element, half that of a quadratic one (a little more where parts are thin). If missing, chosen so that three quadratic elements lie through a box’s thinnest side, one and a half through thin parts of other shapes; an eighth of the longest side where they are linear.',
    ),
  mesh: z
    .enum(['stuffed', 'grid', 'given'])
    .optional()
    .describe(
      '“grid” cuts a box into cubes of five tetrahedra, “stuffed” fits any shape, “given” takes those of the shape’s .msh or .ele file; if missing given where there are some, else grid for boxes.',
    ),
  elements: z
    .enum(['quadratic', 'linear'])
    .optional()
    .describe(
      '“quadratic” ones have ten nodes and bend as they should; “linear” ones have four, and want eight through the thickness. Quadratic if missing, but linear where `mesh` asks for a grid.',
    ),
  solver: z
    .enum(['auto', 'direct', 'cg'])
    .default('auto')
    .describe(
      '“auto” keeps the factor of the undeformed body, or chooses one of the others; “direct” factors in every step, for parts more than 20 000 times as stiff as others; “cg” is for very large meshes.',
    ),
});
