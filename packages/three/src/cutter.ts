import type { Action, Point } from 'pliant';
import { type Camera, Raycaster, Vector2, type Vector3 } from 'three';
import { checkElement } from './check-element.ts';

export interface CutterOptions {
  /** Whether a press begins a cut; one with the main button and the shift key held if missing. */
  when?: (event: PointerEvent) => boolean;
  /** How far a blade reaches from the eye [m]; 1000 if missing. */
  reach?: number;
  /** Places of the stroke so far [client px], to be drawn above the picture; empty when it ends. */
  onStroke?: (places: readonly { readonly x: number; readonly y: number }[]) => void;
}

/** Something that a blade may meet. A `WorldBody` is one. */
export interface Cuttable {
  readonly name: string;
  readonly origin: number;
  readonly cuttable: boolean;
}

export interface Cutter {
  /** Gives the stroke up that is under way. */
  cancel(): void;
  /** Stops listening. */
  dispose(): void;
}

/** Places of a stroke nearer than this to the last one are left out [px]. */
const SPACING = 6;
const REACH = 1000;

/**
 * Cuts with a pointer: a stroke is a fan of rays from the eye, and what they sweep is the blade. All bodies of
 * `world` that can be cut are. `apply` gets plain
 * actions: `world.apply`, or `send` of a world in a worker.
 */
export function createCutter(
  camera: Camera,
  element: HTMLElement,
  world: { readonly bodies: readonly Cuttable[] },
  apply: (action: Action) => void,
  options: CutterOptions = {},
): Cutter {
  checkElement(element);
  const { when = withShift, reach = REACH, onStroke } = options;
  const raycaster = new Raycaster();
  let stroke: { x: number; y: number }[] | null = null;
  let pointer = -1;

  const edge = ({ x, y }: { x: number; y: number }): [Point, Point] => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const place = new Vector2((2 * (x - left)) / width - 1, 1 - (2 * (y - top)) / height);
    raycaster.setFromCamera(place, camera);
    const { origin, direction } = raycaster.ray;
    return [pointOf(origin), pointOf(origin.clone().addScaledVector(direction, reach))];
  };
  const cancel = (): void => {
    stroke = null;
    pointer = -1;
    onStroke?.([]);
  };
  const start = (event: PointerEvent): void => {
    if (stroke !== null || !when(event)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    pointer = event.pointerId;
    stroke = [{ x: event.clientX, y: event.clientY }];
  };
  const move = (event: PointerEvent): void => {
    if (stroke === null || event.pointerId !== pointer) return;
    event.stopImmediatePropagation();
    const [x, y] = [event.clientX, event.clientY];
    const last = stroke[stroke.length - 1];
    if ((x - last.x) ** 2 + (y - last.y) ** 2 < SPACING ** 2) return;
    stroke.push({ x, y });
    onStroke?.(stroke);
  };
  const end = (event: PointerEvent): void => {
    if (stroke === null || event.pointerId !== pointer) return;
    event.stopImmediatePropagation();
    const places = stroke;
    cancel();
    if (event.type !== 'pointerup' || places.length < 2) return;
    const blade = places.map(edge);
    // A body's name stands for all that came off it.
    const names = new Map<number, string>();
    for (const { name, origin, cuttable } of world.bodies)
      if (cuttable && !names.has(origin)) names.set(origin, name);
    for (const body of names.values()) apply({ do: 'cut', body, blade });
  };
  const listeners = [
    ['pointerdown', start],
    ['pointermove', move],
    ['pointerup', end],
    ['pointercancel', end],
  ] as const;
  // Captured, to come before draggers and orbit controls.
  const early = { capture: true };
  for (const [type, listener] of listeners) element.addEventListener(type, listener, early);
  return {
    cancel,
    dispose() {
      cancel();
      for (const [type, listener] of listeners) element.removeEventListener(type, listener, early);
    },
  };
}

const withShift = (event: PointerEvent): boolean => event.button === 0 && event.shiftKey;

function pointOf({ x, y, z }: Vector3): Point {
  return [x, y, z];
}
