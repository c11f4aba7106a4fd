import RAPIER from '@dimforge/rapier3d-compat';
import {
  type BodyInput,
  createWorld,
  type SceneInput,
  type World,
  type WorldOptions,
} from 'pliant';

/** A soft cube of 20 cm, 3×3×3 cells. */
export function cube(changes: Partial<BodyInput> = {}): BodyInput {
  return {
    name: 'cube',
    shape: { type: 'box', size: [0.2, 0.2, 0.2] },
    material: { young: 1e5, poisson: 0.3, density: 1000 },
    model: { type: 'solid', cell: 0.2 / 3, mesh: 'grid' },
    probes: { top: [0, 0.1, 0], bottom: [0, -0.1, 0], middle: [0, 0, 0] },
    ...changes,
  };
}

export function softWorld(changes: Partial<SceneInput>, options: WorldOptions = {}): World {
  return createWorld({ format: 'pliant/1', name: 'test', ...changes }, options);
}

/** A Rapier world with gravity along y. */
export function rigidWorld(gravity = -9.81): RAPIER.World {
  return new RAPIER.World({ x: 0, y: gravity, z: 0 });
}

/** A dynamic body of one collider at a place. */
export function add(
  rapier: RAPIER.World,
  at: readonly [number, number, number],
  collider: RAPIER.ColliderDesc,
  desc = RAPIER.RigidBodyDesc.dynamic(),
): RAPIER.RigidBody {
  const body = rapier.createRigidBody(desc.setTranslation(at[0], at[1], at[2]));
  rapier.createCollider(collider, body);
  return body;
}

/** A fixed floor whose top is y = 0. */
export function addFloor(rapier: RAPIER.World): RAPIER.RigidBody {
  const fixed = RAPIER.RigidBodyDesc.fixed();
  return add(rapier, [0, -0.5, 0], RAPIER.ColliderDesc.cuboid(5, 0.5, 5), fixed);
}

/** Momentum, angular momentum about the origin and energy of both worlds; Rapier's part without weight. */
export function totals(world: World, bodies: readonly RAPIER.RigidBody[]) {
  const { momentum, energy } = world.totals();
  const linear = [...momentum.linear];
  const angular = [...momentum.angular];
  let sum = energy.kinetic + energy.elastic;
  for (const body of bodies) {
    const m = body.mass();
    const [v, x, w, I] = [body.linvel(), body.worldCom(), body.angvel(), body.principalInertia()];
    const p = [m * v.x, m * v.y, m * v.z];
    const at = [x.x, x.y, x.z];
    const spin = [I.x * w.x, I.y * w.y, I.z * w.z];
    for (let c = 0; c < 3; c++) {
      linear[c] += p[c];
      const [d, e] = [(c + 1) % 3, (c + 2) % 3];
      angular[c] += at[d] * p[e] - at[e] * p[d] + spin[c];
    }
    sum += 0.5 * m * (v.x ** 2 + v.y ** 2 + v.z ** 2);
    sum += 0.5 * (spin[0] * w.x + spin[1] * w.y + spin[2] * w.z);
  }
  return { linear, angular, energy: sum };
}

export function distance(a: readonly number[], b: readonly number[]): number {
  return Math.sqrt(a.reduce((sum, c, i) => sum + (c - b[i]) ** 2, 0));
}
