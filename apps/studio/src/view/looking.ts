import type { CameraInput } from 'pliant';
import type { Moment } from '../document/document.ts';
import type { Stage } from './stage.ts';

type Place = NonNullable<Moment['camera']>;

/** At so many times the first distance motion counts least. */
const DEPTH = 8;

/** From where the stage is looked at. */
export interface Looking {
  /** Where the camera is, to be kept. */
  now(): Place;
  /** Goes to a place that was kept. */
  from(place: Place): void;
  /** What bodies are told that count motion by how large it looks. */
  seen(): CameraInput;
  /** Says that the scene is looked at from where one first sees it: nearer than that all motion counts. */
  opened(): void;
}

export function createLooking(stage: Stage): Looking {
  const { camera, controls } = stage;
  let first = 1;
  return {
    now: () => ({ eye: camera.position.toArray(), target: controls.target.toArray() }),
    from({ eye, target }) {
      camera.position.fromArray(eye);
      controls.target.fromArray(target);
      controls.update();
      stage.resize();
    },
    seen() {
      const [x, y, z] = camera.position.toArray();
      const [a, b, c] = controls.target.toArray();
      return {
        eye: [x, y, z],
        target: [a, b, c],
        fov: camera.fov,
        near: first,
        far: DEPTH * first,
      };
    },
    opened() {
      first = controls.getDistance();
    },
  };
}
