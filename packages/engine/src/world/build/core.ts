import type { Primitive } from '../../geometry/primitive.ts';
import { createNormalQuery } from '../../geometry/sdf/query.ts';
import type { Bounds, Sdf } from '../../geometry/types.ts';
import type { Scene, SceneObstacle } from '../../scene/schema.ts';
import { createBodySet, sceneEntries } from '../bodies/body-set.ts';
import { checkEvents } from '../drive/check-events.ts';
import { useJoints } from '../drive/joints/make.ts';
import { poseFromScene } from '../drive/poses.ts';
import { createSkeleton } from '../drive/skeleton.ts';
import { createTrack, samplePose } from '../drive/tracks.ts';
import { useWinds } from '../drive/wind.ts';
import type { LiveObstacle } from '../live.ts';
import type { WorldOptions } from '../parts.ts';
import { PHASES, type WorldCore } from '../types.ts';
import { BodyCache } from './async.ts';
import type { BuiltScene } from './build.ts';
import { useGroups } from './groups.ts';

/** The inside of a world before its start, bodies undeformed. */
export function undeformedCore(built: BuiltScene, given: WorldOptions = {}): WorldCore {
  const options = { ...given, cache: given.cache ?? new BodyCache() };
  const { scene } = built;
  const skeletons = scene.skeletons.map(createSkeleton);
  const obstacles = scene.obstacles.map((spec, i) =>
    createLiveObstacle(spec, built.obstacles[i], built.primitives[i]),
  );
  const core: WorldCore = {
    scene,
    built,
    options,
    gravity: Float64Array.from(scene.gravity),
    obstacles,
    skeletons,
    events: inOrder(scene.events),
    ...createBodySet({ built, skeletons, options, obstacles }, sceneEntries(built)),
    report: {
      phases: new Float64Array(PHASES.length),
      iterations: 0,
      rounds: 0,
      contacts: 0,
      penetration: 0,
    },
    issues: new Map(),
    joined: new Set(),
    broke: [],
    sensed: { pairs: [] },
    winds: new Map(),
    first: scene,
    lastAction: null,
    listeners: [],
    topology: 0,
    isDisposed: false,
    h: scene.dt,
    time: 0,
    until: 0,
    steps: 0,
    nextEvent: 0,
    measured: -1,
  };
  checkEvents(core);
  useWinds(core);
  useGroups(core);
  useJoints(core);
  return core;
}

/** Events in order of time. */
export function inOrder(events: Scene['events']): Scene['events'] {
  return [...events].sort((a, b) => a.at - b.at);
}

export function createLiveObstacle(
  spec: SceneObstacle,
  sdf: Sdf,
  primitive: Primitive | null,
  time = 0,
): LiveObstacle {
  const track = spec.keyframes ? createTrack(spec.keyframes, spec.position, spec.rotation) : null;
  const pose = poseFromScene(spec.position, spec.rotation);
  if (track !== null) samplePose(pose, track, time);
  return {
    name: spec.name,
    sdf,
    primitive,
    query: createNormalQuery(sdf, differenceLength(sdf.bounds)),
    friction: spec.friction,
    restitution: spec.restitution,
    rolling: spec.rolling,
    belt: Float64Array.from(spec.surfaceVelocity),
    track,
    pose,
    nextPose: pose.slice(),
    groups: 0,
    touches: -1,
    sensor: false,
    posed: false,
    from: spec.from,
    until: spec.until ?? Number.POSITIVE_INFINITY,
    guest: null,
    present: spec.from === 0,
  };
}

/** Normals of an obstacle are differences over this length [m]: small against its features, large against rounding. */
export function differenceLength(bounds: Bounds): number {
  let size = 0;
  for (let c = 0; c < 3; c++) {
    const side = bounds[c + 3] - bounds[c];
    if (Number.isFinite(side)) size = Math.max(size, side);
  }
  return Math.max(1e-6, 1e-5 * size);
}
