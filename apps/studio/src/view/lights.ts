import {
  type Box3,
  DirectionalLight,
  HemisphereLight,
  PMREMGenerator,
  type Scene,
  Sphere,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import type { Graphics } from './graphics.ts';
import { currentTheme } from './theme.ts';

export interface Lights {
  /** Strengths and colours of the present theme. */
  applyTheme(): void;
  /** Whether the sun casts shadows. */
  shadows(on: boolean): void;
  /** Puts the sun so that its shadows cover the box. */
  cover(bounds: Box3): void;
}

/** From over the left shoulder, high. */
const SUN = new Vector3(-0.45, 1, 0.5).normalize();
const SHADOW_PIXELS = 1024;
/** What a room with reflections of strength 1 adds to a matt surface, as strength of the sky. */
const ROOM = 4;

/** A soft sun, a sky, and a room to reflect; a brighter sky where there is no room. */
export function addLights(scene: Scene, renderer: WebGLRenderer, graphics: Graphics): Lights {
  const sun = new DirectionalLight('#fffcf8');
  sun.castShadow = true;
  sun.shadow.mapSize.set(SHADOW_PIXELS, SHADOW_PIXELS);
  sun.shadow.radius = 6;
  sun.shadow.intensity = 0.75;
  const sky = new HemisphereLight('#f6f9ff', '#e4e0da');
  scene.add(sun, sun.target, sky);

  if (graphics === 'full') {
    const generator = new PMREMGenerator(renderer);
    scene.environment = generator.fromScene(new RoomEnvironment(), 0.04).texture;
    generator.dispose();
  }

  return {
    applyTheme() {
      const theme = currentTheme();
      sun.intensity = theme.sun;
      sky.intensity = theme.fill + (graphics === 'full' ? 0 : ROOM * theme.reflections);
      scene.environmentIntensity = theme.reflections;
    },
    shadows(on) {
      sun.castShadow = on;
    },
    cover(bounds) {
      const { center, radius } = bounds.getBoundingSphere(new Sphere());
      const reach = Math.max(0.1, 1.35 * radius);
      sun.position.copy(center).addScaledVector(SUN, 3 * reach);
      sun.target.position.copy(center);
      const { camera } = sun.shadow;
      camera.left = camera.bottom = -reach;
      camera.right = camera.top = reach;
      camera.near = 0.5 * reach;
      camera.far = 6 * reach;
      camera.updateProjectionMatrix();
      // In metres of the scene: enough against self-shadowing, too little to see.
      sun.shadow.normalBias = 0.006 * reach;
      sun.shadow.bias = -0.0004;
    },
  };
}
