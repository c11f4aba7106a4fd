import type { Few } from '../contact/detect/live.ts';
import type { ContactRows } from '../contact/detect/rows.ts';
import type { Allocator } from '../kernels/arena.ts';
import type { TouchBody } from './contact-memory.ts';

/** Points of a body that contact rows are about: velocities are asked for at these alone, and only these are pushed. */
export interface Places extends Few {
  /** 1 for those in the list. */
  readonly listed: Uint8Array;
}

export function allocatePlaces(a: Allocator, points: number): Places {
  return { list: a.i32(points), listed: a.u8(points), count: 0 };
}

/** Lists the contact points and corners that all rows are about, in the order in which they appear. */
export function listPlaces(bodies: readonly TouchBody[], rows: ContactRows): void {
  for (let b = 0; b < bodies.length; b++) {
    empty(bodies[b].inRows);
    empty(bodies[b].cornersInRows);
  }
  const { count, key, ends, theirEnd, touched } = rows;
  for (let r = 0; r < count[0]; r++) {
    const { inRows } = bodies[key[3 * r]];
    add(inRows, ends[2 * r]);
    add(inRows, ends[2 * r + 1]);
    add(inRows, rows.third[r]);
    if (key[3 * r + 1] < 0) continue;
    const other = bodies[key[3 * r + 1]];
    add(other.inRows, touched[5 * r + 4]);
    if (theirEnd[r] >= 0) add(other.inRows, theirEnd[r]);
    for (let s = 0; s < 4; s++) add(other.cornersInRows, touched[5 * r + s]);
  }
}

function empty(places: Places): void {
  for (let j = 0; j < places.count; j++) places.listed[places.list[j]] = 0;
  places.count = 0;
}

function add(places: Places, point: number): void {
  if (places.listed[point] === 1) return;
  places.listed[point] = 1;
  places.list[places.count++] = point;
}
