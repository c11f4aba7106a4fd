import { checkOptions } from '../../core/arguments.ts';
import { check } from '../../core/errors.ts';
import { finish } from '../../core/steps.ts';
import { watched } from '../../core/watch.ts';
import type { SceneInput } from '../../scene/generated/scene-input.ts';
import { parseScene } from '../../scene/parse.ts';
import type { Scene } from '../../scene/schema.ts';
import type { WorldOptions } from '../parts.ts';
import { restoreSnapshot } from '../record/snapshot.ts';
import type { WorldCore } from '../types.ts';
import { type BackgroundOptions, BodyCache } from './async.ts';
import {
  type BuildOptions,
  type BuildStage,
  type BuiltScene,
  hasSettled,
  keptStart,
  partSteps,
} from './build.ts';
import { undeformedCore } from './core.ts';
import { CREATE_OPTIONS, checkBuildOptions } from './create-options.ts';
import { createLimit } from './limits.ts';
import { settleSteps } from './settle.ts';

/**
 * Builds a scene: shapes, meshes, matrix patterns, elimination orders, and the rest that bodies start from. This is the
 * slow part of `createWorld`. Throws a `SceneError` or an `InputError` on bad input.
 */
export function buildScene(scene: Scene, options: BuildOptions = {}): BuiltScene {
  return finish(sceneSteps(scene, options));
}

/** `buildScene` as a generator: it can be paused or abandoned before each stage. */
export function* sceneSteps(scene: Scene, given: BuildOptions): Generator<BuildStage, BuiltScene> {
  check(
    scene?.bodies?.every?.(({ attachments }) => Array.isArray(attachments)) ?? false,
    () => 'must be a scene that parseScene returned, got another. Pass it to parseScene first.',
    'scene',
  );
  checkBuildOptions(given);
  const watch = createLimit(given, given.watch);
  const options = { ...given, watch, maxBuild: undefined };
  const built = yield* partSteps(scene, options);
  if (!hasSettled(scene)) return built;
  return { ...built, start: yield* keptStart(scene, options, () => settleSteps(built, options)) };
}

/** A scene that is not built has neither of these fields. */
function isBuilt(input: SceneInput | string | BuiltScene): input is BuiltScene {
  return typeof input === 'object' && input !== null && 'cages' in input && 'scene' in input;
}

/** The inside of a world at its start. */
export function createCore(
  input: SceneInput | string | BuiltScene,
  given: WorldOptions & BackgroundOptions = {},
): WorldCore {
  checkOptions(given, CREATE_OPTIONS);
  const options = { ...given, cache: given.cache ?? new BodyCache() };
  const built = isBuilt(input) ? input : buildScene(parseScene(input), options);
  const core = watched(given.watch ?? null, () => undeformedCore(built, options));
  const bytes = built.start?.bytes;
  if (bytes) restoreSnapshot(core, bytes);
  return core;
}
