import type { Sdf } from '../../geometry/types.ts';
import type { ContactMemory } from '../memory.ts';
import { createDetectScratch, createSeen, type Seen } from './obstacle-points.ts';
import type { PairLook } from './pair-scratch.ts';
import { createPrimitivePairs } from './primitives/pairs.ts';
import type { Slits } from './slits.ts';
import type { DetectedBody } from './things.ts';

/** Caches of detection beside the rows. They are not part of the state: without them detection finds the same rows. */
export function createDetection(memory: ContactMemory, bodies: readonly DetectedBody[]) {
  const { scratch } = memory;
  const touch = memory.bodies;
  const look: PairLook = { a: 0, b: 0, h: 0, slack: 0, slits: null, among: null };
  return {
    ...memory,
    touch,
    look,
    primitives: createPrimitivePairs(touch, bodies),
    obstacleScratch: createDetectScratch(scratch.near.length, scratch.paths),
    /** 1 for bodies whose cage is where they are now. */
    cageReady: new Uint8Array(touch.length),
    /** Slits of the bodies that may have some; the topology that their marks are for. */
    slits: touch.map((): Slits | null => null),
    marked: new Int32Array(touch.length).fill(-1),
    /** Row of the pair in hand for each contact point, plus one. */
    rowOf: new Int32Array(scratch.near.length),
    /** Known distances of bodies' points to obstacles: by obstacle, then by body. */
    seen: [] as Seen[][],
    /** Position in the rows of the last step. */
    cursor: 0,
    /** Seconds of the step. */
    h: 0,
  };
}
export type Detection = ReturnType<typeof createDetection>;

/** What is known of the distances of body a's points to obstacle o. */
export function seenOf({ seen, touch }: Detection, a: number, o: number, sdf: Sdf): Seen {
  seen[o] ??= touch.map(({ count }) => createSeen(sdf, count));
  // A seat may have been taken.
  if (seen[o][a].distance.length !== touch[a].count) seen[o][a] = createSeen(sdf, touch[a].count);
  return seen[o][a];
}

/**
 * Guests with very many edges, and cut bodies, have no edge contact: after a cut, points lie on the sides of the slit.
 */
export function hasEdges({ touch, edgeScratch }: Detection, b: number, cut: boolean): boolean {
  const edges = touch[b].live.cage.edges.arcs.length;
  return edges > 0 && edges <= edgeScratch.near.length && !cut;
}
