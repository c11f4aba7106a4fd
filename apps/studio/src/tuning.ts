import type { Action, CameraInput } from 'pliant';
import { getAt, isObject, type Json } from './document/json.ts';
import { modelOf } from './document/live.ts';
import type { Edit } from './document/store.ts';

/** Largest and smallest tolerance that can be set by hand. */
export const TOLERANCE = { least: 1e-3, most: 1 } as const;

/**
 * The bodies of a scene that adapt, set all alike. Bodies that a scene keeps at full resolution, beside others that adapt, are left as they
 * are; if no other does, they are meant.
 */
export interface Tuned {
  readonly bodies: readonly { readonly index: number; readonly name: string }[];
  readonly adaptive: boolean;
  readonly tolerance: number;
  /** Whether motion counts by how large it looks, as the scene says. */
  readonly follows: boolean;
}

/** How the adaptive bodies of a scene are set; null if it has none. `kept`: those that were meant so far. */
export function tunedBodies(scene: Json, kept?: Tuned | null): Tuned | null {
  const bodies = getAt(scene, ['bodies']);
  if (!Array.isArray(bodies)) return null;
  const able = bodies.flatMap((body, index) =>
    modelOf(scene, index) === 'frames' && isObject(body)
      ? [{ index, name: String(body['name']) }]
      : [],
  );
  const setting = (index: number, field: string): Json | undefined =>
    getAt(scene, ['bodies', index, 'model', field]);
  const willing = able.filter(({ index }) => setting(index, 'adaptive') !== false);
  const same = able.filter(({ name }) => kept?.bodies.some((one) => one.name === name));
  const meant = same.length > 0 ? same : willing.length > 0 ? willing : able;
  if (meant.length === 0) return null;
  const [{ index }] = meant;
  return {
    bodies: meant,
    adaptive: setting(index, 'adaptive') !== false,
    tolerance: Number(setting(index, 'tolerance') ?? 0.05),
    follows: meant.some((one) => setting(one.index, 'camera') === true),
  };
}

/** Edits of the scene that set all of them alike. */
export function tuneEdits(tuned: Tuned, setting: 'adaptive' | 'tolerance', value: Json): Edit[] {
  return tuned.bodies.map(
    ({ index }): Edit => [['scene', 'bodies', index, 'model', setting], value],
  );
}

/** Tells them something that no scene says: where they are looked at from, or that all shall be awake for once. */
export function tuneActions(
  tuned: Tuned | null,
  settings: { camera?: CameraInput | null; adaptive?: boolean },
): Action[] {
  return (tuned?.bodies ?? []).map(({ name }) => ({ do: 'tune', body: name, ...settings }));
}
