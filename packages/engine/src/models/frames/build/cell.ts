import type { Lattice } from './lattice.ts';
import type { Shape } from './shape.ts';

/**
 * Gauss points of a cell, two along each axis. They integrate polynomials up to third degree along each axis exactly: mean
 * gradients and volumes to rounding, and second moments of a cell too.
 */
export const GAUSS = 8;

/** Values of the eight trilinear functions at the Gauss points, shape [Gauss points, 8 corners]. */
const GAUSS_VALUES = new Float64Array(64);
/** Their slopes for a cell of edge 1, shape [Gauss points, 8 corners, 3]. */
const GAUSS_SLOPES = new Float64Array(192);
/** Gauss points from the cell's centre, for a cell of edge 1, shape [Gauss points, 3]. */
export const GAUSS_PLACES = new Float64Array(24);

for (let g = 0; g < 8; g++) {
  const at = [0, 1, 2].map((d) => (((g >> d) & 1) - 0.5) / Math.sqrt(3));
  for (let d = 0; d < 3; d++) GAUSS_PLACES[3 * g + d] = at[d];
  for (let s = 0; s < 8; s++) {
    const sign = [0, 1, 2].map((d) => 2 * ((s >> d) & 1) - 1);
    const [a, b, c] = at.map((x, d) => 0.5 + sign[d] * x);
    GAUSS_VALUES[8 * g + s] = a * b * c;
    GAUSS_SLOPES[24 * g + 3 * s] = sign[0] * b * c;
    GAUSS_SLOPES[24 * g + 3 * s + 1] = sign[1] * a * c;
    GAUSS_SLOPES[24 * g + 3 * s + 2] = sign[2] * a * b;
  }
}

/** The nodes that move a cell and their shape functions, reused from cell to cell. */
export interface CellShape {
  count: number;
  readonly node: Int32Array;
  /** At the cell's corners, shape [nodes of the cell, 8]. */
  readonly corner: Float64Array;
  /** At one Gauss point: values, and slopes [1/m] of shape [nodes of the cell, 3]. */
  readonly value: Float64Array;
  readonly slope: Float64Array;
  /** Scratch: row of each node, −1 if it has none. */
  readonly place: Int32Array;
}

export function createCellShape(nodes: number): CellShape {
  return {
    count: 0,
    node: new Int32Array(nodes),
    corner: new Float64Array(8 * nodes),
    value: new Float64Array(nodes),
    slope: new Float64Array(3 * nodes),
    place: new Int32Array(nodes).fill(-1),
  };
}

/** Gathers the shape functions of solid cell i. */
export function loadCell(out: CellShape, lattice: Lattice, shape: Shape, i: number): void {
  const { node, corner, place } = out;
  for (let k = 0; k < out.count; k++) place[node[k]] = -1;
  out.count = 0;
  for (let s = 0; s < 8; s++) {
    const p = lattice.corners[8 * i + s];
    for (let e = shape.ptr[p]; e < shape.ptr[p + 1]; e++) {
      let at = place[shape.node[e]];
      if (at < 0) {
        at = out.count++;
        node[at] = shape.node[e];
        place[node[at]] = at;
        corner.fill(0, 8 * at, 8 * at + 8);
      }
      corner[8 * at + s] = shape.phi[e];
    }
  }
}

/** value and slope at Gauss point g of the cell loaded; `cell` is its edge [m]. */
export function evaluateCell(out: CellShape, g: number, cell: number): void {
  const { count, corner, value, slope } = out;
  for (let k = 0; k < count; k++) {
    let v = 0;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let s = 0; s < 8; s++) {
      const phi = corner[8 * k + s];
      const d = 24 * g + 3 * s;
      v += GAUSS_VALUES[8 * g + s] * phi;
      x += GAUSS_SLOPES[d] * phi;
      y += GAUSS_SLOPES[d + 1] * phi;
      z += GAUSS_SLOPES[d + 2] * phi;
    }
    value[k] = v;
    slope[3 * k] = x / cell;
    slope[3 * k + 1] = y / cell;
    slope[3 * k + 2] = z / cell;
  }
}
