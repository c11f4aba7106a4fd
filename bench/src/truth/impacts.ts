import { createWorld, type SceneInput } from 'pliant';
import { integratorChoices } from './integrators.ts';
import { MODELS } from './models.ts';
import type { Entry } from './types.ts';

const R = 0.15;
const DROP = 0.5;
/** What waves inside the ball leave of the height, found with steps of 1/2000 s: no integrator does better. */
const WHOLE = 0.92;
const BALLS = [
  'solid',
  'tets',
  'tets finest',
  'frames 30',
  'frames adaptive',
  'rigid + hex',
  'octree 4',
];

/** An undamped ball dropped by half a metre; for bouncing three parts a step are recommended. */
export function bouncingEntries(): Entry[] {
  const rates = [
    { rate: 60, least: 0.75 },
    { rate: 240, least: 0.85 },
  ];
  const choices = integratorChoices().map((choice) => ({ ...choice, recommended: false }));
  const last = choices[choices.length - 1];
  choices.push({
    suffix: `${last.suffix}, three substeps`,
    solver: { ...last.solver, substeps: 3 },
    recommended: true,
  });
  return choices.flatMap(({ suffix, solver, recommended }) =>
    rates.flatMap(({ rate, least }) =>
      BALLS.map((model) => ({
        family: 'bouncing',
        case: `undamped ball, drop of 0.5 m${suffix}`,
        model,
        dt: 1 / rate,
        limit: recommended ? Number((WHOLE - least).toFixed(2)) : null,
        unit: '',
        run: () => {
          const value = rebound(model, rate, solver);
          return { value, truth: WHOLE, error: value - WHOLE };
        },
      })),
    ),
  );
}

/** Part of the drop that the centre of mass comes back to. */
function rebound(model: string, rate: number, solver: SceneInput['solver']): number {
  const scene: SceneInput = {
    format: 'pliant/1',
    name: 'ball',
    dt: 1 / rate,
    solver: { ...solver, rest: 0 },
    bodies: [
      {
        name: 'ball',
        shape: { type: 'sphere', radius: R },
        position: [0, R + DROP, 0],
        material: { young: 3e5, density: 1000, damping: { stiffness: 0 } },
        model: MODELS[model]({ side: 2 * R }),
      },
    ],
    obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
  };
  const world = createWorld(scene);
  const height = (): number => world.bodies[0].motion().centre[1] - R;
  let lowest = height();
  let highest = Number.NEGATIVE_INFINITY;
  // Once it has left the floor, a second landing that is sampled deeper is not the first rebound.
  let left = false;
  const steps = Math.round(1.1 * rate);
  for (let s = 0; s < steps; s++) {
    world.step();
    const now = height();
    if (now < lowest && !left) {
      lowest = now;
      highest = now;
    } else highest = Math.max(highest, now);
    left ||= lowest < 0 && now > 0;
  }
  return highest / DROP;
}
