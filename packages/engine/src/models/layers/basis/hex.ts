import { append } from '../../../core/append.ts';
import { check } from '../../../core/errors.ts';
import { tickEvery } from '../../../core/watch.ts';
import type { Bounds, Sdf } from '../../../geometry/types.ts';
import { type LayerData, ROLE, type Rows } from '../model.ts';
import { LEAST_FILL, MOST_BOX_CELLS, OVERHANG, WALL } from '../numbers.ts';
import { fillCell, MOMENTS } from './hex-fill.ts';

/** Cubic cells with trilinear functions, over a whole body or a part of it. */
export interface HexPatch {
  /** Corner [m], edges of a cell [m], cells along each axis. */
  readonly origin: readonly number[];
  readonly edge: readonly number[];
  readonly dims: readonly number[];
  /** Number of each cell among those in use, −1 otherwise; shape [nx·ny·nz]. */
  readonly cellOf: Int32Array;
  /** Grid index of each cell in use. */
  readonly cells: Int32Array;
  /** Nodes of each cell, shape [cells, 8], corner dx + 2·dy + 4·dz; places [m], shape [nodes, 3]. */
  readonly nodes: Int32Array;
  readonly places: Float64Array;
  /** Solid part of each eighth of each cell, shape [cells, 8]. */
  readonly fill: Float64Array;
  /** Which of `moments` a cell has that the shape does not fill, −1 for others; shape [cells]. */
  readonly cut: Int32Array;
  /** What the shape fills of each eighth of such a cell, shape [cut, 8, MOMENTS]: see hex-fill.ts. */
  readonly moments: Float64Array;
  /** 1 for nodes on the border between the patch and the rest of the solid. */
  readonly border: Uint8Array;
}

/** The cells of edge about `cell` [m] that lie in the region (by their middles) and hold some of the solid. */
export function hexPatch(sdf: Sdf, region: Sdf | null, cell: number, path: string): HexPatch {
  const b = region === null ? sdf.bounds : overlap(sdf.bounds, region.bounds);
  const dims = [0, 1, 2].map((d) => Math.max(1, Math.round((b[d + 3] - b[d]) / cell)));
  const total = dims[0] * dims[1] * dims[2];
  check(
    total <= MOST_BOX_CELLS,
    () =>
      `gives ${dims.join(' × ')} cells, and ${MOST_BOX_CELLS} are the most. Take larger ones, or a smaller region.`,
    `${path}.cell`,
  );
  const edge = [0, 1, 2].map((d) => (b[d + 3] - b[d]) / dims[d]);
  const origin = [b[0], b[1], b[2]];
  const wide = { origin, edge, dims };
  const cellOf = new Int32Array(total).fill(-1);
  const cells: number[] = [];
  const fills: number[] = [];
  const cut: number[] = [];
  const moments: number[] = [];
  const eighths = new Float64Array(8 * MOMENTS);
  for (let c = 0; c < total; c++) {
    const at = middle(wide, c);
    if (region !== null && sample(region, at) > 0) continue;
    const low = at.map((m, d) => m - 0.5 * edge[d]);
    const part = fillCell(eighths, sdf, low, edge);
    if (part < LEAST_FILL) continue;
    const isFull = part > 1 - WALL;
    cellOf[c] = cells.length;
    cells.push(c);
    cut.push(isFull ? -1 : moments.length / eighths.length);
    for (let s = 0; s < 8; s++) fills.push(isFull ? 1 : eighths[MOMENTS * s]);
    if (!isFull) append(moments, eighths);
  }
  check(cells.length > 0, () => 'holds no part of the body. Move or enlarge it.', path);
  const { nodes, places } = numberNodes(wide, cells);
  const border = new Uint8Array(places.length / 3);
  if (region !== null) markBorder(border, sdf, wide, cellOf, cells, nodes);
  return {
    ...wide,
    cellOf,
    cells: Int32Array.from(cells),
    nodes,
    places,
    fill: Float64Array.from(fills),
    cut: Int32Array.from(cut),
    moments: Float64Array.from(moments),
    border,
  };
}

/** The patch without the cells that are not wanted, unless none is. */
export function keepCells(patch: HexPatch, wanted: (cell: number) => boolean): HexPatch {
  const kept = Array.from(patch.cells, (_, c) => c).filter(wanted);
  if (kept.length === 0) return patch;
  const cellOf = new Int32Array(patch.cellOf.length).fill(-1);
  const number = new Int32Array(patch.border.length).fill(-1);
  const old: number[] = [];
  const nodes = new Int32Array(8 * kept.length);
  const fill = new Float64Array(8 * kept.length);
  kept.forEach((c, i) => {
    cellOf[patch.cells[c]] = i;
    for (let s = 0; s < 8; s++) {
      const node = patch.nodes[8 * c + s];
      if (number[node] < 0) number[node] = old.push(node) - 1;
      nodes[8 * i + s] = number[node];
      fill[8 * i + s] = patch.fill[8 * c + s];
    }
  });
  return {
    ...patch,
    cellOf,
    cells: Int32Array.from(kept, (c) => patch.cells[c]),
    nodes,
    places: Float64Array.from(old.flatMap((n) => [0, 1, 2].map((d) => patch.places[3 * n + d]))),
    fill,
    cut: Int32Array.from(kept, (c) => patch.cut[c]),
    border: Uint8Array.from(old, (n) => patch.border[n]),
  };
}

type Wide = Pick<HexPatch, 'origin' | 'edge' | 'dims'>;

function overlap(a: Bounds, b: Bounds): number[] {
  return [0, 1, 2, 3, 4, 5].map((i) => (i < 3 ? Math.max(a[i], b[i]) : Math.min(a[i], b[i])));
}

function middle({ origin, edge, dims }: Wide, c: number): number[] {
  const at = [c % dims[0], Math.floor(c / dims[0]) % dims[1], Math.floor(c / (dims[0] * dims[1]))];
  return at.map((n, d) => origin[d] + (n + 0.5) * edge[d]);
}

function sample(sdf: Sdf, p: number[]): number {
  const out = new Float64Array(1);
  sdf.evaluate(Float64Array.from(p), 1, out);
  return out[0];
}

function numberNodes({ origin, edge, dims }: Wide, cells: readonly number[]) {
  const [nx, ny] = [dims[0] + 1, dims[1] + 1];
  const number = new Int32Array(nx * ny * (dims[2] + 1)).fill(-1);
  const corner = (c: number, s: number): number => {
    const x = (c % dims[0]) + (s & 1);
    const y = (Math.floor(c / dims[0]) % dims[1]) + ((s >> 1) & 1);
    const z = Math.floor(c / (dims[0] * dims[1])) + (s >> 2);
    return x + nx * (y + ny * z);
  };
  for (const c of cells) for (let s = 0; s < 8; s++) number[corner(c, s)] = 0;
  const places: number[] = [];
  for (let g = 0; g < number.length; g++) {
    if (number[g] < 0) continue;
    number[g] = places.length / 3;
    const at = [g % nx, Math.floor(g / nx) % ny, Math.floor(g / (nx * ny))];
    for (let d = 0; d < 3; d++) places.push(origin[d] + at[d] * edge[d]);
  }
  const nodes = new Int32Array(8 * cells.length);
  cells.forEach((c, i) => {
    for (let s = 0; s < 8; s++) nodes[8 * i + s] = number[corner(c, s)];
  });
  return { nodes, places: Float64Array.from(places) };
}

/** A node is on the border if a cell around it that is not of the patch holds some of the solid. */
function markBorder(
  border: Uint8Array,
  sdf: Sdf,
  wide: Wide,
  cellOf: Int32Array,
  cells: readonly number[],
  nodes: Int32Array,
): void {
  const { dims, origin, edge } = wide;
  const known = new Map<string, boolean>();
  const fill = new Float64Array(8 * MOMENTS);
  const solidOutside = (x: number, y: number, z: number): boolean => {
    const inside = x >= 0 && y >= 0 && z >= 0 && x < dims[0] && y < dims[1] && z < dims[2];
    if (inside && cellOf[x + dims[0] * (y + dims[1] * z)] >= 0) return false;
    const key = `${x},${y},${z}`;
    let solid = known.get(key);
    if (solid === undefined) {
      const low = [x, y, z].map((n, d) => origin[d] + n * edge[d]);
      solid = fillCell(fill, sdf, low, edge) >= LEAST_FILL;
      known.set(key, solid);
    }
    return solid;
  };
  cells.forEach((c, i) => {
    const at = [
      c % dims[0],
      Math.floor(c / dims[0]) % dims[1],
      Math.floor(c / (dims[0] * dims[1])),
    ];
    for (let s = 0; s < 8; s++) {
      const node = nodes[8 * i + s];
      if (border[node] === 1) continue;
      const corner = [at[0] + (s & 1), at[1] + ((s >> 1) & 1), at[2] + (s >> 2)];
      for (let t = 0; t < 8; t++) {
        const [x, y, z] = [corner[0] - (t & 1), corner[1] - ((t >> 1) & 1), corner[2] - (t >> 2)];
        if (solidOutside(x, y, z)) {
          border[node] = 1;
          break;
        }
      }
    }
  });
}

/**
 * Cell of the patch that holds a point (or is within half a cell of it), −1 if none; at = place in the cell, 0 to 1.
 */
export function findCell(patch: HexPatch, X: Float64Array, o: number, at: Float64Array): number {
  const { origin, edge, dims, cellOf } = patch;
  let own = 0;
  let stride = 1;
  let within = true;
  for (let d = 0; d < 3; d++) {
    const local = (X[o + d] - origin[d]) / edge[d];
    const base = Math.min(dims[d] - 1, Math.max(0, Math.floor(local)));
    at[d] = local - base;
    own += stride * base;
    stride *= dims[d];
    within &&= at[d] > WALL && at[d] < 1 - WALL;
  }
  // Well inside a cell no other is as near.
  return within && cellOf[own] >= 0 ? cellOf[own] : nearestCell(patch, X, o, at);
}

function nearestCell(patch: HexPatch, X: Float64Array, o: number, at: Float64Array): number {
  const { origin, edge, dims, cellOf } = patch;
  let best = -1;
  let least = OVERHANG;
  const local = [0, 1, 2].map((d) => (X[o + d] - origin[d]) / edge[d]);
  const base = local.map((l, d) => Math.min(dims[d] - 1, Math.max(0, Math.floor(l))));
  for (let s = 0; s < 27; s++) {
    const cell = [
      base[0] + (s % 3) - 1,
      base[1] + (Math.floor(s / 3) % 3) - 1,
      base[2] + Math.floor(s / 9) - 1,
    ];
    if (cell.some((c, d) => c < 0 || c >= dims[d])) continue;
    const c = cellOf[cell[0] + dims[0] * (cell[1] + dims[1] * cell[2])];
    if (c < 0) continue;
    const far = Math.max(...cell.map((n, d) => Math.max(n - local[d], local[d] - n - 1, 0)));
    if (far > least - (best < 0 ? 0 : WALL)) continue;
    if (far > 0 && acrossBorder(patch, c, cell, local)) continue;
    least = far;
    best = c;
    for (let d = 0; d < 3; d++) at[d] = local[d] - cell[d];
  }
  return best;
}

/**
 * True if a point outside a cell lies across the border to the rest of the body: there the patch has nothing to say.
 */
function acrossBorder(
  { nodes, border }: HexPatch,
  c: number,
  cell: readonly number[],
  local: readonly number[],
): boolean {
  for (let s = 0; s < 8; s++) {
    let counts = true;
    for (let d = 0; d < 3; d++) {
      const inside = Math.min(1, Math.max(0, local[d] - cell[d]));
      if ((((s >> d) & 1) === 1 ? inside : 1 - inside) === 0) counts = false;
    }
    if (counts && border[nodes[8 * c + s]] === 0) return false;
  }
  return true;
}

/** Trilinear functions of the eight nodes at a place of a cell: n = 8 values, g = 24 slopes [1/m]. */
export function trilinear(
  n: Float64Array,
  g: Float64Array,
  at: Float64Array,
  edge: readonly number[],
): void {
  for (let s = 0; s < 8; s++) {
    n[s] = 1;
    for (let c = 0; c < 3; c++) g[3 * s + c] = 1;
    for (let d = 0; d < 3; d++) {
      const far = (s >> d) & 1;
      const part = far ? at[d] : 1 - at[d];
      n[s] *= part;
      for (let c = 0; c < 3; c++) g[3 * s + c] *= c === d ? (far ? 1 : -1) / edge[d] : part;
    }
  }
}

/** Rows of a patch's nodes at points; points outside the patch have none. */
export function hexRows(patch: HexPatch, points: Float64Array): Rows {
  const count = points.length / 3;
  const ptr = new Int32Array(count + 1);
  const fn: number[] = [];
  const value: number[] = [];
  const slope: number[] = [];
  const at = new Float64Array(3);
  const n = new Float64Array(8);
  const g = new Float64Array(24);
  for (let i = 0; i < count; i++) {
    tickEvery(i, 'points of cells');
    const c = findCell(patch, points, 3 * i, at);
    if (c >= 0) {
      trilinear(n, g, at, patch.edge);
      for (let s = 0; s < 8; s++) {
        if (n[s] === 0 && g[3 * s] === 0 && g[3 * s + 1] === 0 && g[3 * s + 2] === 0) continue;
        fn.push(patch.nodes[8 * c + s]);
        value.push(n[s]);
        slope.push(g[3 * s], g[3 * s + 1], g[3 * s + 2]);
      }
    }
    ptr[i + 1] = fn.length;
  }
  return {
    ptr,
    fn: Int32Array.from(fn),
    value: Float64Array.from(value),
    slope: Float64Array.from(slope),
  };
}

/** Finite elements on cubes. Nodes on the border to the rest of the body are pinned: they follow the coarser layers. */
export function hexLayer(
  name: string,
  patch: HexPatch,
  region: Sdf | null,
  strict: boolean,
): LayerData {
  const functions = patch.places.length / 3;
  const basis = { kind: 'hex', patch } as const;
  return {
    name,
    kind: 'hex',
    form: 'scalar',
    functions,
    unknowns: 3 * functions,
    scripted: false,
    tracks: 0,
    basis,
    rows: (points) => hexRows(patch, points),
    pinned: patch.border,
    places: patch.places,
    role: new Uint8Array(functions).fill(ROLE.place),
    centre: new Float64Array(3),
    region,
    strict,
  };
}
