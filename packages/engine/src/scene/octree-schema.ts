import * as z from 'zod/mini';
import { length, notNegative, positive, whole } from './fields.ts';

const plasticity = z
  .strictObject({
    yield: z
      ._default(positive('strain'), 0.1)
      .check(z.describe('Strain of a region above which it flows.')),
    creep: z
      ._default(notNegative('number of 1/s'), 5)
      .check(z.describe('Rate at which strain beyond that becomes permanent [1/s].')),
    limit: z._default(positive('strain'), 0.5).check(z.describe('Largest permanent strain.')),
  })
  .check(z.describe('Permanent dents.'));

export const octree = z
  .strictObject({
    type: z
      .literal('octree')
      .check(z.describe('Shape matching on an octree of cells: fast, and can be cut and refined.')),
    cell: z
      .optional(length('cell'))
      .check(z.describe('Edge of the finest cells [m]; a 32nd of the longest side if missing.')),
    levels: z
      ._default(whole(0, 8, 'levels'), 3)
      .check(z.describe('How often the cell width may double, from the finest cells.')),
    coarseness: z
      ._default(notNegative('number of thicknesses'), 0.5)
      .check(
        z.describe('Widest cell, in local thicknesses of the body; 0 uses finest cells only.'),
      ),
    width: z
      ._default(notNegative('number of metres'), 0)
      .check(
        z.describe(
          'Half width of a shape-matching region [m], at least one and a half cells; wider can be stiffer. Grows with the root of the stiffness field.',
        ),
      ),
    room: z
      .optional(whole(1, 1_000_000, 'cells'))
      .check(
        z.describe(
          'Largest number of cells after cuts and refining; three times the start plus 2000 if missing.',
        ),
      ),
    plastic: z.optional(plasticity),
    detail: z
      .prefault(
        z.strictObject({
          touch: z
            ._default(whole(0, 8, 'levels'), 0)
            .check(z.describe('Levels by which cells near a contact or a pull become finer.')),
          reach: z
            ._default(notNegative('number of metres'), 0)
            .check(z.describe('Radius around the contact or pull [m].')),
          motion: z
            ._default(notNegative('strain'), 0)
            .check(z.describe('Strain of a region beyond which its cells are divided; 0 never.')),
          camera: z
            ._default(notNegative('number of metres'), 0)
            .check(
              z.describe(
                'Distance from the camera [m] beyond which cells become coarser; 0 never.',
              ),
            ),
        }),
        {},
      )
      .check(z.describe('Rules for dividing and merging cells at run time.')),
  })
  .check(z.describe('The octree shape matching model.'));

export const lattice = z
  .strictObject({
    type: z
      .literal('lattice')
      .check(
        z.describe(
          'Shape matching on a regular lattice with sliding sums, for comparison with the octree.',
        ),
      ),
    cell: z
      .optional(length('cell'))
      .check(z.describe('Edge of the cells [m]; a 32nd of the longest side if missing.')),
    width: z
      ._default(notNegative('number of metres'), 0)
      .check(z.describe('Half width of a region [m], at least one cell.')),
    plastic: z.optional(plasticity),
  })
  .check(z.describe('The lattice shape matching model.'));
