import {
  bodyColor,
  createObstacleMesh,
  type DragTarget,
  type DragView,
  isPlain,
  poseMatrix,
} from '@pliant/three';
import {
  Group,
  LineSegments,
  type Material,
  Mesh,
  type Object3D,
  type PerspectiveCamera,
} from 'three';
import {
  type BodyInfo,
  type CellsInfo,
  type Frame,
  OBSTACLE_SIZE,
  type ObstacleInfo,
  type SceneInfo,
  type SurfaceInfo,
} from '../protocol.ts';
import { type BodyView, createBodyView } from './body-view.ts';
import { type ContactLines, createContactLines } from './contact-lines.ts';
import { SUBSTANCE } from './contact-shadow.ts';
import { gridSpacing } from './floor.ts';
import type { MaterialLook } from './material-look.ts';
import { OPAQUE } from './occlusion.ts';
import type { RemoteCells } from './remote-cells.ts';
import type { RemoteParts } from './remote-parts.ts';
import { currentTheme, sceneryColor } from './theme.ts';
import { PLAIN, type ViewSettings } from './view-settings.ts';

/** A body that is simulated elsewhere and shown here. */
export interface RemoteBody extends DragTarget {
  /** Vertex positions as last received [m], shape [vertices, 3]. */
  readonly positions: Float32Array;
}

/** Length of the largest contact force, in sizes of the largest body. */
const CONTACT_LENGTH = 0.5;
/** The least stretch that has the last colour: less would show rounding. */
const LEAST_STRETCH = 0.01;

/** What is hidden: bodies of the scene and obstacles, by index. */
export interface Hidden {
  readonly bodies: ReadonlySet<number>;
  readonly obstacles: ReadonlySet<number>;
}

/** Cells in the picture. */
export interface ShownCells {
  readonly info: CellsInfo;
  /** The edge of the largest cell of each key [m]. */
  readonly sizes: ReadonlyMap<number, number>;
  /** The numbers at the ends of the colours for values; both zero if there are none. */
  readonly low: number;
  readonly high: number;
}

/** Puts a part of an obstacle into the layers of what it darkens. */
function mark(part: Object3D): void {
  part.layers.enable(SUBSTANCE);
  if (part instanceof Mesh && !(part.material as Material).transparent) part.layers.enable(OPAQUE);
}

/** Parts of their own colours that grounds and other obstacles keep at night. */
const LEFT = { ground: 0.02, things: 0.5 } as const;

/** Meshes of a scene that runs in the worker. */
export interface SceneView extends DragView {
  readonly group: Group;
  readonly bodies: readonly BodyView[];
  /** The frames of adaptive bodies. */
  readonly parts: readonly RemoteParts[];
  /** The cells of bodies that have some to show. */
  readonly cells: readonly RemoteCells[];
  /** Where bodies touch. */
  readonly contacts: ContactLines;
  /** How bodies are shown. */
  look(settings: ViewSettings): void;
  hide(hidden: Hidden): void;
  /** Null if no cells have come. */
  shownCells(): ShownCells | null;
  /** The stretch of the skin that has the last colour. */
  stretchScale(): number;
  /** Lets lights fade by some seconds, and turns what is cut open to the eye; true while there is more to come. */
  animate(seconds: number, camera: PerspectiveCamera): boolean;
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
  /** Shows obstacles that came while the scene runs, all of them. */
  addObstacles(obstacles: readonly ObstacleInfo[]): void;
  /** Gives bodies the looks that the scene's bodies they came from have now: a colour, and how their matter looks. */
  dress(lookOf: (origin: number) => { readonly color: unknown; readonly look: MaterialLook }): void;
  /** Makes scenery again, in the colours of the present theme. */
  recolor(): void;
  dispose(): void;
}

/** `reach`: how far planes are drawn [m]. */
export function createSceneView(scene: SceneInfo, reach: number): SceneView {
  const group = new Group();
  const bodies: BodyView[] = [];
  const add = (info: BodyInfo): void => void bodies.push(createBodyView(info, group));
  for (const info of scene.bodies) add(info);
  const sizes = scene.bodies.map((body) => body.size);
  const contacts = createContactLines(CONTACT_LENGTH * Math.max(0.01, ...sizes));
  group.add(contacts.object);
  let settings = PLAIN;
  let hidden: Hidden = { bodies: new Set(), obstacles: new Set() };
  let strong = 0;
  let areCellsHere = false;
  let stretch = LEAST_STRETCH;
  const cellsOf = (): RemoteCells[] => bodies.flatMap(({ cells }) => cells ?? []);

  function apply(): void {
    for (const body of bodies) {
      body.visible = !hidden.bodies.has(body.origin);
      body.look(settings, areCellsHere);
    }
    paint();
  }

  function paint(): void {
    for (const body of bodies) stretch = Math.max(stretch, body.stretch());
    for (const body of bodies) body.paint(stretch);
  }

  /** The scene's own, then those that came while it ran. */
  let obstacleInfos = scene.obstacles;
  const obstacles: Group[] = [];

  function recolor(): void {
    const theme = currentTheme();
    for (const gone of obstacles.splice(obstacleInfos.length)) {
      free(gone);
      gone.removeFromParent();
    }
    obstacleInfos.forEach(({ name, color, shape, surface }, i) => {
      if (obstacles[i] === undefined) {
        obstacles[i] = new Group();
        obstacles[i].matrixAutoUpdate = false;
        group.add(obstacles[i]);
      }
      for (const child of [...obstacles[i].children]) free(child);
      obstacles[i].clear();
      if (surface === null && shape.type !== 'plane' && !isPlain(shape)) return;
      obstacles[i].add(
        createObstacleMesh(shape, {
          name,
          reach,
          surface: surface ?? undefined,
          color:
            shape.type === 'plane'
              ? sceneryColor(color, theme.ground, LEFT.ground)
              : sceneryColor(color, theme.obstacle, LEFT.things),
          ground: { lineColor: theme.lines, grid: gridSpacing(reach) },
        }),
      );
      if (shape.type !== 'plane') obstacles[i].traverse(mark);
    });
  }

  recolor();
  return {
    group,
    bodies,
    obstacles,
    get parts() {
      return bodies.flatMap(({ parts }) => parts ?? []);
    },
    get cells() {
      return cellsOf();
    },
    contacts,
    look(next) {
      if (next.view !== settings.view) stretch = LEAST_STRETCH;
      settings = next;
      apply();
    },
    hide(next) {
      hidden = next;
      apply();
    },
    shownCells() {
      const seen = cellsOf();
      if (seen.length === 0 || !areCellsHere) return null;
      const sizes = new Map<number, number>();
      for (const own of seen) {
        for (const [key, size] of own.sizes()) sizes.set(key, Math.max(sizes.get(key) ?? 0, size));
      }
      const { low, high } = rangeOf(seen);
      // Where bodies of several kinds are shown, one that offers a choice speaks for all.
      const { info } = seen.find((own) => own.info.choices !== undefined) ?? seen[0];
      return { info, sizes, low, high };
    },
    stretchScale: () => stretch,
    animate(seconds, camera) {
      let fades = false;
      for (const body of bodies) {
        body.aim(camera);
        for (const own of [body.parts, body.cells]) fades = own?.animate(seconds) || fades;
      }
      return fades;
    },
    read(frame, hasCells) {
      const numbers = new Float32Array(frame);
      let at = 0;
      for (const body of bodies) at = body.read(numbers, at, hasCells);
      const cells = cellsOf();
      if (hasCells) {
        const { low, high } = rangeOf(cells);
        for (const own of cells) own.rescale(low, high);
      }
      if (hasCells !== areCellsHere) {
        areCellsHere = hasCells;
        apply();
      } else paint();
      obstacles.forEach((obstacle, i) => {
        poseMatrix(numbers.subarray(at, at + OBSTACLE_SIZE), obstacle.matrix);
        obstacle.matrixWorldNeedsUpdate = true;
        obstacle.visible = numbers[at + 12] !== 0 && !hidden.obstacles.has(i);
        at += OBSTACLE_SIZE;
      });
    },
    tint(look) {
      bodies.forEach((body, i) => void body.tint(look?.body === i ? look.tint : null));
      strong = look?.tint.reduce((sum, t) => sum + (t > 0.5 ? 1 : 0), 0) ?? 0;
    },
    tinted: () => strong,
    replace: (index, surface) => bodies[index].replace(surface),
    follow(from, infos) {
      for (const body of bodies.splice(from)) body.dispose();
      for (const info of infos) add(info);
      apply();
    },
    addObstacles(late) {
      obstacleInfos = [...scene.obstacles, ...late];
      recolor();
    },
    dress(lookOf) {
      for (const body of bodies) {
        const { color, look } = lookOf(body.origin);
        const own = typeof color === 'string' ? color : undefined;
        body.dress(bodyColor(own, body.origin), look);
      }
    },
    recolor,
    dispose() {
      for (const body of bodies) body.dispose();
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

function free(object: Object3D): void {
  object.traverse((part) => {
    if (!(part instanceof Mesh || part instanceof LineSegments)) return;
    part.geometry.dispose();
    (part.material as Material).dispose();
  });
}
