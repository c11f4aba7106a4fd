import {
  bodyColor,
  createObstacleMesh,
  createSurfaceMesh,
  type DragTarget,
  type DragView,
  poseMatrix,
  type SurfaceMesh,
} from '@pliant/three';
import { Group, LineSegments, type Material, Mesh, type Object3D } from 'three';
import { OBSTACLE_SIZE, type SceneInfo, type SurfaceInfo } from '../protocol.ts';
import { currentTheme, sceneryColor } from './theme.ts';

/** A body that is simulated elsewhere and shown here. */
export interface RemoteBody extends DragTarget {
  /** Vertex positions as last received [m], shape [vertices, 3]. */
  readonly positions: Float32Array;
}

/** Meshes of a scene that runs in the worker. */
export interface SceneView extends DragView {
  readonly group: Group;
  readonly bodies: readonly RemoteBody[];
  /** Copies a frame into the meshes. */
  read(frame: ArrayBuffer): void;
  /** Takes new triangles for a body. */
  replace(body: number, surface: SurfaceInfo): void;
  /** Makes scenery again, in the colours of the present theme. */
  recolor(): void;
  dispose(): void;
}

interface Shown {
  name: string;
  surface: SurfaceInfo;
  mesh: Mesh;
  view: SurfaceMesh;
  positions: Float32Array;
  normals: Float32Array;
}

/** `reach`: how far planes are drawn [m]. */
export function createSceneView(info: SceneInfo, reach: number): SceneView {
  const group = new Group();
  const bodies = info.bodies.map(({ name, color, surface }, i): Shown => {
    const positions = Float32Array.from(surface.positions);
    const normals = new Float32Array(positions.length);
    const shade = bodyColor(color, i);
    const view = createSurfaceMesh({ positions, normals, surface }, { color: shade, name });
    group.add(view.mesh);
    return { name, surface, mesh: view.mesh, view, positions, normals };
  });
  const obstacles = info.obstacles.map(() => {
    const outer = new Group();
    outer.matrixAutoUpdate = false;
    group.add(outer);
    return outer;
  });

  function recolor(): void {
    const theme = currentTheme();
    info.obstacles.forEach(({ name, color, shape, surface }, i) => {
      for (const child of [...obstacles[i].children]) free(child);
      obstacles[i].clear();
      obstacles[i].add(
        createObstacleMesh(shape, {
          name,
          reach,
          surface: surface ?? undefined,
          color: sceneryColor(color, shape.type === 'plane' ? theme.ground : theme.obstacle),
          ground: { lineColor: theme.lines, grid: niceSpacing(reach / 16) },
        }),
      );
    });
  }

  recolor();
  return {
    group,
    bodies,
    obstacles,
    read(frame) {
      const numbers = new Float32Array(frame);
      let at = 0;
      for (const { positions, normals, view } of bodies) {
        positions.set(numbers.subarray(at, at + positions.length));
        at += positions.length;
        normals.set(numbers.subarray(at, at + normals.length));
        at += normals.length;
        view.changed();
      }
      for (const obstacle of obstacles) {
        poseMatrix(numbers.subarray(at, at + OBSTACLE_SIZE), obstacle.matrix);
        obstacle.matrixWorldNeedsUpdate = true;
        obstacle.visible = numbers[at + 12] !== 0;
        at += OBSTACLE_SIZE;
      }
    },
    replace(index, surface) {
      const body = bodies[index];
      body.surface = surface;
      body.positions = Float32Array.from(surface.positions);
      body.normals = new Float32Array(body.positions.length);
      body.view.replace(body);
    },
    recolor,
    dispose() {
      for (const { view } of bodies) view.dispose();
      for (const obstacle of obstacles) free(obstacle);
      group.removeFromParent();
    },
  };
}

/** The length of the row 1, 2, 5, 10, … next to the given one. */
function niceSpacing(about: number): number {
  const power = 10 ** Math.floor(Math.log10(about));
  return power * ([1, 2, 5].find((step) => step * power >= about) ?? 10);
}

function free(object: Object3D): void {
  object.traverse((part) => {
    if (!(part instanceof Mesh || part instanceof LineSegments)) return;
    part.geometry.dispose();
    (part.material as Material).dispose();
  });
}
