import {
  BufferGeometry,
  Float32BufferAttribute,
  LineBasicMaterial,
  LineLoop,
  Vector3,
} from 'three';
import { currentTheme } from './theme.ts';

/** A circle that lies on a surface and shows how wide a brush is, seen through everything. */
export interface Ring {
  readonly object: LineLoop;
  show(at: Vector3, normal: Vector3 | null, radius: number): void;
  hide(): void;
}

const FORWARD = new Vector3(0, 0, 1);
const CORNERS = 48;
/** How far above the surface it hovers, in radii. */
const HOVER = 0.06;

export function createRing(): Ring {
  const corners: number[] = [];
  for (let i = 0; i < CORNERS; i++) {
    const angle = (2 * Math.PI * i) / CORNERS;
    corners.push(Math.cos(angle), Math.sin(angle), 0);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(corners, 3));
  const material = new LineBasicMaterial({
    color: currentTheme().accent,
    depthTest: false,
    transparent: true,
  });
  const ring = new LineLoop(geometry, material);
  ring.renderOrder = 11;
  ring.visible = false;
  ring.frustumCulled = false;
  return {
    object: ring,
    show(at, normal, radius) {
      const up = normal ?? FORWARD;
      ring.visible = true;
      ring.position.copy(at).addScaledVector(up, HOVER * radius);
      ring.quaternion.setFromUnitVectors(FORWARD, up);
      ring.scale.setScalar(radius);
    },
    hide() {
      ring.visible = false;
    },
  };
}
