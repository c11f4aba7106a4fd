import type { Few } from '../contact/detect/live.ts';
import type { Walls } from '../contact/detect/slits.ts';
import type { Metric, Places, PointGroup, PointSet } from '../contact/solve/metric.ts';
import type { Sdf } from '../geometry/types.ts';
import type { Allocator } from '../kernels/arena.ts';
import type { Kernels } from '../kernels/kernels.ts';

export type { Metric, Places, PointGroup, PointSet };

/** Points that are tied to a body before it is made. */
export interface Tied {
  /** Takes their memory and fills it: run once to count bytes, once for real. */
  allocate(allocator: Allocator): PointSet;
}

/** The corners of a body's cage, and after them places where others hold on to the sides of its slits. */
export interface CagePoints extends PointSet {
  readonly walls: Walls;
}

/** The surface a body shows, and the points it touches with. Never changes unless `topology` does. */
export interface SurfaceModel {
  /** Vertex positions at rest [m], shape [vertices, 3]. */
  readonly positions: Float64Array;
  /** Outward triangles, shape [triangles, 3]. */
  readonly triangles: Int32Array;
}

/** What a body has and what it uses now. */
export interface LevelCounts {
  /** Scalar unknowns: at full resolution, and in the last step. */
  totalDofs: number;
  activeDofs: number;
  /** Integration points: at full resolution, and in the last step. */
  totalPoints: number;
  activePoints: number;
  /** Levels switched (activated, merged, split…) in the last step. */
  switches: number;
  /** Largest jump of a point's position [m] and gain of kinetic energy [J] that the last adapt caused. Both should be zero. */
  jump: number;
  kineticGain: number;
}

/** The pieces an adaptive body is made of, for looking at: frames, cells, elements. */
export interface Parts {
  readonly count: number;
  /** Where each is: 3×4 affine maps, single precision, shape [count, 12]; the last column is its place [m]. */
  readonly poses: Float32Array;
  /** 0 passive, 1 active, 2 driven from outside. */
  readonly status: Uint8Array;
  /** Level of the hierarchy, 0 the coarsest. */
  readonly level: Uint8Array;
}

/** A layer of a layered body, for looking at and for an artist's panel. */
export interface LayerInfo {
  readonly name: string;
  readonly kind: string;
  /** Scalar unknowns. */
  readonly unknowns: number;
  /** Part of its motion that shall show, 0 to 1, and that shows now. */
  weight: number;
  shown: number;
  muted: boolean;
  solo: boolean;
  /** Factors on stiffness and damping; place in the order of composition, 0 the coarsest. */
  stiffness: number;
  damping: number;
  order: number;
  /** What can be asked of it: the coarsest layer always shows, and only layers of nodes or vertices can be painted. */
  readonly canHide: boolean;
  readonly canPaint: boolean;
}

/** One layer's own motion on the surface, for looking at; shapes [vertices, 3] and [vertices]. */
export interface LayerMotion {
  /** What it adds to the layers below it, in the world's axes [m]: of all layers together this is surface now − surface at rest. */
  readonly added: Float32Array;
  /** The same seen by its parent [m]: added to the surface at rest it shows this layer alone. */
  readonly alone: Float32Array;
  /** Where it may move: 0 where it has nothing to say or was painted out, 1 where all of it shows. */
  readonly region: Float32Array;
}

/** What can be changed about a layer while a body runs. Nothing jumps: what changes fades. */
export interface LayerTuning {
  /** Name of the layer. */
  layer: string;
  mute?: boolean;
  /** Shows this layer and those below it alone; several may be solo. */
  solo?: boolean;
  /** Part of the layer's motion that shows and that touches, 0 to 1. */
  weight?: number;
  /** Factors on the stiffness and on the damping of the matter the layer stands for. */
  stiffness?: number;
  damping?: number;
  /** Place in the order of composition, 0 the coarsest. */
  order?: number;
  /** Lets the layer move (value 1) or not (0) within `radius` [m] of a point, in the body's own coordinates. */
  paint?: { point: readonly number[]; radius: number; value: number };
}

/**
 * The cells a body is computed with, for looking at: voxels, leaves of a tree, tetrahedra. How many there are may change; the
 * first `count` entries of the arrays are in use. Filled by `drawCells`.
 */
export interface Cells {
  /** The unit cell: a cube of side 1 about the origin, or the tetrahedron with corners 0, x, y, z. */
  readonly shape: 'box' | 'tetrahedron';
  readonly capacity: number;
  count: number;
  /** Where each is: 3×4 affine maps of the unit cell into the world [m], shape [capacity, 12]. */
  readonly poses: Float32Array;
  /** What tells cells apart, drawn as hues: the region or the level they belong to; shape [capacity]. */
  readonly keys: Int32Array;
  /** Something that varies, from 0 to 1, drawn as light and dark: strain, stress, stiffness; shape [capacity]. */
  readonly values: Float32Array;
  /** What keys and values mean, in a word or two. */
  readonly label: string;
  valueLabel: string;
  /** What values may mean, if there is a choice: set `valueLabel` to one of these, and the next `drawCells` goes by it. */
  readonly choices?: readonly string[];
  /** What values of 0 and 1 stand for, as of the last `drawCells`; missing if there is no number to it. */
  readonly scale?: ValueScale;
}

/** What a value between 0 and 1 stands for. */
export interface ValueScale {
  low: number;
  high: number;
  readonly unit: string;
  /** True if equal steps are equal ratios. */
  ratios: boolean;
}

/** Where someone looks from. */
export interface Camera {
  /** Where it is and what it looks at [m]. */
  readonly eye: readonly [number, number, number];
  readonly target: readonly [number, number, number];
  /** Angle from the bottom to the top of the picture [degrees]. */
  readonly fov: number;
  /** Distances [m]: nearer than the first everything counts fully, beyond the second least. */
  readonly near: number;
  readonly far: number;
}

/** What can be changed about a running body's adaptation. */
export interface Tuning {
  layer?: LayerTuning;
  /** False keeps everything active. */
  adaptive?: boolean;
  /** Motion that may be overlooked; see the scene format. */
  tolerance?: number;
  /** Motion counts by how large it looks from here; null: as large as it is. */
  camera?: Camera | null;
}

/** What a running body's matter is like. */
export interface Matter {
  /** Young's modulus [Pa], where the body's stiffness has a factor of 1. */
  readonly young: number;
  readonly poisson: number;
  /** By mass [1/s], by stiffness [s], by the air [kg/(m² s)]. */
  readonly damping: { readonly mass: number; readonly stiffness: number; readonly air: number };
}

/** What of it a model can change while it runs. */
export type Adjustable = 'young' | 'poisson' | 'damping.mass' | 'damping.stiffness' | 'damping.air';

/** Arrays by name, as a snapshot keeps them. */
export type Arrays = Readonly<Record<string, Float64Array | Int32Array | Uint8Array>>;

/** A piece of a body as a model of its own. */
export interface Part {
  readonly model: BodyModel;
  /** How others see it at rest. */
  readonly sdf: Sdf;
  /** The body's held regions that reach into the piece, by index: these are the model's regions. */
  readonly held: readonly number[];
}

/** A piece of a body that has fallen apart, ready to be a body of its own. */
export interface PieceOff extends Part {
  /** What `BodyModel.part` of the body as it was built makes the model again from. */
  readonly seed: Arrays;
  /** Puts what the piece is doing now into a body just made from the model. */
  give(to: Body): void;
}

/**
 * What a body remembers for steps of second order (BDF2), as state that goes with its velocity through switches and cuts. A step of h seconds is
 * `predict`, then the implicit step of 2h/3 from there (`assemble` … `finish`), with `learn` before `adapt`. `models/history.ts` has the mathematics.
 */
export interface History {
  /** Mean velocity of the unknowns over the last step; after `predict`, first `unknowns()` entries used. */
  readonly mean: Float64Array;
  /** True from `predict` to `learn`. */
  readonly predicted: boolean;
  /** Goes to where the implicit step begins. A body without history fell by `gravity` so far [m/s²]. */
  predict(h: number, gravity: Float64Array): void;
  /**
   * After the solve of a step of h seconds: remembers it. `jump` is the part of u that comes of landings, null for none: positions move by `way`
   * seconds of it, a third leaves u if the step was predicted, and none of it is expected to go on.
   */
  learn(h: number, u: Float64Array, jump: Float64Array | null, way: number): void;
  /** Something came in between: the next step begins without history. */
  forget(): void;
}

/** Entries of the array that `Body.measure` fills. */
export const MEASURE = {
  mass: 0,
  kinetic: 1,
  elastic: 2,
  /** −Σ m g·x [J] */
  potential: 3,
  /** Momentum [kg m/s], three numbers. */
  linear: 4,
  /** Angular momentum about the origin [kg m²/s], three numbers. */
  angular: 7,
  /** Centre of mass [m], three numbers. */
  centre: 10,
  /** Largest speed of an unknown point [m/s]. */
  speed: 13,
  /** Volume now over volume at rest. */
  volume: 14,
  /** Inertia about the centre of mass [kg m²]: xx, xy, xz, yy, yz, zz. */
  inertia: 15,
  length: 21,
} as const;

/** The shape, material and hierarchy of a body: built once, never changed, shared by any number of live bodies. */
export interface BodyModel {
  readonly kind: string;
  readonly surface: SurfaceModel;
  /** Contact points at rest [m], shape [n, 3]; a subset of places on the surface. A cut may put some elsewhere. */
  readonly contactPoints: Float64Array;
  /** So many of the last contact points may be put anywhere (`Body.putContact`): the places of a manifold that moves over the material. */
  readonly moving?: number;
  /** Longest side of the body at rest [m]: what tolerances are relative to. */
  readonly size: number;
  readonly mass: number;
  /** What was done to the mesh it was made from, in words. */
  readonly done?: string;
  /** Largest number of scalar unknowns a live body can ever have: sizes the world's vectors. */
  readonly capacity: number;
  /** What `Body.adjust` can change; nothing if missing. */
  readonly adjusts?: readonly Adjustable[];
  /** Columns of its factored compliance, in models that always give that (`Metric.factor`). */
  readonly rank?: number;
  /** Places on the sides of slits that others can hold at a time, in models that may have slits. */
  readonly grips?: number;
  /** What `Body.embed` does, for points known before there is a body: laid out where the kernels reach them. */
  tie?(points: Float64Array): Tied;
  /** Takes all memory a live body needs, and nothing else: run once to count bytes, once for real. */
  allocate(allocator: Allocator): unknown;
  /** Makes a live body at rest, its own coordinates those of the world. */
  create(allocator: Allocator, kernels: Kernels): Body;
  /** The model of a piece that came off once; in models that can fall apart. */
  part?(seed: Arrays): Part;
  /** How far a material point is from the middle of the matter nearest to it [m]: tells which of several pieces has it. */
  distance?(point: ArrayLike<number>): number;
}

/**
 * A live deformable body. One step is `A u = b`, where u is the velocity of the unknowns at the end of the step;
 * `docs/contract.md` says how each model fills this in.
 */
export interface Body {
  readonly model: BodyModel;
  /** Scalar unknowns in this step. */
  unknowns(): number;
  /** Velocity of the unknowns now, first `unknowns()` entries used. */
  readonly velocity: Float64Array;
  /** b of this step, without the world's couplings [kg m/s or the unknown's own]. */
  readonly rhs: Float64Array;
  /** Impulses of the world's couplings in the last solve, pulled up to the unknowns. */
  readonly impulse: Float64Array;

  /** Holds region `index` so that at the end of the step its points are at pose·(rest point); pose is a 3×4 affine map. */
  hold(index: number, pose: Float64Array): void;
  /** Lets region `index` go. */
  release(index: number): void;
  /**
   * Contact points that are about to be touched in the coming step of h seconds; `speeds` [m/s] tells how fast
   * each moves against what it touches, by contact point.
   */
  touch(h: number, points: Int32Array, count: number, speeds: Float64Array): void;

  /**
   * Forces, A and b at the positions x + h·(iterate), for a step of h seconds.
   * The iterate is zero in the first call of a step; Newton calls again with the velocity found so far.
   */
  assemble(h: number, gravity: Float64Array, iterate: Float64Array | null): void;
  /** y = A x */
  multiply(y: Float64Array, x: Float64Array): void;
  /** z ≈ A⁻¹ r, and how places answer through that inverse. */
  readonly metric: Metric;
  /** Sets prescribed velocities in u. */
  prescribe(u: Float64Array): void;
  /** Zeroes the prescribed rows of r. */
  constrain(r: Float64Array): void;
  /**
   * Rounds off the solve: what the exact solution keeps (total momentum of a free body), the iterate shall keep too. `b` is the right
   * side that was solved for: `rhs` and the impulses of contacts.
   */
  polish(u: Float64Array, b: Float64Array): void;
  /**
   * Leaves the motion of the centre of mass as it is, and `part` of all motion about it. A step is straight: what turns by a radian in it grows
   * by half. Missing in models that do not; does nothing while a region is held.
   */
  ease?(u: Float64Array, part: number): void;
  /** True where A is diagonal: with nothing coupled to it, `polish` with its own right side is the whole solution. */
  readonly diagonal?: boolean;
  /** Value of the step's incremental potential at u [J], for the line search of Newton's method. */
  merit(h: number, gravity: Float64Array, u: Float64Array): number;

  /** Ties material points (rest positions, shape [n, 3]) to the body. Allocates: not inside a step. */
  embed(points: Float64Array): PointSet;
  /** The same for the corners of its cage of cubes `cell` [m] wide, with room for the model's `grips`; in models that may have slits. */
  embedCage?(corners: Float64Array, cell: number): CagePoints;
  readonly contacts: PointSet;
  /** Points a little below the contact points, in models whose contact points may move; the world makes them for others. */
  readonly inner?: PointSet;
  /** out[3i..] = position of point i. */
  pushPositions(set: PointSet, out: Float64Array): void;
  /** out[3i..] = velocity of point i when the unknowns move with u. With `few`, only those need be right. */
  pushVelocities(set: PointSet, u: Float64Array, out: Float64Array, few?: Few): void;
  /** out += Jᵀ f, f of shape [n, 3]. With `few`, it is zero at all others. */
  pullForces(set: PointSet, f: Float64Array, out: Float64Array, few?: Few): void;
  /** Puts contact point i, one of the model's `moving`, to where place y[o..] of the world now is in the body. */
  putContact?(i: number, y: Float64Array, o: number): void;
  /** Single precision positions and normals of the surface for drawing, shape [vertices, 3] each. */
  drawSurface(positions: Float32Array, normals: Float32Array): void;

  /**
   * Looks at the solution u of a step before anything moves, and spends more unknowns where it is too coarse. True if it did: `velocity` is then
   * that of the start of the step in the new unknowns, and the step is assembled and solved again; contacts and couplings stay as they
   * are. `adapt` follows in any case. Nothing may move; the velocity may only lose energy. Missing in models that refine in `adapt`, or not at all.
   */
  refineStep?(h: number, u: Float64Array): boolean;
  /** Coarsens or refines, given the step's solution. Nothing may move; the velocity may only lose energy. */
  adapt(h: number, u: Float64Array): void;
  /** velocity = u, positions += h u. */
  finish(h: number, u: Float64Array): void;
  /** After `finish`: the body was put to rest and will not be stepped until something disturbs it. Nothing may move. */
  settle?(): void;

  /** What second-order steps need; a world with bodies that have none takes first-order ones. */
  readonly history?: History;

  readonly levels: LevelCounts;
  /** The pieces it is made of; null for a model that has only one resolution. */
  readonly parts: Parts | null;
  /** Its layers, coarsest first; missing for a model that has none. */
  readonly layers?: readonly LayerInfo[];
  /** Fills a picture of what layer `index` of `layers` does to the surface now. There where `layers` is. */
  drawLayer?(index: number, out: LayerMotion): void;
  /** Fills `parts` from the state now. */
  drawParts(): void;
  /** The cells it is computed with; null for a model that has none to show. */
  readonly cells: Cells | null;
  /** Fills `cells` from the state now. Apart from `drawParts`: only who looks at cells pays for them. */
  drawCells(): void;
  /** Changes the adaptation from the next step on. */
  tune(tuning: Tuning): void;
  /**
   * Changes what it is made of, from the next step on; what was built stays. `restored`: its state is that of a body with this matter already.
   */
  adjust?(matter: Matter, restored: boolean): void;
  /** Counts up when triangles change (a cut). */
  readonly topology: number;
  /** The surface now, in models that can be cut: replaced when `topology` counts up. `model.surface` if missing. */
  readonly surface?: SurfaceModel;
  /**
   * Cuts with the surface that a segment sweeps, given as pairs of its ends in the world [m], shape [positions, 2, 3]. Between steps.
   * Gives the number of links severed, −1 if there was no room for what would come of it. Missing where a model cannot be cut.
   */
  cut?(blade: Float64Array): number;
  /** Asks for `levels` finer cells (coarser if negative) than at the start within `radius` [m] of a place in the world. */
  refine?(where: Float64Array, radius: number, levels: number): boolean;
  /** What a body that can be cut has fallen into, the largest first; nothing while it hangs together. Allocates. */
  split?(): readonly PieceOff[];
  /** Equal parts that a step of h seconds must be made of for the body to be as stiff as its material says; 1 if it does not matter. */
  substeps?(h: number): number;
  /** What its material or options ask for and it cannot do in steps of h seconds: field, value, what it does instead, remedy. */
  remarks?(h: number): readonly string[];
  /** Fills the numbers named in `MEASURE`. */
  measure(gravity: Float64Array, out: Float64Array): void;
  /** Puts the undeformed body at pose·(rest point), a 3×4 rigid map. */
  place(pose: Float64Array): void;
  /** Moves the body as it is, shape and all, by a 3×4 rigid map; velocities turn with it, and `keep` of them is left: all (1) or nothing (0). */
  move(pose: Float64Array, keep: number): void;
  /** Gives every point an extra velocity: linear + spin × (x − centre of mass) [m/s, rad/s]. */
  addVelocity(linear: readonly number[], spin: readonly number[]): void;
  /** Everything that changes and that the next step depends on: a snapshot is these bytes. */
  readonly state: Arrays;
  /** After `state` was overwritten by a snapshot: recompute what is derived. */
  restored(): void;
}
