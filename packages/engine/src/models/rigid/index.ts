import { check } from '../../core/errors.ts';
import { type MassProperties, meshMass } from '../../geometry/mass.ts';
import { type Primitive, primitiveMass } from '../../geometry/primitive.ts';
import { pickContactPoints } from '../../geometry/surface/contact-points.ts';
import { extractSurface } from '../../geometry/surface/surface.ts';
import type { Sdf, TriangleMesh } from '../../geometry/types.ts';
import type { Allocator } from '../../kernels/arena.ts';
import type { BodyModel } from '../body.ts';
import { createRigid } from './body.ts';
import type { Locked } from './turning.ts';

/** What a rigid body is made from. */
export interface RigidInput {
  readonly sdf: Sdf;
  /** The visible surface, if there is one already. */
  readonly surface: TriangleMesh | null;
  /** [kg/m³] */
  readonly density: number;
  /** Damping by mass [1/s]. */
  readonly damping: number;
  /** Regions that can be held; holding one holds the whole body. */
  readonly regions: number;
  /** Size of a triangle of the visible surface [m]. */
  readonly detail?: number;
  /** The primitive it is, if it is one: its mass is then exact, and it touches others of the kind by it. */
  readonly primitive?: Primitive | null;
}

/** Everything about a rigid body that never changes. */
export interface RigidData extends RigidInput, MassProperties {
  readonly surface: TriangleMesh;
  readonly contactPoints: Float64Array;
  /** Axes of the world that nothing moves it along or about. */
  readonly locked?: Locked;
}

/** Triangles along the longest side, if no size is asked for; distance of contact points in body sizes, and how many at most. */
export const DETAIL = 24;
const CONTACT_SPACING = 0.08;
const MOST_CONTACT_POINTS = 400;
/** Places of manifolds that a primitive can have at a time. */
const MOVING = 64;

/** A body that does not deform: six unknowns, the velocity of its centre of mass and its angular velocity. */
export function buildRigid(input: RigidInput): BodyModel {
  const b = input.sdf.bounds;
  const size = Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
  check(
    Number.isFinite(size) && size > 0,
    () => 'must be a bounded solid. A plane goes on for ever: make it an obstacle.',
    'shape',
  );
  const surface = input.surface ?? extractSurface(input.sdf, input.detail ?? size / DETAIL);
  const primitive = input.primitive ?? null;
  const exact = primitive && primitiveMass(primitive, input.density);
  const picked = pickContactPoints(surface, CONTACT_SPACING * size, MOST_CONTACT_POINTS);
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

/** All memory of a live rigid body. */
export function allocateRigid(a: Allocator) {
  return {
    /** Centre of mass [m], orientation (quaternion), velocity [m/s], angular momentum [kg m²/s]: 13 numbers. */
    state: a.f64(13),
    /** Mean velocity of the last step, how far that of the turn was behind, change of velocity and of angular momentum; 1 if there is a history. */
    past: a.f64(13),
    /** [velocity, angular velocity], and vectors like it. */
    velocity: a.f64(6),
    mean: a.f64(6),
    /** Velocity and angular momentum before the step. */
    before: a.f64(6),
    rhs: a.f64(6),
    impulse: a.f64(6),
  };
}

export type RigidMemory = ReturnType<typeof allocateRigid>;
