import { append } from '../../core/append.ts';
import { buildCases, type Cases, edgeIndex, edgeStart } from './cases.ts';
import { cellBlocks, loadWindow, type SampleGrid, SIDE, WINDOW } from './samples.ts';

const VOLUME = SIDE * SIDE * SIDE;

/** A surface of quads, one vertex per patch of surface in a grid cell, one quad per grid edge that the surface cuts. */
export interface DualSurface {
  /** Positions [m], shape [vertices, 3]. */
  positions: Float64Array;
  /** Shape [quads, 4], counter-clockwise from outside. */
  quads: Int32Array;
  /** The few faces that needed more corners than four, already cut up, shape [triangles, 3]. */
  triangles: Int32Array;
}

/** Cut cells of the blocks that have any. */
interface CellTable {
  grid: SampleGrid;
  cases: Cases;
  /** Place of a block's cells, −1 if none is cut, shape [blocks]. */
  slot: Int32Array;
  /** Which corners are inside, shape [kept blocks, 8, 8, 8]. */
  inside: Uint8Array;
  /** First vertex of a cell, same shape. */
  first: Int32Array;
}

/**
 * The dual of marching cubes. Every patch is a disc whose rim is one loop, every cut edge has four cells around it, so
 * the result is a closed 2-manifold by construction. The one trap is a pair of patches that meet along two segments of
 * the same ambiguous face: their common edge would be used four times. Such edges get a vertex of their own in the
 * middle.
 */
export function dualSurface(grid: SampleGrid): DualSurface {
  const positions: number[] = [];
  const table = placeVertices(grid, positions);
  const quads: number[] = [];
  const triangles: number[] = [];
  const middles = new Map<string, number>();
  const [nx, ny] = grid.blocks;
  const window = new Float64Array(WINDOW * WINDOW * WINDOW);
  for (let b = 0; b < table.slot.length; b++) {
    if (table.slot[b] < 0) continue;
    const bi = b % nx;
    const bj = Math.floor(b / nx) % ny;
    const bk = Math.floor(b / (nx * ny));
    loadWindow(grid, bi, bj, bk, window);
    for (let s = 0; s < VOLUME; s++) {
      const inside = table.inside[VOLUME * table.slot[b] + s];
      if (inside === 0 || inside === 255) continue;
      const [x, y, z] = [s & 7, (s >> 3) & 7, s >> 6];
      const corner = x + WINDOW * (y + WINDOW * z);
      for (let axis = 0; axis < 3; axis++) {
        const start = inside & 1;
        const end = (inside >> (1 << axis)) & 1;
        if (start === end) continue;
        const at = [SIDE * bi + x, SIDE * bj + y, SIDE * bk + z];
        const v0 = window[corner];
        const v1 = window[corner + (axis === 0 ? 1 : axis === 1 ? WINDOW : WINDOW * WINDOW)];
        const crossing = at.map(
          (n, a) => grid.origin[a] + grid.cell * (a === axis ? n + v0 / (v0 - v1) : n),
        );
        const ring = ringAround(table, at, axis, start === 1, crossing, positions, middles);
        if (ring.length === 4) {
          append(quads, ring);
          continue;
        }
        const hub = positions.length / 3;
        append(positions, crossing);
        for (let i = 0; i < ring.length; i++) {
          triangles.push(hub, ring[i], ring[(i + 1) % ring.length]);
        }
      }
    }
  }
  return {
    positions: Float64Array.from(positions),
    quads: Int32Array.from(quads),
    triangles: Int32Array.from(triangles),
  };
}

/** One vertex per loop, at the mean of the points where the loop cuts the cell's edges. */
function placeVertices(grid: SampleGrid, positions: number[]): CellTable {
  const cases = buildCases();
  const wanted = cellBlocks(grid);
  const slot = new Int32Array(grid.slot.length).fill(-1);
  const inside = new Uint8Array(VOLUME * wanted.length);
  const first = new Int32Array(VOLUME * wanted.length);
  const window = new Float64Array(WINDOW * WINDOW * WINDOW);
  const corners = new Float64Array(8);
  const sums = new Float64Array(4 * 4);
  const [nx, ny] = grid.blocks;
  wanted.forEach((b, place) => {
    slot[b] = place;
    const block = [b % nx, Math.floor(b / nx) % ny, Math.floor(b / (nx * ny))];
    loadWindow(grid, block[0], block[1], block[2], window);
    for (let s = 0; s < VOLUME; s++) {
      const at = [s & 7, (s >> 3) & 7, s >> 6];
      let mask = 0;
      for (let c = 0; c < 8; c++) {
        const [x, y, z] = [at[0] + (c & 1), at[1] + ((c >> 1) & 1), at[2] + (c >> 2)];
        corners[c] = window[x + WINDOW * (y + WINDOW * z)];
        if (corners[c] < 0) mask |= 1 << c;
      }
      inside[VOLUME * place + s] = mask;
      if (mask === 0 || mask === 255) continue;
      first[VOLUME * place + s] = positions.length / 3;
      sumCrossings(cases, mask, corners, sums);
      for (let loop = 0; loop < cases.loops[mask]; loop++) {
        for (let a = 0; a < 3; a++) {
          const mean = sums[4 * loop + a] / sums[4 * loop + 3];
          positions.push(grid.origin[a] + grid.cell * (SIDE * block[a] + at[a] + mean));
        }
      }
    }
  });
  return { grid, cases, slot, inside, first };
}

/** sums[4·loop ..] = sum of the crossings x, y, z in units of the cell, and their count. */
function sumCrossings(cases: Cases, mask: number, corners: Float64Array, sums: Float64Array): void {
  sums.fill(0);
  for (let edge = 0; edge < 12; edge++) {
    const loop = cases.loopOf[12 * mask + edge];
    if (loop >= cases.loops[mask]) continue;
    const start = edgeStart(edge);
    const v0 = corners[start];
    const v1 = corners[start | (1 << (edge >> 2))];
    for (let a = 0; a < 3; a++) sums[4 * loop + a] += (start >> a) & 1;
    sums[4 * loop + (edge >> 2)] += v0 / (v0 - v1);
    sums[4 * loop + 3] += 1;
  }
}

/** Offsets of the four cells around an edge along the next two axes, counter-clockwise seen against the axis. */
const AROUND = [
  [-1, -1],
  [0, -1],
  [0, 0],
  [-1, 0],
] as const;

/** The vertices around a cut edge, counter-clockwise from outside. Normally four. */
function ringAround(
  table: CellTable,
  at: readonly number[],
  axis: number,
  startInside: boolean,
  crossing: readonly number[],
  positions: number[],
  middles: Map<string, number>,
): number[] {
  const b = (axis + 1) % 3;
  const c = (axis + 2) % 3;
  const masks: number[] = [];
  const ring: number[] = [];
  for (const [ob, oc] of AROUND) {
    const cell = [...at];
    cell[b] += ob;
    cell[c] += oc;
    const index = cellIndex(table, cell);
    const mask = table.inside[index];
    masks.push(mask);
    const edge = edgeIndex(axis, -ob, -oc);
    ring.push(table.first[index] + table.cases.loopOf[12 * mask + edge]);
  }
  const full: number[] = [];
  for (let i = 0; i < 4; i++) {
    full.push(ring[i]);
    // Steps 0 and 2 cross a face square to b, steps 1 and 3 one square to c; the cell with offset −1 has it on side 1.
    const normal = i % 2 === 0 ? b : c;
    const side = AROUND[i][i % 2] === -1 ? 1 : 0;
    const here = table.cases.doubled[6 * masks[i] + 2 * normal + side];
    const there = table.cases.doubled[6 * masks[(i + 1) % 4] + 2 * normal + 1 - side];
    if (here === 0 || there === 0) continue;
    // The segment cuts off the inside corner of this edge, within the face between the two cells.
    const corner = [...at];
    if (!startInside) corner[axis] += 1;
    const other = normal === b ? AROUND[i][1] : AROUND[i][0];
    const face = [...at];
    face[normal === b ? c : b] += other;
    full.push(middle(`${normal}:${face}:${corner}`, crossing, positions, middles));
  }
  return startInside ? full : full.reverse();
}

/**
 * The vertex on a segment of a face: halfway between the crossings of the two edges it joins, which come here in turn.
 */
function middle(
  key: string,
  crossing: readonly number[],
  positions: number[],
  middles: Map<string, number>,
): number {
  const known = middles.get(key);
  if (known !== undefined) {
    for (let a = 0; a < 3; a++) {
      positions[3 * known + a] = (positions[3 * known + a] + crossing[a]) / 2;
    }
    return known;
  }
  const vertex = positions.length / 3;
  append(positions, crossing);
  middles.set(key, vertex);
  return vertex;
}

function cellIndex(table: CellTable, cell: readonly number[]): number {
  const [nx, ny] = table.grid.blocks;
  const block = (cell[0] >> 3) + nx * ((cell[1] >> 3) + ny * (cell[2] >> 3));
  return VOLUME * table.slot[block] + (cell[0] & 7) + SIDE * ((cell[1] & 7) + SIDE * (cell[2] & 7));
}
