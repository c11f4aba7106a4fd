import * as z from 'zod';
import {
  between,
  direction,
  length,
  must,
  name,
  notNegative,
  number,
  positive,
  vector,
  whole,
} from './fields.ts';
import { shapeSchema } from './shape-schema.ts';

const stiffnessField = z
  .union([
    positive('factor', 'It multiplies Young’s modulus.'),
    z.discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('gradient'),
        from: vector('Where the first value holds [m].'),
        to: vector('Where the second value holds [m].'),
        values: z
          .tuple([positive('factor'), positive('factor')])
          .describe('Factor at `from` and at `to`; linear between, constant beyond.'),
      }),
      z.strictObject({
        type: z.literal('regions'),
        base: positive('factor').default(1).describe('Factor outside all regions.'),
        regions: z
          .array(z.strictObject({ shape: shapeSchema, value: positive('factor') }))
          .min(1)
          .max(256)
          .describe(
            'Shapes in the body’s own coordinates, each with its factor; the first that contains a point counts.',
          ),
      }),
      z.strictObject({
        type: z.literal('attribute'),
        name: name('the vertex attribute').describe(
          'A number per vertex of the body’s PLY file; the nearest vertex counts.',
        ),
      }),
      z.strictObject({
        type: z.literal('layers'),
        normal: direction('Normal of the sheets.'),
        origin: vector('Where the first sheet begins [m].').default([0, 0, 0]),
        thickness: length('thickness').describe('Thickness of one sheet [m].'),
        values: z
          .array(positive('factor'))
          .min(1)
          .max(64)
          .describe('Factors of the sheets, in turns.'),
      }),
      z.strictObject({
        type: z.literal('vessels'),
        base: positive('factor').default(1).describe('Factor outside the tubes.'),
        value: positive('factor').describe('Factor in the tubes.'),
        tubes: z
          .array(
            z.strictObject({
              points: z
                .array(vector('A point of the tube [m].'))
                .min(2)
                .max(64)
                .describe('The centre line of the tube [m].'),
              radius: length('radius').describe('Radius of the tube [m].'),
            }),
          )
          .min(1)
          .max(64)
          .describe('Lines of points with a radius each, in the body’s own coordinates.'),
      }),
      z.strictObject({
        type: z.literal('cells'),
        size: length('size').describe('Edge of the cubes [m].'),
        values: z
          .tuple([positive('factor'), positive('factor')])
          .describe('Least and largest factor; evenly spread in the logarithm.'),
        seed: whole(0, 1_000_000, 'seed').default(1).describe('Seed of the random numbers.'),
      }),
    ]),
  ])
  .describe('Factor on Young’s modulus, constant or varying in the body’s own coordinates.');

export const YOUNG = positive('number of Pa', 'Jelly is about 1e4, rubber 1e6, wood 1e10.', {
  least: 1e-9,
  most: 1e13,
}).describe('Young’s modulus [Pa]: jelly is about 1e4, rubber 1e6, wood 1e10.');

export const POISSON = between(
  -0.9,
  0.495,
  'Poisson’s ratio',
  'Most solids are near 0.3, rubber near 0.49.',
).describe('Poisson’s ratio: how much it thins when pulled. Rubber is near 0.49.');

const SIX_BY_SIX = must('36 numbers of Pa', 'Write them in square brackets, row by row.');

/** The rules of a material. */
export const materialSchema = z.strictObject({
  law: z
    .enum(['corotational', 'stvk', 'neo-hookean', 'mooney-rivlin'])
    .default('corotational')
    .describe('How stress follows from strain.'),
  young: YOUNG.default(1e5),
  poisson: POISSON.default(0.3),
  density: positive('number of kg/m³', 'Water is 1000.', { least: 1e-3, most: 1e6 })
    .default(1000)
    .describe('Density [kg/m³]: water is 1000.'),
  stiffness: stiffnessField.optional(),
  elasticity: z
    .array(number('a number of Pa'), SIX_BY_SIX)
    .length(36, SIX_BY_SIX)
    .optional()
    .describe(
      'Full 6×6 elasticity [Pa], row by row, order xx yy zz yz xz xy; replaces young and poisson.',
    ),
  damping: z
    .strictObject({
      mass: notNegative('number of 1/s')
        .default(0)
        .describe('Slows every motion, falling included [1/s].'),
      stiffness: notNegative('number of seconds')
        .default(0.005)
        .describe('Slows deformation, fast vibration most [s].'),
      air: notNegative('number of kg/(m² s)')
        .default(0)
        .describe('Drag of the air on the surface [kg/(m² s)].'),
    })
    .prefault({})
    .describe('Damping of the body.'),
});
