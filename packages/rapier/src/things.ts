import type { Collider, World as RapierWorld, RigidBody } from '@dimforge/rapier3d-compat';
import type { GuestBody, GuestObstacle, GuestShape, Guests, GuestWeight } from 'pliant';
import { createMotion, type Motion, weightOf } from './motion.ts';
import { shapeOfColliders } from './shapes.ts';

/** Which of Rapier's things soft bodies touch; all but sensors if missing. */
export interface Filter {
  bodies?: (body: RigidBody) => boolean;
  colliders?: (collider: Collider) => boolean;
}

/** A rigid body of Rapier, or a collider without one, as soft bodies meet it. */
export interface Thing {
  /** Null for a collider that has no body. */
  readonly body: RigidBody | null;
  readonly colliders: readonly Collider[];
  readonly shape: GuestShape;
  readonly friction: number;
  /** True if it springs back: then what happens between it and others of Rapier is left to Rapier. */
  readonly bounces: boolean;
  /** What it weighs; null for what no contact moves. */
  readonly weight: GuestWeight | null;
  /** Where it is now, and at the end of the coming step if it is moved. */
  readonly motion: Motion;
  readonly next: Motion;
  /** A box around its way in the coming step [m]. */
  readonly box: Float64Array;
  /** As Rapier told when it was looked at: type of body and number of colliders. */
  readonly type: number;
  readonly count: number;
  /** Its seat while it is near soft bodies; null for obstacles and for what is far. */
  seat: GuestBody | null;
  readonly obstacle: GuestObstacle | null;
  /** Impulse and angular impulse that single precision left out so far; six numbers. */
  readonly owed: Float64Array;
  /** What holds it at each of its seat's supports. */
  readonly holders: Thing[];
  /** Its gravity while Pliant takes care of that, else NaN. */
  gravityScale: number;
  /** True if it was asleep in the last round, so that motion and box are those of now. */
  slept: boolean;
  /** True if soft bodies may press on it in the coming step; other bodies are involved through Rapier's contacts. */
  close: boolean;
  /** Round in which it was found to be involved last. */
  involved: number;
}

export interface Things {
  readonly list: readonly Thing[];
  /** The thing a collider belongs to. */
  of(collider: Collider): Thing | undefined;
  /** The thing of a body. */
  ofBody(body: RigidBody): Thing | undefined;
  /** Finds what came, went or changed its kind since the last time; `refuse` is told what cannot be touched and why. */
  update(refuse: (what: string) => void): void;
  /** Looks at a body's colliders, mass and locks again. */
  refresh(body?: RigidBody): void;
}

export function createThings(rapier: RapierWorld, guests: Guests, filter: Filter): Things {
  /** By handle of the body, and of the collider for those without one. */
  const byBody = new Map<number, Thing | null>();
  const byCollider = new Map<number, Thing | null>();
  let list: Thing[] = [];

  const usable = (collider: Collider): boolean =>
    collider.isEnabled() &&
    !collider.isSensor() &&
    !collider.isDeformable() &&
    (filter.colliders?.(collider) ?? true);

  const create = (body: RigidBody | null, all: readonly Collider[]): Thing | null => {
    const colliders = all.filter(usable);
    const solid = shapeOfColliders(colliders);
    if (solid === null) return null;
    const moves = body?.isDynamic() ?? false;
    const shape = guests.prepare(solid, moves);
    const friction = colliders.reduce((sum, c) => sum + c.friction(), 0) / colliders.length;
    return {
      body,
      colliders,
      shape,
      friction,
      bounces: colliders.some((c) => c.restitution() > 0),
      weight: body !== null && moves ? weightOf(body) : null,
      motion: createMotion(),
      next: createMotion(),
      box: new Float64Array(6),
      type: body?.bodyType() ?? -1,
      count: all.length,
      seat: null,
      obstacle: moves ? null : guests.obstacle(shape, friction),
      owed: new Float64Array(6),
      holders: [],
      gravityScale: Number.NaN,
      slept: false,
      close: false,
      involved: -1,
    };
  };

  const drop = (thing: Thing | null | undefined): void => {
    thing?.seat?.leave();
    thing?.obstacle?.leave();
  };

  const attempt = (
    make: () => Thing | null,
    name: string,
    refuse: (what: string) => void,
  ): Thing | null => {
    try {
      return make();
    } catch (error) {
      refuse(`${name}: ${error instanceof Error ? error.message : error}`);
      return null;
    }
  };

  const collidersOf = (body: RigidBody): Collider[] =>
    Array.from({ length: body.numColliders() }, (_, i) => body.collider(i));

  const update = (refuse: (what: string) => void): void => {
    const met = new Set<number>();
    rapier.forEachRigidBody((body) => {
      if (body.isSoftFrame() || !(filter.bodies?.(body) ?? true) || !body.isEnabled()) return;
      met.add(body.handle);
      const known = byBody.get(body.handle);
      const same =
        known != null && known.type === body.bodyType() && known.count === body.numColliders();
      // What was refused is looked at again only when it has changed.
      if (known === null && refused.get(body.handle) === body.numColliders()) return;
      if (same) return;
      drop(known);
      const make = (): Thing | null => create(body, collidersOf(body));
      const thing = attempt(make, `rigid body ${body.handle}`, refuse);
      if (thing === null) refused.set(body.handle, body.numColliders());
      byBody.set(body.handle, thing);
    });
    for (const [handle, thing] of byBody) {
      if (met.has(handle)) continue;
      drop(thing);
      byBody.delete(handle);
    }
    met.clear();
    rapier.forEachCollider((collider) => {
      if (collider.parent() !== null) return;
      met.add(collider.handle);
      if (byCollider.has(collider.handle)) return;
      const make = (): Thing | null => create(null, [collider]);
      byCollider.set(collider.handle, attempt(make, `collider ${collider.handle}`, refuse));
    });
    for (const [handle, thing] of byCollider) {
      if (met.has(handle)) continue;
      drop(thing);
      byCollider.delete(handle);
    }
    list = [];
    for (const thing of byBody.values()) if (thing !== null) list.push(thing);
    for (const thing of byCollider.values()) if (thing !== null) list.push(thing);
  };
  /** Number of colliders of a body when it was refused. */
  const refused = new Map<number, number>();

  return {
    get list() {
      return list;
    },
    of(collider) {
      const body = collider.parent();
      const found =
        body === null ? byCollider.get(collider.handle) : byBody.get((body as RigidBody).handle);
      return found ?? undefined;
    },
    ofBody: (body) => byBody.get(body.handle) ?? undefined,
    update,
    refresh(body) {
      for (const [handle, thing] of byBody) {
        if (body !== undefined && handle !== body.handle) continue;
        drop(thing);
        byBody.delete(handle);
        refused.delete(handle);
      }
      if (body !== undefined) return;
      for (const thing of byCollider.values()) drop(thing);
      byCollider.clear();
    },
  };
}
