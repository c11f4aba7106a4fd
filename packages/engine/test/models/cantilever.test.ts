import { expect, test } from 'vitest';
import { createWorld } from '../../src/index.ts';

const E = 1e8;
const RHO = 1000;
const G = 9.81;
const L = 1;
const T = 0.1;
const NU = 0.3;

/** Tip of a slender cantilever under its own weight: bending, plus the little that shear adds. */
function analyticTip(): number {
  const bending = (12 * RHO * G * L ** 4) / (8 * E * T * T);
  const shear = (RHO * G * L * L) / (2 * (5 / 6) * (E / (2 * (1 + NU))));
  return -(bending + shear);
}

/** Static tip of a beam with `across` cells through its thickness: large implicit steps go to rest at once. */
function tip(across: number): number {
  const world = createWorld({
    format: 'pliant/1',
    name: 'cantilever',
    dt: 0.2,
    solver: { tolerance: 1e-8 },
    bodies: [
      {
        name: 'beam',
        shape: { type: 'box', size: [L, T, T] },
        material: { young: E, poisson: NU, density: RHO, damping: { stiffness: 0.05 } },
        model: { type: 'solid', cell: T / across, mesh: 'grid' },
        attachments: [
          { name: 'wall', region: { type: 'box', size: [1e-3, 1, 1], position: [-L / 2, 0, 0] } },
        ],
        probes: { tip: [L / 2, 0, 0] },
      },
    ],
  });
  world.step(30);
  return world.bodies[0].probe('tip')[1];
}

test('a cantilever comes closer to the analytic answer with every halving of the cell; the finest is within 5 %', () => {
  const exact = analyticTip();
  const errors = [1, 2, 4, 8].map((across) => Math.abs(tip(across) / exact - 1));
  for (let i = 1; i < errors.length; i++) expect(errors[i]).toBeLessThan(errors[i - 1]);
  expect(errors[3]).toBeLessThan(0.05);
});
