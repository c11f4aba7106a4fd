import { buildCage, type Cage } from '../../contact/detect/cage.ts';
import { append } from '../../core/append.ts';
import { check } from '../../core/errors.ts';
import { createDigest } from '../../core/hash.ts';
import { type Note, noted } from '../../core/notes.ts';
import { finish } from '../../core/steps.ts';
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
import { type Kept, keptName, type ModelStore } from '../../models/shared/kept.ts';
import type { SurfaceModel } from '../../models/views.ts';
import type { Scene, SceneBody } from '../../scene/schema.ts';
import { kindOf } from './kinds.ts';
import { type BuildLimits, createLimit } from './limits.ts';
import { compileSceneShape, type Files, loadMesh, located, type SolidShape } from './shapes.ts';

export interface BuildOptions extends BuildLimits {
  /**
   * Called again and again inside the long loops of building, with what is being done; what it throws ends the
   * building, and nothing has changed.
   */
  watch?: Watch;
  /** Returns the bytes of mesh files the scene names. */
  files?: Files;
  /** Models by content: equal bodies are built once. Pass the same map again to reuse them between scenes. */
  cache?: Map<string, BuiltBody>;
  /** Keeps what takes longest to prepare (trees of tetrahedra) between runs; see `preparedNames`. */
  store?: ModelStore;
  /**
   * Models of one's own, by the name of the body: taken instead of what the scene says. `docs/contract.md` says what
   * they must offer.
   */
  models?: Readonly<Record<string, BodyModel>>;
  /** Called before each stage of a body that is built, with its name and how many are done of how many. */
  progress?: (name: string, done: number, total: number, stage: BuildStage) => void;
}

/** What of a body is made: its shape, its model (the longest, as a rule), how others touch it. */
export type BuildStage = 'shape' | 'model' | 'contact';

/** A body with everything slow done: its model, and how others touch it. */
export interface BuiltBody {
  readonly model: BodyModel;
  readonly cage: Cage;
  readonly looks: Looks;
}

/** What there is to see and to say of a body, beside its model. */
export interface Looks {
  /** A mesh that is seen in place of the model's own surface, and rides on the body. */
  readonly surface: SurfaceModel | null;
  /** What was done to its mesh. */
  readonly notes: readonly string[];
}

/** A scene with everything slow done: may be made into any number of worlds. */
export interface BuiltScene {
  readonly scene: Scene;
  /** One model a body, in the scene's order; equal bodies share one. */
  readonly models: readonly BodyModel[];
  /** How each body is touched; equal bodies share one. */
  readonly cages: readonly Cage[];
  /** What is seen of each body; equal bodies share one. */
  readonly looks: readonly Looks[];
  readonly obstacles: readonly Sdf[];
  /** What was done to the meshes of each obstacle. */
  readonly obstacleNotes: readonly (readonly string[])[];
  /** The primitive that each obstacle is, if it is one. */
  readonly primitives: readonly (Primitive | null)[];
}

/** The offline half: shapes, meshes, matrices' patterns, orders of elimination. */
export function buildScene(scene: Scene, options: BuildOptions = {}): BuiltScene {
  return finish(sceneSteps(scene, options));
}

/** `buildScene` in steps: it may be left for a while, or for good, before each stage of a body. */
export function* sceneSteps(
  scene: Scene,
  options: BuildOptions,
): Generator<BuildStage, BuiltScene> {
  const cache = options.cache ?? new Map<string, BuiltBody>();
  const bodies: BuiltBody[] = [];
  const watch = createLimit(options, options.watch);
  for (let i = 0; i < scene.bodies.length; i++)
    bodies.push(
      yield* bodySteps(
        scene.bodies[i],
        i,
        { ...options, cache, watch, maxBuild: undefined },
        scene.bodies.length,
      ),
    );
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

/** An obstacle's shape, and what was done to its meshes. */
export function buildObstacle(
  shape: Shape,
  path: string,
  files: Files | undefined,
): { sdf: Sdf; notes: string[] } {
  const { value, notes } = noted(() => compileSceneShape(shape, path, files));
  return { sdf: value.sdf, notes: notes.map((one) => placed(one, path)) };
}

/** A note without the place that all of its kind have. */
function placed({ path, text }: Note, usual: string): string {
  if (path === '' || path === usual) return text;
  const whole = usual.slice(0, usual.lastIndexOf('.') + 1);
  return `${path.startsWith(whole) ? path.slice(whole.length) : path}: ${text}`;
}

/** Body i of a scene, from the cache if an equal one was built before. */
export function buildOne(body: SceneBody, i: number, options: BuildOptions): BuiltBody {
  return finish(bodySteps(body, i, options));
}

/** `buildOne` in steps, of a scene with `total` bodies. */
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
  const at = (stage: BuildStage): BuildStage => {
    progress?.(body.name, i, total, stage);
    return stage;
  };
  yield at('shape');
  const first = noted(() =>
    located(path, () =>
      watched(watch, () => compileSceneShape(body.shape, `${path}.shape`, files)),
    ),
  );
  const shape = first.value;
  yield at('model');
  const kept = store && { store, key, content };
  const second = noted(
    () =>
      given ??
      located(path, () =>
        watched(watch, () => buildModel(body, watchedShape(shape), path, files, kept)),
      ),
  );
  const model = second.value;
  yield at('contact');
  const notes = [...first.notes, ...second.notes].map((one) => placed(one, `${path}.shape`));
  const looks = { surface: seenSurface(body, shape, path, files), notes };
  const cage = located(path, () => watched(watch, () => cageOf(body, shape, model)));
  const built = { model, cage, looks };
  if (given === undefined) cache?.set(key, built);
  return built;
}

/** A shape for building alone: every look at it may end that. */
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
 * The names under which a scene's bodies are looked for in a store: for stores that must fetch beforehand, such as a
 * browser's database.
 */
export function preparedNames(scene: Scene, files?: Files): string[] {
  return scene.bodies.flatMap((body, i) => {
    const format = kindOf(body.model.type, `bodies[${i}]`).format;
    if (format === undefined) return [];
    return [keptName(body.model.type, format, digestOf(contentOf(body, files)))];
  });
}

/** What a model depends on: not where the body is put, nor its name or colour. */
function contentOf(body: SceneBody, files: Files | undefined): string {
  const { shape, material, model, attachments, rigid, detail, surface } = body;
  const regions = attachments.map((a) => a.region);
  const friction = kindOf(model.type).rubs ? body.friction : undefined;
  // A file may change while its name stays.
  const contents = filesIn(shape, model, rigid, surface, ...regions).map((name) => {
    const digest = createDigest();
    if (files !== undefined) for (const part of meshFiles(name)) digest.bytes(files(part));
    return digest.value();
  });
  return JSON.stringify({
    ...{ friction, shape, surface, material, model, detail, rigid, regions, contents },
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

/** How others touch a body. */
function cageOf(body: SceneBody, shape: SolidShape, model: BodyModel): Cage {
  const volume = volumeOf(model.surface);
  const pieces = countPieces(model.surface);
  const { moving = 0, contactPoints } = model;
  const points = contactPoints.subarray(0, contactPoints.length - 3 * moving);
  const cage = buildCage(shape.sdf, points, volume, model.size, pieces);
  return moving > 0 ? { ...cage, primitive: primitiveOf(body.shape) } : cage;
}

/** The mesh that a body shows in place of its own surface, if there is one: its vertices as they come, all of them. */
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

/** What a closed surface holds [m³]. */
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
      () => 'needs a body whose shape is a mesh with that attribute (a PLY file).',
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
