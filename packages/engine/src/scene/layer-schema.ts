import * as z from 'zod/mini';
import { between, length, name, notNegative, number, positive, vector, whole } from './fields.ts';
import { keyframes } from './motion-schema.ts';
import { shapeSchema } from './shape-schema.ts';

const own = name('the layer').check(z.describe('A name, unique among the layers.'));

const material = z
  .strictObject({
    young: positive('number of Pa', 'Jelly is about 1e4, rubber 1e6.', {
      least: 1e-9,
      most: 1e13,
    }).check(z.describe('Young’s modulus [Pa].')),
    poisson: z
      ._default(between(-0.9, 0.495, 'Poisson’s ratio'), 0.3)
      .check(z.describe('Poisson’s ratio.')),
    damping: z
      .prefault(
        z.strictObject({
          mass: z
            ._default(notNegative('number of 1/s'), 0)
            .check(z.describe('Slows every motion [1/s].')),
          stiffness: z
            ._default(notNegative('number of seconds'), 0.005)
            .check(z.describe('Slows deformation [s].')),
        }),
        {},
      )
      .check(z.describe('Its damping.')),
  })
  .check(z.describe('Replaces the body’s material where this layer is.'));

const region = shapeSchema.check(
  z.describe('Region of the layer, in the body’s own coordinates; the whole body if missing.'),
);
const strict = z
  .boolean()
  .check(z.describe('True removes all motion of coarser layers from this one: right for shells.'));
const points = z
  .optional(whole(1, 20_000, 'integration points'))
  .check(z.describe('Number of integration points; 12 per frame or mode if missing.'));

const rigid = z.strictObject({
  kind: z.literal('rigid').check(z.describe('One rigid frame.')),
  name: own,
});
const affine = z.strictObject({
  kind: z.literal('affine').check(z.describe('Affine frames with smooth weights.')),
  name: own,
  frames: whole(1, 60, 'frames').check(z.describe('Number of frames.')),
  points,
  material: z.optional(material),
});
const frames = z.strictObject({
  kind: z
    .literal('frames')
    .check(
      z.describe(
        'Affine frames that sleep while the motion does not need them; the first layer only.',
      ),
    ),
  name: own,
  frames: z
    ._default(
      z.union([
        whole(1, 60, 'frames'),
        z.array(whole(1, 60, 'frames')).check(z.minLength(1), z.maxLength(6)),
      ]),
      15,
    )
    .check(z.describe('Number of frames, or a list of the numbers per level, coarsest first.')),
  adaptive: z._default(z.boolean(), true).check(z.describe('False keeps all frames awake.')),
  tolerance: z
    ._default(between(1e-6, 10, 'tolerance'), 0.05)
    .check(
      z.describe(
        'Motion that may be neglected, in body lengths a second and in fractions of gravity.',
      ),
    ),
  points,
  material: z.optional(material),
});
const elements = (kind: 'hex' | 'tet', words: string) =>
  z.strictObject({
    kind: z.literal(kind).check(z.describe(words)),
    name: own,
    cell: z
      .optional(length('cell'))
      .check(z.describe('Size of an element [m]; a quarter of the body’s thickness if missing.')),
    region: z.optional(region),
    gradient: z
      .optional(z.enum(['composed', 'embedded']))
      .check(
        z.describe(
          'Source of the strain: composed gradients of the layers, or the elements’ nodes; default “embedded” over layers that bend.',
        ),
      ),
    material: z.optional(material),
    strict: z._default(strict, false),
  });
const modes = z.strictObject({
  kind: z.literal('modes').check(z.describe('Linear vibration modes.')),
  name: own,
  count: z
    .optional(whole(1, 200, 'modes'))
    .check(z.describe('Number of modes to compute, slowest first.')),
  given: z
    .optional(
      z.strictObject({
        places: z
          .array(vector('A point, in the body’s own coordinates [m].'))
          .check(
            z.minLength(1),
            z.maxLength(20_000),
            z.describe('Points at which the modes are known.'),
          ),
        shapes: z
          .array(z.array(vector('Displacement of a point.')).check(z.maxLength(20_000)))
          .check(
            z.minLength(1),
            z.maxLength(200),
            z.describe('Displacements of all points in each mode, at any scale.'),
          ),
      }),
    )
    .check(z.describe('Your own modes, instead of “count”; interpolated between the points.')),
  cell: z
    .optional(length('cell'))
    .check(
      z.describe(
        'Size of the elements the modes live on [m]; a quarter of the body’s thickness if missing.',
      ),
    ),
  region: z.optional(region),
  points,
  material: z.optional(material),
  strict: z._default(strict, false),
});
const shell = z.strictObject({
  kind: z.literal('shell').check(z.describe('A thin sheet that stretches and bends.')),
  name: own,
  sheet: z
    .optional(
      z.strictObject({
        from: vector('A corner of the sheet [m].'),
        u: vector('One edge [m].'),
        v: vector('The other edge [m].'),
        rise: z.optional(vector('Height of its middle above the plane of its edges [m].')),
      }),
    )
    .check(z.describe('A sheet, flat or bent like an arch, in the body’s own coordinates.')),
  surface: z
    .optional(
      z.strictObject({
        shape: shapeSchema.check(z.describe('A solid, in the body’s own coordinates.')),
        region: z.optional(shapeSchema).check(z.describe('The part of its surface to use.')),
      }),
    )
    .check(z.describe('A part of a solid’s surface instead of a sheet: any curved rest shape.')),
  cell: length('cell').check(z.describe('Size of a triangle [m].')),
  thickness: length('thickness').check(z.describe('Thickness [m].')),
  density: z
    ._default(positive('number of kg/m³', 'Water is 1000.', { least: 1e-3, most: 1e6 }), 1000)
    .check(z.describe('Density [kg/m³].')),
  material: z.optional(material),
  strict: z._default(strict, true),
});
const script = z.strictObject({
  kind: z.literal('script').check(z.describe('Moved by keyframes.')),
  name: own,
  keyframes: keyframes.check(z.describe('Position of the body’s own origin.')),
});
const skeleton = z.strictObject({
  kind: z.literal('skeleton').check(z.describe('Moved by bones, with smooth skinning.')),
  name: own,
  bones: z
    .array(
      z.strictObject({
        name: name('the bone').check(z.describe('A name, unique among the bones.')),
        from: vector('One end at rest, in the body’s own coordinates [m].'),
        to: vector('The other end [m].'),
        keyframes: z
          .optional(keyframes)
          .check(z.describe('The pose that this bone would give the body’s own origin.')),
        bone: z
          .optional(z.string().check(z.minLength(1), z.maxLength(260)))
          .check(z.describe('A bone of the scene that moves it instead, as `skeleton.bone`.')),
      }),
    )
    .check(z.minLength(1), z.maxLength(64), z.describe('The bones.')),
  weights: z
    .optional(
      z.strictObject({
        places: z
          .array(number('a number of metres'))
          .check(
            z.minLength(3),
            z.maxLength(600_000),
            z.describe(
              'Points of the surface, in the body’s own coordinates [m]: three numbers each.',
            ),
          ),
        bones: z
          .array(whole(0, 63, 'bone'))
          .check(
            z.minLength(1),
            z.maxLength(1_600_000),
            z.describe('Indices of the bones that move each point: equally many for each.'),
          ),
        weights: z
          .array(between(0, 1, 'weight'))
          .check(
            z.minLength(1),
            z.maxLength(1_600_000),
            z.describe('Weight of each of them; normalised to a sum of one.'),
          ),
      }),
    )
    .check(
      z.describe('An artist’s weights, as in a rigged mesh; by distance to the bones if missing.'),
    ),
  flesh: z
    .optional(between(0.05, 0.95, 'part of the way from bones to skin'))
    .check(
      z.describe(
        'Soft fraction of the distance from bones to skin. Adds a layer `NAME-flesh`, which can be muted like others.',
      ),
    ),
  fleshPatches: z
    .optional(
      z
        .array(
          z.strictObject({
            bones: z
              .optional(
                z
                  .array(z.string().check(z.minLength(1), z.maxLength(64)))
                  .check(z.minLength(1), z.maxLength(64)),
              )
              .check(
                z.describe(
                  'Bones of this layer, by name: places belong to the patch as these move them.',
                ),
              ),
            painted: z
              .optional(name('the vertex attribute'))
              .check(
                z.describe(
                  'Instead of bones, a number per vertex of the body’s PLY file, 0 to 1: how much it belongs to the patch; the nearest vertex counts.',
                ),
              ),
            flesh: between(0, 0.95, 'part of the way from bones to skin').check(
              z.describe(
                'Part of the way from the bones to the skin that is soft there; 0 for none.',
              ),
            ),
          }),
        )
        .check(z.minLength(1), z.maxLength(64)),
    )
    .check(
      z.describe(
        'Where flesh is another than `flesh` (none if that is missing): belly, cheeks, tail. Later ones cover earlier ones.',
      ),
    ),
  fleshMaterial: z
    .optional(material)
    .check(
      z.describe(
        'Young’s modulus of the flesh; if missing, it sags by about 0.25 % of the body’s size.',
      ),
    ),
});

export const layers = z
  .strictObject({
    type: z
      .literal('layers')
      .check(z.describe('Motion in layers, each adding detail to those below.')),
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
      .check(
        z.minLength(1),
        z.maxLength(16),
        z.describe('The layers, coarsest first; the first moves the whole body.'),
      ),
    solve: z
      ._default(z.enum(['full', 'prefactored', 'coupled']), 'full')
      .check(
        z.describe(
          '“full” solves the step, “prefactored” treats details as linear in their parents’ frames, “coupled” is the slow reference.',
        ),
      ),
    contactSpacing: z
      .optional(length('contactSpacing'))
      .check(
        z.describe(
          'Distance of contact points [m]; if missing, two thirds of a cell, but less on round bodies and at least a twentieth of the longest side.',
        ),
      ),
  })
  .check(z.describe('The layered model.'));
