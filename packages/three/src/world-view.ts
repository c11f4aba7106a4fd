import type { Scene, Sdf } from 'pliant';
import { Group, LineSegments, type Material, Mesh, type Object3D } from 'three';
import { type BodyView, createBodyMesh, type DrawnBody } from './body-mesh.ts';
import { createObstacleMesh } from './obstacle-mesh.ts';
import { bodyColor } from './palette.ts';
import { poseMatrix } from './pose.ts';

/** What drawing needs of a world: a `World` has it, and a `WorkerWorld`. */
export interface DrawnWorld {
  readonly scene: Pick<Scene, 'name' | 'bodies' | 'obstacles'>;
  readonly bodies: readonly (DrawnBody & { readonly origin: number; readonly size: number })[];
  readonly topology: number;
  obstacle(which: number): { readonly pose: Float64Array; readonly present: boolean };
}

export interface WorldViewOptions {
  /** Material of a body; a soft one in the body's colour if missing or if it gives undefined. */
  material?: (body: string) => Material | undefined;
  /** False leaves the obstacles out. */
  obstacles?: boolean;
  /** The obstacles' compiled shapes (`buildScene(…).obstacles`): needed only if one names a mesh file. */
  shapes?: readonly Sdf[];
  /** How far planes are drawn [m]; eight times the largest body if missing. */
  reach?: number;
}

/** Everything there is to see of a world. */
export interface WorldView {
  /** Add this to a scene. */
  readonly group: Group;
  /** One view a body of the world, in its order; `update` follows those that come and go. */
  readonly bodies: readonly BodyView[];
  /** One object an obstacle, in the scene's order. */
  readonly obstacles: readonly Object3D[];
  /**
   * Shows the world as it is now, or with `alpha` between the last two steps. Call after stepping, before rendering.
   */
  update(options?: { alpha?: number }): void;
  /** Takes the group out of its scene and frees what it holds on the graphics card. */
  dispose(): void;
}

/** Meshes for all bodies and obstacles of a world, in this thread or in a worker. */
export function createWorldView(world: DrawnWorld, options: WorldViewOptions = {}): WorldView {
  const { scene } = world;
  const group = new Group();
  group.name = scene.name;
  const bodies: BodyView[] = [];
  let topology = -1;
  /** Meshes for bodies that have come, and none for those that are gone. */
  const follow = (): void => {
    if (topology === world.topology) return;
    topology = world.topology;
    const known = new Map(bodies.splice(0).map((view) => [view.name, view]));
    for (const body of world.bodies) {
      // A piece looks like what it came off.
      const { origin } = body;
      const view =
        known.get(body.name) ??
        createBodyMesh(body, {
          color: bodyColor(world.scene.bodies[origin].color, origin),
          material: options.material?.(body.name),
        });
      known.delete(body.name);
      bodies.push(view);
      group.add(view.mesh);
    }
    for (const view of known.values()) {
      group.remove(view.mesh);
      view.dispose();
    }
  };
  follow();
  const reach = options.reach ?? 8 * world.bodies.reduce((size, b) => Math.max(size, b.size), 0.5);
  const drawn = options.obstacles === false ? [] : scene.obstacles;
  const obstacles = drawn.map(({ name, shape, color }, i) => {
    // The pose goes on an outer group: the object inside may have a placement of its own.
    const outer = new Group().add(
      createObstacleMesh(shape, { name, color, reach, sdf: options.shapes?.[i] }),
    );
    outer.matrixAutoUpdate = false;
    return outer;
  });
  for (const object of obstacles) group.add(object);

  const view: WorldView = {
    group,
    bodies,
    obstacles,
    update(at) {
      follow();
      for (const body of bodies) body.update(at);
      for (let i = 0; i < obstacles.length; i++) {
        const { pose, present } = world.obstacle(i);
        obstacles[i].visible = present;
        poseMatrix(pose, obstacles[i].matrix);
        obstacles[i].matrixWorldNeedsUpdate = true;
      }
    },
    dispose() {
      for (const body of bodies) body.dispose();
      for (const object of obstacles) object.traverse(free);
      group.removeFromParent();
    },
  };
  view.update();
  return view;
}

function free(object: Object3D): void {
  if (!(object instanceof Mesh || object instanceof LineSegments)) return;
  object.geometry.dispose();
  (object.material as Material).dispose();
}
