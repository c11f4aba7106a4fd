import { expect, test } from 'vitest';
import { compileShape } from '../../../src/geometry/sdf/compile.ts';
import { createArena, createKernels, measure } from '../../../src/kernels/index.ts';
import { buildOctree, OCTREE_DEFAULTS } from '../../../src/models/octree/index.ts';

test.each([0, 1])(
  'contact points answer as J A⁻¹ Jᵀ says, levers included (%i regions held)',
  (held) => {
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
    const count = body.contacts.count;
    const v = new Float64Array(3 * count);
    body.pushPositions(body.contacts, v);
    body.assemble(1 / 60, new Float64Array(3), null);
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
