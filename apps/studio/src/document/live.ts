import type { Action } from 'pliant';
import { canonical, differences, getAt, isObject, type Json, type Path } from './json.ts';
import { BREEZE, breezeOf, otherEvents } from './wind.ts';

/**
 * What a change of a scene asks of the world that runs: actions, if it can be had while it runs; `rebuild` if bodies must be rebuilt.
 * What only the page shows (a title, a colour) asks for nothing.
 */
export type Consequence = readonly Action[] | 'rebuild';

/** Models that can take another value of a material while they run, by field; see docs/control.md. */
const LIVE_MATERIAL: Readonly<Record<string, readonly string[]>> = {
  young: ['solid', 'frames', 'tets', 'octree', 'lattice', 'layers'],
  poisson: ['solid', 'frames'],
};
const LIVE_DAMPING: Readonly<Record<string, readonly string[]>> = {
  mass: ['solid', 'frames', 'tets', 'octree', 'lattice', 'rigid'],
  stiffness: ['solid', 'frames', 'tets', 'octree', 'lattice'],
  // Frames too, if they felt some when they were built.
  air: ['solid', 'tets', 'octree', 'lattice', 'layers', 'rigid'],
};

/** What holds where a scene says nothing: defaults of the scene format. */
const DEFAULTS: Readonly<Record<string, Json>> = {
  poisson: 0.3,
  mass: 0,
  stiffness: 0.005,
  air: 0,
  position: [0, 0, 0],
  rotation: [0, 0, 0],
  friction: 0.5,
  restitution: 0,
  tolerance: 0.05,
  adaptive: true,
  gravity: [0, -9.81, 0],
};

/** Fields of a scene, and of a body, that the world knows nothing of. */
const SHOWN_ONLY = ['title', 'description', 'camera', 'checks'];

/** Objects of a body that change nothing by being there: elsewhere an empty one may, as `plastic: {}` does. */
const EMPTY_MEANS_NOTHING = ['material', 'material.damping'];

/** What leads from a world of one scene to what another scene says. */
export function consequenceOf(from: Json, to: Json): Consequence {
  const actions: Action[] = [];
  for (const path of differences(from, to)) {
    if (path[0] === 'events') continue;
    const asked = ruleFor(from, to, path);
    if (asked === 'rebuild') return 'rebuild';
    for (const action of asked) actions.push(action);
  }
  const wind = windRule(from, to);
  return wind === 'rebuild' ? wind : [...actions, ...wind];
}

/** Of all events the studio's wind alone can change while a scene runs. */
function windRule(from: Json, to: Json): Consequence {
  if (canonical(otherEvents(from)) !== canonical(otherEvents(to))) return 'rebuild';
  const velocity = breezeOf(to);
  if (canonical(breezeOf(from)) === canonical(velocity)) return [];
  return [{ do: 'wind', name: BREEZE, ...(velocity && { velocity }) } as Action];
}

function ruleFor(from: Json, to: Json, path: Path): Consequence {
  const [first, index, ...rest] = path;
  const value = getAt(to, path) ?? DEFAULTS[String(path[path.length - 1])];
  if (SHOWN_ONLY.includes(String(first))) return [];
  if (first === 'gravity') return [{ do: 'gravity', value } as Action];
  if (first !== 'bodies' || index === undefined || rest.length === 0) return 'rebuild';
  const body = getAt(to, ['bodies', index]);
  const name = isObject(body) ? body['name'] : undefined;
  if (typeof name !== 'string' || name !== getAt(from, ['bodies', index, 'name'])) return 'rebuild';
  const [field, inner, innermost] = rest;
  // An empty object beside none: here both leave all to the defaults.
  if (
    EMPTY_MEANS_NOTHING.includes(rest.join('.')) &&
    isObject(getAt(from, path) ?? getAt(to, path))
  )
    return [];
  if (rest.length === 1 && (field === 'position' || field === 'rotation'))
    return isFree(from, index)
      ? [{ do: 'place', body: name, [field]: value } as Action]
      : 'rebuild';
  if (inner === 'damping' && innermost === 'air' && modelOf(to, index) === 'frames')
    return Number(getAt(from, path) ?? 0) > 0
      ? [{ do: 'material', body: name, damping: { air: Number(value) } }]
      : 'rebuild';
  return bodyRule(name, modelOf(to, index), lawOf(to, index), rest, value);
}

/** Whether a body can be put elsewhere as it is: nothing else moves it, or was made to fit it. */
function isFree(scene: Json, index: string | number): boolean {
  const held = (getAt(scene, ['bodies', index, 'attachments']) ?? []) as readonly Json[];
  const isMoved = held.some((one) => getAt(one, ['keyframes']) ?? getAt(one, ['bone']));
  const isTied = ['springs', 'joints', 'skeletons'].some((list) => getAt(scene, [list, 0]));
  return !isMoved && !isTied && getAt(scene, ['bodies', index, 'spin']) === undefined;
}

function bodyRule(
  body: string,
  model: string,
  law: string,
  [field, inner, innermost, ...more]: Path,
  value: Json | undefined,
): Consequence {
  if (field === 'color' || field === 'probes') return field === 'color' ? [] : 'rebuild';
  if (value === undefined || more.length > 0) return 'rebuild';
  if (inner === undefined && (field === 'friction' || field === 'restitution'))
    return [{ do: 'material', body, [field]: value } as Action];
  if (field === 'model' && innermost === undefined) {
    if (model !== 'frames' || (inner !== 'tolerance' && inner !== 'adaptive')) return 'rebuild';
    return [{ do: 'tune', body, [inner]: value } as Action];
  }
  if (field !== 'material' || typeof value !== 'number') return 'rebuild';
  if (inner === 'damping') {
    if (!LIVE_DAMPING[String(innermost)]?.includes(model)) return 'rebuild';
    return [{ do: 'material', body, damping: { [String(innermost)]: value } }];
  }
  if (innermost !== undefined || !LIVE_MATERIAL[String(inner)]?.includes(model)) return 'rebuild';
  if (inner === 'poisson' && law !== 'corotational' && model === 'frames') return 'rebuild';
  return [{ do: 'material', body, [String(inner)]: value } as Action];
}

/** Whether a place of a scene can change while it runs. */
export function isLive(scene: Json, path: Path): boolean {
  const value = getAt(scene, path) ?? DEFAULTS[String(path[path.length - 1])];
  return value !== undefined && ruleFor(scene, scene, path) !== 'rebuild';
}

export function modelOf(scene: Json, body: string | number): string {
  return String(getAt(scene, ['bodies', body, 'model', 'type']) ?? 'solid');
}

function lawOf(scene: Json, body: string | number): string {
  return String(getAt(scene, ['bodies', body, 'material', 'law']) ?? 'corotational');
}

/** Whether bodies of a model can keep a dent. */
export const isDentable = (model: string): boolean => model === 'octree' || model === 'lattice';
