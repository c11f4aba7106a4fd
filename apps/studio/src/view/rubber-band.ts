import {
  type Camera,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
  Vector3,
} from 'three';
import { currentTheme } from './theme.ts';

/** A line from the held point of a body to the pointer, always seen. */
export interface RubberBand {
  readonly object: Group;
  /** Draws it from here to there; sizes are the same on the screen near and far. */
  update(from: Vector3, to: Vector3, camera: Camera): void;
  dispose(): void;
}

/** Radii as parts of the distance to the camera. */
const KNOB = 0.0075;
const BAND = 0.003;
const UP = new Vector3(0, 1, 0);

export function createRubberBand(): RubberBand {
  const material = new MeshBasicMaterial({
    color: currentTheme().accent,
    transparent: true,
    opacity: 0.9,
    depthTest: false,
    toneMapped: false,
  });
  const ball = new SphereGeometry(1, 24, 16);
  const rod = new CylinderGeometry(1, 1, 1, 16, 1, true);
  const held = new Mesh(ball, material);
  const hand = new Mesh(ball, material);
  const band = new Mesh(rod, material);
  const object = new Group().add(held, hand, band);
  for (const part of object.children) part.renderOrder = 10;
  const along = new Vector3();
  return {
    object,
    update(from, to, camera) {
      const scale = camera.position.distanceTo(from);
      along.subVectors(to, from);
      const length = along.length();
      held.position.copy(from);
      held.scale.setScalar(KNOB * scale);
      hand.position.copy(to);
      hand.scale.setScalar(0.7 * KNOB * scale);
      band.visible = length > 1e-6 * scale;
      if (!band.visible) return;
      band.position.copy(from).addScaledVector(along, 0.5);
      band.quaternion.setFromUnitVectors(UP, along.normalize());
      // The farther it is stretched the thinner it gets, as rubber does.
      const thin = BAND * scale * Math.sqrt(1 / (1 + (4 * length) / scale));
      band.scale.set(thin, length, thin);
    },
    dispose() {
      object.removeFromParent();
      ball.dispose();
      rod.dispose();
      material.dispose();
    },
  };
}
