import type { Action, Point } from 'pliant';
import { Raycaster, Vector2, Vector3 } from 'three';
import type { SceneInfo } from '../protocol.ts';
import type { Ruler } from './ruler.ts';
import type { SceneView } from './scene-view.ts';
import type { Stage } from './stage.ts';

/** What a press on the picture does: pull a body, kick it, cut through everything, divide cells, or measure. */
export type Tool = 'pull' | 'push' | 'knife' | 'refine' | 'measure';

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
/** Twice the acceleration of a fall, times the part of a body's size that it falls [m/s²]. */
const KICK = 2 * 9.81 * 0.1;

/**
 * Cutting, refining, kicking and measuring with the pointer. A stroke of the knife is a fan of rays from the eye: what it sweeps is the blade. The tools
 * listen before pulling and turning do.
 */
export function createKnife(
  stage: Stage,
  view: (picture: number) => SceneView | null,
  apply: (action: Action) => void,
  ruler: Ruler,
): Knife {
  const { canvas, pictures } = stage;
  const raycaster = new Raycaster();
  const place = new Vector3();
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

  /** What is under the pointer. */
  const hitAt = ({ clientX: x, clientY: y }: PointerEvent) => {
    const shown = view(pictures.list.indexOf(pictures.at(x, y)));
    if (shown === null) return null;
    aim({ x, y });
    const seen = shown.bodies.filter(({ visible }) => visible);
    const [hit] = raycaster.intersectObjects(
      seen.map(({ mesh }) => mesh),
      false,
    );
    const info = scene?.bodies.find(({ name }) => name === hit?.object.name);
    const body = seen.find(({ mesh }) => mesh === hit?.object);
    return hit === undefined || info === undefined || body === undefined
      ? null
      : { point: hit.point, triangle: hit.faceIndex ?? 0, info, body };
  };

  const refine = (event: PointerEvent): void => {
    const hit = hitAt(event);
    if (hit === null || !hit.info.cuttable) return;
    const { name, size } = hit.info;
    const levels = event.shiftKey ? 0 : 1;
    apply({ do: 'refine', body: name, where: pointOf(hit.point), radius: TOUCH * size, levels });
  };

  /** A kick along the line of sight, as hard as falling from a part of its size. */
  const push = (event: PointerEvent): void => {
    const hit = hitAt(event);
    if (hit === null) return;
    const { name, mass, size } = hit.info;
    const kick = raycaster.ray.direction.clone().multiplyScalar(mass * Math.sqrt(KICK * size));
    apply({ do: 'impulse', body: name, impulse: pointOf(kick), where: pointOf(hit.point) });
  };

  const measure = (event: PointerEvent): void => {
    const hit = hitAt(event);
    if (hit === null) return;
    const { triangles } = hit.body.surface;
    const corners = [0, 1, 2].map((k) => triangles[3 * hit.triangle + k]);
    const far = (v: number): number =>
      hit.point.distanceToSquared(place.fromArray(hit.body.positions, 3 * v));
    ruler.add(
      hit.info.name,
      corners.reduce((best, v) => (far(v) < far(best) ? v : best)),
    );
  };

  const start = (event: PointerEvent): void => {
    if (tool === 'pull' || event.button !== 0 || event.target !== canvas) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    if (tool === 'knife') {
      stroke = [{ x: event.clientX, y: event.clientY }];
      return;
    }
    ({ refine, push, measure })[tool](event);
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
      if (next !== 'measure') ruler.clear();
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
