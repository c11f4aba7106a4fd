import { Box3, type Mesh, Vector3 } from 'three';
import type { SceneInfo } from '../protocol.ts';
import { bodyBounds, frameScene } from './framing.ts';
import { createSceneView, type SceneView } from './scene-view.ts';
import { createShadowCatcher } from './shadow-catcher.ts';
import type { Stage } from './stage.ts';
import { onThemeChange } from './theme.ts';

/** The scene on the stage: one at a time. */
export interface Show {
  view(): SceneView | null;
  /** Replaces what is shown by a scene, from its first frame. */
  open(info: SceneInfo, frame: ArrayBuffer): void;
}

export function createShow(stage: Stage): Show {
  let view: SceneView | null = null;
  let catcher: Mesh | null = null;
  let bounds = new Box3();

  function addCatcher(): void {
    catcher?.removeFromParent();
    catcher?.geometry.dispose();
    catcher = createShadowCatcher(bounds);
    stage.scene.add(catcher);
  }

  onThemeChange(() => {
    view?.recolor();
    if (catcher !== null) addCatcher();
  });

  return {
    view: () => view,
    open(info, frame) {
      view?.dispose();
      catcher?.removeFromParent();
      catcher = null;
      const size = info.bodies.reduce((most, body) => Math.max(most, body.size), 0.25);
      const reach = Math.max(8 * size, cameraDistance(info) * 2.2);
      view = createSceneView(info, reach);
      view.read(frame);
      stage.scene.add(view.group);
      view.group.updateMatrixWorld(true);

      bounds = bodyBounds(view.bodies.map((body) => body.positions));
      const all = bounds.clone();
      info.obstacles.forEach(({ shape }, i) => {
        if (shape.type !== 'plane' && view?.obstacles) all.expandByObject(view.obstacles[i]);
      });
      const hasFloor = info.obstacles.some(({ shape }) => shape.type === 'plane');
      if (!hasFloor) {
        addCatcher();
        if (catcher !== null) all.expandByPoint((catcher as Mesh).position);
      }
      stage.lights.cover(all);
      frameScene(stage.camera, stage.controls.target, info.camera, all, stage.free());
      stage.controls.minDistance = 0.3 * size;
      stage.controls.maxDistance = 3 * reach;
      stage.controls.update();
      stage.resize();
    },
  };
}

function cameraDistance({ camera }: SceneInfo): number {
  if (camera === undefined) return 0;
  return new Vector3().fromArray(camera.eye).distanceTo(new Vector3().fromArray(camera.target));
}
