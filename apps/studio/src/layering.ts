import type { Action } from 'pliant';
import type { StudioDocument } from './document/document.ts';
import { layersOf } from './document/document.ts';
import type { Json } from './document/json.ts';
import { addLayerDeed } from './document/layers.ts';
import type { Store } from './document/store.ts';
import type { Player } from './player.ts';
import type { SceneInfo } from './protocol.ts';
import { createLayersPanel, type LayersPanel } from './ui/layers-panel.ts';
import { createBrush } from './view/brush.ts';
import type { SceneView } from './view/scene-view.ts';
import type { Stage } from './view/stage.ts';

/** Radius of the brush, in sizes of the body. */
const BRUSH = 0.12;

/** Layers of bodies: their panel, and the brush that paints them. What is done to them is part of the document. */
export function createLayering(
  holder: HTMLElement,
  parts: {
    readonly stage: Stage;
    readonly player: Player;
    readonly store: Store<StudioDocument>;
    view(picture: number): SceneView | null;
    info(): SceneInfo | null;
  },
): LayersPanel {
  const { stage, player, store, view, info } = parts;
  function change(action: Action): void {
    if (action.do !== 'layer') return;
    const deeds = addLayerDeed(layersOf(store.value), action);
    store.run(`layer ${action.layer}`, [[['layers'], deeds as unknown as Json]], true);
  }
  const brush = createBrush(stage, view, change);
  return createLayersPanel(holder, {
    apply: change,
    look: player.look,
    brush(target) {
      const body = target && info()?.bodies[target.body];
      brush.use(body ? { ...target, body: body.name, radius: BRUSH * body.size } : null);
    },
  });
}
