import { primitiveOf } from '../../geometry/primitive.ts';
import { parseScene } from '../../scene/parse.ts';
import type { Scene } from '../../scene/schema.ts';
import type { SnapshotHeader } from '../../scene/snapshot-schema.ts';
import { type BuiltScene, buildObstacle, buildOne } from '../build/build.ts';
import { createLiveObstacle, inOrder } from '../build/core.ts';
import type { WorldCore } from '../types.ts';

/** The parts of a scene that can change at run time. */
export function contentsOf({ groups, bodies, obstacles, springs, joints, events }: Scene) {
  return { groups, bodies, obstacles, springs, joints, events };
}

/** The changed contents of a world, for a snapshot; null if nothing changed. */
export function changedContents({ scene, first }: WorldCore): SnapshotHeader['contents'] {
  return scene === first ? null : contentsOf(scene);
}

/** Builds the scene of a snapshot: reuses everything equal to the current world and builds the rest. */
export function buildContents(core: WorldCore, { contents }: SnapshotHeader): BuiltScene {
  const wanted = contents ?? contentsOf(core.first);
  const now = contentsOf(core.scene);
  if (JSON.stringify(wanted) === JSON.stringify(now)) return core.built;
  const scene = contents === null ? core.first : parseScene({ ...core.first, ...contents });
  const { built, options } = core;
  const known = <T, U>(specs: readonly T[], things: readonly U[]): Map<string, U> =>
    new Map(specs.map((spec, i) => [JSON.stringify(spec), things[i]]));
  const models = known(now.bodies, built.models);
  const cages = known(now.bodies, built.cages);
  const looks = known(now.bodies, built.looks);
  const bodies = scene.bodies.map((spec, i) => {
    const key = JSON.stringify(spec);
    const model = models.get(key);
    return model
      ? { model, cage: cages.get(key)!, looks: looks.get(key)! }
      : buildOne(spec, i, options);
  });
  const sdfs = known(now.obstacles, built.obstacles);
  const notes = known(now.obstacles, built.obstacleNotes);
  const obstacles = scene.obstacles.map((spec, i) => {
    const key = JSON.stringify(spec);
    const sdf = sdfs.get(key);
    return sdf
      ? { sdf, notes: notes.get(key)! }
      : buildObstacle(spec.shape, `obstacles[${i}].shape`, options.files);
  });
  return {
    scene,
    models: bodies.map((b) => b.model),
    cages: bodies.map((b) => b.cage),
    looks: bodies.map((b) => b.looks),
    obstacles: obstacles.map(({ sdf }) => sdf),
    obstacleNotes: obstacles.map((one) => one.notes),
    primitives: scene.obstacles.map(({ shape }) => primitiveOf(shape)),
  };
}

/** Installs the scene of a restored state. */
export function useContents(core: WorldCore, built: BuiltScene): void {
  const { scene } = built;
  const guests = core.obstacles.filter((o) => o.guest !== null);
  const own = scene.obstacles.map((spec, i) =>
    createLiveObstacle(spec, built.obstacles[i], built.primitives[i]),
  );
  core.obstacles.splice(0, core.obstacles.length, ...own, ...guests);
  Object.assign(core, { built, scene, events: inOrder(scene.events) });
}
