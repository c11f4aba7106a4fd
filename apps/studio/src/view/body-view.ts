import {
  bodyColor,
  createExactMaterial,
  createSurfaceMesh,
  type SurfaceMesh,
  valueColor,
} from '@pliant/three';
import {
  BackSide,
  Color,
  DoubleSide,
  FrontSide,
  type Group,
  type Material,
  type Mesh,
  type MeshPhysicalMaterial,
  type PerspectiveCamera,
} from 'three';
import type { BodyInfo, SurfaceInfo } from '../protocol.ts';
import type { Clothes } from './clothes.ts';
import { SUBSTANCE } from './contact-shadow.ts';
import { createCutOpen } from './cut-open.ts';
import { createGhost } from './ghost.ts';
import type { MaterialLook } from './material-look.ts';
import { nearestValues } from './nearest-values.ts';
import { OPAQUE } from './occlusion.ts';
import { createRemoteCells, type RemoteCells } from './remote-cells.ts';
import { createRemoteParts, type RemoteParts } from './remote-parts.ts';
import { surfaceStretch } from './stretch.ts';
import { currentTheme } from './theme.ts';
import { PLAIN, type ViewSettings } from './view-settings.ts';

/** A body that is simulated elsewhere and shown here, with what is inside it. */
export interface BodyView {
  readonly name: string;
  /** The scene's body that it is, or came off, by index. */
  readonly origin: number;
  readonly mesh: Mesh;
  readonly surface: SurfaceInfo;
  /** Vertex positions as last received [m], shape [vertices, 3]. */
  readonly positions: Float32Array;
  readonly parts: RemoteParts | null;
  readonly cells: RemoteCells | null;
  /** Whether it is shown at all. */
  visible: boolean;
  /** `hasCells`: whether cells have come. */
  look(settings: ViewSettings, hasCells: boolean): void;
  /** Takes its part of a frame from `at` on, and gives where that ends. */
  read(numbers: Float32Array, at: number, hasCells: boolean): number;
  /** The most that its skin is stretched; 0 unless that is shown. */
  stretch(): number;
  /** Brings colours and the cut after what was read; `scale`: the stretch that has the last colour. */
  paint(scale: number): void;
  aim(camera: PerspectiveCamera): void;
  /** Tints it by numbers from 0 to 1 a vertex; null: its own colour. */
  tint(tint: Float32Array | null): void;
  /** Paints it, whatever its tint: linear red, green and blue a vertex; null: no longer. */
  mark(colors: Float32Array | null): void;
  /** As it is dressed. */
  readonly color: Color;
  /** Gives it a colour, and the look of its matter. */
  dress(css: string, look: MaterialLook): void;
  /** Draws it in other clothes wherever it is seen as it looks; null: as it is. They are its own from then on. */
  wear(clothes: Clothes | null): void;
  /** Lets it glow, as what is selected does. */
  glow(on: boolean): void;
  replace(surface: SurfaceInfo): void;
  /** How many triangles of cells the cut shows. */
  cut(): number;
  dispose(): void;
}

/** How much of the accent a selected body has. */
const GLOW = 0.22;
/** How much jelly bends light, as water does, and how far that shifts what is behind, in sizes of the body. */
const BEND = 1.33;
const THICKNESS = 0.25;
const LIGHTER = 0.22;
const WHITE = new Color('#ffffff');
/** How pale a tinted body is where it has no tint. */
const PALE = 0.72;

export function createBodyView(info: BodyInfo, group: Group): BodyView {
  const { name, origin, size, parts: own, cells: cellsInfo } = info;
  let surface = info.surface;
  let positions: Float32Array = Float32Array.from(surface.positions);
  let normals: Float32Array = new Float32Array(positions.length);
  let heat = new Float32Array(0);
  let heatColors = new Float32Array(0);
  const color = new Color(bodyColor(info.color, origin));
  const view: SurfaceMesh = createSurfaceMesh(
    { positions, normals, surface },
    { color: `#${color.getHexString()}`, name },
  );
  const { mesh } = view;
  const material = mesh.material as MeshPhysicalMaterial;
  material.ior = BEND;
  material.thickness = THICKNESS * size;
  material.attenuationDistance = size;
  material.shadowSide = BackSide;
  const hot = createExactMaterial({ vertexColors: true });
  const parts = own === null ? null : createRemoteParts(name, own, size);
  const cells = cellsInfo === null ? null : createRemoteCells(name, cellsInfo);
  const ghost = createGhost(mesh, material);
  const open = createCutOpen(mesh, material, color);
  mesh.layers.enable(SUBSTANCE);
  mesh.layers.enable(OPAQUE);
  group.add(mesh);
  if (parts !== null) group.add(parts.group);
  if (cells !== null) group.add(cells.group);
  let clothes: Clothes | null = null;
  let settings = PLAIN;
  let isTinted = false;
  let isMarked = false;
  let visible = true;
  let areCellsHere = false;
  /** What lets light through, where bodies are seen as they look. */
  let clear = 0;

  function apply(): void {
    const { view: how, coloring, slice } = settings;
    const showsParts = how === 'structure' && parts !== null && coloring.kind === 'frames';
    const showsCells = how === 'structure' && cells !== null && areCellsHere && !showsParts;
    const isPlain = how === 'surface' || (how === 'structure' && !showsParts && !showsCells);
    const isWorn = clothes !== null && isPlain && !isTinted && !isMarked;
    mesh.visible = visible && !isWorn;
    if (clothes !== null) {
      clothes.mesh.visible = visible && isWorn;
      clothes.follow(positions, normals);
    }
    if (parts !== null) parts.group.visible = visible && showsParts;
    if (cells !== null) {
      cells.group.visible = visible && showsCells;
      cells.colorBy(coloring.kind === 'value' ? 'value' : 'key');
    }
    ghost.set(how === 'ghost' || showsParts || showsCells);
    letThrough(isPlain ? clear : 0);
    open.set(how === 'slice' ? slice : null);
    const isHot = how === 'heat';
    mesh.material = isHot ? hot : material;
    if (!isHot && !isTinted && !isMarked) view.paint(null);
  }

  /** Its own colour: lighter where light goes through, which takes it twice. */
  function ownColor(): void {
    material.color.copy(color);
    if (material.transmission > 0) material.color.lerp(WHITE, LIGHTER);
  }

  /** Part of the light that goes through; from none to some is another program. */
  function letThrough(part: number): void {
    if (material.transmission > 0 !== part > 0) material.needsUpdate = true;
    material.transmission = part;
    // Then its far walls are seen through the near ones.
    material.side = part > 0 ? DoubleSide : FrontSide;
    if (!isTinted && !isMarked) ownColor();
  }

  function paintHeat(scale: number): void {
    if (heatColors.length !== 3 * heat.length) heatColors = new Float32Array(3 * heat.length);
    const { coloring } = settings;
    const isValue = coloring.kind === 'value' && cells !== null && areCellsHere;
    if (isValue) {
      const middle = cells.info.shape === 'box' ? 0 : 0.25;
      const { poses, values } = cells;
      nearestValues(heat, positions, { count: cells.count(), poses, values, middle });
    }
    const factor = isValue ? 1 : scale > 0 ? 1 / scale : 0;
    const shade = new Color();
    for (let i = 0; i < heat.length; i++)
      valueColor(shade, 0, factor * heat[i]).toArray(heatColors, 3 * i);
    view.paint(heatColors);
  }

  return {
    name,
    origin,
    mesh,
    get surface() {
      return surface;
    },
    get positions() {
      return positions;
    },
    parts,
    cells,
    get visible() {
      return visible;
    },
    set visible(on) {
      visible = on;
      apply();
    },
    look(next, hasCells) {
      settings = next;
      areCellsHere = hasCells;
      apply();
    },
    read(numbers, from, hasCells) {
      let at = from;
      positions.set(numbers.subarray(at, at + positions.length));
      at += positions.length;
      normals.set(numbers.subarray(at, at + normals.length));
      at += normals.length;
      view.changed();
      clothes?.follow(positions, normals);
      if (parts !== null) at = parts.read(numbers, at);
      if (hasCells && cells !== null) at = cells.read(numbers, at);
      return at;
    },
    stretch() {
      if (settings.view !== 'heat' || settings.coloring.kind === 'value') return 0;
      if (heat.length !== positions.length / 3) heat = new Float32Array(positions.length / 3);
      surfaceStretch(heat, surface.positions, positions, surface.triangles);
      return heat.reduce((most, x) => Math.max(most, x), 0);
    },
    paint(scale) {
      if (settings.view === 'heat') {
        if (heat.length !== positions.length / 3) heat = new Float32Array(positions.length / 3);
        paintHeat(scale);
      }
      open.update(
        positions,
        areCellsHere ? cells : null,
        settings.coloring.kind === 'value' ? 'value' : 'key',
      );
    },
    aim: open.aim,
    tint(tint) {
      if (tint === null && !isTinted) return;
      if (isTinted !== (tint !== null)) {
        isTinted = tint !== null;
        apply();
      }
      if (settings.view === 'heat' || isMarked) return;
      view.paint(tint && tintColors(tint, color));
      if (tint === null) ownColor();
    },
    mark(colors) {
      if (colors === null && !isMarked) return;
      isMarked = colors !== null;
      apply();
      if (settings.view === 'heat') return;
      view.paint(colors);
      if (colors === null) ownColor();
    },
    color,
    dress(css, { roughness, clearcoat, blur, rim, inner, clear: through }) {
      material.roughness = roughness;
      // From none to some is another program.
      if (material.clearcoat > 0 !== clearcoat > 0) material.needsUpdate = true;
      material.clearcoat = clearcoat;
      material.clearcoatRoughness = blur;
      ghost.light(rim, inner);
      color.set(css);
      material.attenuationColor.copy(color);
      if (clear !== through) {
        clear = through;
        apply();
      }
      if (!isTinted && !isMarked) ownColor();
    },
    wear(next) {
      clothes?.dispose();
      clothes = next;
      if (next !== null) {
        next.mesh.layers.enable(SUBSTANCE);
        next.mesh.layers.enable(OPAQUE);
        group.add(next.mesh);
      }
      apply();
    },
    glow(on) {
      material.emissive.set(on ? currentTheme().accent : '#000000');
      material.emissiveIntensity = GLOW;
    },
    replace(next) {
      surface = next;
      positions = Float32Array.from(next.positions);
      normals = new Float32Array(positions.length);
      view.replace({ positions, normals, surface });
      ghost.follow();
      open.follow();
      // They fit the vertices that were.
      clothes?.dispose();
      clothes = null;
      apply();
    },
    cut: () => open.triangles,
    dispose() {
      ghost.dispose();
      open.dispose();
      clothes?.dispose();
      hot.dispose();
      mesh.material = material as Material;
      view.dispose();
      for (const inner of [parts, cells]) {
        inner?.group.removeFromParent();
        inner?.dispose();
      }
    },
  };
}

/** A pale form of a body's colour where the tint is 0, the accent where it is 1. */
export function tintColors(tint: Float32Array, own: Color): Float32Array {
  const pale = own.clone().lerp(new Color('#ffffff'), PALE);
  const strong = new Color(currentTheme().accent);
  const out = new Float32Array(3 * tint.length);
  const shade = new Color();
  for (let i = 0; i < tint.length; i++) {
    shade.lerpColors(pale, strong, tint[i]).toArray(out, 3 * i);
  }
  return out;
}
