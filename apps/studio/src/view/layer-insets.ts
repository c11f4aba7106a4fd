import { createExactMaterial, createSurfaceMesh, type SurfaceMesh } from '@pliant/three';
import { Box3, Color, Group, Vector3 } from 'three';
import type { BodyInfo, LayersApart, SceneInfo } from '../protocol.ts';
import { h } from '../ui/dom.ts';
import { whole } from '../ui/format.ts';
import { tintColors } from './body-view.ts';
import type { Stage } from './stage.ts';

/** Every layer of a body by itself, small, beside the picture: what it adds, coloured by how far it goes. */
export interface LayerInsets {
  open(scene: SceneInfo): void;
  /** Null hides them. */
  show(apart: LayersApart | null): void;
  readonly count: number;
}

/** How far in front of the scene they are drawn, of the distance to what is looked at: nothing comes between. */
const NEAR = 0.3;
/** Diagonal of a shape, in heights of its place on the page: places are wider than high, as most shapes are. */
const FILL = 1;
/** Height of the words under it [px]. */
const LABEL = 34;

interface Inset {
  readonly place: HTMLElement;
  readonly view: SurfaceMesh;
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Middle and size of the shape as first seen. */
  readonly middle: Vector3;
  size: number;
}

export function createLayerInsets(stage: Stage, holder: HTMLElement): LayerInsets {
  const group = new Group();
  group.visible = false;
  stage.scene.add(group);
  const list = h('ol', { class: 'insets', 'aria-label': 'Layers apart', hidden: true });
  holder.append(list);
  let bodies: readonly BodyInfo[] = [];
  let insets: Inset[] = [];
  let body = -1;

  function clear(): void {
    for (const { view } of insets) {
      view.mesh.removeFromParent();
      view.dispose();
    }
    insets = [];
    list.replaceChildren();
    body = -1;
  }

  function make({ body: index, layers }: LayersApart): void {
    clear();
    body = index;
    const { surface, layers: infos } = bodies[index];
    insets = layers.map((_, k) => {
      const { name, kind, unknowns } = infos?.[k] ?? { name: '', kind: '', unknowns: 0 };
      const what = unknowns > 0 ? `${kind}, ${whole(unknowns)} unknowns` : kind;
      const place = h('li', {}, h('b', {}, name), h('small', {}, what));
      const positions = Float32Array.from(surface.positions);
      const normals = new Float32Array(positions.length);
      const material = createExactMaterial({ vertexColors: true });
      const view = createSurfaceMesh({ positions, normals, surface }, { material });
      view.mesh.castShadow = false;
      view.mesh.receiveShadow = false;
      view.mesh.raycast = () => {};
      view.mesh.matrixAutoUpdate = false;
      group.add(view.mesh);
      return { place, view, positions, normals, middle: new Vector3(), size: 0 };
    });
    list.replaceChildren(...insets.map(({ place }) => place));
  }

  const box = new Box3();
  const at = new Vector3();
  const side = new Vector3();
  stage.onBeforeDraw((picture, camera) => {
    group.visible = insets.length > 0 && picture === 0;
    if (!group.visible) return;
    const { left, top, width, height } = stage.pictures.list[0];
    const distance = NEAR * camera.position.distanceTo(stage.controls.target);
    for (const { place, view, middle, size } of insets) {
      const frame = place.getBoundingClientRect();
      const toWorld = (out: Vector3, x: number, y: number): Vector3 =>
        out
          .set((2 * (x - left)) / width - 1, 1 - (2 * (y - top)) / height, 0.5)
          .unproject(camera)
          .sub(camera.position)
          .setLength(distance)
          .add(camera.position);
      const x = frame.left + frame.width / 2;
      const y = frame.top + 0.5 * (frame.height - LABEL);
      toWorld(at, x, y);
      const reach = toWorld(side, x, y + (frame.height - LABEL) / 2).distanceTo(at);
      const scale = (2 * FILL * reach) / Math.max(1e-9, size);
      view.mesh.matrix.makeScale(scale, scale, scale);
      view.mesh.matrix.setPosition(at.addScaledVector(middle, -scale));
      view.mesh.matrixWorldNeedsUpdate = true;
    }
  });

  return {
    open(scene) {
      clear();
      bodies = scene.bodies;
      list.hidden = true;
    },
    show(apart) {
      list.hidden = apart === null;
      if (apart === null) {
        if (insets.length > 0) clear();
        return;
      }
      const isKnown = apart.body === body && insets.length === apart.layers.length;
      if (!isKnown) make(apart);
      apart.layers.forEach(({ shape, tint }, k) => {
        const inset = insets[k];
        const n = inset.positions.length;
        inset.positions.set(shape.subarray(0, n));
        inset.normals.set(shape.subarray(n));
        inset.view.changed();
        inset.view.paint(tintColors(tint, new Color(bodies[body].color ?? '#b9b2a8')));
        // The coarsest layer carries the body about: it is followed, and not resized.
        box.setFromArray(inset.positions).getCenter(inset.middle);
        if (inset.size === 0) inset.size = box.getSize(at).length();
      });
    },
    get count() {
      return insets.length;
    },
  };
}
