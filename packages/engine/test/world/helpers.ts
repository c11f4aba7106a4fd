import { createWorld, type SceneInput, type World, type WorldOptions } from '../../src/index.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

/** A soft cube of 20 cm, 4×4×4 cells. */
export function cube(changes: Partial<BodyInput> = {}): BodyInput {
  return {
    name: 'cube',
    shape: { type: 'box', size: [0.2, 0.2, 0.2] },
    material: { young: 5e4, poisson: 0.3, density: 1000 },
    model: { type: 'solid', cell: 0.05, mesh: 'grid' },
    ...changes,
  };
}

export const floor = {
  name: 'floor',
  shape: { type: 'plane', normal: [0, 1, 0], offset: 0 },
} as const;

export function scene(changes: Partial<SceneInput>): SceneInput {
  return { format: 'pliant/1', name: 'test', ...changes };
}

export function world(changes: Partial<SceneInput>, options: WorldOptions = {}): World {
  return createWorld(scene(changes), options);
}

export function norm(v: readonly number[]): number {
  return Math.sqrt(v.reduce((sum, c) => sum + c * c, 0));
}

export function difference(a: readonly number[], b: readonly number[]): number[] {
  return a.map((c, i) => c - b[i]);
}
