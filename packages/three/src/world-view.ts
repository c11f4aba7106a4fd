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
  obstacle(name: string): {
    readonly pose: Float64Array;
    readonly present: boolean;
    poseAt(alpha: number): Float64Array;
  };
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
  /** One object an obstacle, in the scene's order; `update` follows those that come and go. */
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
  const group = new Group();
  group.name = world.scene.name;
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
  const obstacles: Object3D[] = [];
  const shown = new Map<string, ShownObstacle>();
  let drawn: DrawnWorld['scene']['obstacles'] = [];
  /** Objects for obstacles that were added or replaced, and none for those that are gone. */
  const followObstacles = (): void => {
    const { obstacles: now } = world.scene;
    if (options.obstacles === false || now === drawn) return;
    drawn = now;
    const gone = new Set(shown.keys());
    obstacles.length = 0;
    now.forEach(({ name, shape, color }, i) => {
      const key = JSON.stringify([name, shape, color]);
      const known = shown.get(key);
      gone.delete(key);
      // The pose goes on an outer group: the object inside may have a placement of its own.
      const object =
        known?.object ??
        new Group().add(
          createObstacleMesh(shape, { name, color, reach, sdf: options.shapes?.[i] }),
        );
      if (known === undefined) {
        object.matrixAutoUpdate = false;
        shown.set(key, { object, handle: world.obstacle(name) });
        group.add(object);
      }
      obstacles.push(object);
    });
    for (const key of gone) {
      const { object } = shown.get(key)!;
      object.removeFromParent();
      object.traverse(free);
      shown.delete(key);
    }
  };

  const view: WorldView = {
    group,
    bodies,
    obstacles,
    update(at) {
      follow();
      for (const body of bodies) body.update(at);
      followObstacles();
      for (const { object, handle } of shown.values()) {
        object.visible = handle.present;
        const pose = at?.alpha === undefined ? handle.pose : handle.poseAt(at.alpha);
        poseMatrix(pose, object.matrix);
        object.matrixWorldNeedsUpdate = true;
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

interface ShownObstacle {
  readonly object: Object3D;
  readonly handle: ReturnType<DrawnWorld['obstacle']>;
}

function free(object: Object3D): void {
  if (!(object instanceof Mesh || object instanceof LineSegments)) return;
  object.geometry.dispose();
  (object.material as Material).dispose();
}
