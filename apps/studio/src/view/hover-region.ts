import type { CellRegion } from 'pliant';
import { Raycaster, Vector2 } from 'three';
import type { SceneView } from './scene-view.ts';
import type { Stage } from './stage.ts';

/** While the pointer rests on a body of cells, what the cell under it looks at is shown. */
export interface HoverRegion {
  /** The answer to `ask`. */
  show(body: number, cell: number, region: CellRegion): void;
  /** What is shown, in words; null for nothing. */
  readonly words: string | null;
}

/** `isWanted` says whether cells are shown; `ask` asks for a cell's region; `changed` is called when what is shown has changed. */
export function createHoverRegion(
  stage: Stage,
  view: () => SceneView | null,
  isWanted: () => boolean,
  ask: (body: number, cell: number) => void,
  changed: () => void,
): HoverRegion {
  const raycaster = new Raycaster();
  let at: { body: number; cell: number } | null = null;
  let words: string | null = null;
  let place: { x: number; y: number } | null = null;

  function leave(): void {
    if (at === null) return;
    view()?.bodies[at.body]?.cells?.highlight(null);
    at = null;
    words = null;
    stage.invalidate();
    changed();
  }

  function look(): void {
    const seen = view();
    const from = place;
    place = null;
    if (from === null || seen === null || !isWanted()) {
      leave();
      return;
    }
    const { camera, left, top, width, height } = stage.pictures.at(from.x, from.y);
    const x = (2 * (from.x - left)) / width - 1;
    raycaster.setFromCamera(new Vector2(x, 1 - (2 * (from.y - top)) / height), camera);
    const able = seen.bodies.filter(
      ({ cells, visible }) => visible && cells?.info.hasRegions && cells.group.visible,
    );
    const [hit] = raycaster.intersectObjects(
      able.map(({ mesh }) => mesh),
      false,
    );
    const body = seen.bodies.findIndex(({ mesh }) => mesh === hit?.object);
    if (hit === undefined || body < 0) {
      leave();
      return;
    }
    const cell = seen.bodies[body].cells?.nearest(hit.point.x, hit.point.y, hit.point.z) ?? -1;
    if (cell < 0 || (at?.body === body && at.cell === cell)) return;
    leave();
    at = { body, cell };
    ask(body, cell);
  }

  stage.canvas.addEventListener(
    'pointermove',
    ({ clientX: x, clientY: y, buttons, pointerType }) => {
      if (pointerType !== 'mouse') return;
      if (buttons !== 0) {
        leave();
        return;
      }
      if (place === null) requestAnimationFrame(look);
      place = { x, y };
    },
  );
  stage.canvas.addEventListener('pointerleave', leave);
  return {
    show(body, cell, region) {
      if (at?.body !== body || at.cell !== cell) return;
      view()?.bodies[body]?.cells?.highlight(region);
      words = `a region: ${region.cells.length} cells in ${region.ends.length} sums`;
      stage.invalidate();
      changed();
    },
    get words() {
      return words;
    },
  };
}
