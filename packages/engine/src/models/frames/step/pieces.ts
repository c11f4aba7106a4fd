import type { FramesRuntime } from '../runtime.ts';

/**
 * Numbers the parts of a body that turn by themselves: run.piece by member of the set. A body is one piece, unless it
 * has several solids: then each that has frames of its own, and all that follow the root together. Returns their
 * number, some of which may be empty; 0 if a region ties solids to each other.
 */
export function findPieces(run: FramesRuntime): number {
  const { data, set, piece } = run;
  if (data.root < 0) {
    piece.fill(0, 0, set.count);
    return 1;
  }
  let count = 1;
  for (let i = 0; i < set.count; i++) {
    const k = set.list[i];
    if (k !== data.root && data.solid[k] < 0) return 0;
    piece[i] = k === data.root ? 0 : data.solid[k] + 1;
    count = Math.max(count, piece[i] + 1);
  }
  return count;
}

/** Mass of piece p [kg]; zero for a root that nothing follows. */
export function massOf({ set, piece }: FramesRuntime, p: number): number {
  let mass = 0;
  for (let i = 0; i < set.count; i++) if (piece[i] === p) mass += set.massVector[4 * i + 3];
  return mass;
}

/** out = the mean of numbers x of the members, 12 each, over the mass of piece p. */
export function meanOf(
  { set, piece }: FramesRuntime,
  out: Float64Array,
  x: Float64Array,
  p: number,
  mass: number,
): void {
  out.fill(0, 0, 3);
  for (let i = 0; i < set.count; i++) {
    if (piece[i] !== p) continue;
    for (let k = 0; k < 12; k++)
      out[k >> 2] += (set.massVector[4 * i + (k & 3)] / mass) * x[12 * i + k];
  }
}

/** arm = positions of the members about the centre of mass of their piece; of an empty one, as they are. */
export function findArms(run: FramesRuntime, arm: Float64Array, pieces: number): void {
  const { set, piece, memory } = run;
  for (let i = 0; i < set.count; i++)
    for (let c = 0; c < 12; c++) arm[12 * i + c] = memory.D[12 * set.list[i] + c];
  for (let p = 0; p < pieces; p++) {
    const mass = massOf(run, p);
    if (mass === 0) continue;
    meanOf(run, centre, arm, p, mass);
    for (let i = 0; i < set.count; i++)
      if (piece[i] === p) for (let r = 0; r < 3; r++) arm[12 * i + 4 * r + 3] -= centre[r];
  }
}

const centre = new Float64Array(3);

/** out[0..3) = Σ arm × work over piece p: angular momentum for work = M v. */
export function spinOf(
  { set, piece }: FramesRuntime,
  out: Float64Array,
  arm: Float64Array,
  work: Float64Array,
  p: number,
): void {
  out.fill(0, 0, 3);
  for (let i = 0; i < set.count; i++) {
    if (piece[i] !== p) continue;
    for (let k = 12 * i; k < 12 * i + 4; k++) {
      out[0] += arm[k + 4] * work[k + 8] - arm[k + 8] * work[k + 4];
      out[1] += arm[k + 8] * work[k] - arm[k] * work[k + 8];
      out[2] += arm[k] * work[k + 4] - arm[k + 4] * work[k];
    }
  }
}

/** out = inertia of piece p about its centre, 3×3, for work = M arm. */
export function inertiaOf(
  { set, piece }: FramesRuntime,
  out: Float64Array,
  arm: Float64Array,
  work: Float64Array,
  p: number,
): void {
  out.fill(0);
  for (let i = 0; i < set.count; i++) {
    if (piece[i] !== p) continue;
    for (let k = 12 * i; k < 12 * i + 4; k++) {
      const xx = arm[k] * work[k];
      const yy = arm[k + 4] * work[k + 4];
      const zz = arm[k + 8] * work[k + 8];
      out[0] += yy + zz;
      out[4] += xx + zz;
      out[8] += xx + yy;
      out[1] -= arm[k] * work[k + 4];
      out[2] -= arm[k] * work[k + 8];
      out[5] -= arm[k + 4] * work[k + 8];
    }
  }
  out[3] = out[1];
  out[6] = out[2];
  out[7] = out[5];
}
