import { boundsOf, diagonalOf } from '../../geometry/bounds.ts';
import type { TriangleMesh } from '../../geometry/types.ts';
import { applyToPoint } from '../../math/affine.ts';
import { eigen3 } from '../../math/eigen3.ts';
import { CLEAR, SNAP } from '../numbers.ts';

/**
 * The template's own coordinates: middle of its surface, principal axes, the diagonal of its box as unit. The answer
 * must not depend on the file's. Both maps are 3×4.
 */
export interface OwnUnits {
  readonly toOwn: Float64Array;
  /** The same for points of the target: it differs when the template is mirrored. */
  readonly targetToOwn: Float64Array;
  readonly toFile: Float64Array;
  /** L [file units]. */
  readonly diagonal: number;
}

/** The map (3×4) that moves nothing. */
export const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

export function ownUnits({ positions: x, triangles }: TriangleMesh): OwnUnits {
  const middle = new Float64Array(3);
  const C = new Float64Array(9);
  const areas = new Float64Array(triangles.length / 3);
  let total = 0;
  for (let t = 0; t < areas.length; t++) {
    areas[t] = areaOf(x, triangles, 3 * t);
    total += areas[t];
    for (let k = 0; k < 3; k++) {
      for (let d = 0; d < 3; d++) middle[d] += (areas[t] / 3) * x[3 * triangles[3 * t + k] + d];
    }
  }
  for (let d = 0; d < 3; d++) middle[d] /= total;
  for (let t = 0; t < areas.length; t++) {
    for (let k = 0; k < 3; k++) {
      const v = 3 * triangles[3 * t + k];
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++)
          C[3 * r + c] += (areas[t] / 3) * (x[v + r] - middle[r]) * (x[v + c] - middle[c]);
      }
    }
  }
  const V = new Float64Array(9);
  eigen3(new Float64Array(3), 0, V, 0, C, 0);
  const toOwn = new Float64Array(12);
  const turn = (factor: number): void => {
    for (let r = 0; r < 3; r++) {
      toOwn[4 * r + 3] = 0;
      for (let c = 0; c < 3; c++) {
        toOwn[4 * r + c] = factor * V[3 * c + r];
        toOwn[4 * r + 3] -= toOwn[4 * r + c] * middle[c];
      }
    }
  };
  turn(1);
  const turned = mapPoints(toOwn, x);
  const diagonal = diagonalOf(boundsOf(turned));
  for (let axis = 0; axis < 2; axis++) {
    for (let v = axis; v < turned.length; v += 3) {
      if (Math.abs(turned[v]) < CLEAR * diagonal) continue;
      if (turned[v] < 0) for (let d = 0; d < 9; d += 3) V[d + axis] = -V[d + axis];
      break;
    }
  }
  // The third axis makes it a rotation.
  V[2] = V[3] * V[7] - V[6] * V[4];
  V[5] = V[6] * V[1] - V[0] * V[7];
  V[8] = V[0] * V[4] - V[3] * V[1];
  turn(1 / diagonal);
  const toFile = new Float64Array(12);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) toFile[4 * r + c] = diagonal * V[3 * r + c];
    toFile[4 * r + 3] = middle[r];
  }
  return { toOwn, targetToOwn: toOwn, toFile, diagonal };
}

function areaOf(x: Float64Array, triangles: Int32Array, t: number): number {
  const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
  const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
  const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
}

/** All points under a map (3×4), in a new array. */
export function mapPoints(map: Float64Array, x: Float64Array): Float64Array {
  const out = new Float64Array(x.length);
  for (let i = 0; i + 2 < x.length; i += 3) applyToPoint(out, i, map, 0, x, i);
  return out;
}

/**
 * The same on a lattice that is finer than anything matters and coarser than rounding. Equal distances are common on
 * shapes with symmetries, and what is taken of them must not depend on the file's units: a fit makes from a difference
 * of 1e-16 one of 1e-3.
 */
export function snapPoints(map: Float64Array, x: Float64Array): Float64Array {
  const out = mapPoints(map, x);
  for (let i = 0; i < out.length; i++) out[i] = SNAP * Math.round(out[i] / SNAP);
  return out;
}
