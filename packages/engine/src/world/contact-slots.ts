import type { BodyModel } from '../models/contract.ts';
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
  blend.fill(from, 4 * s, 4 * s + 4);
  blend[4 * s + 1] = slot[q];
  blendPart.fill(0, 4 * s, 4 * s + 4);
  blendPart[4 * s] = 1 - part;
  blendPart[4 * s + 1] = part;
  return s;
}

/** Slots for the points that tell how all places of a rigid body answer; false where there are none. */
export function takeSpan(body: TouchBody, { rigid }: BodyModel): boolean {
  const { span } = body.live.cage;
  if (!rigid || span === null) return false;
  for (let k = 0; k < 4; k++) takeSlot(body, span.points[k]);
  return true;
}

/**
 * A slot for the place at rest Σ weight · corner of a rigid body's cage (four of each, from `w` and `t` on), after `takeSpan`. It answers exactly.
 * That of the point next to it, touched[t + 4], if there is no room.
 */
export function slotAt(
  body: TouchBody,
  touched: Int32Array,
  t: number,
  weight: Float64Array,
  w: number,
): number {
  const { slot, slots, active, blend, blendPart, live } = body;
  const { corners, span } = live.cage;
  if (span === null || slots[0] === active.length) {
    takeSlot(body, touched[t + 4]);
    return slot[touched[t + 4]];
  }
  const s = slots[0]++;
  active[s] = touched[t + 4];
  const o = 4 * s;
  blendPart[o] = 1;
  for (let k = 0; k < 4; k++) blend[o + k] = slot[span.points[k]];
  for (let k = 0; k < 3; k++) {
    let part = 0;
    for (let c = 0; c < 3; c++) {
      let way = -span.from[c];
      for (let j = 0; j < 4; j++) way += weight[w + j] * corners[3 * touched[t + j] + c];
      part += span.parts[3 * k + c] * way;
    }
    blendPart[o + 1 + k] = part;
    blendPart[o] -= part;
  }
  return s;
}

/**
 * Widens a body's response at slots[1] contact points to all its slots: a place moves as the points it lies among, and hands its impulse on to
 * them. In the same array, from the back.
 */
export function blendResponse({ response: W, slots, blend, blendPart }: TouchBody): void {
  const n = 3 * slots[1];
  const wide = 3 * slots[0];
  if (n === wide) return;
  for (let i = n - 1; i >= 0; i--) {
    for (let j = n - 1; j >= 0; j--) W[wide * i + j] = W[n * i + j];
    for (let s = slots[1]; s < slots[0]; s++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let k = 4 * s; k < 4 * s + 4; k++)
          sum += blendPart[k] * W[wide * i + 3 * blend[k] + c];
        W[wide * i + 3 * s + c] = sum;
      }
    }
  }
  for (let s = slots[1]; s < slots[0]; s++) {
    for (let c = 0; c < 3; c++) {
      const row = wide * (3 * s + c);
      for (let j = 0; j < wide; j++) {
        let sum = 0;
        for (let k = 4 * s; k < 4 * s + 4; k++)
          sum += blendPart[k] * W[wide * (3 * blend[k] + c) + j];
        W[row + j] = sum;
      }
    }
  }
}
