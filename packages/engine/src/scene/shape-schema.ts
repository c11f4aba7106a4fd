import * as z from 'zod/mini';
import type { Shape } from '../geometry/sdf/shape.ts';
import {
  between,
  direction,
  length,
  must,
  name,
  notNegative,
  number,
  rotation,
  triple,
  vector,
  whole,
} from './fields.ts';

/** Every shape may be moved and rotated. */
const placed = {
  position: z.optional(vector('Position of the shape [m].')),
  rotation: z.optional(rotation),
};

const smooth = z
  .optional(notNegative('length in metres (smooth)'))
  .check(z.describe('Width of the rounding at joins [m].'));

const sphere = z.strictObject({
  type: z.literal('sphere'),
  radius: length('radius').check(z.describe('Radius [m].')),
  ...placed,
});
const ellipsoid = z.strictObject({
  type: z.literal('ellipsoid'),
  radii: triple(length('radii'), 'three radii in metres [x, y, z]').check(
    z.describe('Half axes along x, y, z [m].'),
  ),
  ...placed,
});
const capsule = z.strictObject({
  type: z.literal('capsule'),
  from: vector('One end of the axis [m].'),
  to: vector('The other end [m].'),
  radius: length('radius').check(z.describe('Distance of the surface from the axis [m].')),
  ...placed,
});
const coneFields = {
  from: vector('One end of the axis [m].'),
  to: vector('The other end [m].'),
  radiusFrom: notNegative('length in metres (radiusFrom)').check(
    z.describe('Radius at `from` [m].'),
  ),
  radiusTo: notNegative('length in metres (radiusTo)').check(z.describe('Radius at `to` [m].')),
  ...placed,
};
const cone = z.strictObject({ type: z.literal('cone'), ...coneFields });
const roundCone = z.strictObject({ type: z.literal('round-cone'), ...coneFields });
const sides = triple(length('size'), 'three edges in metres [x, y, z]').check(
  z.describe('Full edges [m].'),
);
const box = z.strictObject({ type: z.literal('box'), size: sides, ...placed });
const roundedBox = z.strictObject({
  type: z.literal('rounded-box'),
  size: sides,
  radius: length('radius').check(
    z.describe('Radius of the rounded edges [m]; at most half the shortest edge.'),
  ),
  ...placed,
});
const torus = z.strictObject({
  type: z.literal('torus'),
  radius: length('radius').check(z.describe('From the y axis to the middle of the tube [m].')),
  tube: length('tube').check(z.describe('Radius of the tube [m].')),
  ...placed,
});
const cylinder = z.strictObject({
  type: z.literal('cylinder'),
  radius: length('radius').check(z.describe('Radius [m].')),
  height: length('height').check(z.describe('Full height along y [m].')),
  ...placed,
});
const plane = z.strictObject({
  type: z.literal('plane'),
  normal: direction('Points out of the solid half-space.'),
  offset: z
    ._default(number('a number of metres'), 0)
    .check(z.describe('Distance from the origin along the normal [m].')),
  ...placed,
});

const some = (): z.ZodMiniType<Shape[]> =>
  z
    .array(shapeSchema, must('a list of shapes', 'Write it in square brackets.'))
    .check(z.minLength(1), z.maxLength(4096));

const union = z.strictObject({
  type: z.literal('union'),
  get shapes(): z.ZodMiniType<Shape[]> {
    return some();
  },
  smooth,
  ...placed,
});
const intersection = z.strictObject({
  type: z.literal('intersection'),
  get shapes(): z.ZodMiniType<Shape[]> {
    return some();
  },
  smooth,
  ...placed,
});
const difference = z.strictObject({
  type: z.literal('difference'),
  get base(): z.ZodMiniType<Shape> {
    return shapeSchema;
  },
  get cut(): z.ZodMiniType<Shape[]> {
    return some();
  },
  smooth,
  ...placed,
});
const transform = z.strictObject({
  type: z.literal('transform'),
  get shape(): z.ZodMiniType<Shape> {
    return shapeSchema;
  },
  scale: z.optional(between(1e-3, 1e3, 'scale')).check(z.describe('Factor on the size.')),
  ...placed,
});
const repeat = z.strictObject({
  type: z.literal('repeat'),
  get shape(): z.ZodMiniType<Shape> {
    return shapeSchema;
  },
  count: triple(whole(1, 64, 'count'), 'three numbers of copies [x, y, z]').check(
    z.describe('Copies along x, y, z, centred on the origin.'),
  ),
  spacing: vector('Distance between copies [m].'),
  ...placed,
});
const shell = z.strictObject({
  type: z.literal('shell'),
  get shape(): z.ZodMiniType<Shape> {
    return shapeSchema;
  },
  thickness: length('thickness').check(z.describe('Thickness inwards from the surface [m].')),
  ...placed,
});
const thing = z.strictObject({
  type: z.literal('thing'),
  name: name('the creature or thing').check(
    z.describe('From the library: hand, liver, octopus, …'),
  ),
  part: z.optional(name('the part')).check(z.describe('Only the part of this name, in its place.')),
  scale: z.optional(between(1e-3, 1e3, 'scale')).check(z.describe('Factor on the size.')),
  ...placed,
});
/** Where a mesh comes from. */
const meshFields = {
  file: z
    .optional(z.string().check(z.minLength(1), z.maxLength(1024)))
    .check(
      z.describe(
        'An OBJ, STL or PLY file beside the scene, or tetrahedra as Gmsh’s .msh, VTK’s .vtu or TetGen’s .node and .ele; metres.',
      ),
    ),
  positions: z
    .optional(z.array(number('a number of metres')).check(z.maxLength(3_000_000)))
    .check(z.describe('Instead of a file: vertices [m], three numbers each.')),
  triangles: z
    .optional(z.array(whole(0, 1e9, 'vertex index')).check(z.maxLength(6_000_000)))
    .check(
      z.describe(
        'Instead of a file: three vertex indices per triangle, counter-clockwise from outside.',
      ),
    ),
  scale: z
    .optional(between(1e-9, 1e9, 'scale'))
    .check(z.describe('Factor on the vertices, for files in other units: 0.001 for millimetres.')),
  ...placed,
};

const oneSource = (m: { file?: string; positions?: number[]; triangles?: number[] }): boolean =>
  (m.file === undefined) === (m.positions !== undefined && m.triangles !== undefined);
const notOneSource = {
  error:
    'must have either "file" (OBJ, STL, PLY, .msh, .vtu or .ele) or both "positions" and "triangles", got another mixture. Leave one of them out.',
};

const mesh = z
  .strictObject({
    type: z.literal('mesh'),
    ...meshFields,
    repair: z.optional(z.boolean()).check(z.describe('False refuses a mesh that needs repair.')),
    solid: z
      .optional(z.enum(['auto', 'fill', 'wrap']))
      .check(
        z.describe(
          'How to make a solid of a mesh that bounds none; the mesh is still drawn and follows it. “auto” repairs small flaws, fills nearly closed parts and wraps the rest; “fill” closes every hole; “wrap” gives open parts a thickness.',
        ),
      ),
    thickness: z
      .optional(length('thickness'))
      .check(
        z.describe('Thickness of wrapped parts [m]; a sixteenth of the longest side if missing.'),
      ),
  })
  .check(z.refine(oneSource, notOneSource));

/** A mesh for drawing only. */
export const seenMeshSchema = z.strictObject(meshFields).check(z.refine(oneSource, notOneSource));

export const shapeSchema: z.ZodMiniType<Shape> = z.discriminatedUnion('type', [
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
