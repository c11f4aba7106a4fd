import { expect, test } from 'vitest';
import { world } from './helpers.ts';

/** A stiff octree takes its steps in many parts; what it has sunk into something soft is resolved at the pace of whole steps. */
test.each(['octree', 'solid'] as const)(
  'a stiff octree that meets a very soft %s at many times its speed of sound gains no energy',
  (type) => {
    const w = world({
      gravity: [0, 0, 0],
      bodies: [
        {
          name: 'stone',
          shape: { type: 'sphere', radius: 0.3 },
          velocity: [8, 0, 0],
          material: { young: 2e7, density: 1000 },
          model: { type: 'octree' },
        },
        {
          name: 'jelly',
          shape: { type: 'box', size: [0.4, 0.7, 0.5] },
          position: [0.6, 0.1, 0],
          velocity: [-4, 0, 0],
          material: { young: 1500, density: 1000 },
          model: { type },
        },
      ],
    });
    const start = w.totals().energy.kinetic;
    let most = 0;
    for (let k = 0; k < 30; k++) {
      w.step();
      const { kinetic, elastic } = w.totals().energy;
      most = Math.max(most, kinetic + elastic);
    }
    expect(most).toBeLessThan(1.02 * start);
  },
);
