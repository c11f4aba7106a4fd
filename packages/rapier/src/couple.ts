import type {
  Collider,
  EventQueue,
  PhysicsHooks,
  World as RapierWorld,
  RigidBody,
  Vector,
} from '@dimforge/rapier3d-compat';
import { InputError, type World } from 'pliant/core';
import { overlaps, reachOf } from './boxes.ts';
import { readMotion, readNext, take, takeRotation } from './motion.ts';
import { giveImpulse, restoreGravity, shouldWake } from './push.ts';
import { findSupports } from './supports.ts';
import { createThings, type Filter, type Thing } from './things.ts';

/** What `couple` may be told. */
export interface CoupleOptions extends Filter {
  /** Bodies that may be near soft ones at once before memory has to be reserved again; 8 if missing. */
  room?: number;
}

/** A Pliant world and a Rapier world that touch each other. */
export interface Link {
  /** One step of both worlds, of `world.scene.dt` seconds. The arguments go to Rapier's own `step`. */
  step(events?: EventQueue, hooks?: PhysicsHooks): void;
  /** Looks at a body again whose colliders, mass or locks have changed; at all if none is named. Adding and removing need no word. */
  refresh(body?: RigidBody): void;
  /** What soft bodies gave a body in the last step: impulse [N s], angular impulse about its centre of mass [N m s]; null if nothing. */
  impulse(
    body: RigidBody,
  ): { linear: [number, number, number]; angular: [number, number, number] } | null;
  /** Bodies that take part in Pliant's steps now, because they are near soft ones or lie against such. */
  readonly near: number;
  /** What cannot be touched, and why. */
  readonly issues: ReadonlyMap<string, number>;
  /** Takes Rapier's bodies out of the Pliant world. Both go on by themselves. */
  free(): void;
}

/** Way in front of a moving thing that counts as near, in lengths of its box. */
const MARGIN = 0.1;

/**
 * Lets the soft bodies of a Pliant world and the rigid bodies of a Rapier world touch each other:
 *
 *     const link = couple(world, rapierWorld);
 *     link.step();      // instead of world.step() and rapierWorld.step()
 *
 * In each step Pliant solves its soft bodies together with the rigid ones that are near, their mass, spin and support included, and gives
 * Rapier the impulses; Rapier then moves its bodies and solves its own contacts and joints. Momentum is kept between the two.
 */
export function couple(world: World, rapier: RapierWorld, options: CoupleOptions = {}): Link {
  const { guests } = world;
  const things = createThings(rapier, guests, options);
  const issues = new Map<string, number>();
  const h = world.scene.dt;
  const fallen = new Float64Array(3);
  let round = 0;
  let involved: Thing[] = [];

  things.update((what) => {
    throw new InputError(what, 'couple');
  });
  const moving = things.list.filter((thing) => thing.weight !== null);
  guests.reserve(
    options.room ?? (moving.length > 0 ? 8 : 0),
    moving.map((thing) => thing.shape),
  );

  const involve = (thing: Thing): void => {
    if (thing.involved === round) return;
    thing.involved = round;
    if (thing.weight !== null) involved.push(thing);
  };

  /** Everything near soft bodies, and what Rapier has in contact with that. */
  const findInvolved = (): void => {
    round++;
    const before = involved;
    involved = [];
    for (const thing of things.list) {
      // What slept in the last round and still does is where it was.
      const asleep = thing.weight !== null && thing.body!.isSleeping();
      if (!(asleep && thing.slept)) {
        readThing(thing, h);
        reachOf(thing.box, thing.shape.bounds, thing.motion, thing.next, h, MARGIN);
      }
      thing.slept = asleep;
      thing.close = thing.weight !== null && guests.near(thing.box);
      if (thing.close) involve(thing);
    }
    for (let k = 0; k < involved.length; k++) forEachTouched(involved[k], involve);
    for (const thing of before) {
      if (thing.involved === round || thing.seat === null) continue;
      thing.seat.leave();
      thing.seat = null;
      // What it slept on may be gone.
      if (thing.body?.isValid()) thing.body.wakeUp();
    }
    for (const thing of things.list) {
      if (thing.obstacle === null) continue;
      thing.obstacle.present =
        thing.involved === round ||
        guests.near(thing.box) ||
        involved.some((other) => overlaps(other.box, thing.box));
    }
  };

  const forEachTouched = (thing: Thing, visit: (other: Thing) => void): void => {
    const see = (collider: Collider): void => {
      const other = things.of(collider);
      if (other !== undefined && other !== thing) visit(other);
    };
    for (const collider of thing.colliders) rapier.contactPairsWith(collider, see);
  };

  const place = (): void => {
    const { x, y, z } = rapier.gravity;
    const heaviest = world.bodies.reduce((most, { mass }) => Math.max(most, mass), 0);
    for (const thing of things.list) {
      const { obstacle, motion, next } = thing;
      obstacle?.set(motion.position, motion.rotation, next.position, next.rotation);
    }
    for (const thing of involved) {
      const { body, weight, motion } = thing;
      if (body === null || weight === null) continue;
      thing.seat ??= guests.seat(thing.shape, weight, thing.friction);
      // Both lie still: nothing to tell.
      if (thing.seat.resting && body.isSleeping()) continue;
      const scale = body.gravityScale();
      const force = body.userForce(scratch);
      const { velocity } = motion;
      fallen[0] = velocity[0] + h * (scale * x + force.x / weight.mass);
      fallen[1] = velocity[1] + h * (scale * y + force.y / weight.mass);
      fallen[2] = velocity[2] + h * (scale * z + force.z / weight.mass);
      thing.seat.set(motion.position, motion.rotation, fallen, motion.spin);
    }
    for (const thing of involved) findSupports(thing, rapier, things.of, heaviest);
    for (const thing of involved) {
      const { meets } = thing.seat!;
      meets.clear();
      forEachTouched(thing, (other) => {
        const guest = other.seat ?? other.obstacle;
        if (guest === null || thing.bounces || other.bounces) return;
        if (!thing.holders.includes(other) && !other.holders.includes(thing)) meets.add(guest);
      });
    }
  };

  return {
    step(events, hooks) {
      rapier.timestep = h;
      things.update((what) => void issues.set(what, (issues.get(what) ?? 0) + 1));
      findInvolved();
      place();
      world.step();
      for (const thing of involved) {
        const asleep = thing.body!.isSleeping();
        if (thing.seat!.resting) {
          if (!asleep) thing.body!.sleep();
        } else if (!asleep || shouldWake(thing)) giveImpulse(thing, rapier.gravity, h);
      }
      rapier.step(events, hooks);
      for (const thing of involved) restoreGravity(thing);
    },
    refresh: (body) => things.refresh(body),
    impulse(body) {
      const given = things.ofBody(body)?.seat?.impulse;
      if (given === undefined || given.every((c) => c === 0)) return null;
      const [a, b, c, d, e, f] = given;
      return { linear: [a, b, c], angular: [d, e, f] };
    },
    get near() {
      return involved.length;
    },
    issues,
    free() {
      things.refresh();
      involved = [];
    },
  };
}

const scratch: Vector = { x: 0, y: 0, z: 0 };

function readThing(thing: Thing, h: number): void {
  const { body, motion, next } = thing;
  if (body !== null) {
    readMotion(motion, body);
    readNext(next, body, motion, h);
    return;
  }
  const [collider] = thing.colliders;
  take(motion.position, collider.translation(scratch));
  takeRotation(motion.rotation, collider.rotation());
  next.position.set(motion.position);
  next.rotation.set(motion.rotation);
}
