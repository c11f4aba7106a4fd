import { createWorld, type SceneInput, type World } from 'pliant';

export interface SettleOptions {
  /** Not before this [s]. */
  readonly least: number;
  /** Not after this [s]. */
  readonly most: number;
  /** Part of the value by which it may still change in a fifth of a second. */
  readonly calm?: number;
}

/** Steps a scene until what `read` gives no longer changes, and returns it with the world. */
export function settle(
  scene: SceneInput,
  read: (world: World) => number,
  { least, most, calm = 2e-4 }: SettleOptions,
): { value: number; world: World; settled: boolean } {
  const world = createWorld(scene);
  const pause = Math.max(1, Math.round(0.2 / world.scene.dt));
  let before = Number.NaN;
  for (;;) {
    world.step(pause);
    const value = read(world);
    const settled = Math.abs(value - before) <= calm * Math.abs(value) && world.time >= least;
    if (settled || world.time >= most || !Number.isFinite(value)) return { value, world, settled };
    before = value;
  }
}
