import type { Action } from 'pliant';
import { canonical, type Json } from './json.ts';

type LayerAction = Extract<Action, { do: 'layer' }>;

/** What was changed about layers by hand: the last setting of each, and strokes of the brush in the order they were made. */
export type LayerDeeds = readonly LayerAction[];

/** Older strokes than this many are forgotten. */
const MOST_STROKES = 2000;

/** How a layer is set that nobody has touched; its place in the order is its own. */
const UNTOUCHED = { mute: false, solo: false, weight: 1, stiffness: 1, damping: 1 } as const;

const isStroke = (deed: LayerAction): boolean => deed.paint !== undefined;
const keyOf = ({ body, layer }: LayerAction): string => `${body}/${layer}`;

/** The deeds with one more. */
export function addLayerDeed(deeds: LayerDeeds, deed: Action): LayerDeeds {
  if (deed.do !== 'layer') return deeds;
  const strokes = deeds.filter(isStroke);
  const settings = deeds.filter((one) => !isStroke(one));
  const { paint, ...rest } = deed;
  if (paint !== undefined) {
    const stroke: LayerAction = { do: 'layer', body: rest.body, layer: rest.layer, paint };
    return [...settings, ...strokes.slice(1 - MOST_STROKES), stroke];
  }
  const at = settings.findIndex((one) => keyOf(one) === keyOf(deed));
  if (at < 0) settings.push(rest);
  else settings[at] = { ...settings[at], ...rest };
  return [...settings, ...strokes];
}

/**
 * What leads from some deeds to others in a world that runs; null if it must start over, because paint does not come off. `orders`: the
 * places of layers, by `body/layer`, in a fresh world.
 */
export function layerActions(
  from: LayerDeeds,
  to: LayerDeeds,
  orders: Readonly<Record<string, number>>,
): Action[] | null {
  const same = (a: LayerAction, b: LayerAction): boolean =>
    canonical(a as unknown as Json) === canonical(b as unknown as Json);
  const [before, after] = [from.filter(isStroke), to.filter(isStroke)];
  if (after.length < before.length || before.some((stroke, i) => !same(stroke, after[i])))
    return null;
  const settings = new Map(to.filter((one) => !isStroke(one)).map((one) => [keyOf(one), one]));
  for (const one of from) {
    if (isStroke(one) || settings.has(keyOf(one))) continue;
    settings.set(keyOf(one), { do: 'layer', body: one.body, layer: one.layer });
  }
  const changed = [...settings].filter(([key, one]) => {
    const old = from.find((other) => !isStroke(other) && keyOf(other) === key);
    return old === undefined || !same(old, one);
  });
  const complete = changed.map(([key, one]): Action => {
    const old = from.find((other) => !isStroke(other) && keyOf(other) === key) ?? {};
    const missing = Object.keys(old).filter((field) => !(field in one));
    const back = Object.fromEntries(
      missing.map((field) => [field, { ...UNTOUCHED, order: orders[key] }[field as 'mute']]),
    );
    return { ...back, ...one };
  });
  return [...complete, ...after.slice(before.length)];
}
