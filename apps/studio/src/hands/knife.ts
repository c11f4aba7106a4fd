import type { Action, Point } from 'pliant';
import type { SceneInfo } from '../protocol.ts';
import type { Stage } from '../view/stage.ts';
import { type Aim, pointOf } from './aim.ts';
import type { Hand } from './hands.ts';

/** Places of a stroke nearer than this to the last one are left out [px]. */
const SPACING = 6;
/** How far beyond what it looks at a blade reaches, in distances to it. */
const BEYOND = 4;

/** Cutting: a stroke is a fan of rays from the eye, and what it sweeps is the blade. */
export function createKnife(
  stage: Stage,
  aim: Aim,
  scene: () => SceneInfo | null,
  apply: (action: Action) => void,
): Hand {
  let stroke: { clientX: number; clientY: number }[] = [];
  const line = createLine(stage.canvas);

  const edge = (place: { clientX: number; clientY: number }): [Point, Point] => {
    const { origin, direction } = aim.ray(place);
    const far = BEYOND * origin.distanceTo(stage.controls.target);
    return [pointOf(origin), pointOf(origin.clone().addScaledVector(direction, far))];
  };

  return {
    press({ clientX, clientY }) {
      stroke = [{ clientX, clientY }];
      return true;
    },
    move({ clientX, clientY }, isDown) {
      const last = stroke.at(-1);
      if (!isDown || last === undefined) return;
      if (Math.hypot(clientX - last.clientX, clientY - last.clientY) < SPACING) return;
      stroke.push({ clientX, clientY });
      line.draw(stroke);
    },
    release(isWish) {
      line.draw([]);
      if (!isWish || stroke.length < 2) return;
      const blade = stroke.map(edge);
      for (const { name, cuttable } of scene()?.bodies ?? [])
        if (cuttable) apply({ do: 'cut', body: name, blade });
    },
  };
}

/** The stroke as it is drawn, above the picture. */
function createLine(canvas: HTMLCanvasElement): {
  draw(places: readonly { clientX: number; clientY: number }[]): void;
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
      path.setAttribute(
        'points',
        places.map(({ clientX: x, clientY: y }) => `${x - left},${y - top}`).join(' '),
      );
    },
  };
}
