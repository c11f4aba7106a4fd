import { materialPoint } from '@pliant/three';
import type { Point } from 'pliant';
import { type PerspectiveCamera, type Ray, Raycaster, Vector2, Vector3 } from 'three';
import type { BodyView } from '../view/body-view.ts';
import type { SceneView } from '../view/scene-view.ts';
import type { Stage } from '../view/stage.ts';

/** Where the pointer meets a body. */
export interface Hit {
  readonly body: BodyView;
  /** The place, and the surface's normal there [m]. */
  readonly point: Vector3;
  readonly normal: Vector3;
  /** The same place in the body's own coordinates at rest [m]. */
  readonly material: Point;
  /** The vertex nearest to it. */
  readonly vertex: number;
}

/** From the pointer into the scene. */
export interface Aim {
  readonly raycaster: Raycaster;
  /** A place in its picture, from −1 to 1 both ways, and the camera of that. */
  place(event: Screen): { at: Vector2; camera: PerspectiveCamera };
  /** The line of sight through a place of the page. */
  ray(event: Screen): Ray;
  /** What is under the pointer; null beside all bodies. */
  hit(event: Screen): Hit | null;
}

/** A place of the page [px]. */
export type Screen = { readonly clientX: number; readonly clientY: number };

export function createAim(stage: Stage, view: (picture: number) => SceneView | null): Aim {
  const { pictures } = stage;
  const raycaster = new Raycaster();
  const corner = new Vector3();

  const place: Aim['place'] = ({ clientX: x, clientY: y }) => {
    const { camera, left, top, width, height } = pictures.at(x, y);
    const at = new Vector2((2 * (x - left)) / width - 1, 1 - (2 * (y - top)) / height);
    return { at, camera: camera as PerspectiveCamera };
  };
  const ray: Aim['ray'] = (event) => {
    const { at, camera } = place(event);
    // It may have been moved since the last picture.
    camera.updateMatrixWorld();
    raycaster.setFromCamera(at, camera);
    return raycaster.ray;
  };

  return {
    raycaster,
    place,
    ray,
    hit(event) {
      const shown = view(pictures.list.indexOf(pictures.at(event.clientX, event.clientY)));
      if (shown === null) return null;
      ray(event);
      const seen = shown.bodies.filter(({ visible }) => visible);
      const [met] = raycaster.intersectObjects(
        seen.map(({ mesh }) => mesh),
        false,
      );
      const body = seen.find(({ mesh }) => mesh === met?.object);
      if (body === undefined || met.faceIndex == null || !met.barycoord) return null;
      const { triangles } = body.surface;
      const far = (v: number): number =>
        met.point.distanceToSquared(corner.fromArray(body.positions, 3 * v));
      const corners = [0, 1, 2].map((k) => triangles[3 * (met.faceIndex as number) + k]);
      return {
        body,
        point: met.point,
        normal: (met.face?.normal ?? raycaster.ray.direction.clone().negate()).clone(),
        material: materialPoint(body.surface, met.faceIndex, met.barycoord),
        vertex: corners.reduce((best, v) => (far(v) < far(best) ? v : best)),
      };
    },
  };
}

export function pointOf({ x, y, z }: Vector3): Point {
  return [x, y, z];
}
