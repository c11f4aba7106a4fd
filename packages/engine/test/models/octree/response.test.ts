import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { compileShape } from '../../../src/geometry/sdf/compile.ts';
import { createArena, createKernels, measure } from '../../../src/kernels/index.ts';
import { buildOctree, OCTREE_DEFAULTS } from '../../../src/models/octree/index.ts';

/** A box that was turned, in a step, and the corners of its cage. */
function createBox(held: number) {
  const model = buildOctree({
    sdf: compileShape({ type: 'box', size: [0.2, 0.1, 0.1] }, {}),
    surface: null,
    young: 3000,
    density: 1000,
    damping: { mass: 2, stiffness: 0, air: 0 },
    friction: 0.5,
    stiffness: (_x, n, out) => out.fill(1, 0, n),
    regions: [compileShape({ type: 'box', size: [0.1, 0.2, 0.2], position: [0.1, 0, 0] }, {})],
    options: { ...OCTREE_DEFAULTS, cell: 0.025, levels: 1, coarseness: 1 },
  });
  const arena = createArena(measure((a) => model.allocate(a)));
  const body = model.create(arena, createKernels(arena));
  body.place(Float64Array.of(0, -1, 0, 3, 1, 0, 0, -2, 0, 0, 1, 1));
  if (held === 1) body.hold(0, Float64Array.of(0, -1, 0, 3, 1, 0, 0, -2, 0, 0, 1, 1));
  const places = Float64Array.from({ length: 3 * 8 * 4 }, (_, i) => {
    const corner = Math.floor(i / 3);
    const at = [corner % 4, (corner >> 2) & 1, (corner >> 3) & 3][i % 3];
    return [-0.12, -0.06, -0.06][i % 3] + [0.08, 0.12, 0.04][i % 3] * at;
  });
  const corners = body.embedCage!(places, 0.08);
  for (const set of [body.contacts, corners]) {
    body.pushPositions(set, new Float64Array(3 * set.count));
  }
  body.assemble(1 / 60, new Float64Array(3), null);
  return { body, corners };
}

test.each([0, 1])(
  'contact points answer as J A⁻¹ Jᵀ says, levers included (%i regions held)',
  (held) => {
    const { body } = createBox(held);
    const count = body.contacts.count;
    const v = new Float64Array(3 * count);
    const n = Math.min(20, count);
    const points = Int32Array.from({ length: n }, (_, i) => Math.floor((i * count) / n));
    const W = new Float64Array(9 * n * n);
    body.response(points, n, W);
    const [f, b, u] = [v.slice(), body.rhs.slice(), body.rhs.slice()];
    let worst = 0;
    for (let k = 0; k < 3 * n; k++) {
      f.fill(0);
      b.fill(0);
      f[3 * points[Math.floor(k / 3)] + (k % 3)] = 1;
      body.pullForces(body.contacts, f, b);
      body.constrain(b);
      body.precondition(u, b);
      body.pushVelocities(body.contacts, u, v);
      for (let j = 0; j < 3 * n; j++) {
        const real = v[3 * points[Math.floor(j / 3)] + (j % 3)];
        worst = Math.max(worst, Math.abs(W[j * 3 * n + k] - real) / W[0]);
      }
    }
    expect(worst).toBeLessThan(1e-12);
  },
);

test.each([0, 1])(
  'places between corners of the cage answer as J A⁻¹ Jᵀ says, with contact points among them (%i regions held)',
  (held) => {
    const { body, corners } = createBox(held);
    const random = createRandom(5);
    const n = 14;
    const spots = {
      ofCage: Uint8Array.from({ length: n }, (_, s) => (s % 3 === 0 ? 0 : 1)),
      points: new Int32Array(4 * n),
      weights: new Float64Array(4 * n),
    };
    for (let s = 0; s < n; s++) {
      const count = spots.ofCage[s] === 1 ? corners.count : body.contacts.count;
      const used = spots.ofCage[s] === 1 ? 4 : 1 + (s & 1);
      for (let k = 0; k < used; k++) {
        spots.points[4 * s + k] = random.below(count);
        spots.weights[4 * s + k] = 1 / used;
      }
    }
    const W = new Float64Array(9 * n * n);
    body.responseAt!(corners, spots, n, W);
    const sets = [body.contacts, corners];
    const move = sets.map((set) => new Float64Array(3 * set.count));
    const [b, u] = [body.rhs.slice(), body.rhs.slice()];
    let worst = 0;
    for (let k = 0; k < 3 * n; k++) {
      const s = Math.floor(k / 3);
      const own = spots.ofCage[s];
      const f = new Float64Array(3 * sets[own].count);
      for (let j = 4 * s; j < 4 * s + 4; j++) f[3 * spots.points[j] + (k % 3)] += spots.weights[j];
      b.fill(0);
      body.pullForces(sets[own], f, b);
      body.constrain(b);
      body.precondition(u, b);
      for (const i of [0, 1]) body.pushVelocities(sets[i], u, move[i]);
      for (let i = 0; i < 3 * n; i++) {
        const t = Math.floor(i / 3);
        const v = move[spots.ofCage[t]];
        let real = 0;
        for (let j = 4 * t; j < 4 * t + 4; j++)
          real += spots.weights[j] * v[3 * spots.points[j] + (i % 3)];
        worst = Math.max(worst, Math.abs(W[i * 3 * n + k] - real) / W[0]);
      }
    }
    expect(worst).toBeLessThan(1e-12);
  },
);
