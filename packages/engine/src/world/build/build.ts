import { type Cage, findCage, usableCage } from '../../contact/detect/cage.ts';
import { append } from '../../core/append.ts';
import { check } from '../../core/errors.ts';
import { createDigest } from '../../core/hash.ts';
import { type Note, noted } from '../../core/notes.ts';
import { finish } from '../../core/steps.ts';
import { VERSION } from '../../core/version.ts';
import { tick, type Watch, watched } from '../../core/watch.ts';
import { meshMass } from '../../geometry/mass.ts';
import { checkMesh } from '../../geometry/mesh/check.ts';
import { countPieces } from '../../geometry/mesh/pieces.ts';
import { type Primitive, primitiveOf } from '../../geometry/primitive.ts';
import type { Shape } from '../../geometry/sdf/shape.ts';
import { isUnreadable } from '../../geometry/solid/make.ts';
import type { Sdf, TriangleMesh } from '../../geometry/types.ts';
import { meshFiles } from '../../io/index.ts';
import { createStiffnessField, type FieldFill } from '../../materials/fields.ts';
import type { BodyModel } from '../../models/body.ts';
import { type Kept, keep, keepSteps, keptName, type ModelStore } from '../../models/shared/kept.ts';
import type { SurfaceModel } from '../../models/views.ts';
import type { Scene, SceneBody } from '../../scene/schema.ts';
import { kindOf } from './kinds.ts';
import { type BuildLimits, createLimit } from './limits.ts';
import {
  compileSceneShape,
  type Files,
  fieldOfBody,
  loadMesh,
  located,
  type SolidShape,
} from './shapes.ts';

export interface BuildOptions extends BuildLimits {
  /**
   * Called repeatedly inside long loops of the build, with the name of the stage; an exception ends the build and
   * changes nothing.
   */
  watch?: Watch;
  /** Returns the bytes of mesh files the scene names. */
  files?: Files;
  /** Built models by a digest of their input. Pass the same map again to reuse them between scenes. */
  cache?: Map<string, BuiltBody>;
  /** Stores what was built of bodies, as bytes, between runs and threads; see `preparedNames`. */
  store?: ModelStore;
  /** Your own models, by the name of the body, in place of the scene's. `docs/contract.md` is their contract. */
  models?: Readonly<Record<string, BodyModel>>;
  /** Called before each stage of a body, with its name, the number of finished bodies and their total. */
  progress?: (name: string, done: number, total: number, stage: BuildStage) => void;
}

/**
 * Stages of a body's build: its shape, its model (usually the slowest), its data for contact; last, bodies that start
 * settled come to rest.
 */
export type BuildStage = 'shape' | 'model' | 'contact' | 'settle';

/** A body after the slow part: its model, and its data for contact. */
export interface BuiltBody {
  readonly model: BodyModel;
  readonly cage: Cage;
  readonly looks: Looks;
}

/** The drawn surface of a body and notes about it. */
export interface Looks {
  /** A mesh drawn in place of the model's own surface; it follows the body. */
  readonly surface: SurfaceModel | null;
  /** Repairs of its mesh. */
  readonly notes: readonly string[];
}

/** A scene after the slow part: any number of worlds can be created from it. */
export interface BuiltScene {
  readonly scene: Scene;
  /** One model per body, in the scene's order; equal bodies share one. */
  readonly models: readonly BodyModel[];
  /** The cage of each body for contact; equal bodies share one. */
  readonly cages: readonly Cage[];
  /** The drawn surface of each body; equal bodies share one. */
  readonly looks: readonly Looks[];
  readonly obstacles: readonly Sdf[];
  /** Repairs of the meshes of each obstacle. */
  readonly obstacleNotes: readonly (readonly string[])[];
  /** The primitive that each obstacle is, if it is one. */
  readonly primitives: readonly (Primitive | null)[];
  /** The state at time 0, if some bodies start settled. */
  readonly start?: Start;
}

/** The state at time 0 of a scene with bodies that start settled. */
export interface Start {
  /** A snapshot; null if they did not come to rest: then all start undeformed. */
  readonly bytes: Uint8Array | null;
  readonly notes: readonly string[];
}

/** Builds all bodies and obstacles of a scene. As a generator: it can be abandoned before each stage of a body. */
export function* partSteps(scene: Scene, options: BuildOptions): Generator<BuildStage, BuiltScene> {
  const cache = options.cache ?? new Map<string, BuiltBody>();
  const bodies: BuiltBody[] = [];
  for (let i = 0; i < scene.bodies.length; i++)
    bodies.push(yield* bodySteps(scene.bodies[i], i, { ...options, cache }, scene.bodies.length));
  const obstacles = scene.obstacles.map((obstacle, i) =>
    buildObstacle(obstacle.shape, `obstacles[${i}].shape`, options.files),
  );
  return {
    scene,
    models: bodies.map((b) => b.model),
    cages: bodies.map((b) => b.cage),
    looks: bodies.map((b) => b.looks),
    obstacles: obstacles.map(({ sdf }) => sdf),
    obstacleNotes: obstacles.map(({ notes }) => notes),
    primitives: scene.obstacles.map((obstacle) => primitiveOf(obstacle.shape)),
  };
}

/** An obstacle's shape, and the repairs of its meshes. */
export function buildObstacle(
  shape: Shape,
  path: string,
  files: Files | undefined,
): { sdf: Sdf; notes: string[] } {
  const { value, notes } = noted(() => compileSceneShape(shape, path, files));
  return { sdf: value.sdf, notes: notes.map((one) => placed(one, path)) };
}

/** A note without its common path prefix. */
function placed({ path, text }: Note, usual: string): string {
  if (path === '' || path === usual) return text;
  const whole = usual.slice(0, usual.lastIndexOf('.') + 1);
  return `${path.startsWith(whole) ? path.slice(whole.length) : path}: ${text}`;
}

/** Body i of a scene, from the cache if an equal one was built before. */
export function buildOne(body: SceneBody, i: number, options: BuildOptions): BuiltBody {
  return finish(bodySteps(body, i, options));
}

/** `buildOne` as a generator, for a scene with `total` bodies. */
export function* bodySteps(
  body: SceneBody,
  i: number,
  options: BuildOptions,
  total = i + 1,
): Generator<BuildStage, BuiltBody> {
  const { store, files, cache, models, progress } = options;
  const watch = createLimit(options, options.watch);
  const path = `bodies[${i}]`;
  const given = models && Object.hasOwn(models, body.name) ? models[body.name] : undefined;
  const content = given === undefined ? contentOf(body, files) : '';
  const key = digestOf(content);
  const known = given === undefined ? cache?.get(key) : undefined;
  if (known !== undefined) return known;
  const kept = store && given === undefined ? { store, key, content, path } : undefined;
  const at = (stage: BuildStage): BuildStage => {
    progress?.(body.name, i, total, stage);
    return stage;
  };
  yield at('shape');
  const fieldOf = fieldOfBody(body);
  const first = noted(() =>
    located(
      path,
      () => watched(watch, () => compileSceneShape(body.shape, `${path}.shape`, files)),
      fieldOf,
    ),
  );
  const shape = first.value;
  yield at('model');
  const second = noted(
    () =>
      given ??
      located(
        path,
        () => watched(watch, () => buildModel(body, watchedShape(shape), path, files, kept)),
        fieldOf,
      ),
  );
  const model = second.value;
  yield at('contact');
  const surface = seenSurface(body, shape, path, files);
  const third = noted(() =>
    located(path, () => watched(watch, () => cageOf(body, shape, model, kept)), fieldOf),
  );
  const notes = [...first.notes, ...second.notes, ...third.notes].map((one) =>
    placed(one, `${path}.shape`),
  );
  const looks = { surface, notes: [...new Set(notes)] };
  const built = { model, cage: third.value, looks };
  if (given === undefined) cache?.set(key, built);
  return built;
}

/** A shape for the build only: evaluating it also calls the watcher, which may end the build. */
function watchedShape<T extends SolidShape>(shape: T): T {
  const { sdf } = shape;
  return {
    ...shape,
    sdf: {
      ...sdf,
      evaluate(points, n, out) {
        tick('the shape');
        sdf.evaluate(points, n, out);
      },
    },
  };
}

/**
 * Returns the names under which a scene's bodies are stored: for stores that must fetch in advance, such as a browser's
 * database.
 */
export function preparedNames(scene: Scene, files?: Files): string[] {
  const bodies = scene.bodies.flatMap((body, i) => {
    const { format } = kindOf(body.model.type, `bodies[${i}]`);
    const key = digestOf(contentOf(body, files));
    const cage = keptName('cage', CAGE_FORMAT, key);
    return format === undefined ? [cage] : [keptName(body.model.type, format, key), cage];
  });
  return hasSettled(scene) ? [...bodies, startName(scene, files)] : bodies;
}

/** Counts up whenever a start changes for the same scene: what older versions kept is then found anew. */
const START_FORMAT = 1;
const START = 'start';

export function hasSettled({ bodies }: Scene): boolean {
  return bodies.some(({ start }) => start === 'settled');
}

function startName(scene: Scene, files: Files | undefined): string {
  return keptName(START, START_FORMAT, digestOf(startContent(scene, files)));
}

/** The input of a settled start: the whole scene. */
function startContent(scene: Scene, files: Files | undefined): string {
  const shapes = scene.obstacles.map(({ shape }) => shape);
  const bodies = scene.bodies.map((body) => contentOf(body, files));
  return JSON.stringify([VERSION, scene, bodies, contentsOf(filesIn(...shapes), files)]);
}

/**
 * The settled start of a scene, from the store if it was found before. Bodies in place of the scene's have no name
 * there.
 */
export function keptStart(
  scene: Scene,
  { store, files, models }: BuildOptions,
  settle: () => Generator<BuildStage, Start>,
): Generator<BuildStage, Start> {
  if (store === undefined || models !== undefined) return settle();
  const content = startContent(scene, files);
  const kept = { store, content, key: digestOf(content), path: '' };
  return keepSteps(kept, START, START_FORMAT, settle);
}

/** The input of a model: without the body's pose, name and colour. */
function contentOf(body: SceneBody, files: Files | undefined): string {
  const { shape, material, model, attachments, rigid, detail, surface } = body;
  const regions = attachments.map((a) => a.region);
  const friction = kindOf(model.type).rubs ? body.friction : undefined;
  // A file may change under the same name.
  const contents = contentsOf(filesIn(shape, model, rigid, surface, ...regions), files);
  return JSON.stringify({
    ...{ friction, shape, surface, material, model, detail, rigid, regions, contents },
  });
}

function contentsOf(names: readonly string[], files: Files | undefined): string[] {
  return names.map((name) => {
    const digest = createDigest();
    if (files !== undefined) for (const part of meshFiles(name)) digest.bytes(files(part));
    return digest.value();
  });
}

function digestOf(content: string): string {
  const digest = createDigest();
  digest.text(content);
  return digest.value();
}

/** Names of the mesh files anywhere in some shapes, in order. */
function filesIn(...shapes: unknown[]): string[] {
  const names: string[] = [];
  for (const shape of shapes) {
    if (typeof shape !== 'object' || shape === null) continue;
    for (const [key, value] of Object.entries(shape)) {
      if (key === 'file' && typeof value === 'string') names.push(value);
      else append(names, filesIn(value));
    }
  }
  return names;
}

/** Counts up whenever a cage, or how it is made, changes: what older versions kept is then rebuilt. */
const CAGE_FORMAT = 2;

/** The cage of a body, for contact. */
function cageOf(
  body: SceneBody,
  shape: SolidShape,
  model: BodyModel,
  kept: Kept | undefined,
): Cage {
  const { moving = 0, contactPoints, surface, size } = model;
  const { sdf } = watchedShape(shape);
  const points = contactPoints.subarray(0, contactPoints.length - 3 * moving);
  const found = keep(kept, 'cage', CAGE_FORMAT, () =>
    findCage(sdf, points, volumeOf(surface), size, countPieces(surface)),
  );
  const cage = usableCage(found, shape.sdf, size);
  return moving > 0 ? { ...cage, primitive: primitiveOf(body.shape) } : cage;
}

/** The mesh drawn in place of a body's own surface, if there is one, with all its vertices in order. */
function seenSurface(
  { surface }: SceneBody,
  { seen }: SolidShape,
  path: string,
  files: Files | undefined,
): SurfaceModel | null {
  if (surface === undefined) return seen;
  const { mesh } = loadMesh(surface, `${path}.surface`, files);
  const fault = checkMesh(mesh).find((f) => isUnreadable(f));
  check(fault === undefined, () => fault?.message ?? '', `${path}.surface`);
  return mesh;
}

/** Volume of a closed surface [m³]. */
export function volumeOf(surface: TriangleMesh): number {
  return meshMass(surface).volume;
}

function buildModel(
  body: SceneBody,
  shape: SolidShape,
  path: string,
  files: Files | undefined,
  kept: Kept | undefined,
): BodyModel {
  const compile = (one: Shape, at: string): Sdf => compileSceneShape(one, at, files).sdf;
  return kindOf(body.model.type, path).build(body.model, {
    body,
    shape,
    path,
    kept,
    compile,
    regions: body.attachments.map((a, i) => compile(a.region, `${path}.attachments[${i}].region`)),
    stiffness: buildField(body, shape.seen ?? shape.mesh, `${path}.material.stiffness`, files),
  });
}

function buildField(
  body: SceneBody,
  mesh: TriangleMesh | null,
  path: string,
  files: Files | undefined,
): FieldFill {
  const field = body.material.stiffness ?? 1;
  if (typeof field === 'number')
    return createStiffnessField({ type: 'constant', value: field }, path);
  if (field.type !== 'attribute' && field.type !== 'regions')
    return createStiffnessField(field, path);
  if (field.type === 'attribute') {
    check(
      mesh !== null,
      () => 'needs a body whose shape is a mesh with that attribute. Use a PLY file that has it.',
      path,
    );
    return createStiffnessField({ ...field, mesh }, path);
  }
  const regions = field.regions.map(({ shape, value }, r) => ({
    sdf: compileSceneShape(shape, `${path}.regions[${r}].shape`, files).sdf,
    value,
  }));
  return createStiffnessField({ type: 'regions', base: field.base, regions }, path);
}
