import { buildCage } from '../../contact/detect/cage.ts';
import { createCollide } from '../../contact/detect/collide.ts';
import { allocateContacts, fillContacts } from '../../contact/memory.ts';
import { MORE_TIES } from '../../contact/numbers.ts';
import { createContacts } from '../../contact/solve/contacts.ts';
import { centreWeights } from '../../contact/solve/end-levers.ts';
import { tick } from '../../core/watch.ts';
import { type Allocator, allocateOver, zeroFilled } from '../../kernels/arena.ts';
import { measure } from '../../kernels/index.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import type { Arrays, Body, Part, PointSet, Tied } from '../../models/body.ts';
import { MEASURE } from '../../models/views.ts';
import type { Point } from '../../scene/action-types.ts';
import type { SceneBody, SceneSpring } from '../../scene/schema.ts';
import { type BuiltScene, volumeOf } from '../build/build.ts';
import { checkMemory } from '../build/limits.ts';
import { completeCamera } from '../drive/camera.ts';
import { createSceneJoint, jointRows } from '../drive/joints/make.ts';
import { poseFromScene } from '../drive/poses.ts';
import { boneNamed, type Skeleton } from '../drive/skeleton.ts';
import { createSpring } from '../drive/springs.ts';
import { createTrack } from '../drive/tracks.ts';
import { createIslands } from '../islands.ts';
import type { Coupling, LiveBody, LiveHold } from '../live.ts';
import type { BodyEntry, Seats, Spring, SpringEnd } from '../parts.ts';
import { createSleep } from '../sleep.ts';
import type { WorldCore } from '../types.ts';
import { type Home, type Housing, homeWithin, type Needs, newHome, totalOf } from './housing.ts';
import { createRider } from './rider.ts';
import { createSeats, emptySeat, SEAT_ROOM } from './seats.ts';

/** All data of a world per body: replaced as a whole when bodies are added or removed. */
export type BodySet = Pick<
  WorldCore,
  | 'entries'
  | 'kernels'
  | 'bodies'
  | 'springs'
  | 'joints'
  | 'couplings'
  | 'contacts'
  | 'collide'
  | 'islands'
  | 'sleep'
  | 'kept'
  | 'seats'
  | 'housing'
>;

/** Room for guests. */
export type Seating = Pick<Seats, 'room' | 'bytes'>;

/** The initial bodies of a scene. */
export function sceneEntries({ scene, models, cages, looks }: BuiltScene): BodyEntry[] {
  return scene.bodies.map(({ name }, origin) => ({
    name,
    origin,
    model: models[origin],
    cage: cages[origin],
    looks: looks[origin],
    held: null,
    seed: null,
  }));
}

/** The entry of a piece. Contact uses its current surface, and so does self contact. */
export function pieceEntry(
  name: string,
  origin: number,
  { model, held, sdf }: Part,
  seed: Arrays,
  selfContact: boolean,
): BodyEntry {
  const volume = volumeOf(model.surface);
  const cage = buildCage(sdf, model.contactPoints, volume, model.size, 1, selfContact);
  // It is connected, even if the coarse cage shows gaps.
  return { name, origin, model, cage: { ...cage, pieces: 1 }, held, seed };
}

/** Vectors of a body's capacity that the solver works with. */
const VECTORS = 11;

/** A world before its bodies are recreated: for each entry, the body that stays. */
export interface Standing {
  readonly housing: Housing;
  readonly bodies: readonly (LiveBody | null)[];
  readonly corners: readonly (PointSet | null)[];
}

type Stage = Pick<WorldCore, 'built' | 'skeletons' | 'options' | 'obstacles'>;

/**
 * Creates the bodies, at rest in their initial poses, and all data sized by them. Memory is counted first and then
 * allocated. In a running world, bodies named by `standing` keep their memory if the others fit beside them; else all
 * are recreated in a larger block.
 */
export function createBodySet(
  stage: Stage,
  entries: readonly BodyEntry[],
  seating: Seating = { room: 0, bytes: 0 },
  standing: Standing | null = null,
): BodySet {
  const tied = entries.map((entry, i) => (standing?.bodies[i] ? {} : tieEntry(entry)));
  const needs = needsOf(stage, entries, seating, tied, standing);
  const { kernels: choice } = stage.options;
  checkMemory(totalOf(needs), stage.options);
  if (standing !== null) {
    const stay = standing.bodies.map((live) => live?.part ?? null);
    const home = homeWithin(standing.housing, needs, stay);
    if (home !== null)
      return tryIn(home, () => settle(stage, entries, seating, tied, home, standing));
  }
  const home = newHome(needs, choice, standing !== null);
  const all = standing === null ? tied : entries.map(tieEntry);
  return tryIn(home, () => settle(stage, entries, seating, all, home, null));
}

/** Frees the memory again if the work throws. */
function tryIn(home: Home, make: () => BodySet): BodySet {
  try {
    return make();
  } catch (error) {
    home.leave();
    throw error;
  }
}

interface TiedEntry {
  readonly inner?: Tied;
  readonly corners?: Tied;
}

function tieRows({ scene }: BuiltScene): number {
  return scene.springs.length + jointRows(scene.joints) + MORE_TIES;
}

function needsOf(
  { built }: Stage,
  entries: readonly BodyEntry[],
  { room, bytes: seatBytes }: Seating,
  tied: readonly TiedEntry[],
  standing: Standing | null,
): Needs {
  const models = entries.map((m) => m.model);
  const cages = entries.map((m) => m.cage);
  const seatRoom = new Array(room).fill(SEAT_ROOM);
  let compliance = 0;
  const contacts = measure((a) => {
    compliance = measure((raw) =>
      allocateContacts(a, models, cages, tieRows(built), seatRoom, raw),
    );
    for (let s = 0; s < room; s++) a.u8(seatBytes);
  });
  const bodies = models.map(
    (model, i) =>
      standing?.bodies[i]?.part.length ??
      measure((a) => {
        model.allocate(a);
        for (let k = 0; k < VECTORS; k++) a.f64(model.capacity);
        tied[i].inner?.allocate(a);
        tied[i].corners?.allocate(a);
      }),
  );
  return { bodies, contacts, compliance };
}

function settle(
  { built, skeletons, obstacles }: Stage,
  entries: readonly BodyEntry[],
  { room, bytes: seatBytes }: Seating,
  tied: readonly TiedEntry[],
  home: Home,
  standing: Standing | null,
): BodySet {
  const { scene } = built;
  const { kernels } = home.room;
  const parts = home.bodies.map(allocateOver);
  const bodies = entries.map((entry, i) => {
    const there = standing?.bodies[i];
    if (there) {
      there.origin = entry.origin;
      return there;
    }
    const spec = scene.bodies[entry.origin];
    const live = createLiveBody(
      spec,
      entry,
      tied[i].inner,
      home.bodies[i],
      parts[i],
      kernels,
      skeletons,
    );
    if (scene.camera !== undefined && 'camera' in spec.model && spec.model.camera)
      live.body.adapt?.tune({ camera: completeCamera(scene.camera) });
    return live;
  });
  const cages = entries.map((m) => m.cage);
  const table = allocateOver(home.contacts);
  const shared = zeroFilled(table);
  const memory = allocateContacts(
    shared,
    entries.map((m) => m.model),
    cages,
    tieRows(built),
    new Array(room).fill(SEAT_ROOM),
    allocateOver(home.compliance),
    table,
  );
  fillContacts(memory);
  const corners = bodies.map(
    ({ body }, i) =>
      standing?.corners[i] ??
      body.cut?.embedCage(cages[i].corners, cages[i].cell) ??
      tied[i].corners?.allocate(parts[i]) ??
      body.points.embed(cages[i].corners),
  );
  const springs = scene.springs.map((spec) => createSceneSpring(spec, scene.bodies, bodies));
  const joints = scene.joints.map((spec) =>
    createSceneJoint(spec, scene.bodies, bodies, obstacles),
  );
  const sleep = createSleep(bodies.length + room);
  const seats = createSeats(table, bodies.length, room, seatBytes);
  for (let s = 0; s < room; s++) {
    const empty = emptySeat();
    sleep.group[bodies.length] = bodies.length;
    bodies.push(empty.live);
    memory.bodies.push(empty.touch);
    corners.push(empty.corners);
  }
  const couplings: Coupling[] = [...joints.flatMap((joint) => joint.rows), ...springs];
  return {
    entries,
    kernels,
    bodies,
    springs,
    joints,
    couplings,
    contacts: createContacts(memory, bodies, corners, couplings, kernels),
    collide: createCollide(memory, bodies),
    islands: createIslands(bodies.length),
    sleep,
    kept: new Float64Array(bodies.length).fill(1),
    seats,
    housing: home,
  };
}

/** Embeds points of an entry before its body is created, in models that can. */
function tieEntry({ model, cage }: BodyEntry): TiedEntry {
  return { inner: model.tie?.(cage.inner), corners: model.tie?.(cage.corners) };
}

function createLiveBody(
  spec: SceneBody,
  { name, origin, model, cage, looks, held }: BodyEntry,
  inner: Tied | undefined,
  part: Uint8Array,
  arena: Allocator,
  kernels: Kernels,
  skeletons: readonly Skeleton[],
): LiveBody {
  const stage = `${name} is put in`;
  tick(stage);
  const body = model.create(arena, kernels);
  tick(stage);
  const centre = centreOf(body);
  const pose = poseFromScene(spec.position, spec.rotation);
  body.motion.place(pose);
  tick(stage);
  body.motion.addVelocity(spec.velocity, spec.spin);
  const vector = (): Float64Array => arena.f64(model.capacity);
  return {
    name,
    origin,
    part,
    body,
    rider: looks?.surface ? createRider(looks.surface, body) : null,
    friction: spec.friction,
    restitution: spec.restitution,
    rolling: spec.rolling,
    groups: 0,
    touches: -1,
    sensor: false,
    gravityScale: 1,
    changes: {},
    adjusted: false,
    u: vector(),
    b: vector(),
    owed: vector(),
    r: vector(),
    z: vector(),
    p: vector(),
    q: vector(),
    start: vector(),
    g: vector(),
    Ap: vector(),
    Jp: vector(),
    inner: body.points.inner ?? inner?.allocate(arena) ?? body.points.embed(cage.inner),
    centre,
    contact: spec.contact,
    broken: false,
    guest: null,
    selfContact: spec.selfContact ?? cage.pieces > 1,
    holds: heldParts(spec)
      .filter((_, i) => held === null || held.includes(i))
      .map((a) => ({
        name: a.name,
        track: a.keyframes ? createTrack(a.keyframes, spec.position, spec.rotation) : null,
        posed: false,
        bone: findBone(skeletons, a.bone, pose),
        pose: pose.slice(),
        held: true,
      })),
    measures: new Float64Array(MEASURE.length),
  };
}

const centres = new WeakMap<Body['model'], Float64Array>();

/**
 * Weights of the contact points (without the movable ones) that give the centre of mass, of a body just created. Found
 * once for all bodies of a model.
 */
function centreOf({ model, motion }: Body): Float64Array {
  const known = centres.get(model);
  if (known !== undefined) return known;
  const measures = new Float64Array(MEASURE.length);
  motion.measure(new Float64Array(3), measures);
  const weights = centreWeights(
    model.contactPoints,
    model.contactPoints.length / 3 - (model.moving ?? 0),
    [0, 1, 2].map((c) => measures[MEASURE.centre + c]),
  );
  centres.set(model, weights);
  return weights;
}

type Driven = Pick<SceneBody['attachments'][number], 'name' | 'keyframes' | 'bone'>;

/** The held and driven parts of a body, in order. */
export function heldParts(spec: SceneBody): Driven[] {
  return [...spec.attachments, ...scripts(spec)];
}

/** Scripted layers and bones are driven like held regions, after them. */
function scripts({ model }: SceneBody): Driven[] {
  if (model.type !== 'layers') return [];
  return model.layers.flatMap((layer): Driven[] => {
    if (layer.kind === 'script') return [layer];
    return layer.kind === 'skeleton' ? layer.bones : [];
  });
}

/** The bone named `skeleton.bone`; the scene's rules guarantee that it exists. */
function findBone(
  skeletons: readonly Skeleton[],
  name: string | undefined,
  placement: Float64Array,
): LiveHold['bone'] {
  if (name === undefined) return null;
  return { ...boneNamed(skeletons, name), placement };
}

export function createSceneSpring(
  spec: SceneSpring,
  specs: readonly SceneBody[],
  bodies: readonly LiveBody[],
): Spring {
  const end = (place: { body?: string; point: Point }): SpringEnd => {
    const origin = specs.findIndex((b) => b.name === place.body);
    const index = origin < 0 ? -1 : bodyWith(bodies, origin, place.point);
    const set = index < 0 ? null : bodies[index].body.points.embed(Float64Array.from(place.point));
    const x = Float64Array.from(place.point);
    if (set !== null) bodies[index].body.points.positions(set, x);
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

/** Index of the piece of a scene's body that contains a material point. */
export function bodyWith(bodies: readonly LiveBody[], origin: number, point: Point): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let b = 0; b < bodies.length; b++) {
    if (bodies[b].origin !== origin) continue;
    const away = bodies[b].body.model.distance?.(point) ?? 0;
    if (away >= least) continue;
    least = away;
    best = b;
  }
  return best;
}

function distance(a: Float64Array, b: Float64Array): number {
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return Math.sqrt(x * x + y * y + z * z);
}
