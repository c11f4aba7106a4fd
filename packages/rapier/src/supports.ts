import type {
  Collider,
  World as RapierWorld,
  TempContactManifold,
  Vector,
} from '@dimforge/rapier3d-compat';
import type { Thing } from './things.ts';

/** A body lighter than this part of the heaviest soft body is held by what it lies on. */
const LIGHT = 0.5;
/** What holds a body is fixed, or so many times as heavy as the heaviest soft body. */
const FIRM = 4;
/** Contacts wider open than this [m] do not hold yet. */
const OPEN = 2e-3;

/**
 * Light bodies under heavy soft ones are what a coupling is worst at: pressed by hundreds of times their own weight, they would be driven
 * into the ground before Rapier can object. So Pliant is told where they lie on something firm, and what that bears is given
 * along with the load. Fills `supports` of a thing's seat from Rapier's contacts; gives the things that hold it.
 */
export function findSupports(
  thing: Thing,
  rapier: RapierWorld,
  of: (collider: Collider) => Thing | undefined,
  heaviest: number,
): void {
  const { weight, seat, colliders, holders } = thing;
  const { supports, impulse } = seat!;
  supports.count = 0;
  holders.length = 0;
  if (weight === null || !thing.close || thing.bounces || weight.locked != null) return;
  if (weight.mass >= LIGHT * heaviest) return;
  supports.load = heaviest + weight.mass;
  const most = supports.friction.length;
  let own = colliders[0];
  let holder: Thing | undefined;
  const add = (manifold: TempContactManifold, flipped: boolean): void => {
    manifold.normal(normal);
    // Rapier's normal looks from the first collider to the second.
    const sign = flipped ? 1 : -1;
    const lifts = sign * (impulse[0] * normal.x + impulse[1] * normal.y + impulse[2] * normal.z);
    if (lifts > 0) return;
    for (let i = 0; i < manifold.numSolverContacts() && supports.count < most; i++) {
      if (manifold.solverContactDist(i) > OPEN) continue;
      const s = supports.count++;
      put(supports.points, s, manifold.solverContactPoint(i, point) ?? point, 1);
      put(supports.normals, s, normal, sign);
      if (holder!.body !== null && holder!.weight !== null)
        put(supports.velocities, s, holder!.body.velocityAtPoint(point, velocity), 1);
      else supports.velocities.fill(0, 3 * s, 3 * s + 3);
      supports.friction[s] = manifold.friction();
      holders[s] = holder!;
    }
  };
  const see = (collider: Collider): void => {
    holder = of(collider);
    if (holder === undefined || holder.bounces || !isFirm(holder, heaviest)) return;
    rapier.contactPair(own, collider, add);
  };
  for (own of colliders) rapier.contactPairsWith(own, see);
}

const point: Vector = { x: 0, y: 0, z: 0 };
const normal: Vector = { x: 0, y: 0, z: 0 };
const velocity: Vector = { x: 0, y: 0, z: 0 };

function isFirm(holder: Thing, load: number): boolean {
  if (holder.weight !== null) return holder.weight.mass > FIRM * load;
  return holder.body === null || holder.body.isFixed();
}

function put(out: Float64Array, s: number, { x, y, z }: Vector, sign: number): void {
  out[3 * s] = sign * x;
  out[3 * s + 1] = sign * y;
  out[3 * s + 2] = sign * z;
}
