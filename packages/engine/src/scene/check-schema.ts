import * as z from 'zod/mini';
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
  name: z.string().check(z.minLength(1), z.maxLength(200), z.describe('What must hold, in words.')),
  measure: z.enum(MEASURES).check(z.describe('What is looked at after every step.')),
  body: z
    .optional(name('the body'))
    .check(z.describe('Of this body only; of all together if missing.')),
  probe: z.optional(name('the probe')).check(z.describe('The probe, for the measure `probe`.')),
  axis: z
    .optional(z.enum(['x', 'y', 'z', 'length']))
    .check(z.describe('Which coordinate of a vector; its length if missing.')),
  relative: z._default(z.boolean(), false).check(z.describe('Subtract the value at the start.')),
  when: z
    ._default(z.enum(['end', 'max', 'min', 'mean', 'range']), 'end')
    .check(z.describe('What of the values over time counts; “range” is largest minus smallest.')),
  after: z
    ._default(notNegative('number of seconds'), 0)
    .check(z.describe('Values before this time are left out [s].')),
  before: z
    .optional(notNegative('number of seconds'))
    .check(z.describe('Values after this time are left out [s].')),
  min: z.optional(number()).check(z.describe('Smallest value allowed.')),
  max: z.optional(number()).check(z.describe('Largest value allowed.')),
});
