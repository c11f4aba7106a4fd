import {
  bodyColor,
  type CellColoring,
  createObstacleMesh,
  createSurfaceMesh,
  type DragTarget,
  type DragView,
  poseMatrix,
  type SurfaceMesh,
} from '@pliant/three';
import {
  Color,
  Group,
  LineSegments,
  type Material,
  Mesh,
  type MeshPhysicalMaterial,
  type Object3D,
} from 'three';
import {
  type BodyInfo,
  type CellsInfo,
  type Frame,
  OBSTACLE_SIZE,
  type SceneInfo,
  type SurfaceInfo,
} from '../protocol.ts';
import { type ContactLines, createContactLines } from './contact-lines.ts';
import { createRemoteCells, type RemoteCells } from './remote-cells.ts';
import { createRemoteParts, type RemoteParts } from './remote-parts.ts';
import { currentTheme, sceneryColor } from './theme.ts';
import { createTranslucency, type Translucency } from './translucency.ts';

/** A body that is simulated elsewhere and shown here. */
export interface RemoteBody extends DragTarget {
  /** Vertex positions as last received [m], shape [vertices, 3]. */
  readonly positions: Float32Array;
}

/** Length of the largest contact force, in sizes of the largest body. */
const CONTACT_LENGTH = 0.5;

/** How pale a tinted body is where it has no tint. */
const PALE = 0.72;

/** What is shown of how bodies are computed. */
export type Overlay = 'none' | 'frames' | 'cells';

/** Cells in the picture. */
export interface ShownCells {
  readonly info: CellsInfo;
  /** The edge of the largest cell of each key [m]. */
  readonly sizes: ReadonlyMap<number, number>;
  /** The numbers at the ends of the colours for values; both zero if there are none. */
  readonly low: number;
  readonly high: number;
}

/** Meshes of a scene that runs in the worker. */
export interface SceneView extends DragView {
  readonly group: Group;
  readonly bodies: readonly RemoteBody[];
  /** The frames of adaptive bodies. */
  readonly parts: readonly RemoteParts[];
  /** The cells of bodies that have some to show. */
  readonly cells: readonly RemoteCells[];
  /** Where bodies touch. */
  readonly contacts: ContactLines;
  /** Shows frames inside translucent bodies, cells instead of bodies, or just the bodies. */
  showOverlay(overlay: Overlay): void;
  /** What gives cells their colours. */
  colorCells(what: CellColoring): void;
  /** Null if none are shown. */
  shownCells(): ShownCells | null;
  /** Lets lights fade by some seconds; true while there is more to come. */
  animate(seconds: number): boolean;
  /** Copies a frame, with or without cells, into the meshes. */
  read(frame: ArrayBuffer, hasCells: boolean): void;
  /** Tints the body whose layer is looked at; null: none. */
  tint(look: Frame['look']): void;
  /** Vertices tinted by more than half. */
  tinted(): number;
  /** Takes new triangles for a body. */
  replace(body: number, surface: SurfaceInfo): void;
  /** Shows these bodies from an index on, in place of those there were. */
  follow(from: number, bodies: readonly BodyInfo[]): void;
  /** Gives bodies the colours that the scene's bodies they came from have now. */
  colorBodies(colorOf: (origin: number) => unknown): void;
  /** Makes scenery again, in the colours of the present theme. */
  recolor(): void;
  dispose(): void;
}

interface Shown {
  name: string;
  /** The scene's body that it is, or came off, by index. */
  origin: number;
  surface: SurfaceInfo;
  mesh: Mesh;
  view: SurfaceMesh;
  parts: RemoteParts | null;
  cells: RemoteCells | null;
  translucency: Translucency;
  positions: Float32Array;
  normals: Float32Array;
  color: Color;
}

/** `reach`: how far planes are drawn [m]. */
export function createSceneView(scene: SceneInfo, reach: number): SceneView {
  const group = new Group();
  const bodies: Shown[] = [];
  const parts: RemoteParts[] = [];
  const cells: RemoteCells[] = [];
  const add = ({ name, origin, color, surface, size, parts: own, cells: info }: BodyInfo): void => {
    const positions = Float32Array.from(surface.positions);
    const normals = new Float32Array(positions.length);
    const shade = bodyColor(color, origin);
    const view = createSurfaceMesh({ positions, normals, surface }, { color: shade, name });
    group.add(view.mesh);
    const frames = own === null ? null : createRemoteParts(name, own.level, size);
    const boxes = info === null ? null : createRemoteCells(name, info);
    if (frames !== null) {
      group.add(frames.group);
      parts.push(frames);
    }
    if (boxes !== null) {
      group.add(boxes.group);
      cells.push(boxes);
    }
    bodies.push({
      name,
      origin,
      surface,
      mesh: view.mesh,
      view,
      parts: frames,
      cells: boxes,
      translucency: createTranslucency(view.mesh),
      positions,
      normals,
      color: new Color(shade),
    });
  };
  for (const info of scene.bodies) add(info);
  const sizes = scene.bodies.map((body) => body.size);
  const contacts = createContactLines(CONTACT_LENGTH * Math.max(0.01, ...sizes));
  group.add(contacts.object);
  let overlay: Overlay = 'none';
  let coloring: CellColoring = 'key';
  /** The body with a tint, −1 for none. */
  let tinted = -1;
  let strong = 0;
  let areCellsHere = false;

  /** A body stays until the first frame that has its cells. */
  function applyOverlay(): void {
    for (const body of bodies) {
      const inCells = overlay === 'cells' && areCellsHere && body.cells !== null;
      if (body.cells !== null) body.cells.group.visible = inCells;
      (body.mesh.material as Material).visible = !inCells;
      if (body.parts === null) continue;
      body.parts.group.visible = overlay === 'frames';
      body.translucency.set(overlay === 'frames');
    }
  }
  const obstacles = scene.obstacles.map(() => {
    const outer = new Group();
    outer.matrixAutoUpdate = false;
    group.add(outer);
    return outer;
  });

  function recolor(): void {
    const theme = currentTheme();
    scene.obstacles.forEach(({ name, color, shape, surface }, i) => {
      for (const child of [...obstacles[i].children]) free(child);
      obstacles[i].clear();
      obstacles[i].add(
        createObstacleMesh(shape, {
          name,
          reach,
          surface: surface ?? undefined,
          color: sceneryColor(color, shape.type === 'plane' ? theme.ground : theme.obstacle),
          ground: { lineColor: theme.lines, grid: niceSpacing(reach / 16) },
        }),
      );
    });
  }

  recolor();
  return {
    group,
    bodies,
    obstacles,
    parts,
    cells,
    contacts,
    showOverlay(next) {
      overlay = next;
      applyOverlay();
    },
    colorCells(what) {
      coloring = what;
      for (const own of cells) own.colorBy(what);
    },
    shownCells() {
      const seen = cells.filter((own) => own.group.visible);
      if (seen.length === 0) return null;
      const sizes = new Map<number, number>();
      for (const own of seen) {
        for (const [key, size] of own.sizes()) sizes.set(key, Math.max(sizes.get(key) ?? 0, size));
      }
      const { low, high } = rangeOf(seen);
      // Where bodies of several kinds are shown, one that offers a choice speaks for all.
      const { info } = seen.find((own) => own.info.choices !== undefined) ?? seen[0];
      return { info, sizes, low, high };
    },
    animate: (seconds) =>
      [...parts, ...cells].reduce((fades, own) => own.animate(seconds) || fades, false),
    read(frame, hasCells) {
      const numbers = new Float32Array(frame);
      let at = 0;
      for (const { positions, normals, view, parts: own, cells: shown } of bodies) {
        positions.set(numbers.subarray(at, at + positions.length));
        at += positions.length;
        normals.set(numbers.subarray(at, at + normals.length));
        at += normals.length;
        view.changed();
        if (own !== null) at = own.read(numbers, at);
        if (hasCells && shown !== null) at = shown.read(numbers, at);
      }
      if (hasCells) {
        const { low, high } = rangeOf(cells);
        for (const own of cells) own.rescale(low, high);
      }
      if (hasCells !== areCellsHere) {
        areCellsHere = hasCells;
        applyOverlay();
      }
      for (const obstacle of obstacles) {
        poseMatrix(numbers.subarray(at, at + OBSTACLE_SIZE), obstacle.matrix);
        obstacle.matrixWorldNeedsUpdate = true;
        obstacle.visible = numbers[at + 12] !== 0;
        at += OBSTACLE_SIZE;
      }
    },
    tint(look) {
      bodies.forEach(({ mesh, view, color }, i) => {
        if (look?.body !== i) {
          if (tinted === i) view.paint(null);
          if (tinted === i) (mesh.material as MeshPhysicalMaterial).color.copy(color);
          return;
        }
        view.paint(tintColors(look.tint, color));
      });
      tinted = look?.body ?? -1;
      strong = look?.tint.reduce((sum, t) => sum + (t > 0.5 ? 1 : 0), 0) ?? 0;
    },
    tinted: () => strong,
    replace(index, surface) {
      const body = bodies[index];
      body.surface = surface;
      body.positions = Float32Array.from(surface.positions);
      body.normals = new Float32Array(body.positions.length);
      body.view.replace(body);
      body.translucency.follow();
    },
    follow(from, infos) {
      for (const body of bodies.splice(from)) {
        if (body.parts !== null) parts.splice(parts.indexOf(body.parts), 1);
        if (body.cells !== null) cells.splice(cells.indexOf(body.cells), 1);
        dispose(body);
      }
      for (const info of infos) add(info);
      for (const own of cells) own.colorBy(coloring);
      applyOverlay();
    },
    colorBodies(colorOf) {
      bodies.forEach(({ origin, mesh, color }, i) => {
        const given = colorOf(origin);
        color.set(bodyColor(typeof given === 'string' ? given : undefined, origin));
        if (tinted !== i) (mesh.material as MeshPhysicalMaterial).color.copy(color);
      });
    },
    recolor,
    dispose() {
      bodies.forEach(dispose);
      for (const obstacle of obstacles) free(obstacle);
      contacts.dispose();
      group.removeFromParent();
    },
  };
}

/** The least and the largest number that values of these cells stand for. */
function rangeOf(cells: readonly RemoteCells[]): { low: number; high: number } {
  const known = cells.filter(({ scale }) => scale.high > 0);
  if (known.length === 0) return { low: 0, high: 0 };
  return {
    low: Math.min(...known.map(({ scale }) => scale.low)),
    high: Math.max(...known.map(({ scale }) => scale.high)),
  };
}

function dispose({ mesh, view, parts, cells, translucency }: Shown): void {
  translucency.dispose();
  mesh.removeFromParent();
  view.dispose();
  for (const own of [parts, cells]) {
    own?.group.removeFromParent();
    own?.dispose();
  }
}

/** A pale form of a body's colour where the tint is 0, the accent where it is 1. */
function tintColors(tint: Float32Array, own: Color): Float32Array {
  const pale = own.clone().lerp(new Color('#ffffff'), PALE);
  const strong = new Color(currentTheme().accent);
  const out = new Float32Array(3 * tint.length);
  const shade = new Color();
  for (let i = 0; i < tint.length; i++) {
    shade.lerpColors(pale, strong, tint[i]).toArray(out, 3 * i);
  }
  return out;
}

/** The length of the row 1, 2, 5, 10, … next to the given one. */
function niceSpacing(about: number): number {
  const power = 10 ** Math.floor(Math.log10(about));
  return power * ([1, 2, 5].find((step) => step * power >= about) ?? 10);
}

function free(object: Object3D): void {
  object.traverse((part) => {
    if (!(part instanceof Mesh || part instanceof LineSegments)) return;
    part.geometry.dispose();
    (part.material as Material).dispose();
  });
}
