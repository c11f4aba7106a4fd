import { test } from 'vitest';
import { writeFileSync } from 'node:fs';
import { createTestRun, shapeOf, beam, octreeWorld } from './bodies.ts';
test('figures', () => {
  const out: string[] = [];
  for (const [name, cell, c, levels, width] of [['liver', 0.0042, 0.25, 3, 0.015], ['liver', 0.0042, 0.25, 3, 0.025], ['liver', 0.0042, 0.25, 3, 0.035], ['liver', 0.0029, 0.2, 3, 0.0175], ['liver', 0.0029, 0.2, 3, 0.024], ['liver', 0.0039, 0, 0, 0.0117], ['liver', 0.0039, 0, 0, 0.0156]] as const) {
    const run = createTestRun(shapeOf(name), { cell, coarseness: c, levels, width });
    const { tree, regions } = run.sampler.now;
    out.push([name, cell, c, width, 'voxels', run.data.voxels.count, 'leaves', tree.leaves, 'summands', (regions.ptr[tree.leaves] / tree.leaves).toFixed(2)].join(' '));
    writeFileSync('/tmp/fig2.txt', out.join('\n'));
  }
  for (const model of [{ levels: 2, coarseness: 0.4, width: 0.2 }]) {
    const world = octreeWorld({ bodies: [beam(model, { velocity: [0.1, 0, 0], spin: [0.5, 1, 2] })] });
    const s = world.totals(); let lo = 1e9, hi = 0; for (let k = 0; k < 100; k++) { world.step(50); const e = world.totals().energy; lo = Math.min(lo, e.kinetic + e.elastic); hi = Math.max(hi, e.kinetic + e.elastic); }
    const e = world.totals(); const g = (a: number[], b: number[]) => Math.hypot(...a.map((c, i) => c - b[i])) / Math.hypot(...b);
    out.push(`momentum ${world.bodies[0].levels.activePoints} ${g(e.momentum.linear, s.momentum.linear)} ${g(e.momentum.angular, s.momentum.angular)} energy ${lo / s.energy.kinetic} ${hi / s.energy.kinetic}`);
  }
  writeFileSync('/tmp/fig2.txt', out.join('\n'));
}, 600000);
