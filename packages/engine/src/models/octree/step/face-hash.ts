/** Faces by where their middles are now. */
export interface Buckets {
  readonly head: Int32Array;
  readonly next: Int32Array;
  readonly mask: number;
}

export function createBuckets(faces: number): Buckets {
  let size = 64;
  while (size < 2 * faces) size *= 2;
  return { head: new Int32Array(size).fill(-1), next: new Int32Array(faces), mask: size - 1 };
}

/** Puts faces, by the first three of six numbers each, into boxes of twice `reach` [m]. */
export function fillBuckets(
  buckets: Buckets,
  planes: Float64Array,
  faces: number,
  reach: number,
): void {
  buckets.head.fill(-1);
  const wide = 2 * reach;
  for (let f = faces - 1; f >= 0; f--) {
    const bucket = slot(
      buckets,
      Math.floor(planes[6 * f] / wide),
      Math.floor(planes[6 * f + 1] / wide),
      Math.floor(planes[6 * f + 2] / wide),
    );
    buckets.next[f] = buckets.head[bucket];
    buckets.head[bucket] = f;
  }
}

/** The b-th of the eight boxes that all within `reach` of place y is in. */
export function bucketOf(buckets: Buckets, y: Float64Array, b: number, reach: number): number {
  const wide = 2 * reach;
  return slot(
    buckets,
    Math.floor(y[0] / wide + ((b & 1) === 0 ? -0.5 : 0.5)),
    Math.floor(y[1] / wide + ((b & 2) === 0 ? -0.5 : 0.5)),
    Math.floor(y[2] / wide + ((b & 4) === 0 ? -0.5 : 0.5)),
  );
}

function slot({ mask }: Buckets, i: number, j: number, k: number): number {
  const mixed = Math.imul(i, 73856093) ^ Math.imul(j, 19349663) ^ Math.imul(k, 83492791);
  return (mixed ^ (mixed >>> 15)) & mask;
}
