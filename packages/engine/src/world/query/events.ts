import { check } from '../../core/errors.ts';
import type { Point } from '../../scene/action-types.ts';
import type { BreakEvent, Split } from '../parts.ts';
import type { WorldCore } from '../types.ts';

/** Two things touch, or no longer do. `a` is a body; `b` a body or an obstacle. */
export interface ContactEvent {
  readonly a: string;
  readonly b: string;
  /** Where [m], the middle of all places weighted by their impulses; the outward normal of `b` there. */
  readonly point: Point;
  readonly normal: Point;
  /** Impulse that `b` gave `a` in the step [N s], and its length. */
  readonly vector: Point;
  readonly impulse: number;
}

/** Something came into a sensor, or left it. */
export interface SensorEvent {
  readonly sensor: string;
  readonly other: string;
  readonly inside: boolean;
}

export interface WorldEvents {
  /** A pair begins to touch; with `impulse` in the options, begins to touch at least that hard. */
  contact: ContactEvent;
  /** A pair that touched does so no more. The numbers are those of its last step. */
  separate: ContactEvent;
  sensor: SensorEvent;
  /** A body fell asleep, or woke. */
  rest: { readonly body: string };
  wake: { readonly body: string };
  /** A body fell apart. */
  split: Split;
  break: BreakEvent;
}

export type EventName = keyof WorldEvents;

export interface ListenOptions {
  /** Impulse of a pair in a step from which on it counts as touching [N s]; for `contact` and `separate`. */
  impulse?: number;
  /** Only what this body or obstacle takes part in. */
  of?: string;
}

interface Pair {
  readonly a: number;
  readonly other: number;
  readonly place: number[];
  readonly normal: number[];
  readonly vector: number[];
  weight: number;
  impulse: number;
}

interface Listener {
  readonly name: EventName;
  readonly call: (event: never) => void;
  readonly least: number;
  readonly of: string | null;
  /** Pairs that touch hard enough for it, by key. */
  touching: Map<string, ContactEvent>;
}

/** What listeners know of a world. Nothing is done as long as nobody listens. */
export function createEvents(core: WorldCore) {
  let listeners: Listener[] = [];
  const pairs = new Map<string, Pair>();
  const splits: Split[] = [];
  /** Bodies asleep, by name, and pairs in sensors, as of the last step. */
  let asleep = new Map<string, boolean>();
  let inside = new Map<string, SensorEvent>();
  core.listeners.push((split) => {
    if (listeners.length > 0) splits.push(split);
  });

  const nameOf = (thing: number): string =>
    thing < 0 ? core.obstacles[-1 - thing].name : core.bodies[thing].name;

  /** Adds the impulses of the part of a step that was just solved to their pairs. */
  const gather = (): void => {
    const { rows, memory } = core.contacts;
    const { key, ends, share, impulse, normal } = rows;
    for (let r = 0; r < rows.count[0]; r++) {
      const p = [impulse[3 * r], impulse[3 * r + 1], impulse[3 * r + 2]];
      const size = Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
      if (size === 0) continue;
      const swap = key[3 * r + 1] >= 0 && key[3 * r + 1] < key[3 * r];
      const a = swap ? key[3 * r + 1] : key[3 * r];
      const other = swap ? key[3 * r] : key[3 * r + 1];
      if (a === other) continue;
      const id = `${a} ${other}`;
      let pair = pairs.get(id);
      if (pair === undefined) {
        pair = {
          a,
          other,
          place: [0, 0, 0],
          normal: [0, 0, 0],
          vector: [0, 0, 0],
          weight: 0,
          impulse: 0,
        };
        pairs.set(id, pair);
      }
      const { x } = memory.bodies[key[3 * r]];
      pair.weight += size;
      for (let c = 0; c < 3; c++) {
        const from = x[3 * ends[2 * r] + c];
        const at = from + share[r] * (x[3 * ends[2 * r + 1] + c] - from);
        pair.place[c] += size * at;
        pair.normal[c] += (swap ? -size : size) * normal[3 * r + c];
        pair.vector[c] += swap ? -p[c] : p[c];
      }
    }
  };

  const eventOf = ({ a, other, place, normal, vector, weight }: Pair): ContactEvent => {
    const long = Math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2) || 1;
    return {
      a: nameOf(a),
      b: nameOf(other),
      point: [place[0] / weight, place[1] / weight, place[2] / weight],
      normal: [normal[0] / long, normal[1] / long, normal[2] / long],
      vector: [vector[0], vector[1], vector[2]],
      impulse: Math.sqrt(vector[0] ** 2 + vector[1] ** 2 + vector[2] ** 2),
    };
  };
  const idOf = (event: ContactEvent): string => `${event.a} ${event.b}`;

  const contactsNow = (): ContactEvent[] =>
    [...pairs.values()].sort((p, q) => p.a - q.a || q.other - p.other).map(eventOf);
  const sensorsNow = (): Map<string, SensorEvent> => {
    const now = new Map<string, SensorEvent>();
    const { pairs: found } = core.sensed;
    for (let p = 0; p < found.length; p += 2) {
      const [a, b] = [found[p], found[p + 1]];
      const isFirst = core.bodies[a].sensor;
      const [sensor, other] = isFirst ? [nameOf(a), nameOf(b)] : [nameOf(b), nameOf(a)];
      now.set(`${sensor} ${other}`, { sensor, other, inside: true });
    }
    return now;
  };
  const sleepingNow = (): Map<string, boolean> =>
    new Map(core.entries.map(({ name }, b) => [name, core.sleep.group[b] >= 0]));

  const tell = <N extends EventName>(
    name: N,
    event: WorldEvents[N],
    about: readonly string[],
  ): void => {
    for (const one of [...listeners]) {
      if (one.name !== name || (one.of !== null && !about.includes(one.of))) continue;
      one.call(event as never);
    }
  };

  const flushSplits = (): void => {
    for (const split of splits.splice(0)) tell('split', split, [split.body, ...split.pieces]);
  };

  /** Pairs that a listener counts as touching now, against those of the step before. */
  const compare = (one: Listener, now: readonly ContactEvent[]): ContactEvent[] => {
    const before = one.touching;
    one.touching = new Map();
    const told: ContactEvent[] = [];
    for (const event of now) {
      if (event.impulse < one.least) continue;
      if (one.of !== null && event.a !== one.of && event.b !== one.of) continue;
      const id = idOf(event);
      one.touching.set(id, event);
      if (one.name === 'contact' && !before.has(id)) told.push(event);
    }
    if (one.name === 'separate')
      for (const [id, event] of before) if (!one.touching.has(id)) told.push(event);
    return told;
  };

  return {
    get any(): boolean {
      return listeners.length > 0;
    },
    gather,
    flushSplits,
    /** Before the first part of a step. */
    begin: (): void => pairs.clear(),
    /** After a step: tells what has changed, in a fixed order. */
    deliver(): void {
      flushSplits();
      for (const event of core.broke) tell('break', event, [event.joint, event.a, event.b ?? '']);
      const contacts = contactsNow();
      for (const name of ['contact', 'separate'] as const) {
        for (const one of listeners.filter((l) => l.name === name))
          for (const event of compare(one, contacts)) one.call(event as never);
      }
      const sensed = sensorsNow();
      for (const [id, event] of sensed)
        if (!inside.has(id)) tell('sensor', event, [event.sensor, event.other]);
      for (const [id, event] of inside)
        if (!sensed.has(id))
          tell('sensor', { ...event, inside: false }, [event.sensor, event.other]);
      inside = sensed;
      const calm = sleepingNow();
      for (const [body, rests] of calm) {
        if (rests === (asleep.get(body) ?? false)) continue;
        tell(rests ? 'rest' : 'wake', { body }, [body]);
      }
      asleep = calm;
    },
    /** An earlier state was restored: what holds there is no news. */
    restored(): void {
      pairs.clear();
      splits.length = 0;
      if (listeners.length === 0) return;
      gather();
      const now = contactsNow();
      for (const one of listeners) compare(one, now);
      asleep = sleepingNow();
      inside = new Map();
    },
    on(name: EventName, call: (event: never) => void, options: ListenOptions = {}): () => void {
      check(
        NAMES.includes(name),
        () => `must be one of ${NAMES.join(', ')}, got ${JSON.stringify(name)}.`,
        'event',
      );
      const { impulse = 0, of = null } = options;
      check(
        impulse >= 0,
        () => `must be zero or a positive number of N s, got ${impulse}.`,
        'impulse',
      );
      if (listeners.length === 0) {
        asleep = sleepingNow();
        inside = sensorsNow();
      }
      const one: Listener = { name, call, least: impulse, of, touching: new Map() };
      listeners = [...listeners, one];
      return () => {
        listeners = listeners.filter((other) => other !== one);
      };
    },
  };
}

const NAMES: readonly EventName[] = [
  'contact',
  'separate',
  'sensor',
  'rest',
  'wake',
  'split',
  'break',
];
