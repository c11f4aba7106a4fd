import type { World } from 'pliant';
import { barScene } from './bar.ts';
import { MODELS, STATIC_MODELS } from './models.ts';
import { REFERENCE } from './reference/numbers.ts';
import { settle } from './settle.ts';
import { keyOf, STATIC_CASES, type StaticCase } from './static-cases.ts';
import type { Entry } from './types.ts';

/** What a model may be off by on a case; null where nothing is promised. */
function limitOf(model: string, one: StaticCase): number | null {
  if (model.startsWith('octree')) return one.octree;
  if (model === 'frames 60' || model === 'frames 120') return one.framesLimit;
  const promised = ['solid', 'tets', 'tets finest', 'rigid + hex', 'frames + hex'];
  return promised.includes(model) ? one.limit : null;
}

/** Half of the cases: one or two materials of each family; a few: one of each. */
function modelsFor({ family, id, bar }: StaticCase): string[] {
  const { every, half, few } = STATIC_MODELS;
  if (bar.poisson !== 0.3) return bar.poisson === 0.49 ? [...every, ...half] : [...every];
  const short = family === 'beams' ? id.startsWith('5:1') : !id.includes('stiffer');
  return short ? [...every, ...half, ...few] : [...every, ...half];
}

export function staticEntries(family: string): Entry[] {
  return STATIC_CASES.filter((one) => one.family === family).flatMap((one) =>
    modelsFor(one).map((model) => ({
      family,
      case: one.id,
      model,
      dt: 1 / 60,
      limit: limitOf(model, one),
      unit: one.read === 'energy' ? 'J' : 'm',
      run: () => runStatic(one, model),
    })),
  );
}

/** How far the probe has come along the load, or the elastic energy. */
function readerOf({ bar, read }: StaticCase): (world: World) => number {
  if (read === 'energy') return (world) => world.totals().energy.elastic;
  const size = Math.hypot(...bar.gravity);
  return (world) => {
    const at = world.bodies[0].probe('probe');
    return at.reduce((sum, x, i) => sum + ((x - bar.probe[i]) * bar.gravity[i]) / size, 0);
  };
}

function runStatic(one: StaticCase, model: string) {
  const { bar, omega } = one;
  const damping = { mass: 1.6 * omega, stiffness: 0.005 };
  const scene = barScene(bar, MODELS[model](bar), { dt: 1 / 60, damping });
  const begin = bar.end ? 0.5 : 0;
  const { value, settled } = settle(scene, readerOf(one), {
    least: begin + 8 / omega,
    most: begin + 40 / omega,
  });
  const truth = REFERENCE[keyOf(one)].value;
  const note = settled ? undefined : 'still moving';
  return { value, truth, error: value / truth - 1, note };
}
