import type { Action } from 'pliant';

type LayerAction = Extract<Action, { do: 'layer' }>;

/** What was changed about layers by hand, so that a scene that starts over has it again. */
export interface LayerChanges {
  add(action: Action): void;
  /** All changes, the last setting of each. Strokes of the brush come in the order they were made. */
  actions(): Action[];
  clear(): void;
}

/** Older strokes than this many are forgotten. */
const MOST_STROKES = 2000;

export function createLayerChanges(): LayerChanges {
  const settings = new Map<string, LayerAction>();
  let strokes: LayerAction[] = [];
  return {
    add(action) {
      if (action.do !== 'layer') return;
      const { paint, ...rest } = action;
      if (paint !== undefined) {
        strokes = [
          ...strokes.slice(1 - MOST_STROKES),
          { do: 'layer', body: rest.body, layer: rest.layer, paint },
        ];
        return;
      }
      const key = `${action.body}/${action.layer}`;
      settings.set(key, { ...settings.get(key), ...rest });
    },
    actions: () => [...settings.values(), ...strokes],
    clear() {
      settings.clear();
      strokes = [];
    },
  };
}
