import type { Points } from './gauss.ts';

/** A bent box of 27-node hexahedra: node (i, j, k) of its grid has index (i·ny + j)·nz + k, every second one is a corner. */
export interface Bricks {
  readonly counts: readonly [number, number, number];
  readonly nodes: number;
  /** Where the nodes are [m], shape [nodes, 3]. */
  readonly places: Float64Array;
  /** Nodes of the elements, shape [elements, 27]. */
  readonly elements: Int32Array;
}

/** Where a point of the grid lies in space. */
export type Place = (x: number, p: number, q: number) => readonly [number, number, number];

/** Planes between elements along each axis of the grid, which `place` bends; elements whose middle `isEmpty` are left out. */
export function createBricks(
  x: readonly number[],
  p: readonly number[],
  q: readonly number[],
  place: Place = (...at) => at,
  isEmpty: (p: number, q: number) => boolean = () => false,
): Bricks {
  const planes = [x, p, q].map(withMiddles);
  const [nx, ny, nz] = planes.map((all) => all.length);
  const index = (i: number, j: number, k: number): number => (i * ny + j) * nz + k;
  const places = new Float64Array(3 * nx * ny * nz);
  const elements: number[] = [];
  for (let i = 0; i < nx; i++) {
    for (let j = 0; j < ny; j++) {
      for (let k = 0; k < nz; k++) {
        places.set(place(planes[0][i], planes[1][j], planes[2][k]), 3 * index(i, j, k));
        const isMiddle = i % 2 === 1 && j % 2 === 1 && k % 2 === 1;
        if (!isMiddle || isEmpty(planes[1][j], planes[2][k])) continue;
        for (let n = 0; n < 27; n++) {
          const [a, b, c] = [Math.floor(n / 9), Math.floor(n / 3) % 3, n % 3];
          elements.push(index(i - 1 + a, j - 1 + b, k - 1 + c));
        }
      }
    }
  }
  return { counts: [nx, ny, nz], nodes: nx * ny * nz, places, elements: Int32Array.from(elements) };
}

function withMiddles(cuts: readonly number[]): Float64Array {
  const all = new Float64Array(2 * cuts.length - 1);
  for (let i = 0; i < all.length; i++) {
    all[i] = i % 2 === 0 ? cuts[i / 2] : (cuts[(i - 1) / 2] + cuts[(i + 1) / 2]) / 2;
  }
  return all;
}

/** The node at a place, which must be one. */
export function nodeNear({ nodes, places }: Bricks, place: readonly number[]): number {
  for (let n = 0; n < nodes; n++) {
    if (place.every((value, axis) => Math.abs(places[3 * n + axis] - value) < 1e-9)) return n;
  }
  throw new Error(`no node at ${place.join(', ')}`);
}

/** Calls `visit` with the nodes of every element. */
export function eachElement({ elements }: Bricks, visit: (nodes: Int32Array) => void): void {
  for (let e = 0; e < elements.length; e += 27) visit(elements.subarray(e, e + 27));
}

/**
 * Slopes g of the 27 shape functions in space at Gauss point `q` of an element, shape [27, 3], and its place. Returns the volume
 * that belongs to the point [m³].
 */
export function pointOf(
  g: Float64Array,
  place: Float64Array,
  { places }: Bricks,
  nodes: Int32Array,
  { slope, value, weight }: Points,
  q: number,
): number {
  const J = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  place.fill(0);
  for (let n = 0; n < 27; n++) {
    const at = 27 * q + n;
    for (let r = 0; r < 3; r++) {
      const x = places[3 * nodes[n] + r];
      place[r] += value[at] * x;
      for (let c = 0; c < 3; c++) J[3 * r + c] += x * slope[3 * at + c];
    }
  }
  const [a, b, c, d, e, f, h, i, j] = J;
  const cofactors = [
    [e * j - f * i, c * i - b * j, b * f - c * e],
    [f * h - d * j, a * j - c * h, c * d - a * f],
    [d * i - e * h, b * h - a * i, a * e - b * d],
  ];
  const volume = a * cofactors[0][0] + b * cofactors[1][0] + c * cofactors[2][0];
  for (let n = 0; n < 27; n++) {
    const at = 3 * (27 * q + n);
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += slope[at + k] * cofactors[k][axis];
      g[3 * n + axis] = sum / volume;
    }
  }
  return weight[q] * volume;
}
