import * as z from 'zod';
import { name, notNegative, number } from './fields.ts';

export const MEASURES = [
  'probe',
  'centre',
  'speed',
  'kinetic',
  'elastic',
  'potential',
  'energy',
  'penetration',
  'volume',
  'dofs',
  'points',
  'switches',
  'jump',
  'kineticGain',
  'linear',
  'angular',
  'contacts',
] as const;

export const selfCheck = z.strictObject({
  name: z.string().min(1).max(200).describe('What must hold, in words.'),
  measure: z.enum(MEASURES).describe('What is looked at after every step.'),
  body: name('the body').optional().describe('Of this body only; of all together if missing.'),
  probe: name('the probe').optional().describe('The probe, for the measure `probe`.'),
  axis: z
    .enum(['x', 'y', 'z', 'length'])
    .optional()
    .describe('Which coordinate of a vector; its length if missing.'),
  relative: z.boolean().default(false).describe('Subtract the value at the start.'),
  when: z
    .enum(['end', 'max', 'min', 'mean', 'range'])
    .default('end')
    .describe('What of the values over time counts; “range” is largest minus smallest.'),
  after: notNegative('number of seconds')
    .default(0)
    .describe('Values before this time are left out [s].'),
  before: notNegative('number of seconds')
    .optional()
    .describe('Values after this time are left out [s].'),
  min: number().optional().describe('Smallest value allowed.'),
  max: number().optional().describe('Largest value allowed.'),
});
