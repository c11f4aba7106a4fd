import { Plane, Vector3 } from 'three';
import { breezeOf, pressureOf, windEdits } from '../document/wind.ts';
import { digits, quantity } from '../ui/format.ts';
import type { Hand } from './hands.ts';
import type { AimedParts } from './parts.ts';

/** An arrow so long is a wind of one metre a second [px]; no wind is faster than this [m/s]. */
const LENGTH = 4;
const FASTEST = 60;
/** A shorter one is a wish for calm [px]. */
const CALM = 12;

/** Draws an arrow, and the air blows that way, in the plane that faces the eye. */
export function createWindHand({ stage, aim, bar, scene, edit }: AimedParts): Hand {
  const arrow = createArrow(stage.canvas);
  let from: { clientX: number; clientY: number } | null = null;
  let velocity: [number, number, number] | null = null;

  /** Where the pointer is in the plane that faces the eye, at the distance of what is looked at. */
  function inPlane(place: { clientX: number; clientY: number }): Vector3 | null {
    const facing = stage.camera.getWorldDirection(new Vector3());
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing, stage.controls.target);
    return aim.ray(place).intersectPlane(plane, new Vector3());
  }

  const words = (wind: readonly number[]): string =>
    `${digits(Math.hypot(...wind))} m/s: ${quantity(pressureOf(wind), 'Pa')} on what stands still`;

  const tell = (): void => {
    const now = breezeOf(scene());
    bar.say(now === null ? null : `${words(now)}. A click is calm`);
  };

  return {
    take() {
      bar.open('Draw an arrow: the wind blows that way');
      tell();
    },
    refresh: tell,
    leave: bar.close,
    press(event) {
      from = { clientX: event.clientX, clientY: event.clientY };
      velocity = null;
      return true;
    },
    move(event, isDown) {
      if (!isDown || from === null) return;
      const [a, b] = [inPlane(from), inPlane(event)];
      const length = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY);
      arrow.draw(from, event);
      if (a === null || b === null || length < CALM) velocity = null;
      else {
        const speed = Math.min(FASTEST, length / LENGTH);
        const way = b.sub(a).normalize().multiplyScalar(speed);
        const [x, y, z] = way.toArray().map((c) => Number(c.toFixed(2)));
        velocity = [x, y, z];
      }
      bar.say(velocity === null ? 'Calm' : words(velocity));
    },
    release(isWish) {
      arrow.draw(null, null);
      from = null;
      if (isWish) edit(velocity === null ? 'calm' : 'wind', windEdits(scene(), velocity));
      tell();
    },
  };
}

type Place = { readonly clientX: number; readonly clientY: number };

/** Above the picture. */
function createArrow(canvas: HTMLCanvasElement): {
  draw(from: Place | null, to: Place | null): void;
} {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('class', 'stroke wind');
  const path = document.createElementNS(space, 'path');
  svg.append(path);
  canvas.after(svg);
  return {
    draw(from, to) {
      if (from === null || to === null) {
        path.setAttribute('d', '');
        return;
      }
      const { left, top } = canvas.getBoundingClientRect();
      const [x, y] = [from.clientX - left, from.clientY - top];
      const [dx, dy] = [to.clientX - from.clientX, to.clientY - from.clientY];
      const length = Math.hypot(dx, dy) || 1;
      const [ux, uy] = [dx / length, dy / length];
      const [tx, ty] = [x + dx, y + dy];
      const barb = (side: number): string =>
        `M${tx} ${ty}L${tx - 14 * ux - side * 8 * uy} ${ty - 14 * uy + side * 8 * ux}`;
      path.setAttribute('d', `M${x} ${y}L${tx} ${ty}${barb(1)}${barb(-1)}`);
    },
  };
}
