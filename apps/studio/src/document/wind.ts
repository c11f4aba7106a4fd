import { getAt, isObject, type Json } from './json.ts';
import type { Edit } from './store.ts';

/** The wind that the studio makes, among the scene's events. */
export const BREEZE = 'breeze';
/** Half the density of air [kg/m³]. */
const HALF_DENSITY = 0.6;
/** What a convex body turns towards the wind, of all its surface, in the mean over all directions (Cauchy). */
const CROSS_SECTION = 0.25;

type Velocity = readonly number[];

const eventsOf = (scene: Json): readonly Json[] =>
  (getAt(scene, ['events']) ?? []) as readonly Json[];

const isBreeze = (event: Json): boolean =>
  isObject(event) && event['do'] === 'wind' && event['name'] === BREEZE;

/** How fast the studio's wind blows [m/s]; null if it does not. */
export function breezeOf(scene: Json): Velocity | null {
  const breeze = eventsOf(scene).find(isBreeze);
  return breeze === undefined ? null : ((getAt(breeze, ['velocity']) ?? [0, 0, 0]) as Velocity);
}

/** The scene's events but the studio's wind. */
export const otherEvents = (scene: Json): readonly Json[] =>
  eventsOf(scene).filter((event) => !isBreeze(event));

/**
 * Drag of the air [kg/(m² s)], with which this wind pushes what stands still by ½ ρ |w|² on its cross-section, as on a bluff body whose drag
 * coefficient is one. The engine's drag acts on all of the surface and grows with speed, not with its square.
 */
export function airFor(velocity: Velocity | null): number {
  if (velocity === null) return 0;
  return Number((CROSS_SECTION * HALF_DENSITY * Math.hypot(...velocity)).toPrecision(3));
}

/** Pressure of a wind on the cross-section of what stands still [Pa]. */
export const pressureOf = (velocity: Velocity): number =>
  HALF_DENSITY * velocity.reduce((sum, v) => sum + v * v, 0);

/**
 * Lets a wind blow from the start of the scene, or none (null). Bodies that feel no air, or as much as the wind before asked for, feel this
 * one's.
 */
export function windEdits(scene: Json, velocity: Velocity | null): Edit[] {
  const others = otherEvents(scene);
  const event = { at: 0, do: 'wind', name: BREEZE, velocity: [...(velocity ?? [])] };
  const events = velocity === null ? others : [...others, event];
  const before = airFor(breezeOf(scene));
  const after = airFor(velocity);
  const bodies = (getAt(scene, ['bodies']) ?? []) as readonly Json[];
  return [
    [['scene', 'events'], events.length === 0 ? undefined : events],
    ...bodies.flatMap((body, i): Edit[] => {
      const air = getAt(body, ['material', 'damping', 'air']) ?? 0;
      if (air !== 0 && air !== before) return [];
      const place = ['scene', 'bodies', i, 'material', 'damping', 'air'];
      return air === after ? [] : [[place, after === 0 ? undefined : after]];
    }),
  ];
}
