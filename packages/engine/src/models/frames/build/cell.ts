import { cellWidths, centreOf, type Lattice } from './lattice.ts';
import type { Shape } from './shape.ts';

/**
 * Gauss points of a cell, two along each axis, a standard deviation of the filled part to either side of its middle. In
 * a whole cell they integrate polynomials up to third degree along each axis exactly: mean gradients and volumes to
 * rounding, and second moments too; in a part of one, volume, middle and spread.
 */
export const GAUSS = 8;

/** The nodes that move a cell and their shape functions, reused from cell to cell. */
export interface CellShape {
  count: number;
  readonly node: Int32Array;
  /** At the cell's corners, shape [nodes of the cell, 8]. */
  readonly corner: Float64Array;
  /** At one Gauss point: values, and slopes [1/m] of shape [nodes of the cell, 3]. */
  readonly value: Float64Array;
  readonly slope: Float64Array;
  /** The Gauss point [m], followed by 1. */
  readonly at: Float64Array;
  /**
   * Scratch: row of each node, −1 if it has none; the cell's centre and edges [m]; middle and spread of what is filled.
   */
  readonly place: Int32Array;
  readonly centre: Float64Array;
  readonly width: Float64Array;
  readonly middle: Float64Array;
  readonly spread: Float64Array;
}

export function createCellShape(nodes: number): CellShape {
  return {
    count: 0,
    node: new Int32Array(nodes),
    corner: new Float64Array(8 * nodes),
    value: new Float64Array(nodes),
    slope: new Float64Array(3 * nodes),
    at: Float64Array.of(0, 0, 0, 1),
    place: new Int32Array(nodes).fill(-1),
    centre: new Float64Array(3),
    width: new Float64Array(3),
    middle: new Float64Array(3),
    spread: new Float64Array(3),
  };
}

/** Gathers the shape functions of solid cell i. */
export function loadCell(out: CellShape, lattice: Lattice, shape: Shape, i: number): void {
  const { node, corner, place } = out;
  const { planes, grid, fill } = lattice;
  centreOf(out.centre, 0, planes, grid.dims, lattice.cells[i]);
  cellWidths(out.width, planes, grid.dims, lattice.cells[i]);
  for (let d = 0; d < 3; d++) {
    out.middle[d] = fill.middle[3 * i + d];
    out.spread[d] = fill.spread[3 * i + d];
  }
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

/** Values of the trilinear functions of the corners at one place, and their slopes [1/m], shape [8, 3]. */
const cornerValue = new Float64Array(8);
const cornerSlope = new Float64Array(24);
const near = new Float64Array(6);

/** value and slope at Gauss point g of the cell loaded. */
export function evaluateCell(out: CellShape, g: number): void {
  const { count, corner, value, slope, at, centre, width, middle, spread } = out;
  for (let d = 0; d < 3; d++) {
    const x = middle[d] + ((g >> d) & 1 ? spread[d] : -spread[d]);
    at[d] = centre[d] + (x - 0.5) * width[d];
    near[2 * d] = 1 - x;
    near[2 * d + 1] = x;
  }
  for (let s = 0; s < 8; s++) {
    const a = near[s & 1];
    const b = near[2 + ((s >> 1) & 1)];
    const c = near[4 + (s >> 2)];
    cornerValue[s] = a * b * c;
    cornerSlope[3 * s] = ((s & 1 ? 1 : -1) * b * c) / width[0];
    cornerSlope[3 * s + 1] = (((s >> 1) & 1 ? 1 : -1) * a * c) / width[1];
    cornerSlope[3 * s + 2] = ((s >> 2 ? 1 : -1) * a * b) / width[2];
  }
  for (let k = 0; k < count; k++) {
    let v = 0;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let s = 0; s < 8; s++) {
      const phi = corner[8 * k + s];
      v += cornerValue[s] * phi;
      x += cornerSlope[3 * s] * phi;
      y += cornerSlope[3 * s + 1] * phi;
      z += cornerSlope[3 * s + 2] * phi;
    }
    value[k] = v;
    slope[3 * k] = x;
    slope[3 * k + 1] = y;
    slope[3 * k + 2] = z;
  }
}
