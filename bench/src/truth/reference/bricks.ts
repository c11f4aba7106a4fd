/** A box of 27-node hexahedra between the given planes. Node (i, j, k) has index (i·ny + j)·nz + k; every second one is a corner. */
export interface Bricks {
  /** Coordinates of the planes of nodes [m]. */
  readonly planes: readonly [Float64Array, Float64Array, Float64Array];
  readonly counts: readonly [number, number, number];
  readonly nodes: number;
}

/** Planes between elements along each axis; the middle planes are added. */
export function createBricks(
  x: readonly number[],
  y: readonly number[],
  z: readonly number[],
): Bricks {
  const withMiddles = (cuts: readonly number[]): Float64Array => {
    const all = new Float64Array(2 * cuts.length - 1);
    for (let i = 0; i < all.length; i++) {
      all[i] = i % 2 === 0 ? cuts[i / 2] : (cuts[(i - 1) / 2] + cuts[(i + 1) / 2]) / 2;
    }
    return all;
  };
  const planes = [withMiddles(x), withMiddles(y), withMiddles(z)] as const;
  const counts = [planes[0].length, planes[1].length, planes[2].length] as const;
  return { planes, counts, nodes: counts[0] * counts[1] * counts[2] };
}

export function nodeAt({ counts }: Bricks, i: number, j: number, k: number): number {
  return (i * counts[1] + j) * counts[2] + k;
}

/** The node at a place, which must be one. */
export function nodeNear(mesh: Bricks, place: readonly number[]): number {
  const index = place.map((value, axis) => {
    const at = mesh.planes[axis].findIndex((p) => Math.abs(p - value) < 1e-9);
    if (at < 0) throw new Error(`no plane of nodes at ${value} on axis ${axis}`);
    return at;
  });
  return nodeAt(mesh, index[0], index[1], index[2]);
}

/** Calls `visit` with the nodes of every element, its half edges [m] and its middle. */
export function eachElement(
  mesh: Bricks,
  visit: (nodes: Int32Array, half: Float64Array, middle: Float64Array) => void,
): void {
  const nodes = new Int32Array(27);
  const half = new Float64Array(3);
  const middle = new Float64Array(3);
  const [nx, ny, nz] = mesh.counts;
  for (let i = 0; i + 2 < nx; i += 2) {
    for (let j = 0; j + 2 < ny; j += 2) {
      for (let k = 0; k + 2 < nz; k += 2) {
        [i, j, k].forEach((at, axis) => {
          half[axis] = (mesh.planes[axis][at + 2] - mesh.planes[axis][at]) / 2;
          middle[axis] = mesh.planes[axis][at + 1];
        });
        for (let n = 0; n < 27; n++) {
          nodes[n] = nodeAt(mesh, i + Math.floor(n / 9), j + (Math.floor(n / 3) % 3), k + (n % 3));
        }
        visit(nodes, half, middle);
      }
    }
  }
}
