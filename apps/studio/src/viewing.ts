import type { Player } from './player.ts';
import { createHoverRegion, type HoverRegion } from './view/hover-region.ts';
import type { Show } from './view/show.ts';
import type { Stage } from './view/stage.ts';
import { createViews, type Views } from './view/views.ts';

/** The ways to look at bodies, and what the pointer shows of a cell. `isAlone`: nothing runs beside the scene. */
export function createViewing(
  bar: HTMLElement,
  holder: HTMLElement,
  stage: Stage,
  show: Show,
  player: Player,
  isAlone: () => boolean,
): { readonly views: Views; readonly hover: HoverRegion } {
  const views = createViews({
    ...{ bar, holder, show },
    cells: player.cells,
    shade: player.shade,
    apart: player.apart,
    hovered: () => hover.words,
  });
  const hover = createHoverRegion(
    stage,
    show.view,
    () => views.now.view === 'structure' && isAlone(),
    player.region,
    () => views.refresh(),
  );
  return { views, hover };
}
