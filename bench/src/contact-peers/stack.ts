import { boxMesh, type TetMesh } from '../cantilever.ts';

/** Two columns of four soft cubes, each dropped a little above the next. SI units; gravity acts along −y, the floor is y = 0. */
export const STACK = {
  /** Cells along an edge, and their size [m]: 343 nodes and 1080 tets a cube. */
  cells: 6,
  cell: 0.08,
  columns: 2,
  high: 4,
  /** Way between two cubes at the start [m]. */
  gap: 0.02,
  young: 2e5,
  poisson: 0.3,
  density: 1000,
  /** Force −damping·m·v [1/s]. */
  damping: 1,
  friction: 0.5,
  gravity: -9.81,
  dt: 1 / 60,
} as const;

export interface Stack {
  /** One cube about its centre; all are alike. */
  readonly mesh: TetMesh;
  readonly edge: number;
  /** Centres at the start, three numbers a cube. */
  readonly centres: Float64Array;
}

export function buildStack(): Stack {
  const { cells, cell, columns, high, gap, density } = STACK;
  const edge = cells * cell;
  const centres: number[] = [];
  for (let c = 0; c < columns; c++) {
    for (let i = 0; i < high; i++) {
      // Every other cube stands a little aside, so that nodes do not stand on nodes.
      const aside = 0.03 * edge * (i % 2);
      centres.push(2 * edge * c + aside, gap + edge / 2 + (edge + gap) * i, 0.5 * aside);
    }
  }
  return {
    mesh: boxMesh([cells, cells, cells], cell, density),
    edge,
    centres: Float64Array.from(centres),
  };
}

/** Positions of all nodes at the start, cube after cube. */
export function startPositions({ mesh, centres }: Stack): Float64Array {
  const n = mesh.positions.length;
  const x = new Float64Array((centres.length / 3) * n);
  for (let k = 0; k < x.length; k++)
    x[k] = mesh.positions[k % n] + centres[3 * Math.floor(k / n) + (k % 3)];
  return x;
}
