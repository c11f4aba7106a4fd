import * as z from 'zod';
import { between, length, name, vector, whole } from './fields.ts';

/** Changes of a layer by an event. */
export const layerChange = {
  body: name('the body').describe('The body the layer belongs to.'),
  layer: name('the layer').describe('The layer that changes.'),
  mute: z.boolean().optional().describe('True fades it out.'),
  solo: z.boolean().optional().describe('True fades out all layers that are not solo.'),
  weight: between(0, 1, 'part that shows')
    .optional()
    .describe('Fraction of the layer’s motion that is drawn and touched.'),
  stiffness: between(1e-6, 1e6, 'factor').optional().describe('Factor on its stiffness.'),
  damping: between(0, 1e6, 'factor').optional().describe('Factor on its damping.'),
  order: whole(1, 64, 'place').optional().describe('Its place among the layers, 0 the coarsest.'),
  paint: z
    .strictObject({
      point: vector('Middle of the brush, in the body’s own coordinates [m].'),
      radius: length('radius').describe('Radius of the brush [m].'),
      value: between(0, 1, 'part that shows').describe('1 lets the layer move there, 0 does not.'),
    })
    .optional()
    .describe('Where the layer may move.'),
};
