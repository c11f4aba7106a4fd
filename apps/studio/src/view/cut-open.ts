import { type CellColoring, cellColor, valueColor } from '@pliant/three';
import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  type Material,
  Mesh,
  MeshBasicMaterial,
  type PerspectiveCamera,
  Plane,
  Vector3,
} from 'three';
import type { RemoteCells } from './remote-cells.ts';
import { MOST_TRIANGLES, sectionCells } from './section.ts';
import type { SliceSettings } from './view-settings.ts';

/** A body cut open by a plane, with its cells in the cut. */
export interface CutOpen {
  /** Where it is cut; null makes it whole. */
  set(slice: SliceSettings | null): void;
  /** Turns the open side to the eye. */
  aim(camera: PerspectiveCamera): void;
  /** Takes places and colours again. */
  update(positions: Float32Array, cells: RemoteCells | null, coloring: CellColoring): void;
  /** Takes the mesh's geometry again, after that was replaced. */
  follow(): void;
  readonly triangles: number;
  dispose(): void;
}

/** What the far wall of the inside is darkened to, of the body's colour. */
const INSIDE = 0.62;

export function createCutOpen(mesh: Mesh, material: Material, color: Color): CutOpen {
  const plane = new Plane(new Vector3(0, 0, -1), 0);
  const wall = new MeshBasicMaterial({ side: BackSide, clippingPlanes: [plane] });
  // The far wall, of one colour: where there are no cells it looks like the cut itself.
  const inside = new Mesh(mesh.geometry, wall);
  const face = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({ vertexColors: true, side: DoubleSide, toneMapped: false }),
  );
  for (const part of [inside, face]) {
    part.frustumCulled = false;
    part.visible = false;
    part.raycast = () => {};
    mesh.add(part);
  }
  let slice: SliceSettings | null = null;
  let at = 0;
  let room = 0;
  let cellOf = new Int32Array(0);
  let triangles = 0;
  const shade = new Color();

  /** Where along the axis it is cut [m]. */
  function place(positions: Float32Array, { axis, at: part }: SliceSettings): number {
    let [low, high] = [Infinity, -Infinity];
    for (let i = axis; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    return low + part * (high - low);
  }

  function grow(cells: number): void {
    if (cells <= room) return;
    room = cells;
    face.geometry.dispose();
    const attribute = (): BufferAttribute =>
      new BufferAttribute(new Float32Array(9 * MOST_TRIANGLES * room), 3).setUsage(
        DynamicDrawUsage,
      );
    face.geometry = new BufferGeometry();
    face.geometry.setAttribute('position', attribute());
    face.geometry.setAttribute('color', attribute());
    cellOf = new Int32Array(MOST_TRIANGLES * room);
  }

  return {
    set(next) {
      slice = next;
      inside.visible = next !== null;
      if (next === null) face.visible = false;
      material.clippingPlanes = next === null ? null : [plane];
      material.clipShadows = true;
    },
    aim(camera) {
      if (slice === null) return;
      const side = camera.position.getComponent(slice.axis) >= at ? -1 : 1;
      plane.normal.set(0, 0, 0).setComponent(slice.axis, side);
      plane.constant = -side * at;
    },
    update(positions, cells, coloring) {
      if (slice === null) return;
      wall.color.copy(color).multiplyScalar(INSIDE);
      at = place(positions, slice);
      face.visible = cells !== null;
      if (cells === null) return;
      grow(cells.info.capacity);
      const { position, color: colors } = face.geometry.attributes;
      const out = position.array as Float32Array;
      const { shape } = cells.info;
      const cut = { shape, count: cells.count(), poses: cells.poses };
      triangles = sectionCells(out, cellOf, cut, slice.axis, at);
      for (let t = 0; t < triangles; t++) {
        const i = cellOf[t];
        if (coloring === 'key') cellColor(shade, cells.keys[i]);
        else valueColor(shade, 0, cells.values[i]);
        for (let c = 0; c < 9; c += 3) shade.toArray(colors.array as Float32Array, 9 * t + c);
      }
      face.geometry.setDrawRange(0, 3 * triangles);
      position.needsUpdate = true;
      colors.needsUpdate = true;
    },
    follow() {
      inside.geometry = mesh.geometry;
    },
    get triangles() {
      return slice === null ? 0 : triangles;
    },
    dispose() {
      wall.dispose();
      face.geometry.dispose();
      (face.material as Material).dispose();
    },
  };
}
