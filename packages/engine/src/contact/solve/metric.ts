import type { Subset } from '../detect/live.ts';

/** A set of material points that a body can move. Opaque outside the model that embedded it. */
export interface PointSet {
  readonly count: number;
}

/** Sites of a body's rows, each between at most four points of one group. */
export interface Sites {
  /** The group its points are of. */
  readonly group: Int32Array;
  /** The points by index, and their weights; 0 for none. Shape [n, 4] each. */
  readonly points: Int32Array;
  readonly weights: Float64Array;
}

/** Points of a body with what goes on there. */
export interface PointGroup {
  readonly points: PointSet;
  /** Velocities [m/s] and impulses [N s], shape [points, 3]. */
  readonly v: Float64Array;
  readonly f: Float64Array;
  /** The points used by rows; all if missing. */
  readonly subset?: Subset;
}

/**
 * J Ã⁻¹ Jᵀ of sites of a body, with the same inverse Ã⁻¹ ≈ A⁻¹ that the body's `precondition` applies. Contacts
 * converge only because the two match. A model provides either form, or both; the cheaper one is used.
 */
export interface Compliance {
  /**
   * W = J Ã⁻¹ Jᵀ [1/kg] for n sites, shape [3n, 3n], symmetric. Returns false if there are too many sites: it is then
   * computed column by column through `precondition`, as in models without this.
   */
  dense?(groups: readonly PointGroup[], sites: Sites, n: number, W: Float64Array): boolean;
  /** The same in single precision, shape [3n, rowOf4(3n)]: rows are filled up with zeros (`kernels/single.ts`). */
  single?(groups: readonly PointGroup[], sites: Sites, n: number, W: Float32Array): boolean;
  /** Where rows touch few unknowns: the number of columns of X with W = X Xᵀ, and X, shape [3n, rank]. */
  rank?(): number;
  factor?(groups: readonly PointGroup[], sites: Sites, n: number, X: Float64Array): void;
  /** Where sites move with few unknowns each: a record a site, in models that always give that (`SparseCompliance`). */
  readonly sparse?: SparseCompliance;
}

/** Sites as sparse rows over a body's own unknowns; `contact/solve/forms.ts` says what a record is. */
export interface SparseCompliance {
  /** Numbers of a record. */
  readonly stride: number;
  /** Fills the records of n sites; returns the length of the state they are over. */
  fill(groups: readonly PointGroup[], sites: Sites, n: number, records: Float64Array): number;
}

/** A body's equation as the contact solver sees it; `models/body.ts` says what each of these promises. */
export interface MovingEquation {
  readonly velocity: Float64Array;
  readonly rhs: Float64Array;
  readonly exact?: boolean;
  renew?(): boolean;
  unknowns(): number;
  multiply(y: Float64Array, x: Float64Array): void;
  precondition(z: Float64Array, r: Float64Array): void;
  prescribe(u: Float64Array): void;
  constrain(r: Float64Array): void;
  correctMomentum(u: Float64Array, b: Float64Array): void;
  limit?(u: Float64Array, part: number): void;
  rootSpin?(u: Float64Array): number;
}

/** A body's points as the contact solver sees them. */
export interface MovingPoints {
  readonly contacts: PointSet;
  readonly compliance?: Compliance;
  positions(set: PointSet, out: Float64Array): void;
  velocities(set: PointSet, u: Float64Array, out: Float64Array, subset?: Subset): void;
  forces(set: PointSet, f: Float64Array, out: Float64Array, subset?: Subset): void;
  record(set: PointSet, f: Float64Array, subset?: Subset): void;
}

/** A body as the contact solver sees it, with the vectors it works on, each of the body's capacity. */
export interface Moving {
  readonly body: {
    readonly model: { readonly size: number; readonly mass: number };
    readonly equation: MovingEquation;
    readonly points: MovingPoints;
    readonly cut?: { readonly isCut: boolean };
  };
  /** Velocity at the end of the step: what is solved for. */
  readonly u: Float64Array;
  /** Right side with the impulses of rows. */
  readonly b: Float64Array;
  /** Additional right side from the momentum correction (`owed.ts`). */
  readonly owed: Float64Array;
  /** Residual, Ã⁻¹ of it or of g, residual under the new impulses. */
  readonly r: Float64Array;
  readonly z: Float64Array;
  readonly g: Float64Array;
  /** The last direction, A and Jᵀ(impulses) along it; A times a step. */
  readonly p: Float64Array;
  readonly Ap: Float64Array;
  readonly Jp: Float64Array;
  readonly q: Float64Array;
  /** Weights of the contact points with which they are the centre of mass. */
  readonly centre: Float64Array;
  readonly holds: readonly { readonly held: boolean }[];
  /** Set for what another engine moves. */
  readonly guest: object | null;
}
