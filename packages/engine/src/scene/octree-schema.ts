import * as z from 'zod';
import { length, notNegative, positive, whole } from './fields.ts';

const plasticity = z
  .strictObject({
    yield: positive('strain').default(0.1).describe('Strain of a region above which it flows.'),
    creep: notNegative('number of 1/s')
      .default(5)
      .describe('Rate at which strain beyond that becomes permanent [1/s].'),
    limit: positive('strain').default(0.5).describe('Largest permanent strain.'),
  })
  .describe('Permanent dents.');

export const octree = z
  .strictObject({
    type: z
      .literal('octree')
      .describe('Shape matching on an octree of cells: fast, and can be cut and refined.'),
    cell: length('cell')
      .optional()
      .describe('Edge of the finest cells [m]; a 32nd of the longest side if missing.'),
    levels: whole(0, 8, 'levels')
      .default(3)
      .describe('How often the cell width may double, from the finest cells.'),
    coarseness: notNegative('number of thicknesses')
      .default(0.25)
      .describe('Widest cell, in local thicknesses of the body; 0 uses finest cells only.'),
    width: notNegative('number of metres')
      .default(0)
      .describe(
        'Half width of a shape-matching region [m], at least one and a half cells; wider can be stiffer. Grows with the root of the stiffness field.',
      ),
    room: whole(1, 1_000_000, 'cells')
      .optional()
      .describe(
        'Largest number of cells after cuts and refining; three times the start plus 2000 if missing.',
      ),
    plastic: plasticity.optional(),
    detail: z
      .strictObject({
        touch: whole(0, 8, 'levels')
          .default(0)
          .describe('Levels by which cells near a contact or a pull become finer.'),
        reach: notNegative('number of metres')
          .default(0)
          .describe('Radius around the contact or pull [m].'),
        motion: notNegative('strain')
          .default(0)
          .describe('Strain of a region beyond which its cells are divided; 0 never.'),
        camera: notNegative('number of metres')
          .default(0)
          .describe('Distance from the camera [m] beyond which cells become coarser; 0 never.'),
      })
      .prefault({})
      .describe('Rules for dividing and merging cells at run time.'),
  })
  .describe('The octree shape matching model.');

export const lattice = z
  .strictObject({
    type: z
      .literal('lattice')
      .describe(
        'Shape matching on a regular lattice with sliding sums, for comparison with the octree.',
      ),
    cell: length('cell')
      .optional()
      .describe('Edge of the cells [m]; a 32nd of the longest side if missing.'),
    width: notNegative('number of metres')
      .default(0)
      .describe('Half width of a region [m], at least one cell.'),
    plastic: plasticity.optional(),
  })
  .describe('The lattice shape matching model.');
