import type { World } from 'pliant';
import type { Bar } from './bar.ts';
import { barScene } from './bar.ts';
import { COLUMN, criticalFrom, loaded } from './column.ts';
import { MODELS } from './models.ts';
import { REFERENCE } from './reference/numbers.ts';
import { settle } from './settle.ts';
import type { Entry } from './types.ts';

const BUCKLING_MODELS = [
  'solid',
  'tets',
  'tets finest',
  'frames 30',
  'frames 60',
  'rigid + hex',
  'frames + hex',
  'octree 4',
];

export function bucklingEntries(): Entry[] {
  return BUCKLING_MODELS.map((model) => ({
    family: 'buckling',
    case: COLUMN.id,
    model,
    dt: 1 / 60,
    limit: model.startsWith('octree')
      ? 0.15
      : model === 'frames 30'
        ? null
        : model === 'frames 60'
          ? 0.08
          : 0.05,
    unit: 'm/s²',
    run: () => {
      const value = criticalFrom(sway(loaded(0), model), sway(loaded(COLUMN.part), model));
      const truth = REFERENCE[`buckling/${COLUMN.id}`].value;
      return { value, truth, error: value / truth - 1 };
    },
  }));
}

/** How far the top goes sideways at rest [m]. */
function sway(bar: Bar, model: string): number {
  const read = (world: World): number => Math.abs(world.bodies[0].probe('probe')[1]);
  const scene = barScene(bar, MODELS[model](bar), { dt: 1 / 60, damping: { mass: 8 } });
  return settle(scene, read, { least: 2, most: 12 }).value;
}
