/**
 * A solid described as plain data, so that it can be written in a scene file, printed and compared. All lengths in
 * metres, angles in degrees, y up. `compileShape` turns it into something that can be evaluated.
 */
export type Shape =
  | SphereShape
  | EllipsoidShape
  | CapsuleShape
  | ConeShape
  | RoundConeShape
  | BoxShape
  | RoundedBoxShape
  | TorusShape
  | CylinderShape
  | PlaneShape
  | UnionShape
  | DifferenceShape
  | IntersectionShape
  | TransformShape
  | RepeatShape
  | ShellShape
  | ThingShape
  | MeshShape;

export type Vec3 = readonly [number, number, number];

/** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
export type Rotation = Vec3 | readonly [number, number, number, number];

/** Every shape may be put somewhere without being wrapped in a transform. */
export interface Placement {
  /** Where the shape's own origin goes [m]. */
  position?: Vec3;
  /** Turned so, before the move to `position`. */
  rotation?: Rotation;
}

/** Centred at the origin. */
export interface SphereShape extends Placement {
  type: 'sphere';
  radius: number;
}

/** Centred at the origin, axes along x, y, z. */
export interface EllipsoidShape extends Placement {
  type: 'ellipsoid';
  radii: Vec3;
}

/** All points within `radius` of the segment. A segment of no length makes a sphere. */
export interface CapsuleShape extends Placement {
  type: 'capsule';
  from: Vec3;
  to: Vec3;
  radius: number;
}

/** A cone cut flat at both ends. One of the radii may be zero: a pointed cone. */
export interface ConeShape extends Placement {
  type: 'cone';
  from: Vec3;
  to: Vec3;
  radiusFrom: number;
  radiusTo: number;
}

/** The hull of two spheres: a limb. One of the radii may be zero: a thorn. */
export interface RoundConeShape extends Placement {
  type: 'round-cone';
  from: Vec3;
  to: Vec3;
  radiusFrom: number;
  radiusTo: number;
}

/** Centred at the origin. */
export interface BoxShape extends Placement {
  type: 'box';
  /** Full edge lengths. */
  size: Vec3;
}

/** Centred at the origin. */
export interface RoundedBoxShape extends Placement {
  type: 'rounded-box';
  /** Full edge lengths, rounding included. */
  size: Vec3;
  /** Of the rounded edges; at most half of the shortest edge. */
  radius: number;
}

/** A ring about the y axis, centred at the origin. */
export interface TorusShape extends Placement {
  type: 'torus';
  /** From the axis to the middle of the tube. */
  radius: number;
  /** Radius of the tube. */
  tube: number;
}

/** Along y, centred at the origin. */
export interface CylinderShape extends Placement {
  type: 'cylinder';
  radius: number;
  /** Full height. */
  height: number;
}

/** The half-space normal·x ≤ offset. The normal points out of the solid and need not have length one. */
export interface PlaneShape extends Placement {
  type: 'plane';
  normal: Vec3;
  /** Distance of the plane from the origin along the normal [m]. */
  offset: number;
}

/** Everything that is in one of the shapes. */
export interface UnionShape extends Placement {
  type: 'union';
  shapes: readonly Shape[];
  /** Width over which joins are rounded [m]; the join grows by at most a quarter of it. 0 is a sharp join. */
  smooth?: number;
}

/** What is in `base` and in none of `cut`. */
export interface DifferenceShape extends Placement {
  type: 'difference';
  base: Shape;
  cut: readonly Shape[];
  /** Width over which the rims are rounded [m]. */
  smooth?: number;
}

/** What is in all of the shapes. */
export interface IntersectionShape extends Placement {
  type: 'intersection';
  shapes: readonly Shape[];
  /** Width over which the rims are rounded [m]. */
  smooth?: number;
}

/** The shape scaled about its origin, then turned, then moved. */
export interface TransformShape extends Placement {
  type: 'transform';
  shape: Shape;
  /** The same in all directions, so that distances stay distances. */
  scale?: number;
}

/** Copies on a grid, centred on the shape's own origin. */
export interface RepeatShape extends Placement {
  type: 'repeat';
  shape: Shape;
  /** Copies along x, y, z. */
  count: Vec3;
  /** From copy to copy along x, y, z [m]. */
  spacing: Vec3;
}

/** The outer skin of a shape, `thickness` deep: the outside stays where it was, the inside becomes hollow. */
export interface ShellShape extends Placement {
  type: 'shell';
  shape: Shape;
  thickness: number;
}

/** A creature or thing from the library, or one of its named parts. */
export interface ThingShape extends Placement {
  type: 'thing';
  name: string;
  /** A named part alone, in the place it has in the whole. */
  part?: string;
  scale?: number;
}

/** A solid bounded by a closed mesh. Compiling it takes a `resolve` function that knows where the mesh is. */
export interface MeshShape extends Placement {
  type: 'mesh';
  [field: string]: unknown;
}
