import type { Arena, Random } from 'pliant';
import { equalRows, type KernelCase, numbers } from './case.ts';

/** As many as a beam of 60 frames has. */
const POINTS = 244;
const FRAMES = 60;
const MEMBERS = 14;
const DENSE = 180;

const SIZE = `${POINTS} points of ${MEMBERS} frames`;

/** Points along a row of frames, each moved by the ones around it. */
function points(arena: Arena, random: Random) {
  const node = arena.i32(POINTS * MEMBERS);
  for (let e = 0; e < POINTS; e++) {
    const first = Math.floor((e * (FRAMES - MEMBERS)) / POINTS);
    for (let m = 0; m < MEMBERS; m++) node[MEMBERS * e + m] = first + m;
  }
  return {
    ptr: equalRows(arena, POINTS, MEMBERS),
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
      const index = arena.i32(FRAMES);
      for (let i = 0; i < FRAMES; i++) index[i] = i;
      const blocks = arena.f64(72 * FRAMES * (FRAMES + 1));
      const turned = arena.f64(48 * MEMBERS);
      return () =>
        k.elastonProducts(blocks, FRAMES, index, ptr, node, H, R, mu, POINTS, 1, 0.5, turned);
    },
  },
  {
    kernel: 'frameMatrix',
    size: `${FRAMES} frames`,
    prepare(k, arena, random) {
      const matrix = arena.f64(144 * FRAMES * FRAMES);
      const mass = numbers(arena, random, 16 * FRAMES * FRAMES);
      const blocks = numbers(arena, random, 72 * FRAMES * (FRAMES + 1));
      return () => k.frameMatrix(matrix, blocks, mass, FRAMES, 1, 0.5);
    },
  },
  {
    kernel: 'frameMomentum',
    size: `${FRAMES} frames`,
    prepare(k, arena, random) {
      const mass = numbers(arena, random, 16 * FRAMES * FRAMES);
      const { out, x } = blocks(arena, random);
      return () => k.frameMomentum(out, mass, x, FRAMES);
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
  {
    kernel: 'symmetricMultiply',
    size: `${DENSE} × ${DENSE}`,
    prepare(k, arena, random) {
      const A = numbers(arena, random, DENSE * DENSE);
      const [y, x] = [arena.f64(DENSE), numbers(arena, random, DENSE)];
      return () => k.symmetricMultiply(y, A, x, DENSE);
    },
  },
];
