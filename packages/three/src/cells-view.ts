import type { Cells } from 'pliant';
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
} from 'three';
import { createExactMaterial } from './exact-material.ts';
import { writePose } from './pose.ts';

export interface CellsViewOptions {
  /** How much of its place a cell fills along each axis: less than one shows them apart. */
  fill?: number;
}

export const CELLS_DEFAULTS: Readonly<Required<CellsViewOptions>> = { fill: 0.9 };

/** What gives a cell its colour. */
export type CellColoring = 'key' | 'value';

/** The cells a body is computed with, each in the colour of what it belongs to. */
export interface CellsView {
  readonly group: Group;
  /** What gives the colour: the key (as at the start) or the value. */
  colorBy(what: CellColoring): void;
  /** Shows some cells in groups, each of a colour, and all others pale: group of each cell, −1 for none; null: as before. */
  highlight(groups: Int32Array | null): void;
  /**
   * Shows the cells as they are now, `seconds` after the last time. Allocates nothing. True while a colour still changes: then
   * there is more to draw although nothing moves.
   */
  update(seconds: number): boolean;
  dispose(): void;
}

/** Time in which a colour changes to a third [s]. */
const CHANGE = 0.15;
/** What is left of a change when nobody sees it any more. */
const UNSEEN = 0.01;
/** Steps of the golden angle give hues that are far apart however many there are. */
const GOLDEN = 0.618034;
/** Cells that are not meant while others are. */
const FADED = new Color('#c9c6c0');

/**
 * One box or tetrahedron for each cell. `cells` are a body's own (`world.bodies[i].cells`) or arrays
 * filled elsewhere.
 */
export function createCellsView(cells: Cells, options: CellsViewOptions = {}): CellsView {
  const { fill } = { ...CELLS_DEFAULTS, ...options };
  const { capacity, poses, keys, values } = cells;
  const geometry = cells.shape === 'box' ? new BoxGeometry(fill, fill, fill) : tetrahedron(fill);
  const material = createExactMaterial();
  const mesh = new InstancedMesh(geometry, material, capacity);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * capacity), 3);
  mesh.instanceColor.setUsage(DynamicDrawUsage);
  // Bounds change with every step.
  mesh.frustumCulled = false;
  mesh.castShadow = true;
  // Picking looks for the body's surface alone.
  mesh.raycast = () => {};
  const group = new Group().add(mesh);
  const matrices = mesh.instanceMatrix.array as Float32Array;
  const shades = mesh.instanceColor.array as Float32Array;
  const wanted = new Color();
  let shown = 0;
  let groups: Int32Array | null = null;
  let color: (out: Color, key: number, value: number) => Color = cellColor;

  return {
    group,
    colorBy(what) {
      color = what === 'key' ? cellColor : valueColor;
    },
    highlight(next) {
      groups = next;
    },
    update(seconds) {
      const change = 1 - Math.exp(-seconds / CHANGE);
      let most = 0;
      for (let i = 0; i < cells.count; i++) {
        writePose(matrices, 16 * i, poses, 12 * i, 1);
        if (groups === null) color(wanted, keys[i], values[i]);
        else if (groups[i] < 0) wanted.copy(FADED);
        else cellColor(wanted, groups[i]);
        // A cell that was not there before has its colour at once.
        const part = i < shown ? change : 1;
        const o = 3 * i;
        const r = wanted.r - shades[o];
        const g = wanted.g - shades[o + 1];
        const b = wanted.b - shades[o + 2];
        shades[o] += part * r;
        shades[o + 1] += part * g;
        shades[o + 2] += part * b;
        most = Math.max(most, (1 - part) * Math.max(Math.abs(r), Math.abs(g), Math.abs(b)));
      }
      shown = cells.count;
      mesh.count = cells.count;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor !== null) mesh.instanceColor.needsUpdate = true;
      return most > UNSEEN;
    },
    dispose() {
      group.removeFromParent();
      mesh.dispose();
      geometry.dispose();
      material.dispose();
    },
  };
}

/** Colour of a cell by its key. */
export function cellColor(out: Color, key: number): Color {
  const hue = key * GOLDEN;
  return out.setHSL(hue - Math.floor(hue), 0.62, 0.58);
}

/** Colours from the least value to the most: told apart by most colour-blind eyes, and lighter as they rise. */
const RAMP = ['#3b4cb0', '#2f8fb5', '#4cb58b', '#d9c34a', '#f0803c'].map((css) => new Color(css));

/** Colour of a value from 0 to 1; the key does not count. */
export function valueColor(out: Color, _key: number, value: number): Color {
  const place = Math.min(1, Math.max(0, value)) * (RAMP.length - 1);
  const i = Math.min(RAMP.length - 2, Math.floor(place));
  return out.lerpColors(RAMP[i], RAMP[i + 1], place - i);
}

/** The tetrahedron 0, x, y, z, shrunk about its middle. */
function tetrahedron(fill: number): BufferGeometry {
  const corner = (at: number[]): number[] => at.map((x) => 0.25 + fill * (x - 0.25));
  const [o, x, y, z] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map(corner);
  const faces = [o, y, x, o, x, z, o, z, y, x, y, z];
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(faces.flat()), 3));
  geometry.computeVertexNormals();
  return geometry;
}
