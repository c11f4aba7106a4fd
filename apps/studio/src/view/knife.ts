import type { Action, Point } from 'pliant';
import { Raycaster, Vector2, type Vector3 } from 'three';
import type { SceneInfo } from '../protocol.ts';
import type { SceneView } from './scene-view.ts';
import type { Stage } from './stage.ts';

/** What a press on the picture does: pull a body, cut through everything, or divide cells. */
export type Tool = 'pull' | 'knife' | 'refine';

export interface Knife {
  use(tool: Tool): void;
  /** The scene whose bodies can be cut. */
  open(scene: SceneInfo): void;
}

/** Places of a stroke nearer than this to the last one are left out [px]. */
const SPACING = 6;
/** How far beyond what it looks at a blade reaches, in distances to it. */
const BEYOND = 4;
/** Around a touch, cells are divided within this part of the body's size. */
const TOUCH = 0.15;

/**
 * Cutting and refining with the pointer. A stroke of the knife is a fan of rays from the eye: what it sweeps is the blade. The tools
 * listen before pulling and turning do.
 */
export function createKnife(
  stage: Stage,
  view: (picture: number) => SceneView | null,
  apply: (action: Action) => void,
): Knife {
  const { canvas, pictures } = stage;
  const raycaster = new Raycaster();
  let tool: Tool = 'pull';
  let scene: SceneInfo | null = null;
  let stroke: { x: number; y: number }[] | null = null;
  const line = createLine(canvas);

  const aim = ({ x, y }: { x: number; y: number }): void => {
    const { camera, left, top, width, height } = pictures.at(x, y);
    raycaster.setFromCamera(
      new Vector2((2 * (x - left)) / width - 1, 1 - (2 * (y - top)) / height),
      camera,
    );
  };

  const edge = (place: { x: number; y: number }): [Point, Point] => {
    aim(place);
    const { origin, direction } = raycaster.ray;
    const far = BEYOND * origin.distanceTo(stage.controls.target);
    return [pointOf(origin), pointOf(origin.clone().addScaledVector(direction, far))];
  };

  const cut = (places: readonly { x: number; y: number }[]): void => {
    if (places.length < 2 || scene === null) return;
    const blade = places.map(edge);
    for (const body of scene.bodies) {
      if (body.cuttable) apply({ do: 'cut', body: body.name, blade });
    }
  };

  const refine = (event: PointerEvent): void => {
    const { clientX: x, clientY: y } = event;
    const shown = view(pictures.list.indexOf(pictures.at(x, y)));
    if (shown === null) return;
    aim({ x, y });
    const meshes = shown.bodies.map(({ mesh }) => mesh);
    const hit = raycaster.intersectObjects(meshes, false)[0];
    const info = scene?.bodies.find(({ name }) => name === hit?.object.name);
    if (hit === undefined || info === undefined || !info.cuttable) return;
    const levels = event.shiftKey ? 0 : 1;
    apply({
      do: 'refine',
      body: info.name,
      where: pointOf(hit.point),
      radius: TOUCH * info.size,
      levels,
    });
  };

  const start = (event: PointerEvent): void => {
    if (tool === 'pull' || event.button !== 0 || event.target !== canvas) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    if (tool === 'refine') {
      refine(event);
      return;
    }
    stroke = [{ x: event.clientX, y: event.clientY }];
  };
  const move = (event: PointerEvent): void => {
    if (stroke === null) return;
    event.stopImmediatePropagation();
    const last = stroke[stroke.length - 1];
    if (Math.hypot(event.clientX - last.x, event.clientY - last.y) < SPACING) return;
    stroke.push({ x: event.clientX, y: event.clientY });
    line.draw(stroke);
  };
  const end = (event: PointerEvent): void => {
    if (stroke === null) return;
    event.stopImmediatePropagation();
    const done = stroke;
    stroke = null;
    line.draw([]);
    if (event.type === 'pointerup') cut(done);
  };
  const early = { capture: true };
  window.addEventListener('pointerdown', start, early);
  window.addEventListener('pointermove', move, early);
  window.addEventListener('pointerup', end, early);
  window.addEventListener('pointercancel', end, early);

  return {
    use(next) {
      tool = next;
      canvas.style.cursor = next === 'pull' ? '' : 'crosshair';
    },
    open(next) {
      scene = next;
    },
  };
}

function pointOf({ x, y, z }: Vector3): Point {
  return [x, y, z];
}

/** The stroke as it is drawn, above the picture. */
function createLine(canvas: HTMLCanvasElement): {
  draw(places: readonly { x: number; y: number }[]): void;
} {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const path = document.createElementNS(space, 'polyline');
  svg.setAttribute('class', 'stroke');
  svg.append(path);
  canvas.after(svg);
  return {
    draw(places) {
      const { left, top } = canvas.getBoundingClientRect();
      path.setAttribute('points', places.map(({ x, y }) => `${x - left},${y - top}`).join(' '));
    },
  };
}
