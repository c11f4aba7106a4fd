import * as z from 'zod/mini';
import { between, length, name, vector, whole } from './fields.ts';

/** Changes of a layer by an event. */
export const layerChange = {
  body: name('the body').check(z.describe('The body the layer belongs to.')),
  layer: name('the layer').check(z.describe('The layer that changes.')),
  mute: z.optional(z.boolean()).check(z.describe('True fades it out.')),
  solo: z.optional(z.boolean()).check(z.describe('True fades out all layers that are not solo.')),
  weight: z
    .optional(between(0, 1, 'part that shows'))
    .check(z.describe('Fraction of the layer’s motion that is drawn and touched.')),
  stiffness: z.optional(between(1e-6, 1e6, 'factor')).check(z.describe('Factor on its stiffness.')),
  damping: z.optional(between(0, 1e6, 'factor')).check(z.describe('Factor on its damping.')),
  order: z
    .optional(whole(1, 64, 'place'))
    .check(z.describe('Its place among the layers, 0 the coarsest.')),
  paint: z
    .optional(
      z.strictObject({
        point: vector('Middle of the brush, in the body’s own coordinates [m].'),
        radius: length('radius').check(z.describe('Radius of the brush [m].')),
        value: between(0, 1, 'part that shows').check(
          z.describe('1 lets the layer move there, 0 does not.'),
        ),
      }),
    )
    .check(z.describe('Where the layer may move.')),
};
