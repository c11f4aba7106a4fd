import { describe, expect, it } from 'vitest';
import { createWorld } from '../../../src/index.ts';

/** Energies [J] of a cube of 0.2 m that falls 0.2 m on its corner: at the start, at most, and at most in motion. */
function drop(young: number, integrator: 'euler' | 'auto') {
  const world = createWorld({
    format: 'pliant/1',
    name: 'landing',
    solver: { integrator },
    bodies: [
      {
        name: 'cube',
        shape: { type: 'box', size: [0.2, 0.2, 0.2] },
        position: [0, 0.2 + 0.1 * Math.sqrt(3), 0],
        rotation: [10, 20, 0],
        material: { young, density: 1000 },
        model: { type: 'frames' },
      },
    ],
    obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
  });
  const start = world.totals().energy.potential;
  let most = start;
  let moving = start;
  for (let k = 0; k < 40; k++) {
    world.step(1);
    const { kinetic, elastic, potential } = world.totals().energy;
    most = Math.max(most, kinetic + elastic + potential);
    moving = Math.max(moving, kinetic + potential);
  }
  world.dispose();
  return { start, most, moving };
}

describe('a stiff cube of frames that lands askew', () => {
  // Stress that contacts leave resists a turn of the points, and the whole body was made to turn against it.
  it('gains no energy', () => {
    const { start, most } = drop(1e7, 'euler');
    expect(most).toBeLessThan(1.001 * start);
  });

  it('is stretched for a step, by the chords of its turn, and springs back with no more than it fell with', () => {
    const { start, most, moving } = drop(1e8, 'auto');
    expect(most).toBeLessThan(3 * start);
    expect(moving).toBeLessThan(1.001 * start);
  });
});
