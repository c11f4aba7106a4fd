import type { Arena, Kernels, Random } from 'pliant';
import type { KernelCase } from './case.ts';

/** Cubes along each side of a cage, of which some are pushed about, and places that are looked for in and around it. */
const SIDE = 8;
const PLACES = 1000;
const CUBES = SIDE ** 3;

/** A cage of cubes, a little deformed, with its tree of boxes: a cube a leaf, halved along x, y, z in turn. */
function cage(arena: Arena, random: Random) {
  const nodes = arena.i32(3 * (2 * CUBES - 1));
  const cubes = arena.i32(8 * CUBES);
  const places = 3 * (SIDE + 1) ** 3;
  const x = arena.f64(places);
  const corner = (i: number, j: number, k: number): number => i + (SIDE + 1) * (j + (SIDE + 1) * k);
  for (let i = 0; i < places; i++) {
    const at = Math.floor(Math.floor(i / 3) / (SIDE + 1) ** (i % 3)) % (SIDE + 1);
    x[i] = at + random.range(-0.1, 0.1);
  }
  let box = 0;
  let leaf = 0;
  const build = (from: number[], sides: number[], axis: number): void => {
    const own = 3 * box++;
    nodes[own + 1] = leaf;
    if (sides[0] * sides[1] * sides[2] === 1) {
      nodes[own + 2] = 1;
      for (let s = 0; s < 8; s++) {
        cubes[8 * leaf + s] = corner(
          from[0] + (s & 1),
          from[1] + ((s >> 1) & 1),
          from[2] + (s >> 2),
        );
      }
      leaf++;
    } else {
      const half = sides.map((side, c) => (c === axis ? side / 2 : side));
      build(from, half, (axis + 1) % 3);
      const second = from.map((at, c) => (c === axis ? at + half[c] : at));
      build(second, half, (axis + 1) % 3);
    }
    nodes[own] = box;
  };
  build([0, 0, 0], [SIDE, SIDE, SIDE], 0);
  return { nodes, cubes, x, boxes: arena.f64(2 * nodes.length), count: nodes.length / 3 };
}

const places = (arena: Arena, random: Random): Float64Array => {
  const y = arena.f64(3 * PLACES);
  for (let i = 0; i < y.length; i++) y[i] = random.range(-0.5, SIDE + 0.5);
  return y;
};

function located(k: Kernels, arena: Arena, random: Random): () => void {
  const { nodes, cubes, x, boxes, count } = cage(arena, random);
  k.refitCage(boxes, nodes, cubes, x, count);
  const y = places(arena, random);
  const found = arena.i32(4 * PLACES);
  const weights = arena.f64(4 * PLACES);
  const clear = arena.f64(count);
  const apart = arena.u8(0);
  const own = arena.i32(PLACES);
  return () =>
    k.locateInCage(
      found,
      weights,
      y,
      PLACES,
      boxes,
      nodes,
      count,
      cubes,
      x,
      clear,
      apart,
      CUBES,
      own,
      0,
      1e-6,
      1,
    );
}

export const cageCases: readonly KernelCase[] = [
  {
    kernel: 'refitCage',
    size: `${CUBES} cubes`,
    prepare: (k, arena, random) => {
      const { nodes, cubes, x, boxes, count } = cage(arena, random);
      return () => k.refitCage(boxes, nodes, cubes, x, count);
    },
  },
  {
    kernel: 'locateInCage',
    size: `${PLACES} places in ${CUBES} cubes`,
    prepare: located,
  },
];
