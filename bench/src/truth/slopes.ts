import { createWorld, type SceneInput, type World } from 'pliant';
import { MODELS } from './models.ts';
import type { Entry } from './types.ts';

const G = 9.81;
const R = 0.15;
/** [s] */
const TIME = 2;

type Thing = 'sphere' | 'cylinder' | 'box';
type Vector = [number, number, number];

/** Parts of g sin α that a rolling thing is left with. */
const PART: Record<Thing, number> = { sphere: 5 / 7, cylinder: 2 / 3, box: 0 };
const SOFT = ['solid', 'tets', 'frames adaptive', 'rigid + hex', 'octree 4'];

/** A thing that lies on a slope of so many degrees. */
function onSlope(
  thing: Thing,
  degrees: number,
  model: string,
  friction: number,
  rate: number,
  damping?: { stiffness: number },
): SceneInput {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const shapes = {
    sphere: { type: 'sphere', radius: R },
    cylinder: { type: 'cylinder', radius: R, height: 0.2, rotation: [90, 0, 0] as Vector },
    box: { type: 'box', size: [2 * R, 2 * R, 2 * R] as Vector },
  } as const;
  return {
    format: 'pliant/1',
    name: 'slope',
    dt: 1 / rate,
    solver: { rest: 0 },
    bodies: [
      {
        name: 'thing',
        shape: shapes[thing],
        position: [R * sin, R * cos, 0],
        rotation: [0, 0, thing === 'box' ? -degrees : 0],
        material: { young: 1e6, density: 1000, damping },
        model: MODELS[model]({ side: 2 * R }),
        friction,
      },
    ],
    obstacles: [{ name: 'slope', shape: { type: 'plane', normal: [sin, cos, 0] }, friction }],
  };
}

/** Speed of the centre of mass down the slope [m/s], and its way [m]. */
function downhill(world: World, degrees: number): { speed: number; way: number } {
  const angle = (degrees * Math.PI) / 180;
  const along = [Math.cos(angle), -Math.sin(angle)];
  const { centre, linear } = world.bodies[0].motion();
  return {
    speed: (linear[0] * along[0] + linear[1] * along[1]) / world.bodies[0].mass,
    way: centre[0] * along[0] + centre[1] * along[1],
  };
}

/** Rigid things and solids at all step lengths, others at 1/60, and on 10° at all; solids damped as well. */
export function rollingEntries(): Entry[] {
  return (['sphere', 'cylinder', 'box'] as const).flatMap((thing) =>
    [1, 3, 10, 20].flatMap((degrees) => [
      ...['rigid', ...SOFT].flatMap((model) =>
        [30, 60, 240]
          .filter(
            (rate) =>
              model === 'rigid' ||
              rate === 60 ||
              (thing !== 'box' && (degrees === 10 || model === 'solid')),
          )
          .map((rate) => rollingEntry(thing, degrees, model, rate, false)),
      ),
      ...(thing === 'box' ? [] : [rollingEntry(thing, degrees, 'solid', 60, true)]),
    ]),
  );
}

function rollingEntry(
  thing: Thing,
  degrees: number,
  model: string,
  rate: number,
  damped: boolean,
): Entry {
  const still = thing === 'box';
  const damping = damped ? undefined : { stiffness: 0 };
  return {
    family: 'rolling',
    case: `${thing} on ${degrees}°${damped ? ', damped' : ''}`,
    model,
    dt: 1 / rate,
    limit: still ? 0.01 : model === 'rigid' ? 0.02 : 0.05,
    unit: still ? 'm' : 'm/s',
    run: () => {
      const world = createWorld(onSlope(thing, degrees, model, 1, rate, damping));
      const before = downhill(world, degrees).way;
      world.step(Math.round(TIME * rate));
      const { speed, way } = downhill(world, degrees);
      // A box must stay: its way in parts of its side.
      if (still) return { value: way - before, truth: 0, error: (way - before) / (2 * R) };
      const truth = PART[thing] * G * Math.sin((degrees * Math.PI) / 180) * TIME;
      return { value: speed, truth, error: speed / truth - 1 };
    },
  };
}

/** A box on a slope of 30° with a friction of 0.3. */
export function slidingEntries(): Entry[] {
  const [degrees, friction] = [30, 0.3];
  const angle = (degrees * Math.PI) / 180;
  return ['rigid', ...SOFT].flatMap((model) =>
    [60, 240].map((rate) => ({
      family: 'sliding',
      case: `box on ${degrees}°, friction ${friction}`,
      model,
      dt: 1 / rate,
      limit: 0.02,
      unit: 'm/s',
      run: () => {
        const world = createWorld(onSlope('box', degrees, model, friction, rate));
        world.step(rate);
        const value = downhill(world, degrees).speed;
        const truth = G * (Math.sin(angle) - friction * Math.cos(angle)) * world.time;
        return { value, truth, error: value / truth - 1 };
      },
    })),
  );
}
