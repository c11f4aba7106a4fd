import { relax } from '../../../geometry/surface/relax.ts';
import type { Sdf } from '../../../geometry/types.ts';
import { eigen3 } from '../../../math/eigen3.ts';
import { BOUND, SMOOTHING } from '../numbers.ts';
import { FACE_MOVE, type Voxels } from './voxels.ts';

/**
 * Corners of the voxels: what the visible surface is made of. Every face of a voxel without an open link behind it
 * shows, as two triangles between the voxel's own corners. Corners of the outer surface lie on the zero set of the
 * shape, inner ones on the grid until a cut moves them onto its blade.
 */
export interface Corners {
  readonly count: number;
  /** The corner at each of the eight places (x + 2y + 4z) of each voxel, shape [voxels, 8]. */
  readonly of: Int32Array;
  /** Where corners are at rest [m], shape [count, 3]. */
  readonly positions: Float64Array;
  /** Projection onto the directions in which a corner can slide without leaving the outer surface, shape [count, 9]. */
  readonly free: Float64Array;
}

/** The four corners of each face, counter-clockwise from outside; faces +x −x +y −y +z −z. */
export const FACE_CORNERS = [
  [1, 3, 7, 5],
  [0, 4, 6, 2],
  [2, 6, 7, 3],
  [0, 1, 5, 4],
  [4, 5, 7, 6],
  [0, 2, 3, 1],
] as const;

export function buildCorners(voxels: Voxels, sdf: Sdf): Corners {
  const { dims, origin, cell, at } = voxels;
  const [nx, ny, nz] = [dims[0] + 1, dims[1] + 1, dims[2] + 1];
  const id = new Int32Array(nx * ny * nz).fill(-1);
  const of = new Int32Array(8 * voxels.count);
  const places: number[] = [];
  for (let v = 0; v < voxels.count; v++) {
    for (let c = 0; c < 8; c++) {
      const x = at[3 * v] + (c & 1);
      const y = at[3 * v + 1] + ((c >> 1) & 1);
      const z = at[3 * v + 2] + (c >> 2);
      const k = x + nx * (y + ny * z);
      if (id[k] < 0) {
        id[k] = places.length / 3;
        places.push(origin[0] + cell * x, origin[1] + cell * y, origin[2] + cell * z);
      }
      of[8 * v + c] = id[k];
    }
  }
  const positions = Float64Array.from(places);
  putOnSurface(positions, voxels, of, sdf);
  const free = slides(positions, voxels, of);
  return { count: positions.length / 3, of, positions, free };
}

function putOnSurface(positions: Float64Array, voxels: Voxels, of: Int32Array, sdf: Sdf): void {
  const local = new Int32Array(positions.length / 3).fill(-1);
  const outer: number[] = [];
  const quads: number[] = [];
  for (let v = 0; v < voxels.count; v++) {
    for (let f = 0; f < 6; f++) {
      if (voxels.near[27 * v + FACE_MOVE[f]] >= 0) continue;
      for (const c of FACE_CORNERS[f]) {
        const corner = of[8 * v + c];
        if (local[corner] < 0) local[corner] = outer.push(corner) - 1;
        quads.push(local[corner]);
      }
    }
  }
  const surface = {
    positions: new Float64Array(3 * outer.length),
    quads: Int32Array.from(quads),
    triangles: new Int32Array(0),
  };
  outer.forEach((corner, i) => {
    for (let c = 0; c < 3; c++) surface.positions[3 * i + c] = positions[3 * corner + c];
  });
  relax(surface, sdf, voxels.cell, SMOOTHING);
  outer.forEach((corner, i) => {
    for (let c = 0; c < 3; c++) positions[3 * corner + c] = surface.positions[3 * i + c];
  });
}

/** Inner corners are free; outer ones along their face, those of an edge along the edge, those of a tip not at all. */
function slides(positions: Float64Array, voxels: Voxels, of: Int32Array): Float64Array {
  const count = positions.length / 3;
  const spread = new Float64Array(9 * count);
  const u = [0, 0, 0];
  const w = [0, 0, 0];
  for (let v = 0; v < voxels.count; v++) {
    for (let f = 0; f < 6; f++) {
      if (voxels.near[27 * v + FACE_MOVE[f]] >= 0) continue;
      const [a, b, c, d] = FACE_CORNERS[f].map((k) => 3 * of[8 * v + k]);
      for (let k = 0; k < 3; k++) {
        u[k] = positions[c + k] - positions[a + k];
        w[k] = positions[d + k] - positions[b + k];
      }
      const n = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
      const square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
      if (square === 0) continue;
      for (const corner of [a, b, c, d]) {
        for (let i = 0; i < 3; i++) {
          for (let j = 0; j < 3; j++) spread[3 * corner + 3 * i + j] += (n[i] * n[j]) / square;
        }
      }
    }
  }
  const free = new Float64Array(9 * count);
  const values = new Float64Array(3);
  const vectors = new Float64Array(9);
  for (let corner = 0; corner < count; corner++) {
    const o = 9 * corner;
    const trace = spread[o] + spread[o + 4] + spread[o + 8];
    eigen3(values, 0, vectors, 0, spread, o);
    for (let e = 0; e < 3; e++) {
      if (trace > 0 && values[e] > BOUND * trace) continue;
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) free[o + 3 * i + j] += vectors[3 * i + e] * vectors[3 * j + e];
      }
    }
  }
  return free;
}
