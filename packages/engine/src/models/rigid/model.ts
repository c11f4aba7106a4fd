import type { MassProperties } from '../../geometry/mass.ts';
import type { Primitive } from '../../geometry/primitive.ts';
import type { Sdf, TriangleMesh } from '../../geometry/types.ts';
import type { Locked } from '../shared/turning.ts';

/** What a rigid body is made from. */
export interface RigidInput {
  readonly sdf: Sdf;
  /** The visible surface, if there is one already. */
  readonly surface: TriangleMesh | null;
  /** [kg/m³] */
  readonly density: number;
  /** Damping by mass [1/s]. */
  readonly damping: number;
  /** Regions that can be held; holding one holds the whole body. */
  readonly regions: number;
  /** Size of a triangle of the visible surface [m]. */
  readonly detail?: number;
  /** The primitive it is, if it is one: its mass is then exact, and it touches others of the kind by it. */
  readonly primitive?: Primitive | null;
}

/** Everything about a rigid body that never changes. */
export interface RigidData extends RigidInput, MassProperties {
  readonly surface: TriangleMesh;
  readonly contactPoints: Float64Array;
  /** Axes of the world that nothing moves it along or about. */
  readonly locked?: Locked;
}
