import { check } from '../core/errors.ts';
import { boundsOf } from './bounds.ts';
import { type Bvh, buildBvh } from './bvh.ts';
import { closestFrom } from './bvh-query.ts';
import { meshEdges } from './mesh-edges.ts';
import { findDoubled } from './mesh-triangles.ts';
import { findOrientation, flipTriangle } from './orientation.ts';
import { extractSurface } from './surface.ts';
import type { Bounds, Sdf, TriangleMesh } from './types.ts';
import { remapVertices, weldMap } from './weld.ts';
import { createWinding, windingNumbers } from './winding.ts';

/** A closed surface made of a mesh that bounds no solid. */
export interface Solidified {
  readonly mesh: TriangleMesh;
  /** Pieces that were filled as if their holes were closed, and those that were given a thickness. */
  readonly filled: number;
  readonly wrapped: number;
  /** Half the thickness that sheets were given [m]; what was filled is not thickened. */
  readonly radius: number;
}

export interface SolidifyOptions {
  /** Triangles along the longest side. */
  resolution?: number;
  /** Half the thickness of sheets, as a part of the longest side. */
  radius?: number;
}

export const SOLIDIFY_DEFAULTS: Readonly<Required<SolidifyOptions>> = {
  resolution: 56,
  radius: 0.025,
};

/** A piece that is open over more than this part of its area is a sheet or a shell: it is wrapped, not filled. */
const OPEN = 0.12;
/** Vertices closer than this part of the longest side are one. */
const SAME = 1e-6;

/**
 * Makes a solid of whatever comes: holes, flipped and doubled faces, edges of many triangles, pieces that pass through each other. Inside is where the
 * surface goes round a point by more than half (the winding number), so no single triangle is trusted; sheets and open shells become all points within
 * a radius of them. Refused only if it has no extent.
 */
export function solidify(given: TriangleMesh, options: SolidifyOptions = {}): Solidified {
  const { resolution, radius: part } = { ...SOLIDIFY_DEFAULTS, ...options };
  const box = boundsOf(given.positions);
  const size = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  check(
    size > 0 && Number.isFinite(size),
    () => 'has no extent: all vertices lie at one place.',
    'mesh',
  );
  const mesh = clean(given, size);
  check(mesh.triangles.length > 0, () => 'has no triangle with an area.', 'mesh');
  const { fill, wrap, filled, wrapped } = partPieces(mesh);
  const radius = part * size;
  const field = unionField(mesh, fill, wrap, radius, box);
  const cell = size / resolution;
  return { mesh: extractSurface(field, cell), filled, wrapped, radius: wrapped > 0 ? radius : 0 };
}

/** Without doubled triangles and those that use a vertex twice, vertices at the same place made one. */
function clean({ positions, triangles }: TriangleMesh, size: number): TriangleMesh {
  const map = weldMap(positions, SAME * size);
  const welded = triangles.map((v) => map[v]);
  const doubled = findDoubled(welded);
  const kept: number[] = [];
  for (let t = 0; t < doubled.length; t++) {
    const [a, b, c] = [welded[3 * t], welded[3 * t + 1], welded[3 * t + 2]];
    if (doubled[t] === 0 && a !== b && b !== c && c !== a) kept.push(a, b, c);
  }
  return remapVertices({ positions, triangles: Int32Array.from(kept) });
}

/** Turns the triangles of each piece alike and outwards, and tells pieces that are nearly closed from sheets. */
function partPieces(mesh: TriangleMesh) {
  const { positions: x, triangles } = mesh;
  const { piece, pieces, flipped } = findOrientation(triangles, meshEdges(triangles));
  for (let t = 0; t < flipped.length; t++) if (flipped[t] === 1) flipTriangle(triangles, t);
  // Per piece: centre times area, area, area vector, volume about the centre.
  const sums = new Float64Array(8 * pieces);
  const corner = (t: number, k: number): number => 3 * triangles[3 * t + k];
  for (let t = 0; t < piece.length; t++) {
    const [a, b, c] = [corner(t, 0), corner(t, 1), corner(t, 2)];
    const n = normalOf(x, a, b, c);
    const area = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const o = 8 * piece[t];
    for (let d = 0; d < 3; d++) {
      sums[o + d] += (area * (x[a + d] + x[b + d] + x[c + d])) / 3;
      sums[o + 4 + d] += n[d];
    }
    sums[o + 3] += area;
  }
  for (let t = 0; t < piece.length; t++) {
    const o = 8 * piece[t];
    const n = normalOf(x, corner(t, 0), corner(t, 1), corner(t, 2));
    for (let d = 0; d < 3; d++)
      sums[o + 7] += n[d] * (x[corner(t, 0) + d] - sums[o + d] / sums[o + 3]);
  }
  const isSheet = new Uint8Array(pieces);
  let wrapped = 0;
  for (let p = 0; p < pieces; p++) {
    const o = 8 * p;
    const open = Math.sqrt(sums[o + 4] ** 2 + sums[o + 5] ** 2 + sums[o + 6] ** 2);
    if (open > OPEN * sums[o + 3]) isSheet[p] = 1;
    wrapped += isSheet[p];
  }
  const [fill, wrap]: [number[], number[]] = [[], []];
  for (let t = 0; t < piece.length; t++) {
    if (sums[8 * piece[t] + 7] < 0) flipTriangle(triangles, t);
    const list = isSheet[piece[t]] === 1 ? wrap : fill;
    list.push(triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]);
  }
  return {
    fill: Int32Array.from(fill),
    wrap: Int32Array.from(wrap),
    filled: pieces - wrapped,
    wrapped,
  };
}

/** Half the cross product of two sides: the area vector. */
function normalOf(x: Float64Array, a: number, b: number, c: number): [number, number, number] {
  const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
  const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
  return [(uy * vz - uz * vy) / 2, (uz * vx - ux * vz) / 2, (ux * vy - uy * vx) / 2];
}

/** The filled pieces and the wrapped ones together. */
function unionField(
  { positions }: TriangleMesh,
  fill: Int32Array,
  wrap: Int32Array,
  radius: number,
  box: Bounds,
): Sdf {
  const solid = fill.length > 0 ? buildBvh({ positions, triangles: fill }) : null;
  const winding = solid && createWinding(solid);
  const sheets = wrap.length > 0 ? buildBvh({ positions, triangles: wrap }) : null;
  const grow = sheets ? 1.5 * radius : 0;
  const bounds: Bounds = [
    box[0] - grow,
    box[1] - grow,
    box[2] - grow,
    box[3] + grow,
    box[4] + grow,
    box[5] + grow,
  ];
  let turns = new Float64Array(0);
  let away = new Float64Array(0);
  return {
    bounds,
    evaluate(xyz, n, out) {
      if (turns.length < n) {
        turns = new Float64Array(n);
        away = new Float64Array(n);
      }
      out.fill(Infinity, 0, n);
      if (solid && winding) {
        distances(solid, xyz, n, out);
        windingNumbers(winding, xyz, n, turns);
        for (let i = 0; i < n; i++) out[i] *= side(turns[i]);
      }
      if (sheets) {
        distances(sheets, xyz, n, away);
        for (let i = 0; i < n; i++) out[i] = Math.min(out[i], away[i] - radius);
      }
    },
  };
}

/**
 * −1 inside, 1 outside. Across a hole the winding number goes from one to nought over about the hole's width, and the distance to the surface is
 * no distance to the solid there: the product goes to zero where the winding number is a half.
 */
function side(turns: number): number {
  const away = 2 * (0.5 - turns);
  return Math.min(1, Math.max(-1, away));
}

function distances(bvh: Bvh, xyz: Float64Array, n: number, out: Float64Array): void {
  for (let i = 0; i < n; i++) {
    bvh.hit[3] = Infinity;
    closestFrom(bvh, xyz, 3 * i);
    out[i] = Math.sqrt(bvh.hit[3]);
  }
}
