import type { TouchBody } from './contact-memory.ts';

/** Contact points in use answer to impulses at slots of their body, and so do places between two of them. */

/** The point answers for itself as long as there is room, and then through the nearest one that does. */
export function takeSlot(body: TouchBody, point: number): void {
  const { slot, slots, active, rest } = body;
  if (slot[point] >= 0) return;
  if (slots[0] < active.length) {
    slot[point] = slots[0];
    active[slots[0]++] = point;
    return;
  }
  let least = Number.POSITIVE_INFINITY;
  for (let s = 0; s < slots[0]; s++) {
    const x = rest[3 * active[s]] - rest[3 * point];
    const y = rest[3 * active[s] + 1] - rest[3 * point + 1];
    const z = rest[3 * active[s] + 2] - rest[3 * point + 2];
    const square = x * x + y * y + z * z;
    if (square >= least) continue;
    least = square;
    slot[point] = s;
  }
}

/** A slot for the place between two contact points that have theirs, `part` of the way from p to q; that of p if there is no room. */
export function slotBetween(body: TouchBody, p: number, q: number, part: number): number {
  const { slot, slots, active, blend, blendPart } = body;
  const from = slot[p];
  if (!(part > 0) || slots[0] === active.length) return from;
  if (active[from] !== p || active[slot[q]] !== q) return from;
  const s = slots[0]++;
  active[s] = p;
  blend[2 * s] = from;
  blend[2 * s + 1] = slot[q];
  blendPart[s] = part;
  return s;
}

/**
 * Widens a body's response at slots[1] contact points to all its slots: a place moves as the points it lies between, and hands its impulse on to
 * them. In the same array, from the back.
 */
export function blendResponse({ response: W, slots, blend, blendPart }: TouchBody): void {
  const n = 3 * slots[1];
  const wide = 3 * slots[0];
  if (n === wide) return;
  for (let i = n - 1; i >= 0; i--) {
    for (let j = n - 1; j >= 0; j--) W[wide * i + j] = W[n * i + j];
    for (let s = slots[1]; s < slots[0]; s++) {
      const t = blendPart[s];
      for (let c = 0; c < 3; c++) {
        const from = W[wide * i + 3 * blend[2 * s] + c];
        W[wide * i + 3 * s + c] = from + t * (W[wide * i + 3 * blend[2 * s + 1] + c] - from);
      }
    }
  }
  for (let s = slots[1]; s < slots[0]; s++) {
    const t = blendPart[s];
    for (let c = 0; c < 3; c++) {
      const from = wide * (3 * blend[2 * s] + c);
      const to = wide * (3 * blend[2 * s + 1] + c);
      const row = wide * (3 * s + c);
      for (let j = 0; j < wide; j++) W[row + j] = W[from + j] + t * (W[to + j] - W[from + j]);
    }
  }
}
