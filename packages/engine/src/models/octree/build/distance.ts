import { type DistanceGrid, gridSdf } from '../../../geometry/sdf/grid.ts';
import type { Sdf, TriangleMesh, VoxelGrid } from '../../../geometry/types.ts';
import { type Allocator, createArena, createKernels, measure } from '../../../kernels/index.ts';
import type { OctreeData } from '../model.ts';
import { PIECE_MARGIN } from '../numbers.ts';

/** How far points are from a piece's surface at rest. */
export function distanceTo({ voxels, surface }: OctreeData): Sdf {
  const { low, high, origin, cell, at } = voxels;
  const start = low.map((c) => c - PIECE_MARGIN);
  const [nx, ny, nz] = high.map((c, d) => c - start[d] + 1 + PIECE_MARGIN);
  const inside = new Uint8Array(nx * ny * nz);
  for (let v = 0; v < voxels.count; v++) {
    const x = at[3 * v] - start[0];
    const y = at[3 * v + 1] - start[1];
    const z = at[3 * v + 2] - start[2];
    inside[x + nx * (y + ny * z)] = 1;
  }
  const from = (c: number): number => origin[c] + cell * start[c];
  const grid = { origin: [from(0), from(1), from(2)], cell, dims: [nx, ny, nz], inside } as const;
  return gridSdf(findDistances(surface, grid));
}

/**
 * Distances [m] of the centres of a grid's cells to a closed surface, negative where `inside` is 1. By a kernel in
 * memory of its own: pieces come off seldom, before anything is compiled.
 */
export function findDistances(mesh: TriangleMesh, grid: VoxelGrid): DistanceGrid {
  const { origin, cell, dims, inside } = grid;
  const [nx, ny, nz] = dims;
  const count = mesh.triangles.length / 3;
  const allocate = (a: Allocator) => ({
    distance: a.f64(inside.length),
    nearest: a.i32(inside.length),
    positions: a.f64(mesh.positions.length),
    triangles: a.i32(mesh.triangles.length),
    spheres: a.f64(4 * count),
    head: a.i32(4 * (nx + ny + nz)),
    next: a.i32(inside.length),
    waits: a.u8(inside.length),
  });
  const arena = createArena(measure(allocate));
  const room = allocate(arena);
  room.positions.set(mesh.positions);
  room.triangles.set(mesh.triangles);
  createKernels(arena).meshDistances(
    room.distance,
    room.nearest,
    room.positions,
    room.triangles,
    room.spheres,
    count,
    origin[0],
    origin[1],
    origin[2],
    cell,
    nx,
    ny,
    nz,
    room.head,
    room.next,
    room.waits,
  );
  const distance = room.distance.slice();
  for (let k = 0; k < inside.length; k++) if (inside[k] === 1) distance[k] = -distance[k];
  return { origin, cell, dims, distance };
}
