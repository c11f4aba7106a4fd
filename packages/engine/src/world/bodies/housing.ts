import type { KernelChoice } from '../../kernels/index.ts';
import { createRoom, type Room } from '../../kernels/room.ts';
import { GROWN_SPACE, GROWTH, MOST_SPACE } from '../numbers.ts';

/** Where the memory of a world is. */
export interface Housing {
  readonly room: Room;
  /** Everything about contacts but the compliance; not zero-filled. */
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

/** Largest block [bytes]: a WebAssembly memory less its first pages. */
const MOST = 2 ** 32 - 2 ** 20;

/**
 * A larger block than needed, with room for the contacts of two body sets side by side; much larger for a world that
 * `grew`.
 */
export function newHome(needs: Needs, choice: KernelChoice | undefined, grew: boolean): Home {
  const least = totalOf(needs);
  const both = sum(needs.bodies) + 2 * needs.contacts + needs.compliance;
  const space = Math.min(both, MOST_SPACE);
  const room = roomWith(least, both, grew ? Math.max(space, GROWN_SPACE) : space, choice);
  const bodies = needs.bodies.map((bytes) => room.take(bytes)!);
  const contacts = room.take(needs.contacts, true)!;
  const spare = Math.min(GROWTH * needs.compliance, room.capacity - least);
  const compliance = room.take(Math.max(needs.compliance, Math.floor(spare) - 16), true)!;
  return { room, bodies, contacts, compliance, leave: () => room.close() };
}

/** The largest block that the host gives, up to `space` more than `both`, but at least `least` bytes. */
function roomWith(
  least: number,
  both: number,
  space: number,
  choice: KernelChoice | undefined,
): Room {
  const bytes = Math.max(least, Math.min(MOST, Math.ceil(both + space)));
  try {
    return createRoom(bytes, choice);
  } catch (error) {
    if (bytes === least) throw error;
    return roomWith(least, both, space > both ? space / 4 : -both, choice);
  }
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
  const contacts = take(needs.contacts, true);
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
