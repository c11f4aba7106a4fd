import { expect, test } from 'vitest';
import { createWorld } from '../../../src/index.ts';

test.each(['bdf2', 'euler'] as const)(
  'a box that tumbles freely gains no energy: %s',
  (integrator) => {
    const world = createWorld({
      format: 'pliant/1',
      name: 'tumbling',
      gravity: [0, 0, 0],
      solver: { integrator },
      bodies: [
        {
          name: 'box',
          shape: { type: 'box', size: [0.4, 0.2, 0.1] },
          material: { young: 1e6, damping: { stiffness: 0 } },
          model: { type: 'solid', cell: 0.05 },
          spin: [0, 1.4, 7.9],
        },
      ],
    });
    const start = world.totals().energy.kinetic;
    let most = 0;
    for (let s = 0; s < 200; s++) {
      world.step();
      const { kinetic, elastic } = world.totals().energy;
      most = Math.max(most, (kinetic + elastic) / start);
    }
    expect(most).toBeLessThan(1.005);
    expect(most).toBeGreaterThan(0.98);
  },
);
