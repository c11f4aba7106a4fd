import type { TetMesh } from '../types.ts';

/** A tet mesh whose elements have a vertex in the middle of every edge, too. */
export interface TenNodeMesh {
  /** The same body in eight linear tets an element, on all its vertices: corners first, as they were, then middles. */
  readonly fine: TetMesh;
  /** The vertex between corners k and i of each element, corner k itself at (k, k); shape [elements, 4, 4]. */
  readonly table: Int32Array;
}

/**
 * The ten nodes of an element: corners, then middles of 01, 02, 03, 12, 13, 23. Place of the vertex between corners k
 * and i.
 */
export const TEN_PLACES: readonly number[] = [0, 4, 5, 6, 4, 1, 7, 8, 5, 7, 2, 9, 6, 8, 9, 3];

/** Eight positive tets on the ten nodes: one at each corner, four around the diagonal from 02 to 13. */
export const EIGHT: readonly (readonly number[])[] = [
  [0, 4, 5, 6],
  [4, 1, 7, 8],
  [5, 7, 2, 9],
  [6, 8, 9, 3],
  [5, 8, 6, 4],
  [5, 8, 9, 6],
  [5, 8, 7, 9],
  [5, 8, 4, 7],
];

export function tenNodeMesh(mesh: TetMesh): TenNodeMesh {
  const n = mesh.tets.length / 4;
  const corners = mesh.positions.length / 3;
  const positions = Array.from(mesh.positions);
  const middles = new Map<number, number>();
  const middle = (a: number, b: number): number => {
    const key = Math.min(a, b) * corners + Math.max(a, b);
    let v = middles.get(key);
    if (v === undefined) {
      v = positions.length / 3;
      middles.set(key, v);
      for (let c = 0; c < 3; c++)
        positions.push(0.5 * (positions[3 * a + c] + positions[3 * b + c]));
    }
    return v;
  };
  const table = new Int32Array(16 * n);
  const tets = new Int32Array(32 * n);
  const ten = new Int32Array(10);
  for (let e = 0; e < n; e++) {
    for (let k = 0; k < 4; k++) {
      for (let i = k; i < 4; i++) {
        const [a, b] = [mesh.tets[4 * e + k], mesh.tets[4 * e + i]];
        const v = i === k ? a : middle(a, b);
        table[16 * e + 4 * k + i] = v;
        table[16 * e + 4 * i + k] = v;
        ten[TEN_PLACES[4 * k + i]] = v;
      }
    }
    EIGHT.forEach((tet, t) => {
      for (let c = 0; c < 4; c++) tets[32 * e + 4 * t + c] = ten[tet[c]];
    });
  }
  return { fine: { positions: Float64Array.from(positions), tets }, table };
}

/** The ten vertices of each element, shape [elements, 10]. */
export function tenVertices(table: Int32Array): Int32Array {
  const n = table.length / 16;
  const out = new Int32Array(10 * n);
  for (let i = 0; i < table.length; i++)
    out[10 * Math.floor(i / 16) + TEN_PLACES[i % 16]] = table[i];
  return out;
}
