import * as z from 'zod';

/** How a body that does not deform is asked for. */
export const rigidSchema = z.strictObject({
  type: z
    .literal('rigid')
    .describe(
      'Does not deform. Of the material only density and damping by mass count; holding a region holds it all.',
    ),
});
