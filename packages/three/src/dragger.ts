import type { Action, Point, SurfaceModel } from 'pliant';
import { type Camera, type Mesh, type Object3D, Plane, Raycaster, Vector2, Vector3 } from 'three';
import { checkElement } from './check-element.ts';
import { materialPoint } from './pick.ts';

/** A body that can be pulled. A `BodyView` is one. */
export interface DragTarget {
  readonly name: string;
  readonly surface: SurfaceModel;
  readonly mesh: Mesh;
}

/** What the pointer can meet. A `WorldView` is one; a page whose world runs in a worker makes its own. */
export interface DragView {
  readonly bodies: readonly DragTarget[];
  /** Things that hide what is behind them but cannot be pulled. */
  readonly obstacles?: readonly Object3D[];
}

/** A part of the page with a camera of its own: where it is [client px] and what looks into the scene there. */
export interface Picture {
  readonly camera: Camera;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A pull in progress. */
export interface Drag {
  readonly id: string;
  readonly target: DragTarget;
  /** The picked triangle and the weights of the point in it: where the body is held. */
  readonly triangle: number;
  readonly barycentric: Vector3;
  /** Where the pointer is, in the plane of the drag [m]. */
  readonly to: Vector3;
}

export interface DraggerOptions {
  /** Stiffness of the pull [N/m]; the engine chooses one that suits the body's mass if missing. */
  stiffness?: number;
  /** The picture at a place of the page [client px], if the element shows several; all of it with `camera` if missing. */
  picture?: (x: number, y: number) => Picture;
  /** Called when a pull starts, follows the pointer, ends. */
  onStart?: (drag: Drag) => void;
  onMove?: (drag: Drag) => void;
  onEnd?: (drag: Drag) => void;
}

export interface Dragger {
  /** Pulls in progress, by pointer: one with a mouse, several with fingers. */
  readonly drags: ReadonlyMap<number, Drag>;
  /** The body under a place on the screen (client coordinates [px]), or null. */
  bodyAt(x: number, y: number): DragTarget | null;
  /** Lets go of everything. */
  release(): void;
  /** Lets go of everything without telling the world: for when the world was reset and has forgotten its drags. */
  forget(): void;
  /** Lets go and stops listening. */
  dispose(): void;
}

/**
 * Lets pointers (mouse, pen, fingers) pull bodies: a press on a body takes hold of the material point under it, and the point is
 * drawn towards the pointer, in the plane through it that faces the camera. `apply` gets plain actions: `world.apply` for a world
 * in this thread, or a function that posts them to a worker. `view` may be a function of the place in the page [client px], for
 * pages that change what they show or show several worlds. A press on a body does not reach later listeners of the
 * element, so that orbit controls turn the camera only from empty space; make the dragger before or after them.
 */
export function createDragger(
  camera: Camera,
  element: HTMLElement,
  view: DragView | ((x: number, y: number) => DragView),
  apply: (action: Action) => void,
  options: DraggerOptions = {},
): Dragger {
  checkElement(element);
  const current = typeof view === 'function' ? view : (): DragView => view;
  const raycaster = new Raycaster();
  // Grid lines are thin: they hide nothing.
  raycaster.params.Line.threshold = 0;
  const drags = new Map<number, Drag>();
  /** Where each drag goes on: the plane it moves in, and the picture it began in, also when the pointer leaves that. */
  const grabs = new Map<number, { plane: Plane; picture: Picture }>();
  let count = 0;

  const whole = (): Picture => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { camera, left, top, width, height };
  };
  const pictureAt = options.picture ?? whole;

  const aim = (x: number, y: number, picture: Picture): void => {
    const { left, top, width, height } = picture;
    const place = new Vector2((2 * (x - left)) / width - 1, 1 - (2 * (y - top)) / height);
    raycaster.setFromCamera(place, picture.camera);
  };

  const pick = (x: number, y: number, picture = pictureAt(x, y)) => {
    aim(x, y, picture);
    const { bodies, obstacles = [] } = current(x, y);
    const meshes = bodies.map((body) => body.mesh);
    const hidden = raycaster.intersectObjects(obstacles.filter(isShown), true)[0];
    const hit = raycaster.intersectObjects<Mesh>(meshes, false)[0];
    if (hit === undefined || (hidden !== undefined && hidden.distance < hit.distance)) return null;
    return { hit, target: bodies[meshes.indexOf(hit.object)] };
  };

  const start = (event: PointerEvent): void => {
    if (event.button !== 0 || drags.has(event.pointerId)) return;
    const picture = pictureAt(event.clientX, event.clientY);
    const picked = pick(event.clientX, event.clientY, picture);
    if (picked === null || picked.hit.faceIndex == null || !picked.hit.barycoord) return;
    const { hit, target } = picked;
    event.stopImmediatePropagation();
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    const drag: Drag = {
      id: `pointer-${event.pointerId}-${count++}`,
      target,
      triangle: hit.faceIndex as number,
      barycentric: (hit.barycoord as Vector3).clone(),
      to: hit.point.clone(),
    };
    const facing = picture.camera.getWorldDirection(new Vector3());
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing, hit.point);
    grabs.set(event.pointerId, { plane, picture });
    drags.set(event.pointerId, drag);
    const point = materialPoint(target.surface, drag.triangle, drag.barycentric);
    const { stiffness } = options;
    apply({
      do: 'drag',
      id: drag.id,
      body: target.name,
      point,
      to: pointOf(drag.to),
      ...(stiffness && { stiffness }),
    });
    options.onStart?.(drag);
  };

  const move = (event: PointerEvent): void => {
    const drag = drags.get(event.pointerId);
    const grab = grabs.get(event.pointerId);
    if (drag === undefined || grab === undefined) return;
    aim(event.clientX, event.clientY, grab.picture);
    // Null when the ray runs along the plane: the drag stays where it was.
    if (raycaster.ray.intersectPlane(grab.plane, drag.to) === null) return;
    apply({ do: 'move', id: drag.id, to: pointOf(drag.to) });
    options.onMove?.(drag);
  };

  const end = (event: PointerEvent): void => {
    const drag = drags.get(event.pointerId);
    if (drag === undefined) return;
    drags.delete(event.pointerId);
    grabs.delete(event.pointerId);
    apply({ do: 'drop', id: drag.id });
    options.onEnd?.(drag);
  };

  const forget = (): void => {
    const ended = [...drags.values()];
    drags.clear();
    grabs.clear();
    for (const drag of ended) options.onEnd?.(drag);
  };

  const release = (): void => {
    for (const drag of drags.values()) apply({ do: 'drop', id: drag.id });
    forget();
  };

  const listeners = [
    ['pointerdown', start],
    ['pointermove', move],
    ['pointerup', end],
    ['pointercancel', end],
    ['lostpointercapture', end],
  ] as const;
  // Captured, to come before orbit controls whenever those were made.
  const early = { capture: true };
  for (const [type, listener] of listeners) element.addEventListener(type, listener, early);
  element.style.touchAction = 'none';

  return {
    drags,
    bodyAt: (x, y) => pick(x, y)?.target ?? null,
    release,
    forget,
    dispose() {
      release();
      for (const [type, listener] of listeners) element.removeEventListener(type, listener, early);
    },
  };
}

function isShown(object: Object3D): boolean {
  return object.visible;
}

function pointOf({ x, y, z }: Vector3): Point {
  return [x, y, z];
}
