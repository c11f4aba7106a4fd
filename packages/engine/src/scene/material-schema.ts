import * as z from 'zod/mini';
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
          .check(z.describe('Factor at `from` and at `to`; linear between, constant beyond.')),
      }),
      z.strictObject({
        type: z.literal('regions'),
        base: z._default(positive('factor'), 1).check(z.describe('Factor outside all regions.')),
        regions: z
          .array(z.strictObject({ shape: shapeSchema, value: positive('factor') }))
          .check(
            z.minLength(1),
            z.maxLength(256),
            z.describe(
              'Shapes in the body’s own coordinates, each with its factor; the first that contains a point counts.',
            ),
          ),
      }),
      z.strictObject({
        type: z.literal('attribute'),
        name: name('the vertex attribute').check(
          z.describe('A number per vertex of the body’s PLY file; the nearest vertex counts.'),
        ),
      }),
      z.strictObject({
        type: z.literal('layers'),
        normal: direction('Normal of the sheets.'),
        origin: z._default(vector('Where the first sheet begins [m].'), [0, 0, 0]),
        thickness: length('thickness').check(z.describe('Thickness of one sheet [m].')),
        values: z
          .array(positive('factor'))
          .check(z.minLength(1), z.maxLength(64), z.describe('Factors of the sheets, in turns.')),
      }),
      z.strictObject({
        type: z.literal('vessels'),
        base: z._default(positive('factor'), 1).check(z.describe('Factor outside the tubes.')),
        value: positive('factor').check(z.describe('Factor in the tubes.')),
        tubes: z
          .array(
            z.strictObject({
              points: z
                .array(vector('A point of the tube [m].'))
                .check(
                  z.minLength(2),
                  z.maxLength(64),
                  z.describe('The centre line of the tube [m].'),
                ),
              radius: length('radius').check(z.describe('Radius of the tube [m].')),
            }),
          )
          .check(
            z.minLength(1),
            z.maxLength(64),
            z.describe('Lines of points with a radius each, in the body’s own coordinates.'),
          ),
      }),
      z.strictObject({
        type: z.literal('cells'),
        size: length('size').check(z.describe('Edge of the cubes [m].')),
        values: z
          .tuple([positive('factor'), positive('factor')])
          .check(z.describe('Least and largest factor; evenly spread in the logarithm.')),
        seed: z
          ._default(whole(0, 1_000_000, 'seed'), 1)
          .check(z.describe('Seed of the random numbers.')),
      }),
    ]),
  ])
  .check(
    z.describe('Factor on Young’s modulus, constant or varying in the body’s own coordinates.'),
  );

export const YOUNG = positive('number of Pa', 'Jelly is about 1e4, rubber 1e6, wood 1e10.', {
  least: 1e-9,
  most: 1e13,
}).check(z.describe('Young’s modulus [Pa]: jelly is about 1e4, rubber 1e6, wood 1e10.'));

export const POISSON = between(
  -0.9,
  0.495,
  'Poisson’s ratio',
  'Most solids are near 0.3, rubber near 0.49.',
).check(z.describe('Poisson’s ratio: how much it thins when pulled. Rubber is near 0.49.'));

const SIX_BY_SIX = must('36 numbers of Pa', 'Write them in square brackets, row by row.');

/** The rules of a material. */
export const materialSchema = z.strictObject({
  law: z
    ._default(z.enum(['corotational', 'stvk', 'neo-hookean', 'mooney-rivlin']), 'corotational')
    .check(z.describe('How stress follows from strain.')),
  young: z._default(YOUNG, 1e5),
  poisson: z._default(POISSON, 0.3),
  density: z
    ._default(positive('number of kg/m³', 'Water is 1000.', { least: 1e-3, most: 1e6 }), 1000)
    .check(z.describe('Density [kg/m³]: water is 1000.')),
  stiffness: z.optional(stiffnessField),
  elasticity: z
    .optional(z.array(number('a number of Pa'), SIX_BY_SIX).check(z.length(36, SIX_BY_SIX)))
    .check(
      z.describe(
        'Full 6×6 elasticity [Pa], row by row, order xx yy zz yz xz xy; replaces young and poisson.',
      ),
    ),
  damping: z
    .prefault(
      z.strictObject({
        mass: z
          ._default(notNegative('number of 1/s'), 0)
          .check(z.describe('Slows every motion, falling included [1/s].')),
        stiffness: z
          ._default(notNegative('number of seconds'), 0.005)
          .check(z.describe('Slows deformation, fast vibration most [s].')),
        air: z
          ._default(notNegative('number of kg/(m² s)'), 0)
          .check(z.describe('Drag of the air on the surface [kg/(m² s)].')),
      }),
      {},
    )
    .check(z.describe('Damping of the body.')),
});
