import { checkFunction, checkOptions, checkPositive } from '../../core/arguments.ts';
import { check } from '../../core/errors.ts';
import { show } from '../../core/show.ts';
import { checkName } from '../drive/actions/find.ts';
import type { BreakEvent, Split } from '../parts.ts';
import type { WorldCore } from '../types.ts';
import { type ContactEvent, createPairs, nameOf } from './contact-pairs.ts';

/** Something entered a sensor, or left it. */
export interface SensorEvent {
  readonly sensor: string;
  readonly other: string;
  readonly inside: boolean;
}

export interface WorldEvents {
  /** A pair begins to touch; with `impulse` in the options, begins to touch at least that hard. */
  contact: ContactEvent;
  /** A pair stops touching. The numbers are those of its last step. */
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
  /** Least impulse per step for a pair to count as touching [N s]; for `contact` and `separate`. */
  impulse?: number;
  /** Only events of this body or obstacle. */
  of?: string;
}

interface Listener {
  readonly name: EventName;
  readonly call: (event: never) => void;
  readonly least: number;
  readonly of: string | null;
  /** Pairs that touch hard enough for it, by key. */
  touching: Map<string, ContactEvent>;
}

/** Creates the event dispatcher of a world. Without listeners it does nothing. */
export function createEvents(core: WorldCore) {
  let listeners: Listener[] = [];
  const pairs = createPairs(core);
  const splits: Split[] = [];
  /** Bodies asleep, by name, and pairs in sensors, as of the last step. */
  let asleep = new Map<string, boolean>();
  let inside = new Map<string, SensorEvent>();
  core.listeners.push((split) => {
    if (listeners.length > 0) splits.push(split);
  });

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

  return {
    get any(): boolean {
      return listeners.length > 0;
    },
    gather: pairs.gather,
    flushSplits,
    /** Before the first part of a step. */
    begin: (): void => pairs.clear(),
    /** After a step: reports changes, in a fixed order. */
    deliver(): void {
      flushSplits();
      for (const event of core.broke) tell('break', event, [event.joint, event.a, event.b ?? '']);
      const contacts = pairs.now();
      for (const name of ['contact', 'separate'] as const) {
        for (const one of listeners.filter((l) => l.name === name))
          for (const event of compare(one, contacts)) one.call(event as never);
      }
      const sensed = sensorsNow(core);
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
    /** An earlier state was restored: its conditions cause no events. */
    restored(): void {
      pairs.clear();
      splits.length = 0;
      if (listeners.length === 0) return;
      pairs.gather();
      const now = pairs.now();
      for (const one of listeners) compare(one, now);
      asleep = sleepingNow();
      inside = new Map();
    },
    on(name: EventName, call: (event: never) => void, options: ListenOptions = {}): () => void {
      check(
        NAMES.includes(name),
        () => `must be one of ${NAMES.join(', ')}, got ${show(name)}. Take one of these.`,
        'event',
      );
      checkFunction(call, 'listener');
      checkOptions(options, ['impulse', 'of']);
      checkPositive(options, 'impulse');
      const { impulse = 0, of = null } = options;
      if (of !== null) checkThing(core, of);
      if (listeners.length === 0) {
        asleep = sleepingNow();
        inside = sensorsNow(core);
      }
      const one: Listener = { name, call, least: impulse, of, touching: new Map() };
      listeners = [...listeners, one];
      return () => {
        listeners = listeners.filter((other) => other !== one);
      };
    },
  };
}

/** Refuses the name of nothing, of which no event would ever tell. */
function checkThing({ scene, entries, joints }: WorldCore, name: string): void {
  const known = [...entries, ...scene.obstacles, ...joints].map((thing) => thing.name);
  checkName(known.includes(name), 'body, obstacle or joint', name, known, 'of');
}

/** Contents of sensors now, by both names. */
function sensorsNow(core: WorldCore): Map<string, SensorEvent> {
  const now = new Map<string, SensorEvent>();
  const { pairs: found } = core.sensed;
  for (let p = 0; p < found.length; p += 2) {
    const [a, b] = [found[p], found[p + 1]];
    const isFirst = core.bodies[a].sensor;
    const [sensor, other] = isFirst
      ? [nameOf(core, a), nameOf(core, b)]
      : [nameOf(core, b), nameOf(core, a)];
    now.set(`${sensor} ${other}`, { sensor, other, inside: true });
  }
  return now;
}

/** Compares a listener's touching pairs with those of the step before. */
function compare(one: Listener, now: readonly ContactEvent[]): ContactEvent[] {
  const before = one.touching;
  one.touching = new Map();
  const told: ContactEvent[] = [];
  for (const event of now) {
    if (event.impulse < one.least) continue;
    if (one.of !== null && event.a !== one.of && event.b !== one.of) continue;
    const id = `${event.a} ${event.b}`;
    one.touching.set(id, event);
    if (one.name === 'contact' && !before.has(id)) told.push(event);
  }
  if (one.name === 'separate')
    for (const [id, event] of before) if (!one.touching.has(id)) told.push(event);
  return told;
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
