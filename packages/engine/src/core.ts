/** `pliant/core`: everything but the models. Entry points such as `pliant/frames` add one, `pliant` adds all. */
export { InputError } from './core/errors.ts';
export { nearestWord } from './core/nearest.ts';
export { createRandom, type Random } from './core/random.ts';
export { VERSION } from './core/version.ts';
export {
  CHECK_DEFAULTS,
  type CheckOptions,
  checkMesh,
  type MeshFault,
  REPAIR_DEFAULTS,
  type Repair,
  type RepairOptions,
  repairMesh,
} from './geometry/mesh/check.ts';
export { compileShape } from './geometry/sdf/compile.ts';
export { LIBRARY } from './geometry/sdf/library/index.ts';
export { meshSdf } from './geometry/sdf/mesh.ts';
export type { Shape } from './geometry/sdf/shape.ts';
export {
  makeSolid,
  SOLID_DEFAULTS,
  type Solid,
  type SolidOptions,
} from './geometry/solid/make.ts';
export { extractSurface } from './geometry/surface/surface.ts';
export { embedPoints } from './geometry/tets/embed.ts';
export { tetSurface, tetVolumes } from './geometry/tets/mesh.ts';
export { stuffTets } from './geometry/tets/stuff.ts';
export type { Bounds, Sdf, TetMesh, TriangleMesh } from './geometry/types.ts';
export * from './io/index.ts';
export {
  type Arena,
  createArena,
  createKernels,
  type KernelChoice,
  type Kernels,
  measure,
} from './kernels/index.ts';
export * as sparse from './math/sparse/index.ts';
export type {
  Adapt,
  Body,
  BodyModel,
  Compliance,
  Cut,
  Equation,
  Look,
  Motion as BodyMotion,
  PointGroup,
  PointSet,
  Points,
  Sites,
  State,
} from './models/body.ts';
export type { GuestWeight } from './models/rigid/guest.ts';
export type { Supports } from './models/rigid/support.ts';
export * as pointMasses from './models/shared/index.ts';
export type { ModelStore } from './models/shared/kept.ts';
export type { LayerTuning } from './models/tuning.ts';
export {
  type CellRegion,
  type Cells,
  type LayerInfo,
  type LayerMotion,
  type LevelCounts,
  MEASURE,
  type PartParents,
  type Parts,
  type SurfaceModel,
} from './models/views.ts';
export type {
  Action,
  ActionName,
  CameraInput,
  MaterialChange,
  Point,
  PoseChange,
  Rotation,
  Where,
  WindChange,
} from './scene/action-types.ts';
export type {
  AttachmentInput,
  BodyInput,
  CheckInput,
  EventInput,
  JointInput,
  LayerInput,
  MaterialInput,
  ModelInput,
  ObstacleInput,
  SceneInput,
  ShapeInput,
  SkeletonInput,
  SolverInput,
  SpringInput,
} from './scene/generated/scene-input.ts';
export { parseScene, SceneError, sceneFields } from './scene/parse.ts';
export type { Scene, SceneBody, SceneCheck, SceneObstacle } from './scene/schema.ts';
export { parseSweep, type Sweep, type SweepInput } from './scene/sweep-schema.ts';
export type { WorldBody } from './world/bodies/body-face.ts';
export { cellGrid, surfaceGrid, surfacesNow } from './world/bodies/body-grid.ts';
export type { Motion } from './world/bodies/body-motion.ts';
export type { Transform } from './world/bodies/body-pose.ts';
export type { Embedded, EmbedOptions } from './world/bodies/embed.ts';
export type { GuestBody, GuestObstacle, GuestShape, Guests } from './world/bodies/guests.ts';
export type { BackgroundOptions } from './world/build/async.ts';
export {
  type BuildOptions,
  type BuildStage,
  type BuiltScene,
  preparedNames,
} from './world/build/build.ts';
export { type Ground, type ModelKind, registerModel } from './world/build/kinds.ts';
export { buildScene } from './world/build/scene.ts';
export type { AdvanceOptions } from './world/drive/clock.ts';
export type {
  AttachmentHandle,
  BodyDeeds,
  BoneHandle,
  JointHandle,
  Movable,
  ObstacleHandle,
  SpringHandle,
} from './world/drive/handles.ts';
export type { BreakEvent, Split, WorldOptions } from './world/parts.ts';
export type { ContactEvent } from './world/query/contact-pairs.ts';
export type { ContactPoints } from './world/query/contact-points.ts';
export type {
  EventName,
  ListenOptions,
  SensorEvent,
  WorldEvents,
} from './world/query/events.ts';
export type { Hit } from './world/query/hit.ts';
export type { QueryOptions } from './world/query/queries.ts';
export type { CheckResult } from './world/record/checks.ts';
export { createCsv } from './world/record/csv.ts';
export { type Recording, recordWorld, replay } from './world/record/record.ts';
export {
  type Range,
  type Run,
  type RunOptions,
  type RunResult,
  runScene,
  startRun,
} from './world/record/run.ts';
export { PHASES, type Phase, type StepReport } from './world/types.ts';
export {
  type AddOptions,
  createWorld,
  createWorldAsync,
  type Totals,
  type World,
} from './world/world.ts';
