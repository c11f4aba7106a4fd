import type { KernelChoice } from '../../kernels/index.ts';
import { createRoom, type Room } from '../../kernels/room.ts';

/** Where the memory of a world is. */
export interface Housing {
  readonly room: Room;
  /** Everything about contacts but the compliance. */
  readonly contacts: Uint8Array;
  /** Rewritten in every solve: a rebuild need not copy it. */
  readonly compliance: Uint8Array;
}

/** Bytes that a body set takes: each body, contacts, compliance. */
export interface Needs {
  readonly bodies: readonly number[];
  readonly contacts: number;
  readonly compliance: number;
}

/** A housing with the part of each body. */
export interface Home extends Housing {
  readonly bodies: readonly Uint8Array[];
  /** Frees the newly allocated parts if the rebuild fails. */
  leave(): void;
}

/**
 * Spare memory of a world for added bodies: as much as its initial need, but at most this [bytes]. Untouched memory
 * costs nothing.
 */
const MOST_SPACE = 2 ** 27;
/** A compliance block that is too small is replaced by one this many times as large as needed. */
const GROWTH = 1.5;
/** Largest block [bytes]: a WebAssembly memory less its first pages. */
const MOST = 2 ** 32 - 2 ** 20;

/** A larger block than needed, with room for the contacts of two body sets side by side. */
export function newHome(needs: Needs, choice: KernelChoice | undefined): Home {
  const { bodies, contacts, compliance } = needs;
  const least = totalOf(needs);
  const both = sum(bodies) + 2 * contacts + compliance;
  const wanted = both + Math.min(both, MOST_SPACE);
  const room = createRoom(Math.max(least, Math.min(MOST, Math.ceil(wanted))), choice);
  return furnish(room, needs, Math.min(wanted / both, room.capacity / least));
}

function furnish(room: Room, needs: Needs, slack: number): Home {
  const bodies = needs.bodies.map((bytes) => room.take(bytes)!);
  const contacts = room.take(needs.contacts)!;
  const spare = Math.max(needs.compliance, Math.floor(slack * needs.compliance) - 16);
  const compliance = room.take(spare, true) ?? room.take(needs.compliance, true)!;
  return { room, bodies, contacts, compliance, leave: () => room.close() };
}

/** In the room there is, beside the bodies that `stay` in their parts; null if there is no place. */
export function homeWithin(
  { room, compliance: before }: Housing,
  needs: Needs,
  stay: readonly (Uint8Array | null)[],
): Home | null {
  const taken: Uint8Array[] = [];
  const leave = (): void => {
    for (const part of taken) room.give(part);
  };
  const take = (bytes: number, raw = false): Uint8Array | null => {
    const part = room.take(bytes, raw);
    if (part !== null) taken.push(part);
    return part;
  };
  const bodies = needs.bodies.map((bytes, i) => stay[i] ?? take(bytes));
  const contacts = take(needs.contacts);
  const compliance =
    needs.compliance <= before.length ? before : take(GROWTH * needs.compliance, true);
  if (bodies.every((part) => part !== null) && contacts !== null && compliance !== null)
    return { room, bodies, contacts, compliance, leave };
  leave();
  return null;
}

/** Bytes in all. */
export function totalOf({ bodies, contacts, compliance }: Needs): number {
  return sum(bodies) + contacts + compliance;
}

function sum(list: readonly number[]): number {
  return list.reduce((total, value) => total + value, 0);
}
