import type { Arena, Random } from 'pliant';
import { equalRows, type KernelCase, numbers } from './case.ts';

/** As many as a beam of 60 frames has. */
const POINTS = 244;
const FRAMES = 60;
const MEMBERS = 14;

const SIZE = `${POINTS} points of ${MEMBERS} frames`;
const PAIRS = `${FRAMES} frames, each with ${MEMBERS - 1} before it`;

/** Points along a row of frames, each moved by the ones around it. */
function points(arena: Arena, random: Random) {
  const node = arena.i32(POINTS * MEMBERS);
  for (let e = 0; e < POINTS; e++) {
    const first = Math.floor((e * (FRAMES - MEMBERS)) / POINTS);
    for (let m = 0; m < MEMBERS; m++) node[MEMBERS * e + m] = first + m;
  }
  const ptr = arena.i32(2 * POINTS);
  for (let e = 0; e < 2 * POINTS; e++) ptr[e] = MEMBERS * ((e + 1) >> 1);
  return {
    ptr,
    node,
    H: numbers(arena, random, 48 * POINTS * MEMBERS),
    X: numbers(arena, random, 12 * FRAMES),
    F: numbers(arena, random, 36 * POINTS),
    P: numbers(arena, random, 36 * POINTS),
    R: numbers(arena, random, 9 * POINTS),
    mu: numbers(arena, random, POINTS, 0.5, 2),
    lambda: numbers(arena, random, POINTS, 0.5, 2),
  };
}

/** Coupled pairs of frames, as the step matrix has blocks. */
function pairs(arena: Arena) {
  const ptr = arena.i32(FRAMES + 1);
  const cols = arena.i32(FRAMES * MEMBERS);
  const where = arena.i32(FRAMES * FRAMES);
  let filled = 0;
  for (let i = 0; i < FRAMES; i++) {
    for (let j = Math.max(0, i - MEMBERS + 1); j < i; j++) {
      where[FRAMES * i + j] = filled + i;
      cols[filled++] = j;
    }
    where[FRAMES * i + i] = filled + i;
    ptr[i + 1] = filled;
  }
  return { count: filled + FRAMES, ptr, cols, where };
}

/** Blocks that tie every frame to the ones around it. */
function blocks(arena: Arena, random: Random) {
  const cols = arena.i32(FRAMES * MEMBERS);
  for (let i = 0; i < FRAMES * MEMBERS; i++) {
    const k = Math.floor(i / MEMBERS);
    cols[i] = Math.min(k, FRAMES - MEMBERS) + (i % MEMBERS);
  }
  return {
    ptr: equalRows(arena, FRAMES, MEMBERS),
    cols,
    values: numbers(arena, random, 16 * FRAMES * MEMBERS),
    x: numbers(arena, random, 12 * FRAMES),
    out: arena.f64(12 * FRAMES),
  };
}

export const frameCases: readonly KernelCase[] = [
  {
    kernel: 'elastonGradients',
    size: SIZE,
    prepare(k, arena, random) {
      const { F, ptr, node, H, X } = points(arena, random);
      return () => k.elastonGradients(F, ptr, node, H, X, POINTS, 1);
    },
  },
  {
    kernel: 'elastonMeans',
    size: `${POINTS} points`,
    prepare(k, arena, random) {
      const { F } = points(arena, random);
      const means = arena.f64(9 * POINTS);
      return () => k.elastonMeans(means, F, POINTS);
    },
  },
  {
    kernel: 'elastonStress',
    size: `${POINTS} points`,
    prepare(k, arena, random) {
      const { P, F, R, mu, lambda } = points(arena, random);
      return () => k.elastonStress(P, F, R, mu, lambda, POINTS, 1);
    },
  },
  {
    kernel: 'elastonRates',
    size: `${POINTS} points`,
    prepare(k, arena, random) {
      const { P, F, R, mu, lambda } = points(arena, random);
      return () => k.elastonRates(P, F, R, mu, lambda, POINTS, 1, 0.5, 0.1);
    },
  },
  {
    kernel: 'elastonForces',
    size: SIZE,
    prepare(k, arena, random) {
      const { P, ptr, node, H } = points(arena, random);
      const f = arena.f64(12 * FRAMES);
      return () => k.elastonForces(f.fill(0), ptr, node, H, P, POINTS, 1);
    },
  },
  {
    kernel: 'elastonProducts',
    size: SIZE,
    prepare(k, arena, random) {
      const { ptr, node, H, R, mu } = points(arena, random);
      const { count, where } = pairs(arena);
      const index = arena.i32(FRAMES);
      for (let i = 0; i < FRAMES; i++) index[i] = i;
      const out = arena.f64(144 * count);
      const turned = arena.f64(48 * MEMBERS);
      const own = arena.i32(MEMBERS);
      return () =>
        k.elastonProducts(
          out,
          where,
          FRAMES,
          index,
          ptr,
          node,
          H,
          R,
          mu,
          POINTS,
          1,
          0.5,
          turned,
          own,
        );
    },
  },
  {
    kernel: 'frameMatrix',
    size: PAIRS,
    prepare(k, arena, random) {
      const { count } = pairs(arena);
      const mass = numbers(arena, random, 16 * count);
      const [out, from] = [arena.f64(144 * count), numbers(arena, random, 144 * count)];
      return () => k.frameMatrix(out, from, mass, count, 1, 0.5);
    },
  },
  {
    kernel: 'frameMomentum',
    size: PAIRS,
    prepare(k, arena, random) {
      const { count, ptr, cols } = pairs(arena);
      const mass = numbers(arena, random, 16 * count);
      const { out, x } = blocks(arena, random);
      return () => k.frameMomentum(out, mass, x, FRAMES, ptr, cols);
    },
  },
  {
    kernel: 'blockMultiply',
    size: PAIRS,
    prepare(k, arena, random) {
      const { count, ptr, cols } = pairs(arena);
      const A = numbers(arena, random, 144 * count);
      const { out, x } = blocks(arena, random);
      return () => k.blockMultiply(out, A, x, FRAMES, ptr, cols);
    },
  },
  {
    kernel: 'copyBlocks',
    size: PAIRS,
    prepare(k, arena, random) {
      const { count } = pairs(arena);
      const [out, from] = [arena.f64(144 * count), numbers(arena, random, 144 * count)];
      return () => k.copyBlocks(out, from, count);
    },
  },
  {
    kernel: 'frameMassProduct',
    size: `${FRAMES} frames, ${MEMBERS} blocks each`,
    prepare(k, arena, random) {
      const { out, ptr, cols, values, x } = blocks(arena, random);
      return () => k.frameMassProduct(out, ptr, cols, values, x, FRAMES);
    },
  },
  {
    kernel: 'spreadFrames',
    size: `${FRAMES} frames, ${MEMBERS} blocks each`,
    prepare(k, arena, random) {
      const { out, ptr, cols, values, x } = blocks(arena, random);
      return () => k.spreadFrames(out, ptr, cols, values, x, FRAMES);
    },
  },
  {
    kernel: 'gatherFrames',
    size: `${FRAMES} frames, ${MEMBERS} blocks each`,
    prepare(k, arena, random) {
      const { out, ptr, cols, values, x } = blocks(arena, random);
      return () => k.gatherFrames(out.fill(0), ptr, cols, values, x, FRAMES);
    },
  },
];
