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

/** A slot for the place `part` of the way from slot s to contact point q, which has its own; s if there is no room. */
export function slotTowards(body: TouchBody, s: number, q: number, part: number): number {
  const { slot, slots, active, blend, blendPart } = body;
  if (slots[0] === active.length || active[slot[q]] !== q) return s;
  const to = slots[0]++;
  active[to] = active[s];
  blend[2 * to] = s;
  blend[2 * to + 1] = slot[q];
  blendPart[to] = part;
  return to;
}

/** Whether a body answers anywhere: then what others touch has a slot of its own. */
export function answersAnywhere({ spots }: TouchBody): boolean {
  return spots.points.length > 0;
}

/**
 * A slot for a place between four points of the cage, corners[4..] and weights; one of those there are if there is no room. `like` is the contact point
 * nearest to it.
 */
export function slotAt(
  body: TouchBody,
  corners: Int32Array,
  c: number,
  weights: Float64Array,
  w: number,
  like: number,
): number {
  const { slots, slot, active, blend, spots } = body;
  if (slots[0] === active.length) {
    takeSlot(body, like);
    return slot[like];
  }
  const s = slots[0]++;
  active[s] = like;
  blend[2 * s] = -1;
  spots.ofCage[s] = 1;
  for (let k = 0; k < 4; k++) {
    spots.points[4 * s + k] = corners[c + k];
    spots.weights[4 * s + k] = weights[w + k];
  }
  return s;
}

/** Whether slot s is a place that `slotAt` gave. */
export function isPlace({ slots, blend }: TouchBody, s: number): boolean {
  return s >= slots[1] && blend[2 * s] < 0;
}

/** Says what contact points and places between two of them are as spots. */
export function fillSpots({ slots, active, blend, blendPart, spots }: TouchBody): void {
  for (let s = 0; s < slots[0]; s++) {
    const between = s >= slots[1];
    if (between && blend[2 * s] < 0) continue;
    const t = between ? blendPart[s] : 0;
    spots.ofCage[s] = 0;
    spots.points[4 * s] = active[s];
    spots.points[4 * s + 1] = between ? active[blend[2 * s + 1]] : 0;
    spots.weights[4 * s] = 1 - t;
    spots.weights[4 * s + 1] = t;
    spots.weights[4 * s + 2] = 0;
    spots.weights[4 * s + 3] = 0;
  }
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
