import type { Arena, Kernels, Random } from 'pliant';
import { equalRows, type KernelCase, neighbours, numbers } from './case.ts';

const POINTS = 4000;
const NODES = 600;
const FRAMES = 60;
const INFLUENCES = 4;
const REGIONS = 200;
const STRIDE = 16;

function influences(arena: Arena, random: Random, columns: number) {
  return {
    rowPtr: equalRows(arena, POINTS, INFLUENCES),
    cols: neighbours(arena, random, POINTS * INFLUENCES, columns),
    weights: numbers(arena, random, POINTS * INFLUENCES, 0, 0.5),
  };
}

/** Points [n, 3] from nodes and back, in the three shapes that skinning has. */
const forNodes = (
  kernel: KernelCase['kernel'],
  call: (
    k: Kernels,
    data: ReturnType<typeof influences> & { arena: Arena; x: Float64Array; f: Float64Array },
  ) => () => void,
): KernelCase => ({
  kernel,
  size: `${POINTS} points of ${INFLUENCES}`,
  prepare: (k, arena, random) =>
    call(k, {
      ...influences(arena, random, NODES),
      arena,
      x: numbers(arena, random, 3 * NODES),
      f: numbers(arena, random, 3 * POINTS),
    }),
});

/** The same with affine frames [frames, 12] in place of nodes. */
const forFrames = (
  kernel: KernelCase['kernel'],
  call: (
    k: Kernels,
    data: Omit<ReturnType<typeof influences>, 'weights'> & {
      arena: Arena;
      q: Float64Array;
      frames: Float64Array;
      f: Float64Array;
    },
  ) => () => void,
): KernelCase => ({
  kernel,
  size: `${POINTS} points of ${INFLUENCES}`,
  prepare: (k, arena, random) =>
    call(k, {
      ...influences(arena, random, FRAMES),
      arena,
      q: numbers(arena, random, 4 * POINTS * INFLUENCES),
      frames: numbers(arena, random, 12 * FRAMES),
      f: numbers(arena, random, 3 * POINTS),
    }),
});

export const surfaceCases: readonly KernelCase[] = [
  forNodes('skinPoints', (k, { arena, rowPtr, cols, weights, x }) => {
    const out = arena.f64(3 * POINTS);
    return () => k.skinPoints(out, rowPtr, cols, weights, x, POINTS);
  }),
  forNodes('skinPointsF32', (k, { arena, rowPtr, cols, weights, x }) => {
    const out = arena.f32(3 * POINTS);
    return () => k.skinPointsF32(out, rowPtr, cols, weights, x, POINTS);
  }),
  forNodes('skinTranspose', (k, { arena, rowPtr, cols, weights, f }) => {
    const out = arena.f64(3 * NODES);
    return () => k.skinTranspose(out.fill(0), rowPtr, cols, weights, f, POINTS);
  }),
  forNodes('skin4', (k, { arena, cols, weights, x }) => {
    const out = arena.f64(3 * POINTS);
    return () => k.skin4(out, cols, weights, x, POINTS);
  }),
  forNodes('skin4F32', (k, { arena, cols, weights, x }) => {
    const out = arena.f32(3 * POINTS);
    return () => k.skin4F32(out, cols, weights, x, POINTS);
  }),
  forNodes('skin4Transpose', (k, { arena, cols, weights, f }) => {
    const out = arena.f64(3 * NODES);
    return () => k.skin4Transpose(out.fill(0), cols, weights, f, POINTS);
  }),
  forFrames('skinAffine', (k, { arena, rowPtr, cols, q, frames }) => {
    const out = arena.f64(3 * POINTS);
    return () => k.skinAffine(out, rowPtr, cols, q, frames, POINTS);
  }),
  forFrames('skinAffineF32', (k, { arena, rowPtr, cols, q, frames }) => {
    const out = arena.f32(3 * POINTS);
    return () => k.skinAffineF32(out, rowPtr, cols, q, frames, POINTS);
  }),
  forFrames('skinAffineTranspose', (k, { arena, rowPtr, cols, q, f }) => {
    const out = arena.f64(12 * FRAMES);
    return () => k.skinAffineTranspose(out.fill(0), rowPtr, cols, q, f, POINTS);
  }),
  {
    kernel: 'gatherSums',
    size: `${POINTS} records of ${STRIDE}`,
    prepare(k, arena, random) {
      const rowPtr = equalRows(arena, REGIONS, POINTS / REGIONS);
      const members = neighbours(arena, random, POINTS, POINTS);
      const values = numbers(arena, random, STRIDE * POINTS);
      const out = arena.f64(STRIDE * REGIONS);
      return () => k.gatherSums(out, rowPtr, members, values, REGIONS, STRIDE);
    },
  },
  {
    kernel: 'vertexNormals',
    size: `${2 * POINTS} triangles`,
    prepare(k, arena, random) {
      const positions = arena.f32(3 * POINTS);
      for (let i = 0; i < positions.length; i++) positions[i] = random.range(-1, 1);
      const triangles = neighbours(arena, random, 6 * POINTS, POINTS);
      const normals = arena.f32(3 * POINTS);
      return () => k.vertexNormals(normals, positions, triangles, POINTS, 2 * POINTS);
    },
  },
];
