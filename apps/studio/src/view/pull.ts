import { createDragger, type Drag, type Dragger, type DragView, surfacePoint } from '@pliant/three';
import type { Action } from 'pliant';
import { Vector3 } from 'three';
import { h } from '../ui/dom.ts';
import { quantity } from '../ui/format.ts';
import { createRubberBand, type RubberBand } from './rubber-band.ts';
import type { RemoteBody, SceneView } from './scene-view.ts';
import type { Stage } from './stage.ts';

/** Where forces are told, and the mass of a body [kg]; undefined for a piece that came off. */
export interface Gauge {
  readonly holder: HTMLElement;
  massOf(body: string): number | undefined;
}

/** A free body would swing so often a second on a band [Hz]: as the engine chooses. */
const FREQUENCY = 2;

/**
 * Pulling bodies with the pointer, with a rubber band for each hand. `view` gives what a picture shows; only free bodies are taken hold of. With a
 * gauge the force of the last hand's band is told.
 */
export function createPull(
  stage: Stage,
  view: (picture: number) => SceneView | null,
  apply: (action: Action) => void,
  isFree: (origin: number) => boolean,
  gauge?: Gauge,
): Dragger {
  const { pictures } = stage;
  const bands = new Map<string, RubberBand>();
  const viewAt = (x: number, y: number): DragView => {
    const seen = view(pictures.list.indexOf(pictures.at(x, y)));
    const bodies = seen?.bodies.filter((body) => body.visible && isFree(body.origin)) ?? [];
    return { bodies, obstacles: seen?.obstacles };
  };
  /** How stiff the band to a body is [N/m], where that is known. */
  const stiffnessOf = (body: string): number | undefined => {
    const mass = gauge?.massOf(body);
    return mass && mass * (2 * Math.PI * FREQUENCY) ** 2;
  };
  const pullOn = (action: Action): void => {
    if (action.do !== 'drag') apply(action);
    else apply({ ...action, stiffness: stiffnessOf(action.body) });
  };
  const label = h('output', { class: 'ruler-label', 'aria-label': 'Force', hidden: true });
  gauge?.holder.append(label);
  const dragger = createDragger(stage.camera, stage.canvas, viewAt, pullOn, {
    picture: pictures.at,
    onStart(drag) {
      const band = createRubberBand();
      bands.set(drag.id, band);
      stage.scene.add(band.object);
      stage.canvas.style.cursor = 'grabbing';
      stage.invalidate();
    },
    onMove: () => stage.invalidate(),
    onEnd(drag) {
      bands.get(drag.id)?.dispose();
      bands.delete(drag.id);
      stage.canvas.style.cursor = '';
      label.hidden = true;
      stage.invalidate();
    },
  });

  function tell({ target: { name }, to }: Drag, from: Vector3): void {
    const stiffness = stiffnessOf(name);
    label.hidden = stiffness === undefined;
    if (stiffness === undefined || gauge === undefined) return;
    const { x, y } = stage.toScreen(to);
    const { left, top } = gauge.holder.getBoundingClientRect();
    label.textContent = quantity(stiffness * from.distanceTo(to), 'N');
    label.style.left = `${x - left}px`;
    label.style.top = `${y - top}px`;
  }

  const held = new Vector3();
  stage.onBeforeDraw((picture, camera) => {
    for (const drag of dragger.drags.values()) {
      // Two runs of a scene are pulled alike, each at its own place.
      const body = view(picture)?.bodies.find(({ name }) => name === drag.target.name);
      if (body === undefined) continue;
      bands.get(drag.id)?.update(held.fromArray(heldPoint(drag, body)), drag.to, camera);
      if (picture === 0) tell(drag, held);
    }
  });

  // A hand over what can be pulled; at most one pick a picture.
  let place: { x: number; y: number } | null = null;
  stage.canvas.addEventListener(
    'pointermove',
    ({ clientX: x, clientY: y, buttons, pointerType }) => {
      if (buttons !== 0 || pointerType !== 'mouse') return;
      if (place === null) requestAnimationFrame(showHand);
      place = { x, y };
    },
  );
  function showHand(): void {
    if (place === null) return;
    stage.canvas.style.cursor = dragger.bodyAt(place.x, place.y) === null ? '' : 'grab';
    place = null;
  }
  return dragger;
}

/** Where the held material point is now. */
function heldPoint(
  { triangle, barycentric }: Drag,
  { positions, surface }: RemoteBody,
): [number, number, number] {
  return [...surfacePoint(positions, surface.triangles, triangle, barycentric)];
}
