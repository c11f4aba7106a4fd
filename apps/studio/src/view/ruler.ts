import { Vector3 } from 'three';
import { h } from '../ui/dom.ts';
import { quantity } from '../ui/format.ts';
import type { SceneView } from './scene-view.ts';
import type { Stage } from './stage.ts';

/** Where a place of a body is, or the distance between two; they go with their bodies. */
export interface Ruler {
  /** Puts an end at a vertex of a body; a third starts again. */
  add(body: string, vertex: number): void;
  clear(): void;
  /** Between the ends now [m]; null if there are not two. */
  readonly distance: number | null;
}

export function createRuler(
  stage: Stage,
  holder: HTMLElement,
  view: (picture: number) => SceneView | null,
): Ruler {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('class', 'stroke ruler');
  const line = document.createElementNS(space, 'line');
  const dots = [0, 1].map(() => document.createElementNS(space, 'circle'));
  for (const dot of dots) dot.setAttribute('r', '5');
  svg.append(line, ...dots);
  stage.canvas.after(svg);
  const label = h('output', { class: 'ruler-label', 'aria-label': 'Measured', hidden: true });
  holder.append(label);
  let ends: { body: string; vertex: number }[] = [];
  let distance: number | null = null;

  /** Where an end is now; null if its body is gone, or cut up. */
  function placeOf({ body, vertex }: { body: string; vertex: number }): Vector3 | null {
    const positions = view(0)?.bodies.find(({ name }) => name === body)?.positions;
    if (positions === undefined || 3 * vertex >= positions.length) return null;
    return new Vector3().fromArray(positions, 3 * vertex);
  }

  function draw(): void {
    const places = ends.flatMap((end) => placeOf(end) ?? []);
    const { left, top } = stage.canvas.getBoundingClientRect();
    const seen = places.map((place) => {
      const { x, y } = stage.toScreen(place);
      return { x: x - left, y: y - top };
    });
    dots.forEach((dot, i) => {
      dot.setAttribute('visibility', i < seen.length ? 'visible' : 'hidden');
      if (i >= seen.length) return;
      dot.setAttribute('cx', String(seen[i].x));
      dot.setAttribute('cy', String(seen[i].y));
    });
    const isWhole = seen.length === 2;
    line.setAttribute('visibility', isWhole ? 'visible' : 'hidden');
    label.hidden = seen.length === 0;
    distance = isWhole ? places[0].distanceTo(places[1]) : null;
    if (seen.length === 0) return;
    const [first, last] = [seen[0], seen[seen.length - 1]];
    [first, last].forEach(({ x, y }, i) => {
      line.setAttribute(`x${i + 1}`, String(x));
      line.setAttribute(`y${i + 1}`, String(y));
    });
    const box = holder.getBoundingClientRect();
    label.textContent = distance === null ? placeText(places[0]) : quantity(distance, 'm');
    label.style.left = `${(first.x + last.x) / 2 + left - box.left}px`;
    label.style.top = `${(first.y + last.y) / 2 + top - box.top}px`;
  }
  stage.onBeforeDraw((picture) => {
    if (picture === 0) draw();
  });

  return {
    add(body, vertex) {
      ends = ends.length === 2 ? [{ body, vertex }] : [...ends, { body, vertex }];
      stage.invalidate();
    },
    clear() {
      ends = [];
      stage.invalidate();
    },
    get distance() {
      return distance;
    },
  };
}

const placeText = (place: Vector3): string =>
  `${place
    .toArray()
    .map((x) => x.toFixed(3).replace('-', '−'))
    .join(', ')} m`;
