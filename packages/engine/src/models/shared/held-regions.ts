/** Regions of a body that can be held: their flags and poses. */
export interface HeldRegions {
  /** 1 for regions that are held; 3×4 maps of rest points to where they must be at the end of the step. */
  readonly held: Uint8Array;
  readonly poses: Float64Array;
  /** How many are held. */
  count: number;
  hold(index: number, pose: Float64Array): void;
  release(index: number): void;
}

/**
 * Creates regions on the given arrays. `changed` is called after a region was held or released, not when a held one
 * moves.
 */
export function createRegions(
  held: Uint8Array,
  poses: Float64Array,
  changed: (index: number, isHeld: boolean) => void,
): HeldRegions {
  const set = (index: number, value: number): void => {
    if (held[index] === value) return;
    held[index] = value;
    all.count += value === 1 ? 1 : -1;
    changed(index, value === 1);
  };
  const all: HeldRegions = {
    held,
    poses,
    count: 0,
    hold(index, pose) {
      for (let k = 0; k < 12; k++) poses[12 * index + k] = pose[k];
      set(index, 1);
    },
    release: (index) => set(index, 0),
  };
  return all;
}

/** Point masses that regions hold. Unknown row i is point pointOf[i], or point i if that is null. */
export interface HeldPoints {
  /** Above 0 for held points, and the velocity they must have [m/s], shapes [points] and [points, 3]. */
  readonly held: Uint8Array;
  readonly heldVelocity: Float64Array;
}

/** Computes the velocities of held points from their positions at the end of the step. */
export function findHeldVelocities(
  { heldVelocity }: HeldPoints,
  regions: HeldRegions,
  pointsOf: readonly Int32Array[],
  rest: Float64Array,
  x: Float64Array,
  h: number,
): void {
  const { held, poses } = regions;
  for (let r = 0; r < held.length; r++) {
    if (held[r] === 0) continue;
    const points = pointsOf[r];
    for (let k = 0; k < points.length; k++) {
      const i = 3 * points[k];
      for (let c = 0; c < 3; c++) {
        const p = 12 * r + 4 * c;
        const turned = poses[p] * rest[i] + poses[p + 1] * rest[i + 1] + poses[p + 2] * rest[i + 2];
        heldVelocity[i + c] = (turned + poses[p + 3] - x[i + c]) / h;
      }
    }
  }
}

/** u of held rows = the velocity they must have. */
export function prescribeHeld(
  u: Float64Array,
  { held, heldVelocity }: HeldPoints,
  rows: number,
  pointOf: Int32Array | null,
): void {
  for (let i = 0; i < rows; i++) {
    const k = pointOf === null ? i : pointOf[i];
    if (held[k] === 0) continue;
    for (let c = 0; c < 3; c++) u[3 * i + c] = heldVelocity[3 * k + c];
  }
}

/** r of held rows = 0. */
export function zeroHeld(
  r: Float64Array,
  { held }: HeldPoints,
  rows: number,
  pointOf: Int32Array | null,
): void {
  for (let i = 0; i < rows; i++) {
    if (held[pointOf === null ? i : pointOf[i]] === 0) continue;
    r[3 * i] = 0;
    r[3 * i + 1] = 0;
    r[3 * i + 2] = 0;
  }
}
