import { overlap, readPoints } from '../../contact/detect/broad-phase.ts';
import { buildCage, type Cage } from '../../contact/detect/cage.ts';
import { check } from '../../core/errors.ts';
import { meshMass } from '../../geometry/mass.ts';
import { createNormalQuery, distanceAt } from '../../geometry/sdf/query.ts';
import type { Shape } from '../../geometry/sdf/shape.ts';
import type { Bounds, Sdf } from '../../geometry/types.ts';
import { buildGuestForm, type GuestForm, type GuestWeight } from '../../models/rigid/guest.ts';
import { createSupports, type Supports } from '../../models/rigid/support.ts';
import { differenceLength } from '../build/core.ts';
import { boxSurface, plainBox } from '../build/kinds/forms.ts';
import { compileSceneShape } from '../build/shapes.ts';
import { poseFromQuat } from '../drive/poses.ts';
import type { LiveObstacle } from '../live.ts';
import { FIRST_ROOM } from '../numbers.ts';
import type { SeatedGuest } from '../parts.ts';
import { disturb, disturbAll } from '../sleep.ts';
import type { WorldCore } from '../types.ts';
import { rebuild } from './rebuild.ts';
import { leaveSeat, seatBytes, takeSeat } from './seats.ts';

/**
 * Interface for other engines: their rigid bodies as guests of this world. The other engine sets the pose of a guest
 * before a step; the guest takes part in the solve with its mass; afterwards the engine reads the impulse and moves the
 * guest. Contact between guests (if they `meet`) is solved too, so that a soft body on a plate on a floor feels the
 * floor and not only the plate.
 */
export interface Guests {
  /** Does the slow preparation of a shape once. `moves`: it will have mass; otherwise it may be unbounded. */
  prepare(shape: Shape, moves: boolean): GuestShape;
  /**
   * A body with mass. Memory for guests is reserved in advance, and doubled when it is full: a pause like that of
   * creating the world.
   */
  seat(shape: GuestShape, weight: GuestWeight, friction: number): GuestBody;
  /** An obstacle: contacts do not move it. */
  obstacle(shape: GuestShape, friction: number): GuestObstacle;
  /** Reserves memory for this number of bodies of up to this size. */
  reserve(count: number, shapes?: readonly GuestShape[]): void;
  /**
   * True if a box [minX, minY, minZ, maxX, maxY, maxZ] may touch one of the scene's own bodies or obstacles in the
   * coming step.
   */
  near(box: Float64Array): boolean;
}

/** A prepared shape. */
export interface GuestShape {
  /** A box around it, in its own coordinates [m]. */
  readonly bounds: Bounds;
  /** The distance field of the solid. */
  readonly sdf: Sdf;
  /** Its data for contact; null for a shape that cannot have mass. */
  readonly body: { readonly form: GuestForm; readonly cage: Cage; readonly bytes: number } | null;
}

/** A body with mass that another engine moves. */
export interface GuestBody {
  /**
   * Sets its pose before the coming step: its own origin [m] and quaternion [x, y, z, w]; and the velocity of its
   * centre of mass [m/s] and spin [rad/s] at the end of the step without Pliant's contacts, weight and other forces
   * included.
   */
  set(
    position: Float64Array,
    rotation: Float64Array,
    velocity: Float64Array,
    spin: Float64Array,
  ): void;
  /**
   * Impulse [N s], and angular impulse about its centre of mass [N m s], that the scene's bodies and obstacles gave it;
   * six numbers.
   */
  readonly impulse: Float64Array;
  /**
   * The same from other guests, as this world computes it; zero if neither touches the scene's own things, even through
   * others.
   */
  readonly inner: Float64Array;
  /** The velocity [m/s] and spin [rad/s] that this world computed for the end of the last step; six numbers. */
  readonly velocity: Float64Array;
  /** True while it sleeps together with soft bodies that touch it; `set` wakes them. */
  readonly resting: boolean;
  /** Other guests that it touches. */
  readonly meets: Set<GuestBody | GuestObstacle>;
  /**
   * Contacts with fixed things of its own engine: fill in before a step for a guest much lighter than the bodies that
   * may press on it, and read the impulses after. Guests that support each other in this manner need not `meet`.
   */
  readonly supports: Supports;
  /** Removes it from the world. Bodies that lay on it wake. */
  leave(): void;
}

/** An obstacle of another engine: fixed or kinematic. */
export interface GuestObstacle {
  /** Sets its pose at the start and at the end of the coming step. */
  set(
    position: Float64Array,
    rotation: Float64Array,
    nextPosition: Float64Array,
    nextRotation: Float64Array,
  ): void;
  /** False leaves it out of the coming steps: for obstacles far from everything. */
  present: boolean;
  leave(): void;
}

export function createGuests(core: WorldCore): Guests {
  const shapes = new Map<string, GuestShape>();
  const boxesAt = { steps: -1, bodies: core.bodies };

  const grow = (room: number, bytes: number): void => {
    const { seats, entries } = core;
    if (seats.room >= room && seats.bytes >= bytes) return;
    const seating = { room: Math.max(room, seats.room), bytes: Math.max(bytes, seats.bytes) };
    rebuild(core, { entries, sources: entries.map((_, body) => ({ body })), seating });
  };

  const prepare = (shape: Shape, moves: boolean): GuestShape => {
    const key = `${moves} ${JSON.stringify(shape)}`;
    const known = shapes.get(key);
    if (known !== undefined) return known;
    const { sdf, mesh } = compileSceneShape(shape, 'shape', core.options.files);
    const made: GuestShape = { sdf, bounds: sdf.bounds, body: null };
    if (!moves) {
      shapes.set(key, made);
      return made;
    }
    check(
      sdf.bounds.every((side) => Number.isFinite(side)),
      () => 'must be a bounded solid to have mass, got one without end. Make it an obstacle.',
      'shape',
    );
    const box = plainBox(shape);
    const form = buildGuestForm(sdf, mesh ?? (box && boxSurface(box, undefined)));
    const { volume } = meshMass(form.surface);
    const whole = buildCage(sdf, form.contactPoints, volume, form.size);
    // Parts of a guest never touch each other.
    const cage = { ...whole, apart: new Uint8Array(0) };
    const moving = { ...made, body: { form, cage, bytes: seatBytes(form, cage) } };
    shapes.set(key, moving);
    return moving;
  };

  const seat: Guests['seat'] = (shape, weight, friction) => {
    const { body } = shape;
    check(body !== null, () => 'was prepared as an obstacle. Prepare it with moves = true.');
    check(
      weight.mass > 0,
      () => `must be a positive number of kg, got ${weight.mass}. Fixed things are obstacles.`,
      'mass',
    );
    const free = core.seats.guests.indexOf(null);
    if (free < 0) grow(Math.max(FIRST_ROOM, 2 * core.seats.room), body.bytes);
    else grow(core.seats.room, body.bytes);
    const at = core.seats.guests.indexOf(null);
    const { form, cage } = body;
    const index = (): number => core.seats.first + at;
    const guest: SeatedGuest & GuestBody = {
      form,
      cage,
      weight,
      friction,
      meets: new Set(),
      supports: createSupports(),
      impulse: new Float64Array(6),
      inner: new Float64Array(6),
      body: null as never,
      get velocity() {
        return guest.body.equation.velocity;
      },
      get resting() {
        return core.sleep.group[index()] >= 0;
      },
      set(position, rotation, velocity, spin) {
        if (guest.resting) disturb(core, index());
        guest.body.set(position, rotation, velocity, spin);
      },
      leave() {
        if (core.seats.guests[at] !== guest) return;
        disturb(core, index());
        leaveSeat(core, at);
      },
    };
    takeSeat(core, at, guest);
    return guest;
  };

  return {
    prepare,
    seat,
    obstacle: (shape, friction) => createObstacle(core, shape, friction),
    reserve(count, list = []) {
      const bytes = list.reduce((most, { body }) => Math.max(most, body?.bytes ?? 0), 0);
      if (count > 0) grow(count, bytes);
    },
    near(box) {
      if (boxesAt.steps !== core.steps || boxesAt.bodies !== core.bodies) {
        boxesAt.steps = core.steps;
        boxesAt.bodies = core.bodies;
        for (let b = 0; b < core.seats.first; b++) {
          readPoints(core, core.contacts.memory.bodies[b], b, core.scene.dt);
        }
      }
      return nearBodies(core, box) || nearObstacles(core, box);
    },
  };
}

function createObstacle(core: WorldCore, shape: GuestShape, friction: number): GuestObstacle {
  const { sdf } = shape;
  const { obstacles } = core;
  const pose = (): Float64Array => Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
  const guest: GuestObstacle & { meets: Set<object> } = {
    meets: new Set(),
    get present() {
      return live.present;
    },
    set present(present) {
      live.present = present;
    },
    set(position, rotation, nextPosition, nextRotation) {
      poseFromQuat(live.pose, rotation, 0, position, 0);
      poseFromQuat(live.nextPose, nextRotation, 0, nextPosition, 0);
    },
    leave() {
      const at = obstacles.indexOf(live);
      if (at < 0) return;
      // Others keep their indices: rows use them.
      obstacles[at] = { ...live, guest: GONE, present: false };
      disturbAll(core);
    },
  };
  const live: LiveObstacle = {
    name: '',
    sdf,
    primitive: null,
    query: createNormalQuery(sdf, differenceLength(sdf.bounds)),
    friction,
    restitution: 0,
    rolling: 0,
    belt: new Float64Array(3),
    track: null,
    groups: 0,
    touches: -1,
    sensor: false,
    posed: false,
    from: 0,
    until: Number.POSITIVE_INFINITY,
    pose: pose(),
    nextPose: pose(),
    guest,
    present: true,
  };
  const free = obstacles.findIndex((o) => o.guest === GONE);
  if (free < 0) obstacles.push(live);
  else obstacles[free] = live;
  return guest;
}

/** Marks the index of a removed obstacle. */
const GONE = { meets: new Set<object>() };

function nearBodies({ contacts, seats }: WorldCore, box: Float64Array): boolean {
  for (let b = 0; b < seats.first; b++) {
    if (overlap(contacts.memory.bodies[b].box, box)) return true;
  }
  return false;
}

function nearObstacles({ obstacles }: WorldCore, box: Float64Array): boolean {
  const half = [0, 1, 2].map((c) => (box[3 + c] - box[c]) / 2);
  const radius = Math.sqrt(half[0] ** 2 + half[1] ** 2 + half[2] ** 2);
  for (const { guest, present, pose, sdf } of obstacles) {
    if (guest !== null || !present) continue;
    const [x, y, z] = [0, 1, 2].map((c) => (box[3 + c] + box[c]) / 2 - pose[4 * c + 3]);
    const [a, b, c] = [0, 1, 2].map((k) => pose[k] * x + pose[4 + k] * y + pose[8 + k] * z);
    if (distanceAt(sdf, a, b, c) < radius) return true;
  }
  return false;
}
