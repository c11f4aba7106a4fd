/** How far below its lowest point a heightfield is taken to be solid, in lengths of its longer side. */
const DEPTH = 0.25;

/**
 * The ground under a heightfield as a closed mesh. Rapier's layout: (rows + 1)·(columns + 1) heights, column by column; rows go along z,
 * columns along x, both centred on the origin.
 */
export function heightfieldMesh(
  rows: number,
  columns: number,
  heights: Float32Array,
  scale: readonly [number, number, number],
): { positions: number[]; triangles: number[] } {
  const across = rows + 1;
  const n = across * (columns + 1);
  const bottom =
    scale[1] * heights.reduce((low, h) => Math.min(low, h), Number.POSITIVE_INFINITY) -
    DEPTH * Math.max(scale[0], scale[2]);
  const positions: number[] = [];
  for (let layer = 0; layer < 2; layer++) {
    for (let j = 0; j <= columns; j++) {
      for (let i = 0; i <= rows; i++) {
        const y = layer === 0 ? scale[1] * heights[i + across * j] : bottom;
        positions.push(scale[0] * (j / columns - 0.5), y, scale[2] * (i / rows - 0.5));
      }
    }
  }
  const triangles: number[] = [];
  const quad = (a: number, b: number, c: number, d: number): void => {
    triangles.push(a, b, c, a, c, d);
  };
  const at = (i: number, j: number): number => i + across * j;
  for (let j = 0; j < columns; j++) {
    for (let i = 0; i < rows; i++) {
      // Seen from above z × x = y: counter-clockwise along z first.
      const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      triangles.push(a, b, d, b, c, d);
      quad(n + d, n + c, n + b, n + a);
    }
  }
  for (let i = 0; i < rows; i++) {
    quad(n + at(i, 0), n + at(i + 1, 0), at(i + 1, 0), at(i, 0));
    quad(at(i, columns), at(i + 1, columns), n + at(i + 1, columns), n + at(i, columns));
  }
  for (let j = 0; j < columns; j++) {
    quad(at(0, j), at(0, j + 1), n + at(0, j + 1), n + at(0, j));
    quad(n + at(rows, j), n + at(rows, j + 1), at(rows, j + 1), at(rows, j));
  }
  return { positions, triangles };
}
