/**
 * Numbers distinct triples of whole numbers 0, 1, 2, … in the order they are first seen. Flat arrays, no objects per
 * entry.
 */
export interface TripleMap {
  /** Triples seen so far. */
  count: number;
  /** The triples, shape [capacity, 3]. */
  keys: Int32Array;
  /** Open addressing: the entry in each slot, −1 where empty. The length is a power of two. */
  slots: Int32Array;
}

/** An empty map with room for about `expected` triples; it grows by itself. */
export function createTripleMap(expected = 32): TripleMap {
  let size = 64;
  while (size < expected * 2) size *= 2;
  return {
    count: 0,
    keys: new Int32Array((size / 2) * 3),
    slots: new Int32Array(size).fill(-1),
  };
}

/** The number of (a, b, c), given now if the triple is new. */
export function tripleId(map: TripleMap, a: number, b: number, c: number): number {
  const slot = slotOf(map, a, b, c);
  const found = map.slots[slot];
  if (found >= 0) return found;
  const id = map.count++;
  map.keys[3 * id] = a;
  map.keys[3 * id + 1] = b;
  map.keys[3 * id + 2] = c;
  map.slots[slot] = id;
  if (map.count * 2 >= map.slots.length) grow(map);
  return id;
}

/** The number of (a, b, c), or −1 if it was never added. */
export function findTriple(map: TripleMap, a: number, b: number, c: number): number {
  return map.slots[slotOf(map, a, b, c)];
}

/** The number of an edge, whichever end comes first. */
export function edgeId(map: TripleMap, a: number, b: number): number {
  return a < b ? tripleId(map, a, b, 0) : tripleId(map, b, a, 0);
}

/** The number of a triangle, whatever the order of its corners. */
export function faceId(map: TripleMap, a: number, b: number, c: number): number {
  const low = Math.min(a, b, c);
  const high = Math.max(a, b, c);
  // Exact for indices below 2^31: the sum of three stays far below 2^53.
  return tripleId(map, low, a + b + c - low - high, high);
}

function slotOf(map: TripleMap, a: number, b: number, c: number): number {
  const { keys, slots } = map;
  const mask = slots.length - 1;
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x27d4eb2f);
  let slot = (h ^ (h >>> 13)) & mask;
  for (;;) {
    const e = slots[slot];
    if (e < 0) return slot;
    if (keys[3 * e] === a && keys[3 * e + 1] === b && keys[3 * e + 2] === c) return slot;
    slot = (slot + 1) & mask;
  }
}

function grow(map: TripleMap): void {
  const old = map.keys;
  map.slots = new Int32Array(map.slots.length * 2).fill(-1);
  map.keys = new Int32Array((map.slots.length / 2) * 3);
  map.keys.set(old);
  for (let e = 0; e < map.count; e++) {
    map.slots[slotOf(map, old[3 * e], old[3 * e + 1], old[3 * e + 2])] = e;
  }
}
