import type { MassProperties } from './mass.ts';
import { rotationMatrix } from './sdf/place.ts';
import type { Placement, Shape, Vec3 } from './sdf/shape.ts';

/** Convex solids whose contacts are found in closed form. */
export const SPHERE = 0;
export const CAPSULE = 1;
export const CYLINDER = 2;
export const BOX = 3;
export const PLANE = 4;

/**
 * A sphere, capsule, cylinder, box or half-space somewhere. All but the half-space are symmetric about their centre.
 * The axis of capsules and cylinders, and the outward normal of a half-space, is the second of `axes`.
 */
export interface Primitive {
  readonly kind: number;
  /**
   * Half sizes along the three axes [m], without rounding. Of capsules the second is half the distance from end to end;
   * of cylinders the first is the radius.
   */
  readonly half: Vec3;
  /**
   * What is within this distance belongs to it as well [m]: radius of spheres and capsules, of the edges of rounded
   * boxes.
   */
  readonly radius: number;
  /** Centre, or any place on the face of a half-space [m]. */
  readonly centre: Vec3;
  /** Unit axes as the columns of a row-major 3×3 matrix. */
  readonly axes: Float64Array;
}

const UPRIGHT = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** The primitive that a shape is, however it is scaled, turned and put; null if it is none. */
export function primitiveOf(shape: Shape): Primitive | null {
  const bare = bareOf(shape);
  if (bare === null) return null;
  const scale = shape.type === 'transform' ? (shape.scale ?? 1) : 1;
  return placed(bare, shape, scale);
}

function bareOf(shape: Shape): Primitive | null {
  switch (shape.type) {
    case 'sphere':
      return { ...AT_ORIGIN, kind: SPHERE, radius: shape.radius };
    case 'ellipsoid': {
      const [x, y, z] = shape.radii;
      return x === y && y === z ? { ...AT_ORIGIN, kind: SPHERE, radius: x } : null;
    }
    case 'capsule':
      return capsule(shape.from, shape.to, shape.radius);
    case 'cylinder': {
      const { radius, height } = shape;
      return { ...AT_ORIGIN, kind: CYLINDER, half: [radius, height / 2, radius] };
    }
    case 'cone': {
      if (shape.radiusFrom !== shape.radiusTo) return null;
      const between = capsule(shape.from, shape.to, 0);
      const r = shape.radiusTo;
      return { ...between, kind: CYLINDER, half: [r, between.half[1], r] };
    }
    case 'round-cone':
      if (shape.radiusFrom !== shape.radiusTo) return null;
      return capsule(shape.from, shape.to, shape.radiusTo);
    case 'box':
      return { ...AT_ORIGIN, kind: BOX, half: halved(shape.size, 0) };
    case 'rounded-box':
      return {
        ...AT_ORIGIN,
        kind: BOX,
        half: halved(shape.size, shape.radius),
        radius: shape.radius,
      };
    case 'plane': {
      const [x, y, z] = shape.normal;
      const length = Math.sqrt(x * x + y * y + z * z);
      const n: Vec3 = [x / length, y / length, z / length];
      const { offset } = shape;
      const centre: Vec3 = [n[0] * offset, n[1] * offset, n[2] * offset];
      return { ...AT_ORIGIN, kind: PLANE, centre, axes: axesAround(n) };
    }
    case 'transform':
      return primitiveOf(shape.shape);
    default:
      return null;
  }
}

const AT_ORIGIN: Omit<Primitive, 'kind'> = {
  half: [0, 0, 0],
  radius: 0,
  centre: [0, 0, 0],
  axes: UPRIGHT,
};

function halved(size: Vec3, less: number): Vec3 {
  return [size[0] / 2 - less, size[1] / 2 - less, size[2] / 2 - less];
}

/** A segment of no length makes a sphere. */
function capsule(from: Vec3, to: Vec3, radius: number): Primitive {
  const axis: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  const centre: Vec3 = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2];
  if (length === 0) return { ...AT_ORIGIN, kind: SPHERE, radius, centre };
  const axes = axesAround([axis[0] / length, axis[1] / length, axis[2] / length]);
  return { kind: CAPSULE, half: [0, length / 2, 0], radius, centre, axes };
}

/** A right-handed frame with y along a unit vector. */
function axesAround([x, y, z]: Vec3): Float64Array {
  // The axis least along it is farthest from vanishing in the product.
  const e: Vec3 =
    Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z)
      ? [1, 0, 0]
      : Math.abs(z) <= Math.abs(y)
        ? [0, 0, 1]
        : [0, 1, 0];
  let [ax, ay, az] = [y * e[2] - z * e[1], z * e[0] - x * e[2], x * e[1] - y * e[0]];
  const length = Math.sqrt(ax * ax + ay * ay + az * az);
  [ax, ay, az] = [ax / length, ay / length, az / length];
  const [bx, by, bz] = [ay * z - az * y, az * x - ax * z, ax * y - ay * x];
  return Float64Array.of(ax, x, bx, ay, y, by, az, z, bz);
}

function placed(p: Primitive, at: Placement, scale: number): Primitive {
  const R = rotationMatrix(at.rotation ?? [0, 0, 0]);
  const axes = new Float64Array(9);
  const centre = [0, 0, 0];
  const position = at.position ?? [0, 0, 0];
  for (let r = 0; r < 3; r++) {
    centre[r] = position[r];
    for (let k = 0; k < 3; k++) {
      centre[r] += scale * R[3 * r + k] * p.centre[k];
      for (let c = 0; c < 3; c++) axes[3 * r + c] += R[3 * r + k] * p.axes[3 * k + c];
    }
  }
  const [x, y, z] = p.half;
  return {
    kind: p.kind,
    half: [scale * x, scale * y, scale * z],
    radius: scale * p.radius,
    centre: [centre[0], centre[1], centre[2]],
    axes,
  };
}

/** Mass properties in closed form, of uniform density [kg/m³]; null for half-spaces and boxes with rounded edges. */
export function primitiveMass(p: Primitive, density: number): MassProperties | null {
  const [x, y, z] = p.half;
  const r = p.radius;
  /** Second moments of mass about the centre along the three axes, by volume. */
  let moments: Vec3;
  let volume: number;
  if (p.kind === SPHERE) {
    volume = (4 / 3) * Math.PI * r * r * r;
    moments = [(volume * r * r) / 5, (volume * r * r) / 5, (volume * r * r) / 5];
  } else if (p.kind === BOX && r === 0) {
    volume = 8 * x * y * z;
    moments = [(volume * x * x) / 3, (volume * y * y) / 3, (volume * z * z) / 3];
  } else if (p.kind === CYLINDER) {
    volume = 2 * Math.PI * x * x * y;
    moments = [(volume * x * x) / 4, (volume * y * y) / 3, (volume * x * x) / 4];
  } else if (p.kind === CAPSULE) {
    const middle = 2 * Math.PI * r * r * y;
    const caps = (4 / 3) * Math.PI * r * r * r;
    volume = middle + caps;
    const across = (middle * r * r) / 4 + (caps * r * r) / 5;
    // Half balls: their centres are 3/8 r beyond the ends of the middle.
    const along = (middle * y * y) / 3 + caps * (y * y + (3 / 4) * y * r + (r * r) / 5);
    moments = [across, along, across];
  } else return null;
  const inertia = new Float64Array(9);
  const all = moments[0] + moments[1] + moments[2];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let sum = i === j ? all : 0;
      for (let k = 0; k < 3; k++) sum -= p.axes[3 * i + k] * moments[k] * p.axes[3 * j + k];
      inertia[3 * i + j] = density * sum;
    }
  }
  return {
    volume,
    mass: density * volume,
    centre: [p.centre[0], p.centre[1], p.centre[2]],
    inertia,
  };
}
