import { expect, test } from 'vitest';
import { type BodyInput, createWorld } from '../../src/index.ts';

/** A bar along y that is no plain box: its area and second moment of area, and a shear coefficient. */
interface Section {
  readonly A: number;
  readonly I: number;
  readonly shear: number;
  shape(length: number): BodyInput['shape'];
}

const SECTIONS: Record<string, Section> = {
  rod: {
    A: Math.PI * 0.03 ** 2,
    I: (Math.PI / 4) * 0.03 ** 4,
    shear: 0.886,
    shape: (height) => ({ type: 'cylinder', radius: 0.03, height }),
  },
  'square turned by 20°': {
    A: 0.06 ** 2,
    I: 0.06 ** 4 / 12,
    shear: 5 / 6,
    shape: (length) => ({
      type: 'union',
      shapes: [{ type: 'box', size: [0.06, length, 0.06], rotation: [0, 20, 0] }],
    }),
  },
};

const HELD = 0.07;
const POISSON = 0.25;

/** How far the tip of a bar under its own weight comes down, over what beam theory with shear says. */
function sag({ A, I, shear, shape }: Section, free: number, model: BodyInput['model']): number {
  const load = 1000 * A * 9.81;
  const young = (load * free ** 3) / (8 * I * 0.05);
  const truth = 0.05 * free + (load * free * free * (1 + POISSON)) / (shear * young * A);
  const length = free + HELD;
  const world = createWorld({
    format: 'pliant/1',
    name: 'bar',
    bodies: [
      {
        name: 'bar',
        shape: shape(length),
        rotation: [0, 0, -90],
        model,
        material: { young, poisson: POISSON, damping: { mass: 5, stiffness: 0.05 } },
        attachments: [
          {
            name: 'wall',
            region: { type: 'box', size: [1, HELD, 1], position: [0, (HELD - length) / 2, 0] },
          },
        ],
        probes: { tip: [0, length / 2 - 1e-4, 0] },
      },
    ],
  });
  const start = world.bodies[0].probe('tip')[1];
  world.step(150);
  return (start - world.bodies[0].probe('tip')[1]) / truth;
}

test.each(
  Object.entries(SECTIONS).flatMap(([name, section]) =>
    [4, 9].map((ratio) => [name, ratio, section] as const),
  ),
)('a %s of %i:1 bends as beams do', (_name, ratio, section) => {
  expect(Math.abs(sag(section, 0.06 * ratio, { type: 'solid' }) - 1)).toBeLessThan(0.08);
  expect(Math.abs(sag(section, 0.06 * ratio, { type: 'tets' }) - 1)).toBeLessThan(0.15);
});
