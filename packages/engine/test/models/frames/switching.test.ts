import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { compileShape, LIBRARY, type Shape } from '../../../src/index.ts';
import { createArena, createKernels, measure } from '../../../src/kernels/index.ts';
import { projectVelocity } from '../../../src/models/frames/adapt/project.ts';
import { buildFramesData } from '../../../src/models/frames/build/build.ts';
import { allocateFrames } from '../../../src/models/frames/memory.ts';
import { chooseSet, setSizes, weighSet } from '../../../src/models/frames/step/active.ts';
import { expand } from '../../../src/models/frames/step/contraction.ts';
import { copyMass, massProduct } from '../../../src/models/frames/step/mass.ts';
import { freezeOffset } from '../../../src/models/shared/wake/offsets.ts';
import { canActivate, canDeactivate, findChildren } from '../../../src/models/shared/wake/tree.ts';
import { randomFrames } from './synthetic.ts';

const SHAPES: Record<string, Shape> = {
  bar: { type: 'box', size: [1, 0.25, 0.25] },
  ring: { type: 'torus', radius: 0.4, tube: 0.12 },
  rabbit: LIBRARY.rabbit.shape(),
};

/** Momentum, angular momentum and kinetic energy of velocities V of all nodes at places D. */
function measureMotion(
  p: Float64Array,
  D: Float64Array,
  V: Float64Array,
  massVector: Float64Array,
) {
  const linear = [0, 0, 0];
  const angular = [0, 0, 0];
  let energy = 0;
  for (let i = 0; i < V.length; i++) {
    const [k, r, c] = [Math.floor(i / 12), Math.floor((i % 12) / 4), i % 4];
    linear[r] += V[i] * massVector[4 * k + c];
    const [a, b] = [12 * k + 4 * ((r + 1) % 3) + c, 12 * k + 4 * ((r + 2) % 3) + c];
    angular[r] += D[a] * p[b] - D[b] * p[a];
    energy += 0.5 * p[i] * V[i];
  }
  return { linear, angular, energy };
}

test.each(Object.keys(SHAPES))(
  '%s: 1000 random switches in strongly deformed states move nothing and keep momentum',
  (name) => {
    const random = createRandom(17);
    const data = buildFramesData({
      sdf: compileShape(SHAPES[name]),
      surface: null,
      density: 1000,
      stiffness: (_x, n, out) => void out.fill(1, 0, n),
      regions: [],
      frames: [1, 4, 10, 22],
    });
    const sizes = setSizes(data);
    const arena = createArena(measure((a) => allocateFrames(a, data, sizes)));
    const memory = allocateFrames(arena, data, sizes);
    const kernels = createKernels(arena);
    copyMass(memory.mass, data);
    const { D, V, offsets, active, set, forces, residual } = memory;
    const children = findChildren(data);
    const scratch = memory.setScratch;
    const work = new Float64Array(32);
    active.fill(1);
    D.set(randomFrames(data.nodes, random, 0.35));
    V.set(randomFrames(data.nodes, random, 1));
    chooseSet(set, data, active, offsets, scratch);

    let worst = { jump: 0, linear: 0, angular: 0, gain: 0 };
    let switches = 0;
    while (switches < 1000) {
      const k = random.below(data.nodes);
      const off = canDeactivate(data, children, active, k);
      if (!off && !canActivate(data, active, k)) continue;
      if (off && !freezeOffset(offsets, data, D, k, work)) continue;
      massProduct(forces, V, memory.mass, kernels);
      const before = measureMotion(forces, D, V, data.massVector);
      const places = D.slice();
      active[k] = off ? 0 : 1;
      chooseSet(set, data, active, offsets, scratch);
      weighSet(set, data, memory.mass, null, 0, scratch, kernels);
      expand(residual, D, set.contraction, data.nodes, kernels);
      if (off) {
        projectVelocity(V, data, memory.mass, set, memory.project, kernels);
        expand(V, V, set.contraction, data.nodes, kernels);
      }
      massProduct(forces, V, memory.mass, kernels);
      const after = measureMotion(forces, D, V, data.massVector);
      const scale = Math.sqrt(2 * before.energy * data.totalMass);
      const far = (a: number[], b: number[]): number =>
        Math.max(...a.map((x, i) => Math.abs(x - b[i]))) / scale;
      worst = {
        jump: Math.max(worst.jump, ...residual.map((x, i) => Math.abs(x - places[i]))),
        linear: Math.max(worst.linear, far(after.linear, before.linear)),
        angular: Math.max(worst.angular, far(after.angular, before.angular)),
        gain: Math.max(worst.gain, (after.energy - before.energy) / before.energy),
      };
      switches++;
      // A new deformed state now and then: active nodes move, passive ones follow.
      if (switches % 20 === 0) {
        const push = randomFrames(data.nodes, random, 0.05);
        for (let i = 0; i < D.length; i++)
          if (active[Math.floor(i / 12)] === 1)
            D[i] += push[i] - (i % 12 === 0 || i % 12 === 5 || i % 12 === 10 ? 1 : 0);
        expand(D, D, set.contraction, data.nodes, kernels);
        V.set(randomFrames(data.nodes, random, 1));
        expand(V, V, set.contraction, data.nodes, kernels);
      }
    }
    expect(worst.jump).toBeLessThan(1e-12);
    expect(worst.linear).toBeLessThan(1e-10);
    expect(worst.angular).toBeLessThan(1e-10);
    expect(worst.gain).toBeLessThan(1e-12);
  },
);
