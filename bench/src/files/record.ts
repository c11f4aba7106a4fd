import { readFileSync } from 'node:fs';
import { recordTakes, type Take } from '@pliant/gltf';
import { createWorld, type SceneInput } from 'pliant';
import { cpuNow } from '../lib/timing.ts';

/** What a run of a scene left behind. */
export interface Run {
  readonly takes: readonly Take[];
  readonly times: readonly number[];
  /** CPU time of the steps [s]. */
  readonly seconds: number;
}

export function galleryScene(name: string): SceneInput {
  const file = new URL(`../../../scenes/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as SceneInput;
}

/** A whole run of a gallery scene; the largest body's surface if none is named. */
export function run(name: string, wanted: string | null): Run {
  const scene = galleryScene(name);
  const world = createWorld(scene);
  const [largest] = [...world.bodies].sort((a, b) => b.positions.length - a.positions.length);
  const found = world.bodies.find((body) => body.name === wanted) ?? largest;
  const recorder = recordTakes(world, [found.name]);
  recorder.frame();
  const steps = Math.round((scene.duration ?? 5) / (scene.dt ?? 1 / 60));
  let simulation = 0;
  for (let k = 0; k < steps; k++) {
    const started = cpuNow();
    world.step();
    simulation += cpuNow() - started;
    recorder.frame();
  }
  return { takes: recorder.takes, times: recorder.times, seconds: simulation / 1000 };
}

/** Largest distance of a vertex [m]; infinite if there are not as many. */
export function farthest(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Infinity;
  let most = 0;
  for (let i = 0; i < a.length; i += 3) {
    const d2 = (a[i] - b[i]) ** 2 + (a[i + 1] - b[i + 1]) ** 2 + (a[i + 2] - b[i + 2]) ** 2;
    most = Math.max(most, d2);
  }
  return Math.sqrt(most);
}
