import type { Cage } from '../collision/cage.ts';
import { createNormalQuery } from '../geometry/sdf/query.ts';
import type { Bounds, Sdf } from '../geometry/types.ts';
import { type Arena, createArena, createKernels, type Kernels, measure } from '../kernels/index.ts';
import { type BodyModel, MEASURE } from '../models/contract.ts';
import { parseScene } from '../scene/parse.ts';
import type { Scene, SceneBody, SceneInput, SceneObstacle, SceneSpring } from '../scene/schema.ts';
import type { Point } from './actions.ts';
import { type BuiltScene, buildScene } from './build.ts';
import { completeCamera } from './camera.ts';
import { createCollide } from './collide.ts';
import { allocateContacts, fillContacts } from './contact-memory.ts';
import { createContacts } from './contacts.ts';
import { createIslands } from './islands.ts';
import { sceneMembers } from './pieces.ts';
import { poseFromScene } from './poses.ts';
import { createRest } from './rest.ts';
import { createSeats, emptySeat, SEAT_ROOM, type Seats } from './seats.ts';
import { createSkeleton, type Skeleton } from './skeleton.ts';
import { createSpring, type Spring, type SpringEnd } from './springs.ts';
import { createTrack } from './tracks.ts';
import {
  type LiveBody,
  type LiveHold,
  type LiveObstacle,
  PHASES,
  type WorldCore,
} from './types.ts';
import type { WorldOptions } from './world.ts';

/** Vectors of a body's capacity that the solver works with. */
const VECTORS = 7;

/**
 * The inside of a world, at rest at its start. Memory is counted first and then reserved once: nothing grows later.
 */
export function createCore(
  input: SceneInput | Scene | string | BuiltScene,
  options: WorldOptions = {},
  seating: Pick<Seats, 'room' | 'bytes'> = { room: 0, bytes: 0 },
): WorldCore {
  const built =
    typeof input === 'object' && 'models' in input ? input : buildScene(parseScene(input), options);
  const { scene, models, cages } = built;
  const { room } = seating;
  const seatRoom = new Array(room).fill(SEAT_ROOM);
  let bytes = measure((a) => allocateContacts(a, models, cages, seatRoom));
  for (let s = 0; s < room; s++) bytes += measure((a) => a.u8(seating.bytes));
  for (const model of models) {
    bytes += measure((a) => {
      model.allocate(a);
      for (let k = 0; k < VECTORS; k++) a.f64(model.capacity);
    });
  }
  const arena = createArena(bytes);
  const kernels = createKernels(arena, options.kernels);
  const skeletons = scene.skeletons.map(createSkeleton);
  const bodies: LiveBody[] = [];
  scene.bodies.forEach((spec, i) => {
    bodies.push(createLiveBody(spec, models[i], cages[i], arena, kernels, skeletons));
    if (scene.camera !== undefined && 'camera' in spec.model && spec.model.camera)
      bodies[i].body.tune({ camera: completeCamera(scene.camera) });
  });
  const memory = allocateContacts(arena, models, cages, seatRoom);
  fillContacts(memory);
  const corners = bodies.map(({ body }, i) => body.embed(cages[i].corners));
  const springs = scene.springs.map((spec) => createSceneSpring(spec, bodies));
  const rest = createRest(bodies.length + room);
  const seats = createSeats(arena, bodies.length, room, seating.bytes);
  for (let s = 0; s < room; s++) {
    const empty = emptySeat();
    rest.group[bodies.length] = bodies.length;
    bodies.push(empty.live);
    memory.bodies.push(empty.touch);
    corners.push(empty.corners);
  }
  return {
    scene,
    built,
    whole: built,
    members: sceneMembers(built),
    topology: 0,
    listeners: [],
    options,
    kernels,
    gravity: Float64Array.from(scene.gravity),
    bodies,
    obstacles: scene.obstacles.map((spec, i) => createLiveObstacle(spec, built.obstacles[i])),
    skeletons,
    springs,
    events: [...scene.events].sort((a, b) => a.at - b.at),
    couplings: [...springs],
    contacts: createContacts(memory, bodies, corners, kernels),
    collide: createCollide(memory),
    islands: createIslands(bodies.length),
    rest,
    kept: new Float64Array(bodies.length).fill(1),
    seats,
    report: {
      phases: new Float64Array(PHASES.length),
      iterations: 0,
      rounds: 0,
      contacts: 0,
      penetration: 0,
    },
    issues: new Map(),
    time: 0,
    steps: 0,
    nextEvent: 0,
    measured: -1,
  };
}

function createLiveBody(
  spec: SceneBody,
  model: BodyModel,
  cage: Cage,
  arena: Arena,
  kernels: Kernels,
  skeletons: readonly Skeleton[],
): LiveBody {
  const body = model.create(arena, kernels);
  const pose = poseFromScene(spec.position, spec.rotation);
  body.place(pose);
  body.addVelocity(spec.velocity, spec.spin);
  const vector = (): Float64Array => arena.f64(model.capacity);
  return {
    name: spec.name,
    body,
    friction: spec.friction,
    u: vector(),
    b: vector(),
    r: vector(),
    z: vector(),
    p: vector(),
    q: vector(),
    start: vector(),
    inner: body.inner ?? body.embed(cage.inner),
    contact: spec.contact,
    guest: null,
    selfContact: spec.selfContact ?? cage.pieces > 1,
    holds: [...spec.attachments, ...scripts(spec)].map((a) => ({
      name: a.name,
      track: a.keyframes ? createTrack(a.keyframes, spec.position, spec.rotation) : null,
      bone: findBone(skeletons, a.bone, pose),
      pose: pose.slice(),
      held: true,
    })),
    measures: new Float64Array(MEASURE.length),
  };
}

type Driven = Pick<SceneBody['attachments'][number], 'name' | 'keyframes' | 'bone'>;

/** Scripted layers and bones are driven like held regions, after them. */
function scripts({ model }: SceneBody): Driven[] {
  if (model.type !== 'layers') return [];
  return model.layers.flatMap((layer): Driven[] => {
    if (layer.kind === 'script') return [layer];
    return layer.kind === 'skeleton' ? layer.bones : [];
  });
}

/** The bone named `skeleton.bone`; the scene's rules made sure that it is there. */
function findBone(
  skeletons: readonly Skeleton[],
  name: string | undefined,
  placement: Float64Array,
): LiveHold['bone'] {
  if (name === undefined) return null;
  const [owner, bone] = name.split('.');
  const skeleton = skeletons.find((s) => s.name === owner)!;
  return { skeleton, index: skeleton.bones.indexOf(bone), placement };
}

function createLiveObstacle(spec: SceneObstacle, sdf: Sdf): LiveObstacle {
  return {
    name: spec.name,
    sdf,
    query: createNormalQuery(sdf, differenceLength(sdf.bounds)),
    friction: spec.friction,
    track: spec.keyframes ? createTrack(spec.keyframes, spec.position, spec.rotation) : null,
    pose: poseFromScene(spec.position, spec.rotation),
    nextPose: poseFromScene(spec.position, spec.rotation),
    guest: null,
    present: spec.from === 0,
  };
}

function createSceneSpring(spec: SceneSpring, bodies: readonly LiveBody[]): Spring {
  const end = (place: { body?: string; point: Point }): SpringEnd => {
    const index = place.body === undefined ? -1 : bodies.findIndex((b) => b.name === place.body);
    const set = index < 0 ? null : bodies[index].body.embed(Float64Array.from(place.point));
    const x = Float64Array.from(place.point);
    if (set !== null) bodies[index].body.pushPositions(set, x);
    return { body: index, set, x };
  };
  const a = end(spec.a);
  const b = end(spec.b);
  const { name, stiffness, damping } = spec;
  return createSpring(bodies, {
    name,
    a,
    b,
    stiffness,
    damping,
    length: spec.length ?? distance(a.x, b.x),
  });
}

function distance(a: Float64Array, b: Float64Array): number {
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return Math.sqrt(x * x + y * y + z * z);
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
