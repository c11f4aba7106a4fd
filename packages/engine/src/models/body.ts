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
  /** Total and active counts of unknowns and integration points, for reports. */
  readonly levels: LevelCounts;
  /** The step's linear equation. */
  readonly equation: Equation;
  /** How material points follow the unknowns, and how forces at points act on the unknowns. */
  readonly points: Points;
  /** The only facet that moves the body. */
  readonly motion: Motion;
  /** Changes the number of unknowns; missing in models of one resolution. */
  readonly adapt?: Adapt;
  /** For observers. Never called inside a step. */
  readonly look: Look;
  /** In models that can be cut. */
  readonly cut?: Cut;
  /** The state that a snapshot stores. */
  readonly state: State;
}

/** A u = b for the velocity u of the unknowns at the end of a step. The world never looks inside A. */
export interface Equation {
  /**
   * Set by the world before `assemble`: nothing touches the body in this step. A free body may then linearise where its
   * rotation continues. In contact it may not: the correction of momentum would turn it into the other body.
   */
  alone?: boolean;
  /** Scalar unknowns in this step. */
  unknowns(): number;
  /** Velocity of the unknowns now, first `unknowns()` entries used. */
  readonly velocity: Float64Array;
  /** b of this step, without the world's couplings [kg m/s or the unknown's own]. */
  readonly rhs: Float64Array;
  /** Impulses of the world's couplings in the last solve, in terms of the unknowns; `points.record` adds to it. */
  readonly impulse: Float64Array;

  /**
   * A joint gave this impulse [N s] in the last step, at a point [m] that turns with the body. Called before
   * `assemble`. Bodies whose points move along straight lines need not know.
   */
  pull?(point: Float64Array, impulse: Float64Array): void;
  /** Holds region `index`: at the end of the step its points are at pose·(rest point); pose is a 3×4 affine map. */
  hold(index: number, pose: Float64Array): void;
  /** Releases region `index`. */
  release(index: number): void;
  /**
   * Forces, A and b at the positions x + h·(iterate), for a step of h seconds. The iterate is null in the first call of
   * a step; Newton calls again with the velocity found so far.
   */
  assemble(h: number, gravity: Float64Array, iterate: Float64Array | null): void;
  /** y = A x */
  multiply(y: Float64Array, x: Float64Array): void;
  /**
   * z = Ã⁻¹ r ≈ A⁻¹ r, zero in prescribed rows, symmetric positive definite on the others, constant within a step. The
   * closer to A⁻¹, the fewer iterations.
   */
  precondition(z: Float64Array, r: Float64Array): void;
  /** True if Ã is A, to rounding. */
  readonly exact?: boolean;
  /** Makes Ã nearer to A for the rest of the step, if it can: contacts converge too slowly. True if it has. */
  renew?(): boolean;
  /** True if few unknowns carry its contacts: the pressure then follows a rotation. */
  readonly few?: boolean;
  /** Sets prescribed velocities in u. */
  prescribe(u: Float64Array): void;
  /** Zeroes the prescribed rows of r. */
  constrain(r: Float64Array): void;
  /**
   * Corrects u by a rigid motion so that a free body keeps its total momentum, as the exact solution does. `b` is the
   * right side that was solved for: `rhs` plus the impulses of contacts.
   */
  correctMomentum(u: Float64Array, b: Float64Array): void;
  /**
   * If A is diagonal and nothing is coupled to the body: u = A⁻¹ rhs, with corrected momentum, in place of the solver.
   */
  solveDiagonal?(u: Float64Array): void;
  /**
   * Scales all motion about the centre of mass by `part` and keeps the motion of the centre. A step moves along
   * straight lines, so a body that turns by a radian in one step grows by half. Does nothing while a region is held.
   */
  limit?(u: Float64Array, part: number): void;
  /** How fast u turns a rigid layer below all others [rad/s]: if those turn back, contact points do not see it. */
  rootSpin?(u: Float64Array): number;
  /** Value of the step's incremental potential at u [J], for the line search of Newton's method. */
  potential(h: number, gravity: Float64Array, u: Float64Array): number;
  /** Changes the body's material from the next step on. `restored`: its state already belongs to this material. */
  adjust?(matter: Matter, restored: boolean): void;
}

/** Material points embedded in a body. `velocities` and `forces` are exact transposes, so momentum is kept. */
export interface Points {
  /** The contact points of the body. */
  readonly contacts: PointSet;
  /**
   * Points a little below the contact points, in models with movable contact points; the world creates them for other
   * models.
   */
  readonly inner?: PointSet;
  /**
   * Embeds material points (rest positions, shape [n, 3]) in the body. Points that a joint holds are `joined`: if the
   * model can, they move linearly with the unknowns, also far outside it, so that a step ends where the joint expects
   * them. Allocates: not inside a step.
   */
  embed(points: Float64Array, joined?: boolean): PointSet;
  /** out[3i..] = position of point i. */
  positions(set: PointSet, out: Float64Array): void;
  /** out[3i..] = velocity of point i when the unknowns move with u (J u). With `subset`, only those need be right. */
  velocities(set: PointSet, u: Float64Array, out: Float64Array, subset?: Subset): void;
  /** out += Jᵀ f, f of shape [n, 3]. With `subset`, it is zero at all others. */
  forces(set: PointSet, f: Float64Array, out: Float64Array, subset?: Subset): void;
  /**
   * `equation.impulse` += Jᵀ f: records an impulse of the step just solved, together with anything that `adapt` needs
   * of it.
   */
  record(set: PointSet, f: Float64Array, subset?: Subset): void;
  /**
   * J Ã⁻¹ Jᵀ, with the same inverse that `equation.precondition` applies. If missing, the world computes it column by
   * column.
   */
  readonly compliance?: Compliance;
  /** Moves contact point i, one of the model's `moving`, to the material point now at y[o..] in the world. */
  putContact?(i: number, y: Float64Array, o: number): void;
}

/** The only facet that moves the body. */
export interface Motion {
  /** velocity = u, positions += h u. */
  advance(h: number, u: Float64Array): void;
  /** Puts the undeformed body at pose·(rest point), a 3×4 rigid map. */
  place(pose: Float64Array): void;
  /** Moves the deformed body by a 3×4 rigid map; velocities turn with it and are multiplied by `keep`: 1 or 0. */
  move(pose: Float64Array, keep: number): void;
  /** Adds a velocity to every point: linear + spin × (x − centre of mass) [m/s, rad/s]. */
  addVelocity(linear: readonly number[], spin: readonly number[]): void;
  /** The body falls asleep: clears velocities that it keeps beside `equation.velocity`. */
  stop?(): void;
  /** Fills the numbers named in `MEASURE`. Changes no state, but scratch: never between `assemble` and `advance`. */
  measure(gravity: Float64Array, out: Float64Array): void;
  /** The history for second-order steps; islands with a body that has none take first-order steps. */
  readonly history?: History;
  /**
   * Number of equal parts of a step of h seconds that the body needs to be as stiff as its material. If missing, 1, but
   * more while it touches something and turns fast (`world/substeps.ts`).
   */
  substeps?(h: number): number;
}

/**
 * Changes the number of unknowns. No point may move here, and kinetic energy may not grow. All members but `tune` are
 * optional.
 */
export interface Adapt {
  /**
   * Before `assemble`: contact points that are about to be touched in the coming step of h seconds, with their `speeds`
   * relative to the other thing [m/s], by contact point.
   */
  touch?(h: number, points: Int32Array, count: number, speeds: Float64Array): void;
  /**
   * After the solve: adds unknowns where the solution u is too coarse. Returns true if it did: `velocity` is then that
   * of the start of the step in the new unknowns, and the step is assembled and solved again with the same contacts and
   * couplings.
   */
  refineStep?(h: number, u: Float64Array): boolean;
  /** Before `motion.advance`: coarsens or refines, from the step's solution u, and rewrites u for the new unknowns. */
  before?(h: number, u: Float64Array): void;
  /** After `motion.advance` by h seconds: coarsens or refines, from the new positions. */
  after?(h: number): void;
  /** The body was put to sleep and will not be stepped until something disturbs it. */
  sleep?(): void;
  /** In models with `sleep`: whether it adapts (`tuning.adaptive`). */
  readonly isOn?: boolean;
  /** Changes the adaptation from the next step on. */
  tune(tuning: Tuning): void;
  /** Makes cells within `radius` [m] of a point in the world `levels` finer (coarser if negative) than at the start. */
  refine?(where: Float64Array, radius: number, levels: number): boolean;
}

/** For observers, after a step. Does not change the state. */
export interface Look {
  /** Single precision positions and normals of the surface for drawing, shape [vertices, 3] each. */
  drawSurface(positions: Float32Array, normals: Float32Array): void;
  /** The frames, cells or elements of the body, filled by `drawParts`; missing in models of one resolution. */
  readonly parts?: Parts | null;
  drawParts?(): void;
  /** The cells of the body, filled by `drawCells` on demand. Missing if there are none. */
  readonly cells?: Cells | null;
  drawCells?(): void;
  /**
   * Its layers, coarsest first, and the displacement of the surface by layer `index`; missing in models without layers.
   */
  readonly layers?: readonly LayerInfo[];
  drawLayer?(index: number, out: LayerMotion): void;
  /**
   * Requests of the material or options that it cannot meet in steps of h seconds: field, value, actual behaviour,
   * remedy.
   */
  remarks?(h: number): readonly string[];
}

/** Cutting, between two steps. */
export interface Cut {
  /** Incremented when triangles change. */
  readonly topology: number;
  /** Whether it has been cut; follows from the state, so it is right after a restore. */
  readonly isCut: boolean;
  /** The surface now: replaced when `topology` changes. */
  readonly surface: SurfaceModel;
  /**
   * Cuts with the surface that a segment sweeps, given as pairs of its ends in the world [m], shape [positions, 2, 3].
   * Must not add energy, as measured in steps of h seconds. Returns the number of links severed, −1 if the result would
   * not fit into memory.
   */
  along(blade: Float64Array, h: number): number;
  /** Returns the pieces of the body, the largest first; empty while it is connected. Allocates. */
  split(): readonly PieceOff[];
  /**
   * Embeds the corners of the body's cage of cubes `cell` [m] wide, with room for the model's `slitSites` on the sides
   * of slits.
   */
  embedCage(corners: Float64Array, cell: number): CagePoints;
}

/** The state that a snapshot stores. */
export interface State {
  /** Everything that changes and that the next step depends on: a snapshot is these bytes. */
  readonly arrays: Arrays;
  /** After the arrays were overwritten by a snapshot: recompute what is derived. */
  restored(): void;
}

/** Arrays by name, as a snapshot keeps them. */
export type Arrays = Readonly<Record<string, Float64Array | Int32Array | Uint8Array>>;

/**
 * History of a body for second-order steps (BDF2). It is state, and is converted with the velocity in switches and
 * cuts. A step of h seconds is `predict`, then the implicit step of 2h/3 from there (`assemble` … `advance`), with
 * `learn` after the solve. `models/shared/history.ts` has the mathematics.
 */
export interface History {
  /** Mean velocity of the unknowns over the last step; after `predict`, first `unknowns()` entries used. */
  readonly mean: Float64Array;
  /** True from `predict` to `learn`. */
  readonly predicted: boolean;
  /** Account of its exchange with other bodies, `EXCHANGE.length` numbers (`contact/solve/exchange.ts`). */
  readonly exchange: Float64Array;
  /** Its momentum when the step began [kg m/s], from `predict` on, if it is free. */
  readonly started: Float64Array;
  /** True if nothing from outside holds it. */
  free(): boolean;
  /** Nine numbers, after `assemble`: momentum of u, its angular momentum about the centre of mass, and the centre. */
  momenta(out: Float64Array, u: Float64Array): void;
  /** out = the expected velocity in the coming step; false if there is no history. */
  expect(out: Float64Array): boolean;
  /** Moves to the start of the implicit step. A body without history is assumed to have fallen by `gravity` [m/s²]. */
  predict(h: number, gravity: Float64Array): void;
  /**
   * After the solve of a step of h seconds: stores it. `jump` is the part of u caused by landings, null for none:
   * positions move by `lag` seconds of it, a third is removed from u if the step was predicted, and none of it is
   * extrapolated.
   */
  learn(h: number, u: Float64Array, jump: Float64Array | null, lag: number): void;
  /** Gravity is different from now on, by `more` [m/s²]: as if it had been so in the last step, of h seconds. */
  follow(h: number, more: Float64Array): void;
  /** The body and its velocities were moved by a 3×4 rigid map: turns the history, except the part due to gravity. */
  move(pose: Float64Array): void;
  /** Adds a velocity by calling `add`, of the given mean over the body [m/s]: as if it had had it in the last step. */
  hasten(linear: readonly number[], add: () => void): void;
  /** The motion was changed from outside: the next step begins without history. */
  forget(): void;
}

/** Points embedded in a body before it is created. */
export interface Tied {
  /** Allocates their memory and fills it: runs once to count bytes, once for real. */
  allocate(allocator: Allocator): PointSet;
}

/** The corners of a body's cage, followed by sites on the sides of its slits that others touch. */
export interface CagePoints extends PointSet {
  readonly walls: Walls;
}

/** A piece of a body as a separate model. */
export interface Part {
  readonly model: BodyModel;
  /** Its distance field at rest, for contact. */
  readonly sdf: Sdf;
  /** The body's held regions that reach into the piece, by index: these are the model's regions. */
  readonly held: readonly number[];
}

/** A separated piece of a body, ready to become a body. */
export interface PieceOff extends Part {
  /** Data from which `BodyModel.part` of the original model rebuilds this model. */
  readonly seed: Arrays;
  /** Copies the current motion of the piece to a body just created from the model. */
  give(to: Body): void;
}

/** The shape, material and hierarchy of a body: built once, never changed, shared by any number of live bodies. */
export interface BodyModel {
  readonly kind: string;
  readonly surface: SurfaceModel;
  /** Contact points at rest [m], shape [n, 3], on the surface. A cut may move some. */
  readonly contactPoints: Float64Array;
  /**
   * Number of contact points, at the end of the list, that `points.putContact` can move: points of a manifold that
   * moves over the material.
   */
  readonly moving?: number;
  /** Longest side of the body at rest [m]; tolerances are relative to it. */
  readonly size: number;
  readonly mass: number;
  /** Largest number of scalar unknowns of a live body: the size of the world's vectors. */
  readonly capacity: number;
  /** Fields that `equation.adjust` can change; none if missing. */
  readonly adjusts?: readonly Adjustable[];
  /** Columns of its factored compliance, in models that always use that form (`Compliance.factor`). */
  readonly rank?: number;
  /** Sizes of its sparse compliance, in models that always use that form (`Compliance.sparse`). */
  readonly sparse?: { readonly stride: number; readonly states: number };
  /** Number of sites on the sides of slits that others can touch at a time, in models that may have slits. */
  readonly slitSites?: number;
  /** Like `points.embed`, for points known before the body exists: their data lies where kernels reach it. */
  tie?(points: Float64Array): Tied;
  /** Allocates all memory of a live body and does nothing else: runs once to count bytes, once for real. */
  allocate(allocator: Allocator): unknown;
  /** Creates a live body at rest; its own coordinates are the world's. */
  create(allocator: Allocator, kernels: Kernels): Body;
  /** Rebuilds the model of a piece; in models that can fall apart. */
  part?(seed: Arrays): Part;
  /**
   * Distance of a material point from the middle of the nearest material [m]; used to find the piece that contains it.
   */
  distance?(point: ArrayLike<number>): number;
}
