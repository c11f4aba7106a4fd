import { expect, test } from 'vitest';
import { createWorld, type SceneInput } from '../../../src/index.ts';

type Body = NonNullable<SceneInput['bodies']>[number];
type Vector = [number, number, number];

const T = 0.1;
const RHO_G = 9810;

/** Tip of a cantilever of free length `aspect` thicknesses under its own weight, in units of ρg T²/E: at rest, little deformed. */
function tip(
  aspect: number,
  poisson: number,
  changes: Partial<Body['material']> = {},
  stuffed = false,
): number {
  const L = aspect * T;
  const young = 2e8 * aspect ** 2;
  const world = createWorld({
    format: 'pliant/1',
    name: 'beam',
    dt: 0.2,
    solver: { tolerance: 1e-8 },
    bodies: [
      {
        name: 'beam',
        shape: {
          type: 'box',
          size: [L + T, T, T],
          position: [(L - T) / 2, 0, 0],
          // A box that is turned is no grid.
          ...(stuffed ? { rotation: [0, 0, 1e-9] as Vector } : {}),
        },
        material: { young, poisson, damping: { stiffness: 0.05 }, ...changes },
        attachments: [
          { name: 'wall', region: { type: 'box', size: [T, 1, 1], position: [-T / 2, 0, 0] } },
        ],
        probes: { tip: [L, 0, 0] },
      },
    ],
  });
  world.step(30);
  expect(world.notes).toEqual([]);
  return (-world.bodies[0].probe('tip')[1] * young) / (RHO_G * T * T);
}

/** Bending and shear of a slender beam, in the same units. */
const slender = (a: number, nu: number): number => 1.5 * a ** 4 + (6 / 5) * (1 + nu) * a ** 2;

// What a built-in end takes away: ten-node elements of a sixth of the thickness, of which a quarter more agree within 0.3 %.
test.each([
  [3, 0.15, 0.9918],
  [3, 0.35, 0.9598],
  [3, 0.485, 0.9168],
  [7, 0.47, 0.9591],
])('a cantilever %d times as long as thick, ν = %d, sags as it should', (aspect, nu, builtIn) => {
  const exact = builtIn * slender(aspect, nu);
  expect(Math.abs(tip(aspect, nu) / exact - 1)).toBeLessThan(0.02);
  expect(Math.abs(tip(aspect, nu, {}, true) / exact - 1)).toBeLessThan(0.08);
});

test('a sandwich whose faces are thinner than an element sags as it should', () => {
  const face = (y: number) => ({
    shape: {
      type: 'box' as const,
      size: [9, 0.15 * T, 9] as Vector,
      position: [0, y, 0] as Vector,
    },
    value: 30,
  });
  const stiffness = {
    type: 'regions' as const,
    base: 1,
    regions: [face(0.425 * T), face(-0.425 * T)],
  };
  expect(Math.abs(tip(7, 0.35, { stiffness }) / 236.1 - 1)).toBeLessThan(0.03);
  expect(Math.abs(tip(7, 0.35, { stiffness }, true) / 236.1 - 1)).toBeLessThan(0.08);
});

test.each([false, true])('a square bar twists as Saint-Venant says (stuffed: %s)', (stuffed) => {
  const [L, young, poisson, turn] = [4 * T, 1e6, 0.35, 5];
  const end = (side: number) => ({
    type: 'box' as const,
    size: [T, 1, 1] as Vector,
    position: [(side * (L + T)) / 2, 0, 0] as Vector,
  });
  const world = createWorld({
    format: 'pliant/1',
    name: 'bar',
    dt: 0.1,
    gravity: [0, 0, 0],
    bodies: [
      {
        name: 'bar',
        shape: {
          type: 'box',
          size: [L + 2 * T, T, T],
          ...(stuffed ? { rotation: [0, 0, 1e-9] as Vector } : {}),
        },
        material: { young, poisson, damping: { stiffness: 0.05 } },
        attachments: [
          { name: 'a', region: end(-1) },
          {
            name: 'b',
            region: end(1),
            keyframes: [{ time: 0 }, { time: 1, rotation: [turn, 0, 0] }],
          },
        ],
      },
    ],
  });
  world.step(40);
  const angle = (turn * Math.PI) / 180;
  const exact = (0.5 * 0.1406 * T ** 4 * (young / (2 + 2 * poisson)) * angle ** 2) / L;
  // Ends that cannot warp add 1.3 %.
  expect(Math.abs(world.totals().energy.elastic / (1.013 * exact) - 1)).toBeLessThan(0.03);
});

test('a hold thinner than an element is met by a plane of the mesh, or a note says that it is not', () => {
  const bar = (shape: object, thin: number) =>
    createWorld({
      format: 'pliant/1',
      name: 'bar',
      bodies: [
        {
          name: 'bar',
          shape: { type: 'box', size: [0.5, 0.1, 0.1], ...shape },
          material: { young: 1e6 },
          attachments: [
            {
              name: 'wall',
              region: { type: 'box', size: [2 * thin, 1, 1], position: [-0.25, 0, 0] },
            },
          ],
        },
      ],
    } as SceneInput).notes;
  expect(bar({}, 0.004)).toEqual([]);
  expect(bar({ rotation: [0, 0, 1e-9] }, 0.02).join()).toMatch(/attachments\[0\]\.region: thinner/);
});

test('coarse cells are told of', () => {
  const notes = (model: Body['model']) =>
    createWorld({
      format: 'pliant/1',
      name: 'bar',
      bodies: [
        {
          name: 'bar',
          shape: { type: 'box', size: [1, 0.1, 0.1] },
          material: { young: 1e6 },
          model,
        },
      ],
    }).notes.join();
  expect(notes({ type: 'solid' })).toBe('');
  expect(notes({ type: 'solid', cell: 0.1 })).toMatch(/model\.cell: elements of 0\.14 m/);
  expect(notes({ type: 'solid', elements: 'linear', cell: 0.05 })).toMatch(/32 % too little/);
});
