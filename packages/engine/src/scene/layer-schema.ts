import * as z from 'zod';
import { between, length, name, notNegative, number, positive, vector, whole } from './fields.ts';
import { keyframes } from './motion-schema.ts';
import { shapeSchema } from './shape-schema.ts';

const own = name('the layer').describe('A name, unique among the layers.');

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
      .describe('Its damping.'),
  })
  .describe('Replaces the body’s material where this layer is.');

const region = shapeSchema.describe(
  'Region of the layer, in the body’s own coordinates; the whole body if missing.',
);
const strict = z
  .boolean()
  .describe('True removes all motion of coarser layers from this one: right for shells.');
const points = whole(1, 20_000, 'integration points')
  .optional()
  .describe('Number of integration points; 12 per frame or mode if missing.');

const rigid = z.strictObject({
  kind: z.literal('rigid').describe('One rigid frame.'),
  name: own,
});
const affine = z.strictObject({
  kind: z.literal('affine').describe('Affine frames with smooth weights.'),
  name: own,
  frames: whole(1, 60, 'frames').describe('Number of frames.'),
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
    .describe('Number of frames, or a list of the numbers per level, coarsest first.'),
  adaptive: z.boolean().default(true).describe('False keeps all frames awake.'),
  tolerance: between(1e-6, 10, 'tolerance')
    .default(0.05)
    .describe(
      'Motion that may be neglected, in body lengths a second and in fractions of gravity.',
    ),
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
        'Source of the strain: composed gradients of the layers, or the elements’ nodes; default “embedded” over layers that bend.',
      ),
    material: material.optional(),
    strict: strict.default(false),
  });
const modes = z.strictObject({
  kind: z.literal('modes').describe('Linear vibration modes.'),
  name: own,
  count: whole(1, 200, 'modes').optional().describe('Number of modes to compute, slowest first.'),
  given: z
    .strictObject({
      places: z
        .array(vector('A point, in the body’s own coordinates [m].'))
        .min(1)
        .max(20_000)
        .describe('Points at which the modes are known.'),
      shapes: z
        .array(z.array(vector('Displacement of a point.')).max(20_000))
        .min(1)
        .max(200)
        .describe('Displacements of all points in each mode, at any scale.'),
    })
    .optional()
    .describe('Your own modes, instead of “count”; interpolated between the points.'),
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
      rise: vector('Height of its middle above the plane of its edges [m].').optional(),
    })
    .optional()
    .describe('A sheet, flat or bent like an arch, in the body’s own coordinates.'),
  surface: z
    .strictObject({
      shape: shapeSchema.describe('A solid, in the body’s own coordinates.'),
      region: shapeSchema.optional().describe('The part of its surface to use.'),
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
  kind: z.literal('script').describe('Moved by keyframes.'),
  name: own,
  keyframes: keyframes.describe('Position of the body’s own origin.'),
});
const skeleton = z.strictObject({
  kind: z.literal('skeleton').describe('Moved by bones, with smooth skinning.'),
  name: own,
  bones: z
    .array(
      z.strictObject({
        name: name('the bone').describe('A name, unique among the bones.'),
        from: vector('One end at rest, in the body’s own coordinates [m].'),
        to: vector('The other end [m].'),
        keyframes: keyframes
          .optional()
          .describe('The pose that this bone would give the body’s own origin.'),
        bone: z
          .string()
          .min(1)
          .max(260)
          .optional()
          .describe('A bone of the scene that moves it instead, as `skeleton.bone`.'),
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
        .describe('Points of the surface, in the body’s own coordinates [m]: three numbers each.'),
      bones: z
        .array(whole(0, 63, 'bone'))
        .min(1)
        .max(1_600_000)
        .describe('Indices of the bones that move each point: equally many for each.'),
      weights: z
        .array(between(0, 1, 'weight'))
        .min(1)
        .max(1_600_000)
        .describe('Weight of each of them; normalised to a sum of one.'),
    })
    .optional()
    .describe('An artist’s weights, as in a rigged mesh; by distance to the bones if missing.'),
  flesh: between(0.05, 0.95, 'part of the way from bones to skin')
    .optional()
    .describe(
      'Soft fraction of the distance from bones to skin. Adds a layer `NAME-flesh`, which can be muted like others.',
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
      'Young’s modulus of the flesh; if missing, it sags by about 0.25 % of the body’s size.',
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
        '“full” solves the step, “prefactored” treats details as linear in their parents’ frames, “coupled” is the slow reference.',
      ),
    contactSpacing: length('contactSpacing')
      .optional()
      .describe('Distance of contact points [m]; a twentieth of the longest side if missing.'),
  })
  .describe('The layered model.');
