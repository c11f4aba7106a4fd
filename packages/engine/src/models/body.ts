import type { Subset } from '../contact/detect/live.ts';
import type { Walls } from '../contact/detect/slits.ts';
import type { Compliance, PointGroup, PointSet, Sites } from '../contact/solve/metric.ts';
import type { Sdf } from '../geometry/types.ts';
import type { Allocator } from '../kernels/arena.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { Adjustable, Matter, Tuning } from './tuning.ts';
import type { Cells, LayerInfo, LayerMotion, LevelCounts, Parts, SurfaceModel } from './views.ts';

export type { Compliance, PointGroup, PointSet, Sites };

/**
 * A live body, in facets. One step is `A u = b`, where u is the velocity of the unknowns at the end of the step.
 * `docs/contract.md` says what each facet promises and in which order the world calls it; `test/models/conformance`
 * checks the promises for every model.
 */
export interface Body {
  readonly model: BodyModel;
  /** What it has and what it uses now, for reports. */
  readonly levels: LevelCounts;
  /** The step's linear equation. */
  readonly equation: Equation;
  /** How material points follow the unknowns, and the unknowns feel forces at points. */
  readonly points: Points;
  /** The only place where anything moves. */
  readonly motion: Motion;
  /** Spending fewer or more unknowns; missing in models of one resolution. */
  readonly adapt?: Adapt;
  /** For observers, after a step. Never called inside one. */
  readonly look: Look;
  /** In models that can be cut. */
  readonly cut?: Cut;
  /** What a snapshot keeps. */
  readonly state: State;
}

/** A u = b for the velocity u of the unknowns at the end of a step. The world never looks inside A. */
export interface Equation {
  /**
   * The world says before `assemble` if nothing touches the body in this step. A free body may then take its linear
   * model where its turn goes on; what that leaves to `correctMomentum` would turn it into what it touches.
   */
  alone?: boolean;
  /** Scalar unknowns in this step. */
  unknowns(): number;
  /** Velocity of the unknowns now, first `unknowns()` entries used. */
  readonly velocity: Float64Array;
  /** b of this step, without the world's couplings [kg m/s or the unknown's own]. */
  readonly rhs: Float64Array;
  /** Impulses of the world's couplings in the last solve, as the unknowns feel them; `points.record` adds to it. */
  readonly impulse: Float64Array;

  /** Holds region `index`: at the end of the step its points are at pose·(rest point); pose is a 3×4 affine map. */
  hold(index: number, pose: Float64Array): void;
  /** Lets region `index` go. */
  release(index: number): void;
  /**
   * Forces, A and b at the positions x + h·(iterate), for a step of h seconds. The iterate is null in the first call of
   * a step; Newton calls again with the velocity found so far.
   */
  assemble(h: number, gravity: Float64Array, iterate: Float64Array | null): void;
  /** y = A x */
  multiply(y: Float64Array, x: Float64Array): void;
  /**
   * z = Ã⁻¹ r ≈ A⁻¹ r, zero in prescribed rows, symmetric positive definite on the others, always the same within a
   * step. The nearer to A⁻¹, the fewer iterations.
   */
  precondition(z: Float64Array, r: Float64Array): void;
  /** True if Ã is A, to rounding. */
  readonly exact?: boolean;
  /** Sets prescribed velocities in u. */
  prescribe(u: Float64Array): void;
  /** Zeroes the prescribed rows of r. */
  constrain(r: Float64Array): void;
  /**
   * Corrects u by a rigid motion so that it keeps what the exact solution keeps, the total momentum of a free body. `b`
   * is the right side that was solved for: `rhs` and the impulses of contacts.
   */
  correctMomentum(u: Float64Array, b: Float64Array): void;
  /**
   * Where A is diagonal and nothing is coupled to the body: u = A⁻¹ rhs, momentum corrected. The solver is not asked
   * then.
   */
  solveDiagonal?(u: Float64Array): void;
  /**
   * Leaves the motion of the centre of mass as it is, and `part` of all motion about it. A step is straight: what turns
   * by a radian in it grows by half. Does nothing while a region is held.
   */
  limit?(u: Float64Array, part: number): void;
  /** Value of the step's incremental potential at u [J], for the line search of Newton's method. */
  potential(h: number, gravity: Float64Array, u: Float64Array): number;
  /**
   * Changes what the body is made of, from the next step on. `restored`: its state is that of a body with this matter
   * already.
   */
  adjust?(matter: Matter, restored: boolean): void;
}

/**
 * Material points that are tied to a body. `velocities` and `forces` are exact transposes: that is what keeps momentum.
 */
export interface Points {
  /** Those the body touches others with. */
  readonly contacts: PointSet;
  /**
   * Points a little below the contact points, in models whose contact points may move; the world makes them for others.
   */
  readonly inner?: PointSet;
  /** Ties material points (rest positions, shape [n, 3]) to the body. Allocates: not inside a step. */
  embed(points: Float64Array): PointSet;
  /** out[3i..] = position of point i. */
  positions(set: PointSet, out: Float64Array): void;
  /** out[3i..] = velocity of point i when the unknowns move with u (J u). With `subset`, only those need be right. */
  velocities(set: PointSet, u: Float64Array, out: Float64Array, subset?: Subset): void;
  /** out += Jᵀ f, f of shape [n, 3]. With `subset`, it is zero at all others. */
  forces(set: PointSet, f: Float64Array, out: Float64Array, subset?: Subset): void;
  /**
   * `equation.impulse` += Jᵀ f: an impulse that has acted in the step just solved. What `adapt` wants to know of it is
   * noted, too.
   */
  record(set: PointSet, f: Float64Array, subset?: Subset): void;
  /**
   * J Ã⁻¹ Jᵀ through the very inverse that `equation.precondition` applies. Found column by column through that if
   * missing.
   */
  readonly compliance?: Compliance;
  /** Puts contact point i, one of the model's `moving`, to where place y[o..] of the world now is in the body. */
  putContact?(i: number, y: Float64Array, o: number): void;
}

/** The only place where anything moves. */
export interface Motion {
  /** velocity = u, positions += h u. */
  advance(h: number, u: Float64Array): void;
  /** Puts the undeformed body at pose·(rest point), a 3×4 rigid map. */
  place(pose: Float64Array): void;
  /**
   * Moves the body as it is, shape and all, by a 3×4 rigid map; velocities turn with it, and `keep` of them is left:
   * all (1) or nothing (0).
   */
  move(pose: Float64Array, keep: number): void;
  /** Gives every point an extra velocity: linear + spin × (x − centre of mass) [m/s, rad/s]. */
  addVelocity(linear: readonly number[], spin: readonly number[]): void;
  /** Fills the numbers named in `MEASURE`. Changes nothing. */
  measure(gravity: Float64Array, out: Float64Array): void;
  /** What second-order steps need; a world with bodies that have none takes first-order ones. */
  readonly history?: History;
  /**
   * Equal parts that a step of h seconds must be made of for the body to be as stiff as its material says. If missing,
   * 1, but more while it touches something and turns fast (`world/substeps.ts`).
   */
  substeps?(h: number): number;
}

/**
 * Spending fewer or more unknowns. Nothing may move in here, and the velocity may only lose energy. All but `tune` may
 * be missing.
 */
export interface Adapt {
  /**
   * Before `assemble`: contact points that are about to be touched in the coming step of h seconds; `speeds` [m/s]
   * tells how fast each moves against what it touches, by contact point.
   */
  touch?(h: number, points: Int32Array, count: number, speeds: Float64Array): void;
  /**
   * After the solve: spends more unknowns where the solution u is too coarse. True if it did: `velocity` is then that
   * of the start of the step in the new unknowns, and the step is assembled and solved again; contacts and couplings
   * stay as they are.
   */
  refineStep?(h: number, u: Float64Array): boolean;
  /**
   * Before `motion.advance`: coarsens or refines, given the step's solution, which it writes in the new unknowns into
   * u.
   */
  before?(h: number, u: Float64Array): void;
  /** After `motion.advance` by h seconds: coarsens or refines, given where the body is now. */
  after?(h: number): void;
  /** The body was put to sleep and will not be stepped until something disturbs it. */
  sleep?(): void;
  /** Changes the adaptation from the next step on. */
  tune(tuning: Tuning): void;
  /**
   * Asks for `levels` finer cells (coarser if negative) than at the start within `radius` [m] of a place in the world.
   */
  refine?(where: Float64Array, radius: number, levels: number): boolean;
}

/** What observers ask for after a step; it leaves the state as it is. */
export interface Look {
  /** Single precision positions and normals of the surface for drawing, shape [vertices, 3] each. */
  drawSurface(positions: Float32Array, normals: Float32Array): void;
  /** The pieces it is made of, filled by `drawParts`; missing in a model that has only one resolution. */
  readonly parts?: Parts | null;
  drawParts?(): void;
  /**
   * The cells it is computed with, filled by `drawCells`: only who looks at cells pays for them. Missing if there are
   * none to show.
   */
  readonly cells?: Cells | null;
  drawCells?(): void;
  /**
   * Its layers, coarsest first, and a picture of what layer `index` does to the surface now; missing for a model that
   * has none.
   */
  readonly layers?: readonly LayerInfo[];
  drawLayer?(index: number, out: LayerMotion): void;
  /**
   * What its material or options ask for and it cannot do in steps of h seconds: field, value, what it does instead,
   * remedy.
   */
  remarks?(h: number): readonly string[];
}

/** Cutting, between two steps. */
export interface Cut {
  /** Counts up when triangles change. */
  readonly topology: number;
  /** Whether it was cut since it was built; follows from the state, so that a restored body says the same. */
  readonly isCut: boolean;
  /** The surface now: replaced when `topology` counts up. */
  readonly surface: SurfaceModel;
  /**
   * Cuts with the surface that a segment sweeps, given as pairs of its ends in the world [m], shape [positions, 2, 3].
   * Must not add energy, as measured in steps of h seconds. Returns the number of links severed, −1 if there was no
   * room for what would come of it.
   */
  along(blade: Float64Array, h: number): number;
  /** What the body has fallen into, the largest first; nothing while it hangs together. Allocates. */
  split(): readonly PieceOff[];
  /**
   * Ties the corners of the body's cage of cubes `cell` [m] wide, with room for the model's `grips` on the sides of
   * slits.
   */
  embedCage(corners: Float64Array, cell: number): CagePoints;
}

/** What a snapshot keeps. */
export interface State {
  /** Everything that changes and that the next step depends on: a snapshot is these bytes. */
  readonly arrays: Arrays;
  /** After the arrays were overwritten by a snapshot: recompute what is derived. */
  restored(): void;
}

/** Arrays by name, as a snapshot keeps them. */
export type Arrays = Readonly<Record<string, Float64Array | Int32Array | Uint8Array>>;

/**
 * What a body remembers for steps of second order (BDF2), as state that goes with its velocity through switches and
 * cuts. A step of h seconds is `predict`, then the implicit step of 2h/3 from there (`assemble` … `advance`), with
 * `learn` after the solve. `models/shared/history.ts` has the mathematics.
 */
export interface History {
  /** Mean velocity of the unknowns over the last step; after `predict`, first `unknowns()` entries used. */
  readonly mean: Float64Array;
  /** True from `predict` to `learn`. */
  readonly predicted: boolean;
  /** What other bodies gave it, `EXCHANGE.length` numbers (`contact/solve/exchange.ts`). */
  readonly exchange: Float64Array;
  /** Its momentum when the step began [kg m/s], from `predict` on, if it is free. */
  readonly started: Float64Array;
  /** True if nothing from outside holds it. */
  free(): boolean;
  /**
   * Nine numbers, after `assemble`: momentum of u, its angular momentum about the centre of mass, and where the centre
   * is.
   */
  momenta(out: Float64Array, u: Float64Array): void;
  /** out = the velocity with which it is expected to go through the coming step; false if there is no history. */
  expect(out: Float64Array): boolean;
  /** Goes to where the implicit step begins. A body without history fell by `gravity` so far [m/s²]. */
  predict(h: number, gravity: Float64Array): void;
  /**
   * After the solve of a step of h seconds: remembers it. `jump` is the part of u that comes of landings, null for
   * none: positions move by `lag` seconds of it, a third leaves u if the step was predicted, and none of it is expected
   * to go on.
   */
  learn(h: number, u: Float64Array, jump: Float64Array | null, lag: number): void;
  /** Something came in between: the next step begins without history. */
  forget(): void;
}

/** Points that are tied to a body before it is made. */
export interface Tied {
  /** Takes their memory and fills it: run once to count bytes, once for real. */
  allocate(allocator: Allocator): PointSet;
}

/** The corners of a body's cage, and after them sites where others hold on to the sides of its slits. */
export interface CagePoints extends PointSet {
  readonly walls: Walls;
}

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

/** The shape, material and hierarchy of a body: built once, never changed, shared by any number of live bodies. */
export interface BodyModel {
  readonly kind: string;
  readonly surface: SurfaceModel;
  /** Contact points at rest [m], shape [n, 3]; a few places on the surface. A cut may put some elsewhere. */
  readonly contactPoints: Float64Array;
  /**
   * So many of the last contact points may be put anywhere (`points.putContact`): the points of a manifold that moves
   * over the material.
   */
  readonly moving?: number;
  /** Longest side of the body at rest [m]: what tolerances are relative to. */
  readonly size: number;
  readonly mass: number;
  /** Largest number of scalar unknowns a live body can ever have: sizes the world's vectors. */
  readonly capacity: number;
  /** What `equation.adjust` can change; nothing if missing. */
  readonly adjusts?: readonly Adjustable[];
  /** Columns of its factored compliance, in models that always give that (`Compliance.factor`). */
  readonly rank?: number;
  /** Sizes of its sparse compliance, in models that always give that (`Compliance.sparse`). */
  readonly sparse?: { readonly stride: number; readonly states: number };
  /** Sites on the sides of slits that others can hold at a time, in models that may have slits. */
  readonly grips?: number;
  /** What `points.embed` does, for points known before there is a body: laid out where the kernels reach them. */
  tie?(points: Float64Array): Tied;
  /** Takes all memory a live body needs, and nothing else: run once to count bytes, once for real. */
  allocate(allocator: Allocator): unknown;
  /** Makes a live body at rest, its own coordinates those of the world. */
  create(allocator: Allocator, kernels: Kernels): Body;
  /** The model of a piece that came off once; in models that can fall apart. */
  part?(seed: Arrays): Part;
  /**
   * How far a material point is from the middle of the matter nearest to it [m]: tells which of several pieces has it.
   */
  distance?(point: ArrayLike<number>): number;
}
