import { check } from '../../core/errors.ts';
import { MOST_SAMPLES } from '../numbers.ts';
import type { Sdf } from '../types.ts';

/** Samples along one edge of a block. */
export const SIDE = 8;
const VOLUME = SIDE * SIDE * SIDE;

/** Marks of blocks without samples of their own. */
const ALL_OUTSIDE = -1;
const ALL_INSIDE = -2;

/** Distances on a grid of points, kept only in the blocks of 8 × 8 × 8 that may be near the surface. */
export interface SampleGrid {
  origin: readonly [number, number, number];
  /** Distance between samples [m]. */
  cell: number;
  /** Blocks along x, y, z. */
  blocks: readonly [number, number, number];
  /** Place of a block's samples in `values`, or a mark, shape [blocks]. */
  slot: Int32Array;
  /** Distances [m], shape [kept blocks, 8, 8, 8], x fastest. Negative is inside, zero counts as outside. */
  values: Float64Array;
}

/** Samples a field over its bounds and at least one cell around, so that the outermost samples are outside. */
export function sampleField(sdf: Sdf, cell: number): SampleGrid {
  const { origin, blocks } = layOut(sdf, cell);
  const slot = sortBlocks(sdf, origin, cell, blocks);
  const values = fillBlocks(sdf, origin, cell, blocks, slot);
  return { origin, cell, blocks, slot, values };
}

function layOut(sdf: Sdf, cell: number): Pick<SampleGrid, 'origin' | 'blocks'> {
  const b = sdf.bounds;
  check(
    b.every((x) => Number.isFinite(x)),
    () => `the solid is unbounded: [${b.join(', ')}]. Intersect it with a box.`,
  );
  const samples = (h: number): number[] =>
    [0, 1, 2].map((a) => Math.ceil((b[3 + a] - b[a]) / h) + 3);
  const total = (h: number): number => samples(h).reduce((product, n) => product * n, 1);
  const coarser = (): string => {
    let h = cell;
    while (total(h) > MOST_SAMPLES) h *= 1.05;
    return h.toPrecision(2);
  };
  const wanted = samples(cell);
  check(
    total(cell) <= MOST_SAMPLES,
    () =>
      `a cell of ${cell} m makes a grid of ${wanted.join(' × ')} samples; ` +
      `${MOST_SAMPLES / 1e6} million are the most. Take a cell of about ${coarser()} m.`,
    'cell',
  );
  const count = wanted.map((n) => Math.ceil(n / SIDE));
  const start = [0, 1, 2].map((a) => (b[a] + b[3 + a]) / 2 - ((SIDE * count[a] - 1) / 2) * cell);
  return {
    origin: [start[0], start[1], start[2]],
    blocks: [count[0], count[1], count[2]],
  };
}

/** Decides by the distance at a block's centre whether the surface can come near it. */
function sortBlocks(
  sdf: Sdf,
  origin: readonly number[],
  cell: number,
  [nx, ny, nz]: readonly [number, number, number],
): Int32Array {
  const slot = new Int32Array(nx * ny * nz);
  const row = new Float64Array(3 * nx);
  const out = new Float64Array(nx);
  const half = (SIDE - 1) / 2;
  // One cell more than the half diagonal: then no edge that leaves a skipped block is cut either.
  const safe = cell * (half * Math.sqrt(3) + 1.001);
  let kept = 0;
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        row[3 * i] = origin[0] + cell * (SIDE * i + half);
        row[3 * i + 1] = origin[1] + cell * (SIDE * j + half);
        row[3 * i + 2] = origin[2] + cell * (SIDE * k + half);
      }
      sdf.evaluate(row, nx, out);
      for (let i = 0; i < nx; i++) {
        const rim = i === 0 || j === 0 || k === 0 || i === nx - 1 || j === ny - 1 || k === nz - 1;
        const b = i + nx * (j + ny * k);
        if (out[i] > safe) slot[b] = ALL_OUTSIDE;
        else if (out[i] < -safe && !rim) slot[b] = ALL_INSIDE;
        else slot[b] = kept++;
      }
    }
  }
  return slot;
}

function fillBlocks(
  sdf: Sdf,
  origin: readonly number[],
  cell: number,
  [nx, ny, nz]: readonly [number, number, number],
  slot: Int32Array,
): Float64Array {
  let kept = 0;
  for (let b = 0; b < slot.length; b++) kept = Math.max(kept, slot[b] + 1);
  const values = new Float64Array(VOLUME * kept);
  const points = new Float64Array(3 * VOLUME);
  const out = new Float64Array(VOLUME);
  const last = [SIDE * nx - 1, SIDE * ny - 1, SIDE * nz - 1];
  for (let b = 0; b < slot.length; b++) {
    if (slot[b] < 0) continue;
    const i0 = SIDE * (b % nx);
    const j0 = SIDE * (Math.floor(b / nx) % ny);
    const k0 = SIDE * Math.floor(b / (nx * ny));
    for (let s = 0; s < VOLUME; s++) {
      points[3 * s] = origin[0] + cell * (i0 + (s & 7));
      points[3 * s + 1] = origin[1] + cell * (j0 + ((s >> 3) & 7));
      points[3 * s + 2] = origin[2] + cell * (k0 + (s >> 6));
    }
    sdf.evaluate(points, VOLUME, out);
    for (let s = 0; s < VOLUME; s++) {
      const i = i0 + (s & 7);
      const j = j0 + ((s >> 3) & 7);
      const k = k0 + (s >> 6);
      const rim = i === 0 || j === 0 || k === 0 || i === last[0] || j === last[1] || k === last[2];
      // Nothing is inside on the rim, even if the bounds were too small: the surface is closed whatever comes.
      values[VOLUME * slot[b] + s] = rim ? Math.max(out[s], 0) : out[s];
    }
  }
  return values;
}

/** Edge of the window that `loadWindow` fills. */
export const WINDOW = SIDE + 1;

/** window = the samples of block (bi, bj, bk) and one layer of the next blocks: what its cells need. */
export function loadWindow(
  grid: SampleGrid,
  bi: number,
  bj: number,
  bk: number,
  window: Float64Array,
): void {
  const [nx, ny, nz] = grid.blocks;
  for (let z = 0; z < WINDOW; z++) {
    for (let y = 0; y < WINDOW; y++) {
      for (let x = 0; x < WINDOW; x++) {
        const i = bi + (x >> 3);
        const j = bj + (y >> 3);
        const k = bk + (z >> 3);
        const beyond = i >= nx || j >= ny || k >= nz;
        const slot = beyond ? ALL_OUTSIDE : grid.slot[i + nx * (j + ny * k)];
        const s = (x & 7) + SIDE * ((y & 7) + SIDE * (z & 7));
        window[x + WINDOW * (y + WINDOW * z)] =
          slot >= 0 ? grid.values[VOLUME * slot + s] : slot === ALL_INSIDE ? -1 : 1;
      }
    }
  }
}

/** Blocks that may have cut cells: those with samples, and those whose last cells reach into them. */
export function cellBlocks(grid: SampleGrid): Int32Array {
  const [nx, ny, nz] = grid.blocks;
  const wanted = new Uint8Array(nx * ny * nz);
  for (let b = 0; b < wanted.length; b++) {
    if (grid.slot[b] < 0) continue;
    const i = b % nx;
    const j = Math.floor(b / nx) % ny;
    const k = Math.floor(b / (nx * ny));
    for (let c = 0; c < 8; c++) {
      const [x, y, z] = [i - (c & 1), j - ((c >> 1) & 1), k - (c >> 2)];
      if (x >= 0 && y >= 0 && z >= 0) wanted[x + nx * (y + ny * z)] = 1;
    }
  }
  return Int32Array.from(wanted.keys()).filter((b) => wanted[b] === 1);
}
