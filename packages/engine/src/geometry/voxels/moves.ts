import type { VoxelGrid } from '../types.ts';

/**
 * Steps between neighbouring cells that stay in the solid. Step m = (dx+1) + 3(dy+1) + 9(dz+1), bit m of a cell's mask.
 * A step over an edge or corner is allowed only if a path through cell faces takes the same turn: so nothing leaks
 * between parts that merely touch, and the pieces are those connected through faces.
 */
export interface VoxelMoves {
  /** Allowed steps of each cell of the grid, 0 outside. */
  mask: Int32Array;
  /** Change of the cell index by each of the 27 steps. */
  shift: Int32Array;
  /** Coordinates of each cell. */
  x: Int16Array;
  y: Int16Array;
  z: Int16Array;
  /** Cells along each axis. */
  dims: readonly number[];
  /** Empty cells with smaller coordinates along every axis, shape [(nx+1)·(ny+1)·(nz+1)]. */
  empty: Int32Array;
}

/** The number of a step. */
export function moveOf(dx: number, dy: number, dz: number): number {
  return dx + 1 + 3 * (dy + 1) + 9 * (dz + 1);
}

/** Finds the allowed steps of all cells. */
export function findMoves(grid: VoxelGrid): VoxelMoves {
  const [nx, ny, nz] = grid.dims;
  const { inside } = grid;
  const n = inside.length;
  const moves: VoxelMoves = {
    mask: new Int32Array(n),
    shift: new Int32Array(27),
    x: new Int16Array(n),
    y: new Int16Array(n),
    z: new Int16Array(n),
    dims: grid.dims,
    empty: countEmpty(grid),
  };
  for (let m = 0; m < 27; m++) {
    moves.shift[m] =
      (m % 3) - 1 + nx * ((Math.floor(m / 3) % 3) - 1 + ny * (Math.floor(m / 9) - 1));
  }
  const near = new Uint8Array(27);
  for (let k = 0, c = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++, c++) {
        moves.x[c] = i;
        moves.y[c] = j;
        moves.z[c] = k;
        if (inside[c] === 0) continue;
        for (let m = 0; m < 27; m++) {
          const p = i + (m % 3) - 1;
          const q = j + (Math.floor(m / 3) % 3) - 1;
          const r = k + Math.floor(m / 9) - 1;
          const there = p >= 0 && q >= 0 && r >= 0 && p < nx && q < ny && r < nz;
          near[m] = there ? inside[c + moves.shift[m]] : 0;
        }
        moves.mask[c] = allowed(near);
      }
    }
  }
  return moves;
}

/** Sums over boxes that begin at the first cell: eight of them count what is in any box. */
function countEmpty({ dims: [nx, ny, nz], inside }: VoxelGrid): Int32Array {
  const [dy, dz] = [nx + 1, (nx + 1) * (ny + 1)];
  const empty = new Int32Array(dz * (nz + 1));
  for (let k = 0, c = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      let row = 0;
      for (let i = 0; i < nx; i++, c++) {
        row += 1 - inside[c];
        const e = i + 1 + dy * (j + 1) + dz * (k + 1);
        empty[e] = row + empty[e - dy] + empty[e - dz] - empty[e - dy - dz];
      }
    }
  }
  return empty;
}

/** True if all cells of the box between cells a and b are solid. */
function isSolidBetween(moves: VoxelMoves, a: number, b: number): boolean {
  const { x, y, z, empty, dims } = moves;
  const dy = dims[0] + 1;
  const dz = dy * (dims[1] + 1);
  const x0 = Math.min(x[a], x[b]);
  const x1 = Math.max(x[a], x[b]) + 1;
  const y0 = dy * Math.min(y[a], y[b]);
  const y1 = dy * (Math.max(y[a], y[b]) + 1);
  const z0 = dz * Math.min(z[a], z[b]);
  const z1 = dz * (Math.max(z[a], z[b]) + 1);
  const upper =
    empty[x1 + y1 + z1] - empty[x0 + y1 + z1] - empty[x1 + y0 + z1] + empty[x0 + y0 + z1];
  const lower =
    empty[x1 + y1 + z0] - empty[x0 + y1 + z0] - empty[x1 + y0 + z0] + empty[x0 + y0 + z0];
  return upper === lower;
}

function allowed(near: Uint8Array): number {
  let mask = 0;
  for (let m = 0; m < 27; m++) {
    if (m === 13 || near[m] === 0) continue;
    const dx = (m % 3) - 1;
    const dy = (Math.floor(m / 3) % 3) - 1;
    const dz = Math.floor(m / 9) - 1;
    const axes = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
    const x = near[moveOf(dx, 0, 0)];
    const y = near[moveOf(0, dy, 0)];
    const z = near[moveOf(0, 0, dz)];
    let ok = axes === 1;
    if (axes === 2) ok = (dx !== 0 && x === 1) || (dy !== 0 && y === 1) || (dz !== 0 && z === 1);
    if (axes === 3) {
      const xy = near[moveOf(dx, dy, 0)];
      const yz = near[moveOf(0, dy, dz)];
      const xz = near[moveOf(dx, 0, dz)];
      ok = (x & (xy | xz)) === 1 || (y & (xy | yz)) === 1 || (z & (xz | yz)) === 1;
    }
    if (ok) mask |= 1 << m;
  }
  return mask;
}

/** True if the straight line between the centres of cells a and b stays in the solid. */
export function isVisible(moves: VoxelMoves, a: number, b: number): boolean {
  if (isSolidBetween(moves, a, b)) return true;
  const { mask, shift, x, y, z } = moves;
  const dx = x[b] - x[a];
  const dy = y[b] - y[a];
  const dz = z[b] - z[a];
  const nx = Math.max(1, Math.abs(dx));
  const ny = Math.max(1, Math.abs(dy));
  const nz = Math.max(1, Math.abs(dz));
  const sx = dx > 0 ? 1 : -1;
  const sy = dy > 0 ? 1 : -1;
  const sz = dz > 0 ? 1 : -1;
  // Times at which the line meets the next wall along each axis, scaled to whole numbers: exact comparisons.
  let tx = dx === 0 ? Infinity : ny * nz;
  let ty = dy === 0 ? Infinity : nx * nz;
  let tz = dz === 0 ? Infinity : nx * ny;
  let c = a;
  while (c !== b) {
    const t = Math.min(tx, ty, tz);
    let step = 13;
    if (tx === t) {
      step += sx;
      tx += 2 * ny * nz;
    }
    if (ty === t) {
      step += 3 * sy;
      ty += 2 * nx * nz;
    }
    if (tz === t) {
      step += 9 * sz;
      tz += 2 * nx * ny;
    }
    if ((mask[c] & (1 << step)) === 0) return false;
    c += shift[step];
  }
  return true;
}
