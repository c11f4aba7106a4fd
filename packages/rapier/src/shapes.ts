import type { Collider, Shape as RapierShape, Rotation, Vector } from '@dimforge/rapier3d-compat';
import type { Shape } from 'pliant';
import { heightfieldMesh } from './heightfield.ts';
import { solidMesh } from './mesh.ts';

/** Rapier's numbers of shape types: taken by value, so that nothing of Rapier is loaded twice. */
const TYPE = {
  ball: 0,
  cuboid: 1,
  capsule: 2,
  trimesh: 6,
  heightfield: 7,
  compound: 8,
  convex: 9,
  cylinder: 10,
  cone: 11,
  roundCuboid: 12,
  roundCylinder: 14,
  halfSpace: 17,
} as const;

const REFUSED: Record<number, string> = {
  3: 'a segment',
  4: 'a polyline',
  5: 'a triangle',
  13: 'a round triangle',
  15: 'a round cone',
  16: 'a round convex hull',
  18: 'voxels',
};

type Point = [number, number, number];
/** The fields of Rapier's shapes that are read here. */
interface Fields {
  type: number;
  radius: number;
  halfHeight: number;
  halfExtents: Vector;
  borderRadius: number;
  normal: Vector;
  vertices: Float32Array;
  indices: Uint32Array | null | undefined;
  nrows: number;
  ncols: number;
  heights: Float32Array;
  scale: Vector;
  shapes: RapierShape[];
  positions: Vector[];
  rotations: Rotation[];
}

/** A shape that Pliant has no solid for. */
export class ShapeError extends Error {}

/**
 * The solid of a body: all its colliders that are no sensors and not switched off, in the body's own coordinates. Null if there is none.
 * For a collider without a body, in the collider's own.
 */
export function shapeOfColliders(colliders: readonly Collider[]): Shape | null {
  const shapes = colliders.map((collider) => {
    // As Rapier has it, not as it was asked for: a hull knows its faces only then.
    collider.clearShapeCache();
    const shape = convert(collider.shape as unknown as Fields);
    const at = collider.translationWrtParent();
    const turned = collider.rotationWrtParent();
    return at && turned ? placed(shape, at, turned) : shape;
  });
  if (shapes.length === 0) return null;
  return shapes.length === 1 ? shapes[0] : { type: 'union', shapes };
}

function convert(shape: Fields): Shape {
  const { radius, halfHeight, halfExtents: half, borderRadius: border } = shape;
  switch (shape.type) {
    case TYPE.ball:
      return { type: 'sphere', radius };
    case TYPE.cuboid:
      return { type: 'box', size: [2 * half.x, 2 * half.y, 2 * half.z] };
    case TYPE.roundCuboid:
      return {
        type: 'rounded-box',
        size: [2 * (half.x + border), 2 * (half.y + border), 2 * (half.z + border)],
        radius: border,
      };
    case TYPE.capsule:
      return { type: 'capsule', from: [0, -halfHeight, 0], to: [0, halfHeight, 0], radius };
    case TYPE.cylinder:
      return { type: 'cylinder', radius, height: 2 * halfHeight };
    case TYPE.roundCylinder:
      return { type: 'cylinder', radius: radius + border, height: 2 * (halfHeight + border) };
    case TYPE.cone:
      return {
        type: 'cone',
        from: [0, -halfHeight, 0],
        to: [0, halfHeight, 0],
        radiusFrom: radius,
        radiusTo: 0,
      };
    case TYPE.halfSpace:
      return { type: 'plane', normal: point(shape.normal), offset: 0 };
    case TYPE.convex:
    case TYPE.trimesh:
      // Not mended: a lid over an open mesh would be a surprise.
      return { type: 'mesh', ...solidMesh(shape.vertices, shape.indices!), repair: false };
    case TYPE.heightfield: {
      const { nrows, ncols, heights, scale } = shape;
      return { type: 'mesh', ...heightfieldMesh(nrows, ncols, heights, point(scale)) };
    }
    case TYPE.compound:
      return {
        type: 'union',
        shapes: shape.shapes.map((one, i) =>
          placed(convert(one as unknown as Fields), shape.positions[i], shape.rotations[i]),
        ),
      };
    default:
      throw new ShapeError(
        `${REFUSED[shape.type] ?? `shape type ${shape.type}`} is no solid that soft bodies can touch. ` +
          'Leave it out with `colliders`, or give the body a box, ball, capsule, cylinder, cone, hull or closed mesh.',
      );
  }
}

function placed(shape: Shape, at: Vector, turned: Rotation): Shape {
  const moved = at.x !== 0 || at.y !== 0 || at.z !== 0;
  const isTurned = turned.x !== 0 || turned.y !== 0 || turned.z !== 0;
  if (!moved && !isTurned) return shape;
  const position = moved ? point(at) : undefined;
  const rotation = isTurned ? anglesOf(turned) : undefined;
  const bare = shape.position === undefined && shape.rotation === undefined;
  const inner: Shape = bare ? shape : { type: 'transform', shape };
  return { ...inner, ...(position && { position }), ...(rotation && { rotation }) };
}

/** Turns about the fixed x, then y, then z axis [degrees] that make up a rotation. Rounded, so that the last bit of atan2 shows nowhere. */
export function anglesOf({ x, y, z, w }: Rotation): Point {
  const sine = Math.max(-1, Math.min(1, 2 * (w * y - x * z)));
  const about = [
    Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    Math.asin(sine),
    Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
  ];
  if (Math.abs(sine) > 1 - 1e-12) {
    // Looking along the y axis x and z turn about the same: all of it goes to x.
    about[0] = 2 * Math.atan2(x, w);
    about[2] = 0;
  }
  const [a, b, c] = about.map((angle) => Math.round((angle * 180e9) / Math.PI) / 1e9);
  return [a, b, c];
}

function point({ x, y, z }: Vector): Point {
  return [x, y, z];
}
