import { z } from 'zod';
import type { Shape } from '../geometry/sdf/shape.ts';
import { angles, between, length, name, notNegative, number, vector, whole } from './fields.ts';

/** Every shape may be moved and turned in place. */
const placed = {
  position: vector('Where the shape is [m].').optional(),
  rotation: angles.optional(),
};

const smooth = notNegative('length in metres (smooth)').optional();

const sphere = z.strictObject({ type: z.literal('sphere'), radius: length('radius'), ...placed });
const ellipsoid = z.strictObject({
  type: z.literal('ellipsoid'),
  radii: z.tuple([length('radii'), length('radii'), length('radii')]),
  ...placed,
});
const capsule = z.strictObject({
  type: z.literal('capsule'),
  from: vector('One end of the axis [m].'),
  to: vector('The other end [m].'),
  radius: length('radius'),
  ...placed,
});
const coneFields = {
  from: vector('One end of the axis [m].'),
  to: vector('The other end [m].'),
  radiusFrom: notNegative('length in metres (radiusFrom)'),
  radiusTo: notNegative('length in metres (radiusTo)'),
  ...placed,
};
const cone = z.strictObject({ type: z.literal('cone'), ...coneFields });
const roundCone = z.strictObject({ type: z.literal('round-cone'), ...coneFields });
const sides = z.tuple([length('size'), length('size'), length('size')]).describe('Full edges [m].');
const box = z.strictObject({ type: z.literal('box'), size: sides, ...placed });
const roundedBox = z.strictObject({
  type: z.literal('rounded-box'),
  size: sides,
  radius: length('radius'),
  ...placed,
});
const torus = z.strictObject({
  type: z.literal('torus'),
  radius: length('radius'),
  tube: length('tube'),
  ...placed,
});
const cylinder = z.strictObject({
  type: z.literal('cylinder'),
  radius: length('radius'),
  height: length('height'),
  ...placed,
});
const plane = z.strictObject({
  type: z.literal('plane'),
  normal: vector('Points out of the solid half-space.'),
  offset: number('a number of metres').default(0),
  ...placed,
});

const some = (): z.ZodType<Shape[]> =>
  z
    .array(shapeSchema, 'must be a list of shapes.')
    .min(1, 'must hold at least one shape.')
    .max(4096);

const union = z.strictObject({
  type: z.literal('union'),
  get shapes(): z.ZodType<Shape[]> {
    return some();
  },
  smooth,
  ...placed,
});
const intersection = z.strictObject({
  type: z.literal('intersection'),
  get shapes(): z.ZodType<Shape[]> {
    return some();
  },
  smooth,
  ...placed,
});
const difference = z.strictObject({
  type: z.literal('difference'),
  get base(): z.ZodType<Shape> {
    return shapeSchema;
  },
  get cut(): z.ZodType<Shape[]> {
    return some();
  },
  smooth,
  ...placed,
});
const transform = z.strictObject({
  type: z.literal('transform'),
  get shape(): z.ZodType<Shape> {
    return shapeSchema;
  },
  scale: between(1e-3, 1e3, 'scale').optional(),
  ...placed,
});
const repeat = z.strictObject({
  type: z.literal('repeat'),
  get shape(): z.ZodType<Shape> {
    return shapeSchema;
  },
  count: z.tuple([whole(1, 64, 'count'), whole(1, 64, 'count'), whole(1, 64, 'count')]),
  spacing: vector('Distance between copies [m].'),
  ...placed,
});
const shell = z.strictObject({
  type: z.literal('shell'),
  get shape(): z.ZodType<Shape> {
    return shapeSchema;
  },
  thickness: length('thickness'),
  ...placed,
});
const thing = z.strictObject({
  type: z.literal('thing'),
  name: name('the creature or thing').describe('From the library: hand, liver, octopus, …'),
  part: name('the part').optional(),
  scale: between(1e-3, 1e3, 'scale').optional(),
  ...placed,
});
const mesh = z
  .strictObject({
    type: z.literal('mesh'),
    file: z.string().min(1).max(1024).optional(),
    positions: z.array(number()).max(3_000_000).optional(),
    triangles: z
      .array(whole(0, 1e9, 'vertex index'))
      .max(6_000_000)
      .optional(),
    repair: z.boolean().optional(),
    ...placed,
  })
  .refine(
    (m) => (m.file === undefined) === (m.positions !== undefined && m.triangles !== undefined),
    {
      error: 'give either "file" (OBJ, STL or PLY) or both "positions" and "triangles".',
    },
  );

export const shapeSchema: z.ZodType<Shape> = z.discriminatedUnion('type', [
  sphere,
  ellipsoid,
  capsule,
  cone,
  roundCone,
  box,
  roundedBox,
  torus,
  cylinder,
  plane,
  union,
  intersection,
  difference,
  transform,
  repeat,
  shell,
  thing,
  mesh,
]);
