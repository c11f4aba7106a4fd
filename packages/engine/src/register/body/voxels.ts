import { largestComponent } from '../../geometry/disjoint-sets.ts';
import { createWinding, windingNumbers } from '../../geometry/mesh/winding.ts';
import type { Bvh } from '../../geometry/query/bvh.ts';
import type { VoxelGrid } from '../../geometry/types.ts';
import { cellCentre, voxelComponents } from '../../geometry/voxels/voxelize.ts';
import { CRUMB } from '../numbers.ts';

/**
 * The cells that a template fills, `along` of them along its longest side. Those that its surface touches, and what the
 * outside cannot reach through the others. Of a closed one, touched cells whose centres are outside are left out: near
 * limbs stay apart.
 */
export function fillCells(bvh: Bvh, along: number, isClosed: boolean): VoxelGrid {
  const box = bvh.boxes.subarray(0, 6);
  const side = [0, 1, 2].map((d) => box[3 + d] - box[d]);
  const cell = Math.max(side[0], side[1], side[2]) / along;
  // A layer of empty cells all around, from which the outside is found.
  const dims = side.map((s) => Math.ceil(s / cell + 1e-6) + 2);
  const origin = [0, 1, 2].map((d) => (box[d] + box[d + 3] - dims[d] * cell) / 2);
  const grid: VoxelGrid = {
    origin: [origin[0], origin[1], origin[2]],
    cell,
    dims: [dims[0], dims[1], dims[2]],
    inside: new Uint8Array(dims[0] * dims[1] * dims[2]),
  };
  const touched = touchedCells(bvh, grid);
  const outside = outsideCells(grid, touched);
  for (let c = 0; c < touched.length; c++) grid.inside[c] = outside[c] === 1 ? 0 : 1;
  if (isClosed) dropOuter(grid, bvh, touched);
  dropCrumbs(grid);
  return grid;
}

/** 1 for cells that a triangle passes through. */
function touchedCells(bvh: Bvh, grid: VoxelGrid): Uint8Array {
  const { positions: x, triangles } = bvh;
  const { origin, cell, dims } = grid;
  const touched = new Uint8Array(grid.inside.length);
  const corner = new Float64Array(9);
  const low = [0, 0, 0];
  const high = [0, 0, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    for (let d = 0; d < 3; d++) {
      for (let k = 0; k < 3; k++)
        corner[3 * k + d] = (x[3 * triangles[t + k] + d] - origin[d]) / cell;
      const least = Math.min(corner[d], corner[3 + d], corner[6 + d]);
      const most = Math.max(corner[d], corner[3 + d], corner[6 + d]);
      low[d] = Math.max(0, Math.floor(least));
      high[d] = Math.min(dims[d] - 1, Math.floor(most));
    }
    for (let k = low[2]; k <= high[2]; k++) {
      for (let j = low[1]; j <= high[1]; j++) {
        for (let i = low[0]; i <= high[0]; i++) {
          const c = i + dims[0] * (j + dims[1] * k);
          if (touched[c] === 0 && meetsCell(corner, i + 0.5, j + 0.5, k + 0.5)) touched[c] = 1;
        }
      }
    }
  }
  return touched;
}

const p = new Float64Array(9);

/** True if a triangle (nine numbers) meets the unit cube about a place: no plane keeps them apart. */
function meetsCell(corner: Float64Array, x: number, y: number, z: number): boolean {
  for (let k = 0; k < 9; k += 3) {
    p[k] = corner[k] - x;
    p[k + 1] = corner[k + 1] - y;
    p[k + 2] = corner[k + 2] - z;
  }
  for (let k = 0; k < 3; k++) {
    const n = (k + 1) % 3;
    const [ex, ey, ez] = [
      p[3 * n] - p[3 * k],
      p[3 * n + 1] - p[3 * k + 1],
      p[3 * n + 2] - p[3 * k + 2],
    ];
    if (isApart(0, -ez, ey) || isApart(ez, 0, -ex) || isApart(-ey, ex, 0)) return false;
  }
  const [ux, uy, uz] = [p[3] - p[0], p[4] - p[1], p[5] - p[2]];
  const [vx, vy, vz] = [p[6] - p[0], p[7] - p[1], p[8] - p[2]];
  return !isApart(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}

/** True if the direction (a, b, c) tells the triangle from the cube about the origin. */
function isApart(a: number, b: number, c: number): boolean {
  const reach = 0.5 * (Math.abs(a) + Math.abs(b) + Math.abs(c));
  const s = a * p[0] + b * p[1] + c * p[2];
  const t = a * p[3] + b * p[4] + c * p[5];
  const u = a * p[6] + b * p[7] + c * p[8];
  return Math.min(s, t, u) > reach || Math.max(s, t, u) < -reach;
}

/** 1 for cells that can be reached from the corner of the grid without passing a touched one. */
function outsideCells({ dims }: VoxelGrid, touched: Uint8Array): Uint8Array {
  const [nx, ny, nz] = dims;
  const outside = new Uint8Array(touched.length);
  const waiting = [0];
  outside[0] = 1;
  const visit = (c: number): void => {
    if (touched[c] === 1 || outside[c] === 1) return;
    outside[c] = 1;
    waiting.push(c);
  };
  while (waiting.length > 0) {
    const c = waiting.pop()!;
    const i = c % nx;
    const j = Math.floor(c / nx) % ny;
    const k = Math.floor(c / (nx * ny));
    if (i > 0) visit(c - 1);
    if (i + 1 < nx) visit(c + 1);
    if (j > 0) visit(c - nx);
    if (j + 1 < ny) visit(c + nx);
    if (k > 0) visit(c - nx * ny);
    if (k + 1 < nz) visit(c + nx * ny);
  }
  return outside;
}

/**
 * Leaves out touched cells whose centres the surface does not go round; what that would cut apart is joined through
 * them again.
 */
function dropOuter(grid: VoxelGrid, bvh: Bvh, touched: Uint8Array): void {
  const { inside } = grid;
  const list: number[] = [];
  for (let c = 0; c < touched.length; c++) if (touched[c] === 1) list.push(c);
  const centres = new Float64Array(3 * list.length);
  list.forEach((c, i) => {
    cellCentre(centres, 3 * i, grid, c);
  });
  const turns = new Float64Array(list.length);
  windingNumbers(createWinding(bvh), centres, list.length, turns);
  const outer = new Uint8Array(touched.length);
  list.forEach((c, i) => {
    if (Math.abs(turns[i]) > 0.5) return;
    inside[c] = 0;
    outer[c] = 1;
  });
  // A template thinner than a cell everywhere: all that it touches.
  if (!inside.includes(1)) for (const c of list) inside[c] = 1;
  else joinPieces(grid, outer);
}

/** Joins pieces of the solid to the largest by the shortest ways through the given cells, where there are any. */
function joinPieces(grid: VoxelGrid, through: Uint8Array): void {
  const pieces = voxelComponents(grid);
  const main = largestComponent(pieces);
  const from = new Int32Array(through.length).fill(-1);
  const queue: number[] = [];
  for (let c = 0; c < through.length; c++) {
    if (pieces.label[c] !== main) continue;
    from[c] = c;
    queue.push(c);
  }
  const joined = new Uint8Array(pieces.count);
  joined[main] = 1;
  const [nx, ny, nz] = grid.dims;
  for (let at = 0; at < queue.length; at++) {
    const c = queue[at];
    const label = pieces.label[c];
    if (label >= 0 && joined[label] === 0) {
      joined[label] = 1;
      for (let u = from[c]; from[u] !== u; u = from[u]) grid.inside[u] = 1;
    }
    const i = c % nx;
    const j = Math.floor(c / nx) % ny;
    const k = Math.floor(c / (nx * ny));
    const visit = (u: number): void => {
      if (from[u] >= 0 || (through[u] === 0 && pieces.label[u] < 0)) return;
      from[u] = c;
      queue.push(u);
    };
    if (i > 0) visit(c - 1);
    if (i + 1 < nx) visit(c + 1);
    if (j > 0) visit(c - nx);
    if (j + 1 < ny) visit(c + nx);
    if (k > 0) visit(c - nx * ny);
    if (k + 1 < nz) visit(c + nx * ny);
  }
}

function dropCrumbs(grid: VoxelGrid): void {
  const { label, sizes, count } = voxelComponents(grid);
  if (count === 1) return;
  let most = 0;
  for (const size of sizes) most = Math.max(most, size);
  for (let c = 0; c < label.length; c++) {
    if (label[c] >= 0 && sizes[label[c]] < CRUMB * most) grid.inside[c] = 0;
  }
}
