import { Box3, type Object3D, type PerspectiveCamera, Vector3 } from 'three';
import { getAt, type Json } from '../document/json.ts';
import type { Frame, SceneInfo } from '../protocol.ts';
import { createFloor, type Floor } from './floor.ts';
import { bodyBounds, cornersOf, frameScene } from './framing.ts';
import { materialLook, matterOf } from './material-look.ts';
import { createSceneView, type Hidden, type SceneView } from './scene-view.ts';
import type { Stage } from './stage.ts';
import { isStillWanted, onThemeChange } from './theme.ts';
import { PLAIN, type ViewSettings } from './view-settings.ts';
import { createWearing } from './wearing.ts';

/** What of a frame is shown. */
export type Picture = Pick<Frame, 'buffer' | 'hasCells' | 'contacts'>;

/** The scene on the stage: one at a time, in one picture or in two. */
export interface Show {
  /** What picture 0 or 1 shows; 0 if none is named. */
  view(picture?: number): SceneView | null;
  /** Replaces what is shown by a scene, from its first frame; `stay` leaves the camera where it is. */
  open(info: SceneInfo, frame: Picture, stay?: boolean): void;
  /** Shows a second run of the same scene beside it. */
  openTwin(info: SceneInfo, frame: Picture): void;
  closeTwin(): void;
  /** How far two runs' bodies are apart at most [m]; null if there is one, or if their surfaces have other vertices. */
  apart(): number | null;
  /** What lies under the bodies: planes, or a floor that is only drawn. */
  ground(): readonly Object3D[];
  /** Gives bodies the colours and the matter that the scene says. */
  dress(scene: Json): void;
  /** Draws bodies as their files do, with textures: once, when a scene is opened. */
  wear(scene: Json, files: Readonly<Record<string, Uint8Array>>): void;
  /** Resolves when that is seen. */
  worn(): Promise<void>;
  /** Whether scenes without a floor get one that is only drawn. */
  showFloor(on: boolean): void;
  /** How bodies are shown. */
  look(settings: ViewSettings): void;
  hide(hidden: Hidden): void;
}

/** Longest time between two pictures that lights take notice of [s]. */
const LONGEST = 1;

/**
 * How dark the ground is under things: hardly where they are seen through, since it looks dirty through them; not at all under halves, of which it
 * does not know.
 */
const CONTACT_SHADOW = { surface: 1, ghost: 0.3, structure: 0.3, slice: 0, heat: 1 } as const;

/** Planes that face up no less than this are level. */
const LEVEL = 0.9999;

/** Kinds of layers that are told how to move. */
const TOLD = ['script', 'skeleton'];

/** Falls longer than this many sizes of a body would make its shadow too coarse. */
const FAR_DOWN = 6;

export function createShow(stage: Stage): Show {
  let views: SceneView[] = [];
  let floor: Floor | null = null;
  let isFloorShown = true;
  let bounds = new Box3();
  let settings = PLAIN;
  let hidden: Hidden = { bodies: new Set(), obstacles: new Set() };
  let shown: SceneInfo | null = null;
  /** Which obstacles are planes. */
  let planesOf: readonly boolean[] = [];
  let drawnAt = performance.now();

  const wearing = createWearing();

  function addFloor(info: SceneInfo): Floor {
    floor?.dispose();
    floor = createFloor(bounds, areTold(info), reachOf(info));
    floor.group.visible = isFloorShown;
    stage.scene.add(floor.group);
    return floor;
  }

  onThemeChange(() => {
    for (const view of views) view.recolor();
    if (floor !== null && shown !== null) addFloor(shown);
  });

  stage.onBeforeDraw((picture, camera) => {
    if (picture === 0) animate(camera);
    // Both are at the same place: each picture has one of them, and its shadow.
    views.forEach((view, i) => {
      view.group.visible = i === picture;
    });
  });

  function animate(camera: PerspectiveCamera): void {
    const now = performance.now();
    const passed = Math.min(LONGEST, (now - drawnAt) / 1000);
    const seconds = isStillWanted() ? Number.POSITIVE_INFINITY : passed;
    drawnAt = now;
    let fades = false;
    for (const view of views) fades = view.animate(seconds, camera) || fades;
    if (fades) stage.invalidate();
  }

  function addView(info: SceneInfo, { buffer, hasCells, contacts }: Picture): SceneView {
    const view = createSceneView(info, reachOf(info));
    view.read(buffer, hasCells);
    view.contacts.show(contacts);
    view.hide(hidden);
    view.look(settings);
    views.push(view);
    stage.scene.add(view.group);
    view.group.updateMatrixWorld(true);
    return view;
  }

  function ground(): readonly Object3D[] {
    const planes = views.flatMap((view) =>
      (view.obstacles ?? []).filter((_, i) => planesOf[i] === true),
    );
    return floor === null ? planes : [...planes, floor.group];
  }

  function closeTwin(): void {
    if (views.length < 2) return;
    views.pop()?.dispose();
    stage.split(false);
  }

  return {
    view: (picture = 0) => views[picture] ?? null,
    open(info, frame, stay = false) {
      closeTwin();
      for (const view of views) view.dispose();
      views = [];
      floor?.dispose();
      floor = null;
      shown = info;
      const view = addView(info, frame);
      bounds = bodyBounds(view.bodies.map((body) => body.positions));
      const all = bounds.clone();
      const seen: ArrayLike<number>[] = view.bodies.map((body) => body.positions);
      info.obstacles.forEach(({ shape }, i) => {
        if (shape.type === 'plane' || !view.obstacles) return;
        const box = new Box3().expandByObject(view.obstacles[i]);
        if (box.isEmpty()) return;
        all.union(box);
        seen.push(cornersOf(box));
      });
      planesOf = info.obstacles.map(({ shape }) => shape.type === 'plane');
      const hasFloor = info.obstacles.some(({ shape }) => shape.type === 'plane');
      if (!hasFloor) {
        const { position } = addFloor(info).group;
        all.expandByPoint(position);
        seen.push(position.toArray());
      }
      const lit = withLanding(all, bounds, info, view.obstacles ?? []);
      stage.lights.cover(lit);
      stage.occlusion.cover(bounds);
      stage.contact.cover(lit, groundLevel(info, view, floor));
      if (!stay)
        frameScene(stage.camera, stage.controls.target, info.camera, all, seen, stage.free());
      stage.controls.minDistance = 0.3 * sizeOf(info);
      stage.controls.maxDistance = 3 * reachOf(info);
      stage.controls.update();
      stage.resize();
    },
    openTwin(info, frame) {
      closeTwin();
      addView(info, frame);
      stage.split(true);
    },
    closeTwin,
    apart() {
      if (views.length < 2) return null;
      let most = 0;
      for (const [b, { positions: a }] of views[0].bodies.entries()) {
        const other = views[1].bodies[b]?.positions;
        if (other?.length !== a.length) return null;
        for (let i = 0; i < a.length; i += 3) {
          const way = Math.hypot(a[i] - other[i], a[i + 1] - other[i + 1], a[i + 2] - other[i + 2]);
          most = Math.max(most, way);
        }
      }
      return most;
    },
    ground,
    dress(scene) {
      for (const view of views)
        view.dress((body) => ({
          color: getAt(scene, ['bodies', body, 'color']),
          look: materialLook(
            Number(getAt(scene, ['bodies', body, 'material', 'young'])),
            matterOf(scene, body),
            stage.graphics,
          ),
        }));
      stage.invalidate();
    },
    wear(scene, files) {
      for (const view of views) wearing.put(view, scene, files, stage.invalidate);
    },
    worn: wearing.ready,
    showFloor(on) {
      isFloorShown = on;
      if (floor !== null) floor.group.visible = on;
      stage.invalidate();
    },
    look(next) {
      settings = next;
      stage.contact.strength = CONTACT_SHADOW[settings.view];
      // Where colours have a meaning they stay as the legend has them.
      stage.occlusion.shown = settings.view === 'surface';
      for (const view of views) view.look(settings);
      stage.invalidate();
    },
    hide(next) {
      hidden = next;
      for (const view of views) view.hide(hidden);
      stage.invalidate();
    },
  };
}

/** Longest side of the largest body [m]. */
function sizeOf(info: SceneInfo): number {
  return info.bodies.reduce((most, body) => Math.max(most, body.size), 0.25);
}

/** How far planes are drawn [m]. */
function reachOf(info: SceneInfo): number {
  return Math.max(8 * sizeOf(info), cameraDistance(info) * 2.2);
}

/** The lit part of the scene: `all`, and where bodies come down on planes that are not too far. */
function withLanding(
  all: Box3,
  bounds: Box3,
  info: SceneInfo,
  obstacles: readonly Object3D[],
): Box3 {
  const lit = all.clone();
  const middle = bounds.getCenter(new Vector3());
  const foot = new Vector3();
  const origin = new Vector3();
  info.obstacles.forEach(({ shape }, i) => {
    if (shape.type !== 'plane') return;
    const { matrix } = obstacles[i];
    foot.fromArray(shape.normal).transformDirection(matrix);
    origin.setFromMatrixPosition(matrix);
    const height = middle.sub(origin).dot(foot) - (shape.offset ?? 0);
    middle.add(origin);
    foot.multiplyScalar(-height).add(middle);
    if (height < FAR_DOWN * sizeOf(info)) lit.expandByPoint(foot);
  });
  return lit;
}

/** Whether bones or scripts tell all bodies how to move. */
function areTold({ bodies }: SceneInfo): boolean {
  return bodies.every(({ layers }) => layers?.some(({ kind }) => TOLD.includes(kind)));
}

/** The height of the ground, where it is level: the highest plane that faces up, or the floor that is only drawn. */
function groundLevel(info: SceneInfo, view: SceneView, floor: Floor | null): number | null {
  if (floor !== null) return floor.level;
  const levels = info.obstacles.flatMap(({ shape }, i) => {
    const matrix = view.obstacles?.[i]?.matrix;
    if (shape.type !== 'plane' || matrix === undefined) return [];
    const up = new Vector3().fromArray(shape.normal).normalize().transformDirection(matrix);
    const height = matrix.elements[13] + (shape.offset ?? 0) + (shape.position?.[1] ?? 0);
    return up.y > LEVEL ? [height] : [];
  });
  return levels.length === 0 ? null : Math.max(...levels);
}

function cameraDistance({ camera }: SceneInfo): number {
  if (camera === undefined) return 0;
  return new Vector3().fromArray(camera.eye).distanceTo(new Vector3().fromArray(camera.target));
}
