import { materialPoint } from '@pliant/three';
import type { Action } from 'pliant';
import { Raycaster, Vector2 } from 'three';
import { createRing } from './ring.ts';
import type { SceneView } from './scene-view.ts';
import type { Stage } from './stage.ts';

/** What is painted: a layer of a body, let move (1) or not (0) within a radius [m]. */
export interface BrushTarget {
  readonly body: string;
  readonly layer: string;
  readonly value: 0 | 1;
  readonly radius: number;
}

/** Painting on a body with the pointer. */
export interface Brush {
  /** Takes the brush for a layer, or puts it away. */
  use(target: BrushTarget | null): void;
}

/** The brush listens before pulling and turning do; a press beside the body turns the view as ever. */
export function createBrush(
  stage: Stage,
  view: (picture: number) => SceneView | null,
  apply: (action: Action) => void,
): Brush {
  const { canvas, pictures } = stage;
  const raycaster = new Raycaster();
  const ring = createRing();
  stage.scene.add(ring.object);
  let target: BrushTarget | null = null;
  let isDown = false;

  /** Where the pointer meets the body that is painted. */
  const meet = ({ clientX: x, clientY: y }: PointerEvent) => {
    const picture = pictures.at(x, y);
    const body = view(pictures.list.indexOf(picture))?.bodies.find((b) => b.name === target?.body);
    if (body === undefined) return null;
    const { camera, left, top, width, height } = picture;
    const place = new Vector2((2 * (x - left)) / width - 1, 1 - (2 * (y - top)) / height);
    raycaster.setFromCamera(place, camera);
    const hit = raycaster.intersectObject(body.mesh, false)[0];
    return hit === undefined ? null : { hit, body };
  };

  const paint = (met: NonNullable<ReturnType<typeof meet>>): void => {
    const { faceIndex, barycoord } = met.hit;
    if (target === null || faceIndex == null || barycoord == null) return;
    const point = materialPoint(met.body.surface, faceIndex, barycoord);
    const { body, layer, value, radius } = target;
    apply({ do: 'layer', body, layer, paint: { point, radius, value } });
  };

  const show = (met: ReturnType<typeof meet>): void => {
    if (met === null || target === null) ring.hide();
    else ring.show(met.hit.point, met.hit.face?.normal ?? null, target.radius);
    stage.invalidate();
  };

  const start = (event: PointerEvent): void => {
    if (target === null || event.button !== 0 || event.target !== canvas) return;
    const met = meet(event);
    if (met === null) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    isDown = true;
    show(met);
    paint(met);
  };
  const move = (event: PointerEvent): void => {
    if (target === null || (!isDown && event.target !== canvas)) return;
    const met = meet(event);
    show(met);
    if (!isDown) return;
    event.stopImmediatePropagation();
    if (met !== null) paint(met);
  };
  const end = (event: PointerEvent): void => {
    if (!isDown) return;
    event.stopImmediatePropagation();
    isDown = false;
  };
  const early = { capture: true };
  window.addEventListener('pointerdown', start, early);
  window.addEventListener('pointermove', move, early);
  window.addEventListener('pointerup', end, early);
  window.addEventListener('pointercancel', end, early);

  return {
    use(next) {
      target = next;
      isDown = false;
      ring.hide();
      stage.invalidate();
    },
  };
}
