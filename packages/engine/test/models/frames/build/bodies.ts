import type { Sdf, TriangleMesh } from '../../../../src/geometry/types.ts';
import { buildFramesData } from '../../../../src/models/frames/build/build.ts';
import type { FramesInput } from '../../../../src/models/frames/build/input.ts';
import type { FramesData } from '../../../../src/models/frames/model.ts';
import { ball, block, union } from '../../../geometry/shapes.ts';

/** A bar from x = 0 to 1, a quarter as thick. */
export const bar = (): Sdf => block(0.5, 0.125, 0.125, 0.5);
/** Everything up to x = 0: the bar's left end. */
export const wall = (): Sdf => block(1, 1, 1, -1);
/** Two arms with a slit of `gap` metres between them, joined at the left end. */
export const hook = (gap: number): Sdf =>
  union(
    block(0.5, 0.1, 0.1, 0.5, 0.1 + gap / 2),
    block(0.5, 0.1, 0.1, 0.5, -0.1 - gap / 2),
    block(0.1, 0.2 + gap / 2, 0.1, 0.1),
  );
export const sphere = (): Sdf => ball(0.5);

/** One triangle: for tests that do not look at the surface. */
const NO_SURFACE: TriangleMesh = {
  positions: Float64Array.of(0, 0, 0, 0.1, 0, 0, 0, 0.1, 0),
  triangles: Int32Array.of(0, 1, 2),
};

export const build = (sdf: Sdf, options: Partial<FramesInput> = {}): FramesData =>
  buildFramesData({
    sdf,
    surface: NO_SURFACE,
    density: 1000,
    stiffness: (_xyz, n, out) => {
      out.fill(1, 0, n);
    },
    regions: [],
    frames: [1, 3, 7, 15],
    ...options,
  });

/** Shape functions at lattice point p, by node. */
export function weightsAt({ grid }: FramesData, p: number): Map<number, number> {
  const out = new Map<number, number>();
  for (let e = grid.ptr[p]; e < grid.ptr[p + 1]; e++) out.set(grid.node[e], grid.phi[e]);
  return out;
}

/** Positions of the lattice points [m], shape [points, 3]. */
export function latticePositions({ grid }: FramesData): Float64Array {
  const out = new Float64Array(3 * (grid.ptr.length - 1));
  const [nx, ny] = grid.dims;
  grid.cellOf.forEach((i, c) => {
    if (i < 0) return;
    const at = [c % nx, Math.floor(c / nx) % ny, Math.floor(c / (nx * ny))];
    for (let s = 0; s < 8; s++)
      for (let d = 0; d < 3; d++)
        out[3 * grid.corners[8 * i + s] + d] = grid.planes[d][at[d] + ((s >> d) & 1)];
  });
  return out;
}
