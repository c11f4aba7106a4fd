import { check } from '../../core/errors.ts';
import { meshMass } from '../../geometry/mass.ts';
import { primitiveMass } from '../../geometry/primitive.ts';
import { pickContactPoints } from '../../geometry/surface/contact-points.ts';
import { extractSurface, fittingSurface } from '../../geometry/surface/surface.ts';
import type { BodyModel } from '../body.ts';
import { type Kept, keep } from '../shared/kept.ts';
import { createRigid } from './body.ts';
import { allocateRigid } from './memory.ts';
import type { RigidData, RigidInput } from './model.ts';
import { CONTACT_SPACING, DETAIL, MOST_CONTACT_POINTS } from './numbers.ts';

/** Places of manifolds that a primitive can have at a time. */
const MOVING = 64;

/** Counts up whenever what `surfaceOf` returns, or how it is made, changes. */
export const RIGID_FORMAT = 1;

/** A body that does not deform: six unknowns, the velocity of its centre of mass and its angular velocity. */
export function buildRigid(input: RigidInput, kept?: Kept): BodyModel {
  const b = input.sdf.bounds;
  const size = Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
  check(
    Number.isFinite(size) && size > 0,
    () => 'must be a bounded solid, got one without end. Make it an obstacle.',
    'shape',
  );
  const primitive = input.primitive ?? null;
  const { surface, picked } = keep(kept, 'rigid', RIGID_FORMAT, () => surfaceOf(input, size));
  const exact = primitive && primitiveMass(primitive, input.density);
  const moving = primitive === null ? 0 : MOVING;
  const contactPoints = new Float64Array(picked.length + 3 * moving);
  contactPoints.set(picked);
  const data: RigidData = {
    ...input,
    ...(exact ?? meshMass(surface, input.density)),
    surface,
    contactPoints,
  };
  const model: BodyModel = {
    kind: 'rigid',
    rank: 6,
    surface,
    contactPoints,
    moving,
    size,
    mass: data.mass,
    adjusts: ['damping.mass'],
    capacity: 6,
    allocate: allocateRigid,
    create: (allocator) => createRigid(data, model, allocateRigid(allocator)),
  };
  return model;
}

function surfaceOf({ sdf, surface: given, detail }: RigidInput, size: number) {
  const surface =
    given ?? (detail ? extractSurface(sdf, detail) : fittingSurface(sdf, size / DETAIL));
  const picked = pickContactPoints(surface, CONTACT_SPACING * size, MOST_CONTACT_POINTS);
  return { surface, picked };
}
