import type { TriangleMesh } from '../../geometry/types.ts';
import type { VtuGrid } from '../../io/vtu.ts';
import type { WorldBody } from './body-face.ts';

/** Corners of the unit cells of `Cells`, in VTK's order. */
const CORNERS = {
  tetrahedron: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
  box: [
    [-1, -1, -1],
    [1, -1, -1],
    [1, 1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
    [1, -1, 1],
    [1, 1, 1],
    [-1, 1, 1],
  ].flatMap((corner) => corner.map((c) => c / 2)),
} as const;

/** Returns the drawn surface as a grid of triangles with normals. Call `draw` before. */
export function surfaceGrid(body: WorldBody): VtuGrid {
  return {
    positions: body.positions,
    cells: body.surface.triangles,
    kind: 'triangle',
    pointFields: { normal: body.normals },
  };
}

/**
 * Returns the current cells of a body as a grid with separate corners, keys (level, region) and all fields (stress,
 * stiffness, …) in their own units; null if it has none.
 */
export function cellGrid(body: WorldBody): VtuGrid | null {
  const { cells } = body;
  if (cells === null) return null;
  const fields: Record<string, Float32Array> = {};
  const shown = cells.valueLabel;
  for (const label of cells.choices ?? [shown]) {
    cells.valueLabel = label;
    body.drawCells();
    const values = cells.values.slice(0, cells.count);
    const { scale } = cells;
    fields[scale ? `${label} [${scale.unit}]` : label] = scale
      ? values.map((x) =>
          scale.ratios
            ? scale.low * (scale.high / scale.low) ** x
            : scale.low + x * (scale.high - scale.low),
        )
      : values;
  }
  cells.valueLabel = shown;
  body.drawCells();
  fields[cells.label] = Float32Array.from(cells.keys.subarray(0, cells.count));
  const corners = CORNERS[cells.shape];
  const each = corners.length / 3;
  const positions = new Float32Array(3 * each * cells.count);
  for (let c = 0; c < cells.count; c++) {
    for (let k = 0; k < each; k++) {
      for (let r = 0; r < 3; r++) {
        const o = 12 * c + 4 * r;
        let sum = cells.poses[o + 3];
        for (let d = 0; d < 3; d++) sum += cells.poses[o + d] * corners[3 * k + d];
        positions[3 * (each * c + k) + r] = sum;
      }
    }
  }
  return {
    positions,
    cells: Int32Array.from({ length: each * cells.count }, (_, i) => i),
    kind: cells.shape === 'box' ? 'hexahedron' : 'tetrahedron',
    cellFields: fields,
  };
}

/** Draws bodies and returns their surfaces in one mesh [m], for `writeMesh`. */
export function surfacesNow(bodies: readonly WorldBody[]): TriangleMesh {
  for (const body of bodies) body.draw();
  const count = bodies.reduce((sum, { positions }) => sum + positions.length, 0);
  const faces = bodies.reduce((sum, { surface }) => sum + surface.triangles.length, 0);
  const mesh = { positions: new Float64Array(count), triangles: new Int32Array(faces) };
  let [p, t] = [0, 0];
  for (const { positions, surface } of bodies) {
    mesh.positions.set(positions, p);
    for (const v of surface.triangles) mesh.triangles[t++] = p / 3 + v;
    p += positions.length;
  }
  return mesh;
}
