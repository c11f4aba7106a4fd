import { inverse3 } from '../../../math/mat3.ts';
import { BEYOND, NEAR_FOURTH, NODE_REACH, PRECISION_RIDGE, SOFT } from '../numbers.ts';

/**
 * The nodes nearest to a material point, nearest first, and what the shape functions need to know about them. Reused
 * from point to point: fill the first `count` entries.
 */
export interface Neighbours {
  count: number;
  readonly node: Int32Array;
  /** Distance inside the solid [m]. */
  readonly distance: Float64Array;
  /** Where the node is, seen from the point [m], shape [most, 3]; for a region, the nearest place of it. */
  readonly toNode: Float64Array;
  /** 1 for the node of a region, which must have weight one wherever its distance is zero. */
  readonly region: Uint8Array;
  /** Result: the shape functions, which add up to one; 0 for nodes that do not reach the point. */
  readonly phi: Float64Array;
}

export function createNeighbours(most: number): Neighbours {
  return {
    count: 0,
    node: new Int32Array(most),
    distance: new Float64Array(most),
    toNode: new Float64Array(3 * most),
    region: new Uint8Array(most),
    phi: new Float64Array(most),
  };
}

/** Index of the fourth nearest node. */
const FOURTH = 3;

/** Scratch: covariance and its inverse. */
const C = new Float64Array(9);
const inverse = new Float64Array(9);

/**
 * Shape functions at a point, from its `influences` + 1 nearest nodes (or all, if there are no more). First shares w ∝
 * (1 − d/ρ)/(d/ρ + SOFT), which fall to zero at the radius ρ, the distance of the first node left out. Then a
 * correction φ = w (1 − λ·(r − r̄)), r the vector to the node and r̄ = Σ w r, with the λ that makes Σ φ r as good as
 * zero: then Σ φ_k x_k = x and frames between them can take up any quadratic displacement, pure bending among them.
 * Continuous in the point; weights are negative where the point lies outside its nodes. Nodes further than `reach` [m]
 * never count: see `reachOf`.
 */
export function shapeFunctions(near: Neighbours, influences: number, reach: number): void {
  const { count, distance, region, phi, toNode: r } = near;
  phi.fill(0, 0, count);
  if (region[0] === 1 && distance[0] === 0) {
    phi[0] = 1;
    return;
  }
  const radius = Math.min(reach, supportRadius(near, influences));
  let total = 0;
  for (let k = 0; k < count; k++) {
    const t = distance[k] / radius;
    if (!(t < 1)) continue;
    phi[k] = (1 - t) / (region[k] === 1 ? t : t + SOFT);
    total += phi[k];
  }
  let [mx, my, mz] = [0, 0, 0];
  for (let k = 0; k < count; k++) {
    phi[k] /= total;
    mx += phi[k] * r[3 * k];
    my += phi[k] * r[3 * k + 1];
    mz += phi[k] * r[3 * k + 2];
  }
  covariance(near, mx, my, mz, PRECISION_RIDGE * radius * (PRECISION_RIDGE * radius));
  // A lone node has no covariance and needs no correction.
  if (!inverse3(inverse, 0, C, 0)) inverse.fill(0);
  const lx = inverse[0] * mx + inverse[1] * my + inverse[2] * mz;
  const ly = inverse[3] * mx + inverse[4] * my + inverse[5] * mz;
  const lz = inverse[6] * mx + inverse[7] * my + inverse[8] * mz;
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const along = lx * (r[3 * k] - mx) + ly * (r[3 * k + 1] - my) + lz * (r[3 * k + 2] - mz);
    phi[k] *= 1 - along;
    sum += phi[k];
  }
  for (let k = 0; k < count; k++) phi[k] /= sum;
}

/**
 * The reach for nodes of which every place of the solid has one within `cover` metres. Keeps far arms of a body apart.
 */
export function reachOf(cover: number): number {
  // A lone node whose body is one voxel: any reach will do.
  return NODE_REACH * Math.max(cover, 1e-300);
}

/** ρ [m]. Order statistics of distances change continuously with the point, so this does too. */
function supportRadius({ count, distance }: Neighbours, influences: number): number {
  const far = count > influences ? distance[influences] : BEYOND * distance[count - 1];
  const near = NEAR_FOURTH * distance[Math.min(FOURTH, count - 1)];
  // A lone node at its own place: any radius will do.
  return Math.max(Math.min(far, near), 1e-300);
}

/** C = Σ φ (r − r̄)(r − r̄)ᵀ + ridge·I. */
function covariance(
  { count, phi, toNode: r }: Neighbours,
  mx: number,
  my: number,
  mz: number,
  ridge: number,
): void {
  C.fill(0);
  for (let k = 0; k < count; k++) {
    const x = r[3 * k] - mx;
    const y = r[3 * k + 1] - my;
    const z = r[3 * k + 2] - mz;
    C[0] += phi[k] * x * x;
    C[1] += phi[k] * x * y;
    C[2] += phi[k] * x * z;
    C[4] += phi[k] * y * y;
    C[5] += phi[k] * y * z;
    C[8] += phi[k] * z * z;
  }
  C[3] = C[1];
  C[6] = C[2];
  C[7] = C[5];
  for (let d = 0; d < 9; d += 4) C[d] += ridge;
}
