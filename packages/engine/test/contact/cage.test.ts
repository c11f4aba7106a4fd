import { expect, test } from 'vitest';
import { joinedBy, measureApart } from '../../src/contact/detect/apart.ts';
import { locateInCage, refitCage } from '../../src/contact/detect/cage.kernel.ts';
import { buildCage } from '../../src/contact/detect/cage.ts';
import { LEAST_APART, NEVER } from '../../src/contact/detect/numbers.ts';
import { createRandom } from '../../src/core/random.ts';
import { compileShape } from '../../src/geometry/sdf/compile.ts';
import type { Shape } from '../../src/geometry/sdf/shape.ts';

function cageOf(shape: Shape, volume: number, size: number) {
  const sdf = compileShape(shape);
  const b = sdf.bounds;
  const points = Float64Array.of(b[0], b[1], b[2], b[3], b[4], b[5], b[0], b[4], b[2]);
  return buildCage(sdf, points, volume, size);
}

test('every place inside a bent body is found, and carried back to where it was at rest', () => {
  const cage = cageOf({ type: 'box', size: [1, 0.3, 0.2] }, 0.06, 1);
  // Bent into an arc of 80 degrees: the cage is piecewise linear, so sites are carried back to second order.
  const bend = (X: number, Y: number): [number, number] => [
    Math.sin(1.4 * X) * (1 / 1.4 - Y),
    1 / 1.4 - Math.cos(1.4 * X) * (1 / 1.4 - Y),
  ];
  const x = cage.corners.slice();
  for (let i = 0; i < x.length; i += 3) {
    const [u, v] = bend(x[i], x[i + 1]);
    x[i] = u;
    x[i + 1] = v;
  }
  const { nodes } = cage.tree;
  const boxes = new Float64Array(2 * nodes.length);
  refitCage(boxes, nodes, cage.cubes, x, nodes.length / 3);
  const random = createRandom(3);
  const m = 400;
  const X = Float64Array.from(
    { length: 3 * m },
    (_, i) => random.range(-0.5, 0.5) * [1, 0.3, 0.2][i % 3],
  );
  const y = X.slice();
  for (let i = 0; i < y.length; i += 3) {
    const [u, v] = bend(y[i], y[i + 1]);
    y[i] = u;
    y[i + 1] = v;
  }
  const found = new Int32Array(4 * m);
  const weights = new Float64Array(4 * m);
  const none = new Int32Array(m);
  const n = nodes.length / 3;
  const { apart } = cage;
  locateInCage(
    found,
    weights,
    y,
    m,
    boxes,
    nodes,
    n,
    cage.cubes,
    x,
    cage.clearance,
    apart,
    apart.length,
    none,
    0,
    0,
    Number.POSITIVE_INFINITY,
  );
  let worst = 0;
  for (let i = 0; i < m; i++) {
    expect(found[4 * i]).toBeGreaterThanOrEqual(0);
    for (let c = 0; c < 3; c++) {
      let rest = 0;
      let now = 0;
      let corner = 0;
      for (let s = 0; s < 4; s++) {
        if (s > 0) corner += 1 << found[4 * i + s];
        const k = 3 * cage.cubes[8 * found[4 * i] + corner] + c;
        rest += weights[4 * i + s] * cage.corners[k];
        now += weights[4 * i + s] * x[k];
      }
      expect(now).toBeCloseTo(y[3 * i + c], 9);
      worst = Math.max(worst, Math.abs(rest - X[3 * i + c]));
    }
  }
  expect(worst).toBeLessThan(0.004);
});

test('the way through the material is counted in cubes, and separate pieces are never near', () => {
  // A horseshoe: its ends are close in space and far along the material.
  const horseshoe = cageOf(
    {
      type: 'union',
      shapes: [
        { type: 'box', size: [1, 0.1, 0.1], position: [0, 0.15, 0] },
        { type: 'box', size: [1, 0.1, 0.1], position: [0, -0.15, 0] },
        { type: 'box', size: [0.1, 0.4, 0.1], position: [-0.5, 0, 0] },
      ],
    },
    0.023,
    1.05,
  );
  expect(horseshoe.pieces).toBe(1);
  const count = horseshoe.cubes.length / 8;
  const cubeAt = (x: number, y: number): number => {
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      const c = 3 * horseshoe.cubes[8 * i];
      const at = [0, 1, 2].map((d) => horseshoe.corners[c + d] + horseshoe.cell / 2);
      const far = Math.hypot(at[0] - x, at[1] - y, at[2]);
      if (far < least) {
        least = far;
        best = i;
      }
    }
    return best;
  };
  const far = (x: number, y: number): number =>
    horseshoe.apart[cubeAt(0.45, 0.15) * count + cubeAt(x, y)];
  // Along the material the ends are far from each other; counting stops at what may touch.
  expect(far(0.45, -0.15)).toBe(LEAST_APART);
  expect(far(0.45, 0.15)).toBe(0);
  expect(far(0.45 - horseshoe.cell, 0.15)).toBe(1);
  const two = cageOf(
    {
      type: 'union',
      shapes: [
        { type: 'sphere', radius: 0.1 },
        { type: 'sphere', radius: 0.1, position: [0.5, 0, 0] },
      ],
    },
    0.0084,
    0.7,
  );
  expect(two.pieces).toBe(2);
});

test('steps through the material are those of a search from every cube, counted as far as they matter', () => {
  const random = createRandom(5);
  const side = 9;
  const n = side * side;
  for (let round = 0; round < 6; round++) {
    const solid = Uint8Array.from({ length: n }, () => (random.next() < 0.55 ? 1 : 0));
    const links = new Int32Array(6 * n).fill(-1);
    for (let i = 0; i < n; i++) {
      const [x, y] = [i % side, Math.floor(i / side)];
      for (const [f, dx, dy] of [
        [0, -1, 0],
        [1, 1, 0],
        [2, 0, -1],
        [3, 0, 1],
      ]) {
        const [p, q] = [x + dx, y + dy];
        if (p >= 0 && p < side && q >= 0 && q < side) links[6 * i + f] = p + side * q;
      }
    }
    const joined = joinedBy(links, solid);
    const apart = measureApart(joined);
    const wrong: number[] = [];
    const components = new Set<number>();
    for (let from = 0; from < n; from++) {
      const steps = new Map([[from, 0]]);
      for (const [i, far] of steps) {
        if (solid[i] === 0 && i !== from) continue;
        for (const j of links.subarray(6 * i, 6 * i + 6))
          if (j >= 0 && !steps.has(j)) steps.set(j, far + 1);
      }
      for (let to = 0; to < n; to++) {
        const far = steps.get(to);
        const expected = far === undefined ? NEVER : Math.min(far, LEAST_APART);
        if (apart[from * n + to] !== expected) wrong.push(from, to);
      }
      if (solid[from] === 1) components.add(Math.min(...[...steps.keys()].filter((j) => solid[j])));
    }
    expect(wrong).toEqual([]);
    expect(joined.pieces).toBe(components.size);
  }
});
