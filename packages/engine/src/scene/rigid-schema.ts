import * as z from 'zod/mini';

/** The rules for a rigid body. */
export const rigidSchema = z.strictObject({
  type: z
    .literal('rigid')
    .check(
      z.describe(
        'Does not deform. Only density and mass damping of the material count; holding any region holds the whole body.',
      ),
    ),
});
