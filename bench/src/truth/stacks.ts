import { createWorld, type SceneInput } from 'pliant';
import { MODELS } from './models.ts';
import type { Entry } from './types.ts';

const G = 9.81;
const STACK_MODELS = ['rigid', 'solid', 'tets', 'frames adaptive', 'rigid + hex', 'octree 4'];

/** A plank on two round bars, one twice as far from its middle as the other: a third and two thirds of the weight. */
export function floorEntries(): Entry[] {
  return STACK_MODELS.flatMap((model) =>
    (['weight on both', 'share of the far one'] as const).map((name) => ({
      family: 'floor',
      case: name,
      model,
      dt: 1 / 60,
      limit: name === 'weight on both' ? 0.01 : 0.05,
      unit: 'N',
      run: () => {
        const { far, both, weight } = supports(model);
        const [value, truth] = name === 'weight on both' ? [both, weight] : [far, weight / 3];
        return { value, truth, error: value / truth - 1 };
      },
    })),
  );
}

function supports(model: string): { far: number; both: number; weight: number } {
  const bar = (name: string, x: number) => ({
    name,
    shape: { type: 'capsule', from: [x, -0.02, -0.2], to: [x, -0.02, 0.2], radius: 0.02 } as const,
  });
  const scene: SceneInput = {
    format: 'pliant/1',
    name: 'plank',
    solver: { rest: 0, contactIterations: 60 },
    bodies: [
      {
        name: 'plank',
        shape: { type: 'box', size: [1, 0.1, 0.1] },
        position: [0, 0.05, 0],
        material: { young: 2e7, density: 1000, damping: { mass: 5, stiffness: 0.005 } },
        model: MODELS[model]({ side: 0.1 }),
      },
    ],
    obstacles: [bar('far', -0.4), bar('near', 0.2)],
  };
  const world = createWorld(scene);
  world.step(150);
  // The mean of half a second, should it still rattle.
  let [far, both] = [0, 0];
  for (let s = 0; s < 30; s++) {
    world.step();
    world.drawContacts();
    const { count, places, forces } = world.contacts;
    for (let c = 0; c < count; c++) {
      both += forces[3 * c + 1] / 30;
      if (places[3 * c] < -0.1) far += forces[3 * c + 1] / 30;
    }
  }
  return { far, both, weight: world.bodies[0].mass * G };
}

/** A heavy cube on a light one of the same size, at most 60 rounds. */
export function heavyEntries(): Entry[] {
  return [
    { ratio: 100, densities: [1000, 1e5], promised: STACK_MODELS },
    { ratio: 1000, densities: [100, 1e5], promised: ['rigid', 'solid'] },
  ].flatMap(({ ratio, densities, promised }) =>
    STACK_MODELS.map((model) => ({
      family: 'heavy',
      case: `${ratio}:1`,
      model,
      dt: 1 / 60,
      // Nothing gives in rigid cubes.
      limit: promised.includes(model) ? (model === 'rigid' ? 0.01 : 0.05) : null,
      unit: 'm',
      run: () => {
        const value = shift(model, densities);
        return { value, truth: 0, error: value / SIDE };
      },
    })),
  );
}

const SIDE = 0.2;

/** How far the heavy cube is from where it was put after three seconds [m]. The light one gives by about 2 % of its side. */
function shift(model: string, [light, heavy]: readonly number[]): number {
  const cube = (name: string, y: number, density: number) => ({
    name,
    shape: { type: 'box', size: [SIDE, SIDE, SIDE] as [number, number, number] } as const,
    position: [0, y, 0] as [number, number, number],
    material: { young: 1e7, density },
    model: MODELS[model]({ side: SIDE }),
  });
  const scene: SceneInput = {
    format: 'pliant/1',
    name: 'heavy',
    solver: { contactIterations: 60 },
    bodies: [cube('light', SIDE / 2, light), cube('heavy', 1.5 * SIDE, heavy)],
    obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
  };
  const world = createWorld(scene);
  const start = world.bodies[1].motion().centre;
  world.step(180);
  return Math.hypot(...world.bodies[1].motion().centre.map((v, i) => v - start[i]));
}
