import * as z from 'zod';
import { between, length, name, notNegative, number, positive, vector, whole } from './fields.ts';
import { keyframes } from './motion-schema.ts';
import { shapeSchema } from './shape-schema.ts';

const own = name('the layer').describe('A name of its own among the layers.');

const material = z
  .strictObject({
    young: positive('number of Pa', 'Jelly is about 1e4, rubber 1e6.', {
      least: 1e-9,
      most: 1e13,
    }).describe('Young’s modulus [Pa].'),
    poisson: between(-0.9, 0.495, 'Poisson’s ratio').default(0.3).describe('Poisson’s ratio.'),
    damping: z
      .strictObject({
        mass: notNegative('number of 1/s').default(0).describe('Slows every motion [1/s].'),
        stiffness: notNegative('number of seconds')
          .default(0.005)
          .describe('Slows deformation [s].'),
      })
      .prefault({})
      .describe('What slows it down.'),
  })
  .describe('Replaces the body’s material where this layer is.');

const region = shapeSchema.describe(
  'Where the layer is, in the body’s own coordinates; all of the body if missing.',
);
const strict = z
  .boolean()
  .describe('True takes all motion of coarser layers out of this one: right for shells.');
const points = whole(1, 20_000, 'integration points')
  .optional()
  .describe('Integration points for the matter it bends; 12 a frame or mode if missing.');

const rigid = z.strictObject({
  kind: z.literal('rigid').describe('One rigid frame.'),
  name: own,
});
const affine = z.strictObject({
  kind: z.literal('affine').describe('Affine frames with smooth weights.'),
  name: own,
  frames: whole(1, 60, 'frames').describe('How many frames.'),
  points,
  material: material.optional(),
});
const frames = z.strictObject({
  kind: z
    .literal('frames')
    .describe(
      'Affine frames that sleep while the motion does not need them; the first layer only.',
    ),
  name: own,
  frames: z
    .union([
      whole(1, 60, 'frames'),
      z
        .array(whole(1, 60, 'frames'))
        .min(1)
        .max(6),
    ])
    .default(15)
    .describe('Frames in all, or how many there are at each level, coarsest first.'),
  adaptive: z.boolean().default(true).describe('False keeps all frames awake.'),
  tolerance: between(1e-6, 10, 'tolerance')
    .default(0.05)
    .describe('Motion that may be overlooked, in body lengths a second and in parts of gravity.'),
  points,
  material: material.optional(),
});
const elements = (kind: 'hex' | 'tet', words: string) =>
  z.strictObject({
    kind: z.literal(kind).describe(words),
    name: own,
    cell: length('cell')
      .optional()
      .describe('Size of an element [m]; a quarter of the body’s thickness if missing.'),
    region: region.optional(),
    gradient: z
      .enum(['composed', 'embedded'])
      .optional()
      .describe(
        'How strain is found: by composing the layers’ gradients, or from the elements’ nodes; “embedded” over layers that bend, if missing.',
      ),
    material: material.optional(),
    strict: strict.default(false),
  });
const modes = z.strictObject({
  kind: z.literal('modes').describe('Linear vibration modes.'),
  name: own,
  count: whole(1, 200, 'modes').optional().describe('How many modes to compute, slowest first.'),
  given: z
    .strictObject({
      places: z
        .array(vector('A place, in the body’s own coordinates [m].'))
        .min(1)
        .max(20_000)
        .describe('Places at which the modes are known.'),
      shapes: z
        .array(z.array(vector('How a place moves.')).max(20_000))
        .min(1)
        .max(200)
        .describe('How all places move in each mode, in any scale.'),
    })
    .optional()
    .describe('Modes of your own, instead of “count”; fitted between the places.'),
  cell: length('cell')
    .optional()
    .describe(
      'Size of the elements the modes live on [m]; a quarter of the body’s thickness if missing.',
    ),
  region: region.optional(),
  points,
  material: material.optional(),
  strict: strict.default(false),
});
const shell = z.strictObject({
  kind: z.literal('shell').describe('A thin sheet that stretches and bends.'),
  name: own,
  sheet: z
    .strictObject({
      from: vector('A corner of the sheet [m].'),
      u: vector('One edge [m].'),
      v: vector('The other edge [m].'),
      rise: vector('How far its middle stands out of the plane of its edges [m].').optional(),
    })
    .optional()
    .describe('A sheet, flat or bent like an arch, in the body’s own coordinates.'),
  surface: z
    .strictObject({
      shape: shapeSchema.describe('A solid, in the body’s own coordinates.'),
      region: shapeSchema.optional().describe('The part of its surface that is taken.'),
    })
    .optional()
    .describe('A part of a solid’s surface instead of a sheet: any curved rest shape.'),
  cell: length('cell').describe('Size of a triangle [m].'),
  thickness: length('thickness').describe('Thickness [m].'),
  density: positive('number of kg/m³', 'Water is 1000.', { least: 1e-3, most: 1e6 })
    .default(1000)
    .describe('Density [kg/m³].'),
  material: material.optional(),
  strict: strict.default(true),
});
const script = z.strictObject({
  kind: z.literal('script').describe('Moves as keyframes say.'),
  name: own,
  keyframes: keyframes.describe('Where the body’s own origin is.'),
});
const skeleton = z.strictObject({
  kind: z.literal('skeleton').describe('Moves as bones do, with smooth skinning.'),
  name: own,
  bones: z
    .array(
      z.strictObject({
        name: name('the bone').describe('A name of its own among the bones.'),
        from: vector('One end at rest, in the body’s own coordinates [m].'),
        to: vector('The other end [m].'),
        keyframes: keyframes
          .optional()
          .describe('Where the body’s own origin would be, as far as this bone goes.'),
        bone: z
          .string()
          .min(1)
          .max(260)
          .optional()
          .describe('A bone of a skeleton of the scene that moves it instead, as `skeleton.bone`.'),
      }),
    )
    .min(1)
    .max(64)
    .describe('The bones.'),
  weights: z
    .strictObject({
      places: z
        .array(number('a number of metres'))
        .min(3)
        .max(600_000)
        .describe('Places of the surface, in the body’s own coordinates [m]: three numbers each.'),
      bones: z
        .array(whole(0, 63, 'bone'))
        .min(1)
        .max(1_600_000)
        .describe('Which of the bones above move each place, by number: equally many for each.'),
      weights: z
        .array(between(0, 1, 'weight'))
        .min(1)
        .max(1_600_000)
        .describe('How much each of them does; made to add up to one.'),
    })
    .optional()
    .describe(
      'An artist’s weights, as in a rigged mesh; they fall with the distance to bones if missing.',
    ),
  flesh: between(0.05, 0.95, 'part of the way from bones to skin')
    .optional()
    .describe(
      'Part of the way from the bones to the skin that is soft. Adds a layer `NAME-flesh` that can be muted like others.',
    ),
  fleshPatches: z
    .array(
      z.strictObject({
        bones: z
          .array(z.string().min(1).max(64))
          .min(1)
          .max(64)
          .optional()
          .describe('Bones of this layer, by name: places belong to the patch as these move them.'),
        painted: name('the vertex attribute')
          .optional()
          .describe(
            'Instead of bones, a number per vertex of the body’s PLY file, 0 to 1: how much it belongs to the patch; the nearest vertex counts.',
          ),
        flesh: between(0, 0.95, 'part of the way from bones to skin').describe(
          'Part of the way from the bones to the skin that is soft there; 0 for none.',
        ),
      }),
    )
    .min(1)
    .max(64)
    .optional()
    .describe(
      'Where flesh is another than `flesh` (none if that is missing): belly, cheeks, tail. Later ones cover earlier ones.',
    ),
  fleshMaterial: material
    .optional()
    .describe(
      'Of the flesh; if missing, it sags by about a quarter of a percent of the body’s size.',
    ),
});

export const layers = z
  .strictObject({
    type: z.literal('layers').describe('Motion in layers, each adding detail to those below.'),
    layers: z
      .array(
        z.discriminatedUnion('kind', [
          rigid,
          affine,
          frames,
          elements('hex', 'Finite elements on cubes, over the body or a part of it.'),
          elements('tet', 'Finite elements on tetrahedra, over the body or a part of it.'),
          modes,
          shell,
          script,
          skeleton,
        ]),
      )
      .min(1)
      .max(16)
      .describe('The layers, coarsest first; the first moves the whole body.'),
    solve: z
      .enum(['full', 'prefactored', 'coupled'])
      .default('full')
      .describe(
        '“full” solves the step, “prefactored” takes details as linear in their parents’ frames, “coupled” is the slow reference.',
      ),
    contactSpacing: length('contactSpacing')
      .optional()
      .describe('Distance of contact points [m]; a twentieth of the longest side if missing.'),
  })
  .describe('The layered model.');
