import { append } from '../../core/append.ts';
import type { Primitive } from '../../geometry/primitive.ts';
import { createNormalQuery, type NormalQuery } from '../../geometry/sdf/query.ts';
import type { Sdf } from '../../geometry/types.ts';
import { cbrt } from '../../math/elementary.ts';
import { type Joined, joinedBy, measureApart } from './apart.ts';
import { buildCageTree, type CageTree } from './cage-tree.ts';
import { type Curvature, findCurvature } from './curvature.ts';
import {
  CUBE_SAMPLES,
  CUBES,
  DIFFERENCE,
  INNER_DEPTH,
  MARGIN,
  MARGIN_CUBES,
  MOST_SHARES,
  SMALLEST_CUBE,
} from './numbers.ts';
import { type Edges, findSharpEdges } from './sharp-edges.ts';

/**
 * The cage of a body for contact: a lattice of cubes around the solid at rest, with corners that move with the body. A
 * point in the world is located in a deformed cube and mapped back to rest, where the distance field is evaluated.
 * Built once per model.
 */
export interface Cage {
  readonly sdf: Sdf;
  readonly query: NormalQuery;
  /** Edge of a cube [m]. */
  readonly cell: number;
  /** Corners at rest [m], shape [corners, 3]. */
  readonly corners: Float64Array;
  /**
   * Corner s of a cube lies at x, y, z by the bits 1, 2, 4 of s; shape [cubes, 8], in the order of the tree's leaves.
   */
  readonly cubes: Int32Array;
  readonly tree: CageTree;
  /** Steps through the material from cube to cube, see `measureApart`; empty without self contact. */
  readonly apart: Uint8Array;
  /** Lower bound of the distance from a box of the tree to the surface at rest [m]. */
  readonly clearance: Float64Array;
  /**
   * The contact point nearest to each eighth of a cube, shape [cubes, 8]: its compliance represents a contact there.
   */
  readonly nearest: Int32Array;
  /** The cube each contact point is in, shape [points]. */
  readonly home: Int32Array;
  /** Points a little below the contact points [m], shape [points, 3]: the two give the direction of the surface. */
  readonly inner: Float64Array;
  /** Mean distance of neighbouring contact points [m]. */
  readonly spacing: number;
  /** Sharp edges between contact points. */
  readonly edges: Edges;
  /** Curvature of the surface between contact points; null if it is flat. */
  readonly curvature: Curvature | null;
  /** Separate pieces of the solid. */
  readonly pieces: number;
  /** The primitive by which a rigid body touches others of the kind. */
  readonly primitive?: Primitive | null;
}

/**
 * The cage of a solid with its contact points at rest, shape [points, 3]; `volume` in m³, `size` its longest side in m.
 * Of several separate `solids`, `volume` is that of all and `size` that of the largest. Without `self` it has no data
 * for self contact.
 */
export function buildCage(
  sdf: Sdf,
  points: Float64Array,
  volume: number,
  size: number,
  solids = 1,
  self = true,
): Cage {
  return usableCage(findCage(sdf, points, volume, size, solids, self), sdf, size);
}

/** A cage as plain data, which can be stored. */
export type PlainCage = Omit<Cage, 'sdf' | 'query' | 'apart' | 'pieces'> & {
  /** Null without self contact. */
  readonly joined: Joined | null;
};

/** A cage that was found before, of a solid of this size [m]. */
export function usableCage(cage: PlainCage, sdf: Sdf, size: number): Cage {
  const { joined, ...rest } = cage;
  const apart = joined === null ? new Uint8Array(0) : measureApart(joined);
  const pieces = joined?.pieces ?? 1;
  return { ...rest, apart, pieces, sdf, query: normalsNear(sdf, size) };
}

function normalsNear(sdf: Sdf, size: number): NormalQuery {
  return createNormalQuery(sdf, Math.max(1e-7, DIFFERENCE * size));
}

/** `buildCage`, as plain data. */
export function findCage(
  sdf: Sdf,
  points: Float64Array,
  volume: number,
  size: number,
  solids: number,
  self = true,
): PlainCage {
  const wanted = CUBES * Math.min(solids, MOST_SHARES);
  const cell = Math.max(SMALLEST_CUBE * size, cbrt(volume / wanted));
  const margin = Math.max(MARGIN * size, MARGIN_CUBES * cell);
  const lattice = fillLattice(sdf, cell, margin);
  const tree = buildCageTree(lattice.place);
  const cubes = new Int32Array(8 * tree.order.length);
  const solid = new Uint8Array(tree.order.length);
  tree.order.forEach((old, i) => {
    for (let s = 0; s < 8; s++) cubes[8 * i + s] = lattice.cubes[8 * old + s];
    solid[i] = lattice.solid[old];
  });
  const middles = middlesOf(lattice.corners, cubes, cell);
  const query = normalsNear(sdf, size);
  const spacing = meanSpacing(points);
  const normals = normalsOf(query, points);
  return {
    cell,
    corners: lattice.corners,
    cubes,
    tree,
    joined: self ? joinedBy(linksOf(sdf, middles, cell, solid), solid) : null,
    clearance: clearanceOf(sdf, middles, cell, tree),
    nearest: nearestPoints(middles, cell, points),
    home: homesOf(middles, points),
    inner: points.map((x, i) => x - INNER_DEPTH * cell * normals[i]),
    spacing,
    edges: findSharpEdges(sdf, query, points, spacing),
    curvature: findCurvature(points, normals, spacing, size),
  };
}

interface Lattice {
  /** Index of each cube along x, y, z. */
  place: Int32Array;
  corners: Float64Array;
  cubes: Int32Array;
  /** 1 where the solid reaches into the cube. */
  solid: Uint8Array;
}

function fillLattice(sdf: Sdf, cell: number, margin: number): Lattice {
  const b = sdf.bounds;
  const start = [0, 1, 2].map((c) => b[c] - margin);
  const count = [0, 1, 2].map((c) => Math.ceil((b[c + 3] + margin - start[c]) / cell));
  // Centred, so that a symmetric body has a symmetric cage.
  for (let c = 0; c < 3; c++) start[c] = (b[c] + b[c + 3] - count[c] * cell) / 2;
  const [nx, ny, nz] = count;
  const middles = new Float64Array(3 * nx * ny * nz);
  for (let i = 0; i < nx * ny * nz; i++) {
    const at = [i % nx, Math.floor(i / nx) % ny, Math.floor(i / (nx * ny))];
    for (let c = 0; c < 3; c++) middles[3 * i + c] = start[c] + cell * (at[c] + 0.5);
  }
  const distance = new Float64Array(nx * ny * nz);
  sdf.evaluate(middles, nx * ny * nz, distance);
  const corner = new Map<number, number>();
  const corners: number[] = [];
  const cubes: number[] = [];
  const place: number[] = [];
  const solid: number[] = [];
  const half = 0.5 * Math.sqrt(3) * cell;
  for (let i = 0; i < nx * ny * nz; i++) {
    if (distance[i] > half + margin) continue;
    const at = [i % nx, Math.floor(i / nx) % ny, Math.floor(i / (nx * ny))];
    append(place, at);
    solid.push(distance[i] < 0.6 * cell ? 1 : 0);
    for (let s = 0; s < 8; s++) {
      const p = [at[0] + (s & 1), at[1] + ((s >> 1) & 1), at[2] + (s >> 2)];
      const key = p[0] + (nx + 1) * (p[1] + (ny + 1) * p[2]);
      let index = corner.get(key);
      if (index === undefined) {
        index = corners.length / 3;
        corner.set(key, index);
        for (let c = 0; c < 3; c++) corners.push(start[c] + cell * p[c]);
      }
      cubes.push(index);
    }
  }
  return {
    place: Int32Array.from(place),
    corners: Float64Array.from(corners),
    cubes: Int32Array.from(cubes),
    solid: Uint8Array.from(solid),
  };
}

function middlesOf(corners: Float64Array, cubes: Int32Array, cell: number): Float64Array {
  const middles = new Float64Array((3 * cubes.length) / 8);
  for (let i = 0; i < middles.length; i++) {
    middles[i] = corners[3 * cubes[8 * Math.floor(i / 3)] + (i % 3)] + 0.5 * cell;
  }
  return middles;
}

/** Neighbours of each cube (six, −1 for none) that the material joins it to, shape [cubes, 6]. */
function linksOf(sdf: Sdf, middles: Float64Array, cell: number, solid: Uint8Array): Int32Array {
  const n = solid.length;
  const byPlace = new Map<string, number>();
  const key = (x: number, y: number, z: number): string =>
    `${Math.round(x / cell)},${Math.round(y / cell)},${Math.round(z / cell)}`;
  const [ox, oy, oz] = middles;
  for (let i = 0; i < n; i++) {
    byPlace.set(key(middles[3 * i] - ox, middles[3 * i + 1] - oy, middles[3 * i + 2] - oz), i);
  }
  const faces = new Float64Array(18 * n);
  const distance = new Float64Array(6 * n);
  for (let i = 0; i < 6 * n; i++) {
    const axis = (i % 6) >> 1;
    for (let c = 0; c < 3; c++) faces[3 * i + c] = middles[3 * Math.floor(i / 6) + c];
    faces[3 * i + axis] += (i & 1 ? 0.5 : -0.5) * cell;
  }
  sdf.evaluate(faces, 6 * n, distance);
  const links = new Int32Array(6 * n).fill(-1);
  for (let i = 0; i < 6 * n; i++) {
    const cube = Math.floor(i / 6);
    const at = [0, 1, 2].map((c) => middles[3 * cube + c] - middles[c]);
    at[(i % 6) >> 1] += (i & 1 ? 1 : -1) * cell;
    const other = byPlace.get(key(at[0], at[1], at[2]));
    if (other === undefined) continue;
    // Two solid cubes are linked if the material passes between them; a cube beside the solid is linked to any
    // neighbour.
    const passes = solid[cube] === 1 && solid[other] === 1 ? distance[i] < 0.4 * cell : true;
    if (passes) links[i] = other;
  }
  return links;
}

/** No place in the cubes of a box is nearer to the surface than this, or it is inside [m]; for each box of the tree. */
function clearanceOf(
  sdf: Sdf,
  middles: Float64Array,
  cell: number,
  { nodes, order }: CageTree,
): Float64Array {
  const distance = new Float64Array(order.length);
  sdf.evaluate(middles, order.length, distance);
  const half = 0.5 * Math.sqrt(3) * cell;
  const small = cell / CUBE_SAMPLES;
  const places = new Float64Array(3 * CUBE_SAMPLES ** 3);
  const values = new Float64Array(CUBE_SAMPLES ** 3);
  const least = distance.map((d, cube) => {
    // Cubes that the surface may reach into are never clear; the others are looked at in parts.
    if (d <= half) return d - half;
    for (let i = 0; i < places.length; i++) {
      const at = Math.floor(Math.floor(i / 3) / CUBE_SAMPLES ** (i % 3)) % CUBE_SAMPLES;
      places[i] = middles[3 * cube + (i % 3)] + (at + 0.5) * small - 0.5 * cell;
    }
    sdf.evaluate(places, CUBE_SAMPLES ** 3, values);
    return values.reduce((a, v) => Math.min(a, v), Number.POSITIVE_INFINITY) - half / CUBE_SAMPLES;
  });
  const clearance = new Float64Array(nodes.length / 3);
  for (let i = clearance.length - 1; i >= 0; i--) {
    const first = nodes[3 * i + 1];
    const end = first + nodes[3 * i + 2];
    clearance[i] =
      end > first
        ? least.subarray(first, end).reduce((a, v) => Math.min(a, v))
        : Math.min(clearance[i + 1], clearance[nodes[3 * (i + 1)]]);
  }
  return clearance;
}

function nearestPoints(middles: Float64Array, cell: number, points: Float64Array): Int32Array {
  const cubes = middles.length / 3;
  const n = points.length / 3;
  const nearest = new Int32Array(8 * cubes);
  const some = new Float64Array(points.length);
  const index = new Int32Array(n);
  // The point nearest to an eighth's middle is hardly farther from the cube's than the nearest to that: twice that
  // between the two.
  const slack = 2 * Math.sqrt(3) * 0.25 * cell * (1 + 1e-9);
  for (let i = 0; i < cubes; i++) {
    const m = 3 * i;
    const found = keepNear(some, index, points, n, middles, m, slack);
    for (let s = 0; s < 8; s++) {
      const x = middles[m] + (s & 1 ? 0.25 : -0.25) * cell;
      const y = middles[m + 1] + (s & 2 ? 0.25 : -0.25) * cell;
      const z = middles[m + 2] + (s & 4 ? 0.25 : -0.25) * cell;
      const best = closest(some, found, x, y, z, -1);
      nearest[8 * i + s] = best < 0 ? -1 : index[best];
    }
  }
  return nearest;
}

/** Copies the points that are at most `slack` farther from a middle than the nearest one; returns their number. */
function keepNear(
  out: Float64Array,
  index: Int32Array,
  points: Float64Array,
  n: number,
  middles: Float64Array,
  m: number,
  slack: number,
): number {
  const first = closest(points, n, middles[m], middles[m + 1], middles[m + 2], -1);
  if (first < 0) return 0;
  const reach = Math.sqrt(squareBetween(points, 3 * first, middles, m)) + slack;
  let found = 0;
  for (let p = 0; p < n; p++) {
    if (squareBetween(points, 3 * p, middles, m) > reach * reach) continue;
    index[found] = p;
    for (let c = 0; c < 3; c++) out[3 * found + c] = points[3 * p + c];
    found++;
  }
  return found;
}

function squareBetween(a: Float64Array, p: number, b: Float64Array, q: number): number {
  const dx = a[p] - b[q];
  const dy = a[p + 1] - b[q + 1];
  const dz = a[p + 2] - b[q + 2];
  return dx * dx + dy * dy + dz * dz;
}

/** Index of the point nearest to a place among the first n, leaving one out. */
export function closest(
  points: Float64Array,
  n: number,
  x: number,
  y: number,
  z: number,
  except: number,
): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let p = 0; p < n; p++) {
    if (p === except) continue;
    const dx = points[3 * p] - x;
    const dy = points[3 * p + 1] - y;
    const dz = points[3 * p + 2] - z;
    const square = dx * dx + dy * dy + dz * dz;
    if (square < least) {
      least = square;
      best = p;
    }
  }
  return best;
}

function homesOf(middles: Float64Array, points: Float64Array): Int32Array {
  return Int32Array.from({ length: points.length / 3 }, (_, p) =>
    closest(middles, middles.length / 3, points[3 * p], points[3 * p + 1], points[3 * p + 2], -1),
  );
}

function normalsOf(query: NormalQuery, points: Float64Array): Float64Array {
  const n = points.length / 3;
  const normals = new Float64Array(3 * n);
  query.normals(points, n, new Float64Array(n), normals);
  return normals;
}

function meanSpacing(points: Float64Array): number {
  const n = points.length / 3;
  let sum = 0;
  for (let p = 0; p < n; p++) {
    const q = closest(points, n, points[3 * p], points[3 * p + 1], points[3 * p + 2], p);
    if (q < 0) return 0;
    const [x, y, z] = [0, 1, 2].map((c) => points[3 * p + c] - points[3 * q + c]);
    sum += Math.sqrt(x * x + y * y + z * z);
  }
  return sum / n;
}
