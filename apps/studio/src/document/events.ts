import { getAt, type Json } from './json.ts';

/** Something that happens in a scene at a time [s]. */
export interface SceneEvent {
  readonly at: number;
  readonly name: string;
}

/** What happens in a scene by itself. */
export function eventsOf(scene: Json): SceneEvent[] {
  const events = (getAt(scene, ['events']) ?? []) as readonly {
    readonly at?: number;
    readonly do?: string;
    readonly body?: string;
  }[];
  return events.map(({ at = 0, do: what = '', body = '' }) => ({ at, name: `${what} ${body}` }));
}
