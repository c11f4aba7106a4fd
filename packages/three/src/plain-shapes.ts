import type { Shape } from 'pliant';
import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  Quaternion,
  SphereGeometry,
  TorusGeometry,
  Vector3,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { placementMatrix } from './pose.ts';

type PlainShape = Extract<Shape, { type: 'box' | 'sphere' | 'cylinder' | 'capsule' | 'torus' }>;

/** Whether three.js can draw a shape exactly, with sharp edges and few triangles: primitives and plain unions of them. */
export function isPlain(shape: Shape): boolean {
  switch (shape.type) {
    case 'box':
    case 'sphere':
    case 'cylinder':
    case 'capsule':
    case 'torus':
      return true;
    case 'union':
      return !shape.smooth && shape.shapes.every(isPlain);
    default:
      return false;
  }
}

/** The geometry of a plain shape, in the coordinates it is placed in. */
export function plainGeometry(shape: Shape): BufferGeometry {
  const geometry =
    shape.type === 'union'
      ? mergeGeometries(shape.shapes.map(plainGeometry))
      : primitive(shape as PlainShape);
  return geometry.applyMatrix4(placementMatrix(shape));
}

function primitive(shape: PlainShape): BufferGeometry {
  switch (shape.type) {
    case 'box':
      return new BoxGeometry(...shape.size);
    case 'sphere':
      return new SphereGeometry(shape.radius, 48, 32);
    case 'cylinder':
      return new CylinderGeometry(shape.radius, shape.radius, shape.height, 64);
    case 'torus':
      // three.js lays its ring about z.
      return new TorusGeometry(shape.radius, shape.tube, 24, 72).rotateX(Math.PI / 2);
    case 'capsule': {
      const from = new Vector3(...shape.from);
      const to = new Vector3(...shape.to);
      const axis = to.clone().sub(from);
      const turn = new Quaternion().setFromUnitVectors(
        new Vector3(0, 1, 0),
        axis.lengthSq() > 0 ? axis.clone().normalize() : new Vector3(0, 1, 0),
      );
      const middle = from.add(to).multiplyScalar(0.5);
      return new CapsuleGeometry(shape.radius, axis.length(), 16, 48)
        .applyQuaternion(turn)
        .translate(middle.x, middle.y, middle.z);
    }
  }
}
