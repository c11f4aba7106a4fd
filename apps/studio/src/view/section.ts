/** Corners of the unit cells, and the edges between them. */
const BOX = Array.from({ length: 8 }, (_, i) => [
  (i & 1) - 0.5,
  ((i >> 1) & 1) - 0.5,
  (i >> 2) - 0.5,
]);
const TETRAHEDRON = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const BOX_EDGES = BOX.flatMap((_, i) => [1, 2, 4].flatMap((d) => (i & d ? [] : [[i, i + d]])));
const TETRAHEDRON_EDGES = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
];
/** How much of its place in the section a cell fills: the rest is the line between cells. */
const FILL = 0.95;
/** With more cells than this there are no lines between them: they would be finer than a pixel, and what lies behind would shine through. */
const FINE = 4000;
/** Triangles of one cell at most: six corners. */
export const MOST_TRIANGLES = 4;

/** Cells that are cut through. */
export interface CutCells {
  readonly shape: 'box' | 'tetrahedron';
  readonly count: number;
  /** 3×4 maps of the unit cell into the world [m], shape [count, 12]. */
  readonly poses: ArrayLike<number>;
}

/**
 * The section of cells by the plane x[axis] = at: for each cell that it meets a convex face in triangles. Writes nine numbers a triangle and gives
 * how many there are; `cellOf` gets the cell of each. Both must have room for `MOST_TRIANGLES` a cell.
 */
export function sectionCells(
  out: Float32Array,
  cellOf: Int32Array,
  { shape, count, poses }: CutCells,
  axis: number,
  at: number,
  fill = count > FINE ? 1 : FILL,
): number {
  const [corners, edges] = shape === 'box' ? [BOX, BOX_EDGES] : [TETRAHEDRON, TETRAHEDRON_EDGES];
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  let made = 0;
  const x = corners.map(() => [0, 0, 0]);
  for (let i = 0; i < count; i++) {
    corners.forEach((corner, k) => {
      for (let r = 0; r < 3; r++) {
        const o = 12 * i + 4 * r;
        x[k][r] =
          poses[o] * corner[0] + poses[o + 1] * corner[1] + poses[o + 2] * corner[2] + poses[o + 3];
      }
    });
    const face: number[][] = [];
    for (const [a, b] of edges) {
      const [p, q] = [x[a][axis] - at, x[b][axis] - at];
      if (p < 0 === q < 0) continue;
      const part = p / (p - q);
      face.push([0, 1, 2].map((c) => x[a][c] + part * (x[b][c] - x[a][c])));
    }
    if (face.length < 3) continue;
    const middle = [0, 1, 2].map((c) => face.reduce((sum, p) => sum + p[c], 0) / face.length);
    face.sort(
      (p, q) =>
        Math.atan2(p[v] - middle[v], p[u] - middle[u]) -
        Math.atan2(q[v] - middle[v], q[u] - middle[u]),
    );
    for (const p of face) for (let c = 0; c < 3; c++) p[c] = middle[c] + fill * (p[c] - middle[c]);
    for (let k = 1; k + 1 < face.length; k++) {
      [face[0], face[k], face[k + 1]].forEach((p, j) => void out.set(p, 9 * made + 3 * j));
      cellOf[made++] = i;
    }
  }
  return made;
}
