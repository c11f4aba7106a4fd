import { check } from '../core/errors.ts';
import { boundsOf } from './bounds.ts';
import type { TetMesh, TriangleMesh, VoxelGrid } from './types.ts';

/** What a rigid body needs to know about a solid. */
export interface MassProperties {
  /** [m³] */
  volume: number;
  /** [kg] */
  mass: number;
  /** Centre of mass [m]. */
  centre: [number, number, number];
  /** Inertia about the centre of mass [kg m²], row-major 3×3. */
  inertia: Float64Array;
}

/**
 * Mass properties of the solid inside a closed mesh of uniform density [kg/m³], exact up to rounding: the divergence
 * theorem turns the solid into signed tets between each triangle and a common point.
 */
export function meshMass(mesh: TriangleMesh, density = 1000): MassProperties {
  const { positions: x, triangles } = mesh;
  const sums = createSums(boundsOf(x));
  const corners = new Float64Array(12);
  // The fourth corner stays at the common point, the origin of the sums.
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) loadCorner(corners, k, x, triangles[t + k], sums);
    addTet(sums, corners, density);
  }
  return finish(sums);
}

/** Signed volume of the triangles about their middle, as given. */
export function signedVolume({ positions: x, triangles }: TriangleMesh): number {
  const middle = [0, 0, 0];
  for (const v of triangles)
    for (let d = 0; d < 3; d++) middle[d] += x[3 * v + d] / triangles.length;
  const at = (c: number, d: number): number => x[3 * triangles[c] + d] - middle[d];
  let six = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let d = 0; d < 3; d++) {
      const [e, f] = [(d + 1) % 3, (d + 2) % 3];
      six += at(t, d) * (at(t + 1, e) * at(t + 2, f) - at(t + 1, f) * at(t + 2, e));
    }
  }
  return six / 6;
}

/** Mass properties of a tet mesh; density [kg/m³] is one number or one per tet. */
export function tetMass(mesh: TetMesh, density: number | Float64Array = 1000): MassProperties {
  const { positions: x, tets } = mesh;
  const sums = createSums(boundsOf(x));
  const corners = new Float64Array(12);
  for (let t = 0; t < tets.length / 4; t++) {
    // Corner 0 last: a positive tet stays positive in the order that addTet expects.
    loadCorner(corners, 0, x, tets[4 * t + 1], sums);
    loadCorner(corners, 1, x, tets[4 * t + 2], sums);
    loadCorner(corners, 2, x, tets[4 * t + 3], sums);
    loadCorner(corners, 3, x, tets[4 * t], sums);
    addTet(sums, corners, typeof density === 'number' ? density : density[t]);
  }
  return finish(sums);
}

/** Mass properties of the cells inside a voxel grid; density [kg/m³] is one number or one per cell of the grid. */
export function voxelMass(grid: VoxelGrid, density: number | Float64Array = 1000): MassProperties {
  const { origin, cell, dims, inside } = grid;
  const sums = createSums([
    origin[0],
    origin[1],
    origin[2],
    origin[0] + cell * dims[0],
    origin[1] + cell * dims[1],
    origin[2] + cell * dims[2],
  ]);
  const volume = cell * cell * cell;
  const own = (cell * cell) / 12;
  for (let k = 0, index = 0; k < dims[2]; k++) {
    const z = (k + 0.5 - dims[2] / 2) * cell;
    for (let j = 0; j < dims[1]; j++) {
      const y = (j + 0.5 - dims[1] / 2) * cell;
      for (let i = 0; i < dims[0]; i++, index++) {
        if (inside[index] === 0) continue;
        const x = (i + 0.5 - dims[0] / 2) * cell;
        const m = volume * (typeof density === 'number' ? density : density[index]);
        sums.volume += volume;
        sums.mass += m;
        sums.first[0] += m * x;
        sums.first[1] += m * y;
        sums.first[2] += m * z;
        sums.second[0] += m * (x * x + own);
        sums.second[1] += m * (y * y + own);
        sums.second[2] += m * (z * z + own);
        sums.second[3] += m * y * z;
        sums.second[4] += m * x * z;
        sums.second[5] += m * x * y;
      }
    }
  }
  return finish(sums);
}

/** Moments about `at`; the middle of the body, so that a body far from the origin loses no digits. */
interface Sums {
  at: readonly [number, number, number];
  volume: number;
  mass: number;
  first: Float64Array;
  /** ∫ρ of xx, yy, zz, yz, xz, xy. */
  second: Float64Array;
}

function createSums(b: readonly number[]): Sums {
  return {
    at: [(b[0] + b[3]) / 2, (b[1] + b[4]) / 2, (b[2] + b[5]) / 2],
    volume: 0,
    mass: 0,
    first: new Float64Array(3),
    second: new Float64Array(6),
  };
}

function loadCorner(out: Float64Array, k: number, x: Float64Array, v: number, sums: Sums): void {
  for (let d = 0; d < 3; d++) out[3 * k + d] = x[3 * v + d] - sums.at[d];
}

/** A tet with corners a, b, c, o: V = (a−o)·((b−o)×(c−o))/6, ∫xxᵀ = V/20 (Σ vvᵀ + ssᵀ), s = Σ v. */
function addTet(sums: Sums, v: Float64Array, density: number): void {
  const [ox, oy, oz] = [v[9], v[10], v[11]];
  const [ax, ay, az] = [v[0] - ox, v[1] - oy, v[2] - oz];
  const [bx, by, bz] = [v[3] - ox, v[4] - oy, v[5] - oz];
  const [cx, cy, cz] = [v[6] - ox, v[7] - oy, v[8] - oz];
  const volume =
    (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6;
  const m = volume * density;
  sums.volume += volume;
  sums.mass += m;
  for (let d = 0; d < 3; d++) sums.first[d] += (m / 4) * (v[d] + v[3 + d] + v[6 + d] + v[9 + d]);
  for (let e = 0; e < 6; e++) {
    const p = e < 3 ? e : e === 3 ? 1 : 0;
    const q = e < 3 ? e : e === 5 ? 1 : 2;
    const products = v[p] * v[q] + v[3 + p] * v[3 + q] + v[6 + p] * v[6 + q] + v[9 + p] * v[9 + q];
    const sp = v[p] + v[3 + p] + v[6 + p] + v[9 + p];
    const sq = v[q] + v[3 + q] + v[6 + q] + v[9 + q];
    sums.second[e] += (m / 20) * (products + sp * sq);
  }
}

function finish({ at, volume, mass, first, second }: Sums): MassProperties {
  check(
    volume > 0 && mass > 0,
    () =>
      `must have a volume and mass above 0, got ${volume} m³ and ${mass} kg. Give it thickness, or turn its faces outwards (repairMesh).`,
    'solid',
  );
  const [x, y, z] = [first[0] / mass, first[1] / mass, first[2] / mass];
  const xx = second[0] - mass * x * x;
  const yy = second[1] - mass * y * y;
  const zz = second[2] - mass * z * z;
  const yz = second[3] - mass * y * z;
  const xz = second[4] - mass * x * z;
  const xy = second[5] - mass * x * y;
  const inertia = Float64Array.of(yy + zz, -xy, -xz, -xy, xx + zz, -yz, -xz, -yz, xx + yy);
  return { volume, mass, centre: [at[0] + x, at[1] + y, at[2] + z], inertia };
}
