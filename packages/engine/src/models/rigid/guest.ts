import { subdivide } from '../../geometry/mesh/subdivide.ts';
import { pickContactPoints } from '../../geometry/surface/contact-points.ts';
import { extractSurface } from '../../geometry/surface/surface.ts';
import type { Sdf, TriangleMesh } from '../../geometry/types.ts';
import type { BodyModel } from '../body.ts';
import type { Locked } from '../shared/turning.ts';
import { createRigid, type RigidBody } from './body.ts';
import { allocateRigid, type RigidMemory } from './memory.ts';
import type { RigidData } from './model.ts';
import { DETAIL, GUEST_SPACING, MOST_GUEST_POINTS } from './numbers.ts';
import { type Supports, supportBody } from './support.ts';

/** Mass properties of a guest, in its own coordinates: given by the engine that moves it, not found from its shape. */
export interface GuestWeight {
  /** [kg] */
  readonly mass: number;
  /** Centre of mass [m]. */
  readonly centre: readonly [number, number, number];
  /** Inertia about the centre of mass [kg m²], row-major 3×3. */
  readonly inertia: Float64Array;
  /** Axes of the world along which (three) and about which (three) nothing moves it: 1 for locked. */
  readonly locked?: Locked;
}

/** How a guest looks to contact. */
export interface GuestForm {
  readonly surface: TriangleMesh;
  readonly contactPoints: Float64Array;
  /** Longest side [m]. */
  readonly size: number;
}

export function buildGuestForm(sdf: Sdf, given: TriangleMesh | null): GuestForm {
  const b = sdf.bounds;
  const size = Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
  // A hull of few large faces would have contact points at its corners alone.
  const surface = given
    ? subdivide(given, GUEST_SPACING * size)
    : extractSurface(sdf, size / DETAIL);
  return {
    surface,
    size,
    contactPoints: pickContactPoints(surface, GUEST_SPACING * size, MOST_GUEST_POINTS),
  };
}

/** A rigid body of a guest's form and weight, in memory that its seat gives. */
export function createGuestBody(
  form: GuestForm,
  weight: GuestWeight,
  memory: RigidMemory,
  supports: Supports,
): RigidBody {
  const data: RigidData = {
    ...form,
    sdf: NOWHERE,
    density: 0,
    damping: 0,
    regions: 0,
    volume: 0,
    mass: weight.mass,
    centre: [weight.centre[0], weight.centre[1], weight.centre[2]],
    inertia: weight.inertia,
    locked: weight.locked ?? null,
  };
  const model: BodyModel = {
    kind: 'guest',
    surface: form.surface,
    contactPoints: form.contactPoints,
    size: form.size,
    mass: weight.mass,
    capacity: 6,
    rank: 6,
    allocate: allocateRigid,
    create: (allocator) => createRigid(data, model, allocateRigid(allocator)),
  };
  const body = createRigid(data, model, memory);
  // Its weight is with whoever moves it.
  const assemble = (h: number): void => body.equation.assemble(h, NO_GRAVITY, null);
  return supportBody({ ...body, equation: { ...body.equation, assemble } }, supports);
}

const NO_GRAVITY = new Float64Array(3);

/** A guest's distances are asked of its cage. */
const NOWHERE: Sdf = { bounds: [0, 0, 0, 0, 0, 0], evaluate() {} };
