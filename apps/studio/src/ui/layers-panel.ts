import type { Action } from 'pliant';
import type { LayerState, Look, SceneInfo } from '../protocol.ts';
import { h } from './dom.ts';
import { createLayerRow, type LayerRow } from './layer-row.ts';

/** What is done with a layer besides changing it. */
export type LayerUse = 'apart' | 'paint' | 'erase';

export interface LayersPanelActions {
  apply(action: Action): void;
  /** Shows a layer apart, or all together again. */
  look(at: Look | null): void;
  /** Takes the brush for a layer of a body, to paint (1) or to erase (0); null puts it away. */
  brush(target: { body: number; layer: string; value: 0 | 1 } | null): void;
}

/** The layers of a layered body, finest on top, as painters know them. Hidden for scenes without. */
export interface LayersPanel {
  open(scene: SceneInfo): void;
  /** The layers of each body as they are now. */
  show(layers: readonly (readonly LayerState[] | null)[]): void;
  /** Puts the brush away and shows everything together. */
  stop(): void;
}

export function createLayersPanel(panel: HTMLElement, actions: LayersPanelActions): LayersPanel {
  const list = h('ol', {});
  const choice = h('select', { 'aria-label': 'Body', change: () => choose(Number(choice.value)) });
  panel.append(h('header', {}, h('h2', {}, 'Layers'), choice), list);
  let scene: SceneInfo | null = null;
  let body = -1;
  let rows: LayerRow[] = [];
  /** Finest first, as drawn. */
  let order: number[] = [];
  let use: { layer: number; how: LayerUse } | null = null;

  function choose(next: number): void {
    stop();
    body = next;
    const layers = scene?.bodies[body]?.layers ?? [];
    const change = (layer: string, settings: object): void => {
      if (scene === null) return;
      actions.apply({ do: 'layer', body: scene.bodies[body].name, layer, ...settings });
    };
    rows = layers.map((layer, k) =>
      createLayerRow(layer, {
        change: (settings) => change(layer.name, settings),
        use: (how) => toggle(k, how),
        open: () => rows.forEach((row, j) => void row.expand(j === k)),
        drop: (y) => change(layer.name, { order: placeAt(k, y) }),
        step: (by) =>
          change(layer.name, { order: clamp(layers.length - 1 - order.indexOf(k) + by) }),
      }),
    );
    order = [];
    sort(layers);
    rows[rows.length - 1]?.expand(true);
    rows.forEach((row, k) => void row.show(layers[k]));
  }

  const clamp = (place: number): number => Math.max(1, Math.min(rows.length - 1, place));

  /** Where in the order of composition a row goes that is let go at a height of the page [px]. */
  function placeAt(moved: number, y: number): number {
    const others = order.filter((k) => k !== moved);
    const above = others.filter((k) => {
      const { top, height } = rows[k].element.getBoundingClientRect();
      return top + height / 2 < y;
    });
    return clamp(rows.length - 1 - above.length);
  }

  function sort(layers: readonly LayerState[]): void {
    const next = layers.map((_, k) => k).sort((a, b) => layers[b].order - layers[a].order);
    if (next.every((k, i) => k === order[i])) return;
    order = next;
    list.replaceChildren(...order.map((k) => rows[k].element));
  }

  function toggle(layer: number, how: LayerUse): void {
    const isSame = use?.layer === layer && use.how === how;
    use = isSame ? null : { layer, how };
    applyUse();
  }

  function applyUse(): void {
    rows.forEach((row, k) => void row.using(use?.layer === k ? use.how : null));
    const painting = use !== null && use.how !== 'apart';
    const what = painting ? 'region' : 'motion';
    actions.look(use && { body, layer: use.layer, what });
    const name = scene?.bodies[body]?.layers?.[use?.layer ?? 0].name ?? '';
    actions.brush(
      use !== null && painting ? { body, layer: name, value: use.how === 'paint' ? 1 : 0 } : null,
    );
  }

  function stop(): void {
    if (use === null) return;
    use = null;
    applyUse();
  }

  return {
    open(next) {
      stop();
      scene = next;
      const layered = next.bodies.flatMap(({ layers }, i) => (layers === null ? [] : [i]));
      panel.hidden = layered.length === 0;
      choice.hidden = layered.length < 2;
      choice.replaceChildren(
        ...layered.map((i) => h('option', { value: String(i) }, next.bodies[i].name)),
      );
      choose(layered.length === 0 ? -1 : layered[0]);
    },
    show(all) {
      const layers = all[body];
      if (layers == null || layers.length !== rows.length) return;
      sort(layers);
      rows.forEach((row, k) => void row.show(layers[k]));
    },
    stop,
  };
}
