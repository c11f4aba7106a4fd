import type { Picture } from '@pliant/three';
import { PerspectiveCamera, type WebGLRenderer } from 'three';
import { cutLike, type Free, fitToFree, halvesOf, shrinkFor } from './framing.ts';

/** What the canvas shows: one picture, or two with the same camera beside each other. */
export interface Pictures {
  readonly list: readonly Picture[];
  /** Cuts the canvas in two, or makes it one again. Call `fit` afterwards. */
  split(on: boolean): void;
  /** Fits the pictures to the window: its size, and the part without panels [px]. */
  fit(window: Free, free: Free): void;
  /** The picture at a place [px]. */
  at(x: number, y: number): Picture;
  /** Makes the renderer draw picture `index` only, seen as the main camera sees now. Gives the camera to draw with. */
  begin(renderer: WebGLRenderer, index: number): PerspectiveCamera;
}

interface OwnPicture extends Picture {
  readonly camera: PerspectiveCamera;
}

/** `main` is the camera that is moved by hand. */
export function createPictures(main: PerspectiveCamera): Pictures {
  const halves = [new PerspectiveCamera(), new PerspectiveCamera()];
  let isSplit = false;
  let height = 1;
  let list: OwnPicture[] = [{ camera: main, left: 0, top: 0, width: 1, height: 1 }];

  return {
    get list() {
      return list;
    },
    split(on) {
      isSplit = on;
    },
    fit(window, free) {
      const { left, top, width } = window;
      height = window.height;
      fitToFree(main, window, free);
      if (!isSplit) {
        list = [{ camera: main, left, top, width, height }];
        return;
      }
      const parts = halvesOf(free);
      list = cutLike(window, free).map((frame, i) => {
        const camera = halves[i];
        follow(camera, main);
        fitToFree(camera, frame, parts[i], shrinkFor(parts[i], free));
        return { camera, ...frame };
      });
    },
    at(x, y) {
      const inside = (p: Picture): boolean =>
        x >= p.left && y >= p.top && x < p.left + p.width && y < p.top + p.height;
      return list.find(inside) ?? list[0];
    },
    begin(renderer, index) {
      const { camera, left, top, width, height: tall } = list[index];
      if (camera !== main) follow(camera, main);
      // The renderer counts from the bottom.
      const bottom = height - top - tall;
      renderer.setScissorTest(list.length > 1);
      renderer.setScissor(left, bottom, width, tall);
      renderer.setViewport(left, bottom, width, tall);
      return camera;
    },
  };
}

/** Puts a camera where another is. What depends on the shape of the picture stays its own. */
function follow(camera: PerspectiveCamera, main: PerspectiveCamera): void {
  camera.position.copy(main.position);
  camera.quaternion.copy(main.quaternion);
  const isSame = camera.fov === main.fov && camera.near === main.near && camera.far === main.far;
  camera.fov = main.fov;
  camera.near = main.near;
  camera.far = main.far;
  if (!isSame) camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
}
