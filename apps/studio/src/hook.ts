import type { KernelChoice } from 'pliant';
import { Vector3 } from 'three';
import type { Json } from './document/json.ts';
import { loadGalleryScene } from './gallery.ts';
import type { Stats } from './protocol.ts';
import { hashScene } from './session.ts';
import { bodyBounds } from './view/framing.ts';
import type { SceneView } from './view/scene-view.ts';
import type { Stage } from './view/stage.ts';

/** How the run goes, with the rows measured and the points plotted. */
type StudioStats = Stats & { samples: number; plotted: number };

/** What browser tests and curious people find as `window.pliant`. */
export interface StudioHook {
  /** True once a scene is on the screen and runs. */
  readonly ready: boolean;
  /** Name of the running scene, '' before the first. */
  readonly scene: string;
  /** Pauses, does so many steps in all runs, and waits until they are on the screen's meshes. */
  step(count?: number): Promise<StudioStats>;
  /** Waits until nothing is being built, all that was asked for is done and, if nothing plays, drawn. */
  settled(): Promise<StudioStats>;
  /** As of the last frame. */
  stats(): StudioStats | null;
  /** Those of the run beside it, while two are compared. */
  twin(): Stats | null;
  /** The document that is open, and a hash of it. */
  document(): { hash: string; scene: Json };
  /** Hash of the state of the world as it is now. */
  state(): Promise<string>;
  /** Keeps the document for the next visit, now. */
  kept(): Promise<void>;
  bodies(): string[];
  /** Status of each frame of an adaptive body on the screen: 0 passive, 1 active, 2 driven. */
  parts(name: string, picture?: number): number[];
  /** What each cell of a body on the screen belongs to; none while cells are not shown. */
  cells(name: string, picture?: number): number[];
  /** Triangles of cells that the cut through a body shows. */
  cut(name: string): number;
  /** Layers that are shown apart. */
  layersApart(): number;
  /** Contacts on the screen; none while they are not shown. */
  contacts(picture?: number): number;
  /** How many vertices of the picture are tinted by more than half, while a layer is looked at or painted. */
  tinted(): number;
  /** Position of a vertex now [m]; of the one nearest to the camera if none is named. Picture 1 is the run beside. */
  bodyPoint(name: string, vertex?: number, picture?: number): [number, number, number];
  /** The same in the page [px]. */
  bodyScreenPoint(name: string, vertex?: number): { x: number; y: number };
  /** A place near that vertex where the pointer meets the body: a few pixels inside its outline. */
  grabPoint(name: string, vertex?: number): { x: number; y: number };
  nearestVertex(name: string): number;
  /** Where the middle of a body's box is in the page [px]. */
  bodyMiddle(name: string): { x: number; y: number };
  /** The picture as it is, without sky and ground, as large as the free part of the window. */
  picture(): Promise<Blob>;
  /** Hash of a gallery scene after some steps in this browser. */
  hash(
    scene: string,
    steps: number,
    kernels?: KernelChoice,
  ): Promise<{ hash: string; kernels: string }>;
}

declare global {
  interface Window {
    pliant: StudioHook;
  }
}

export interface HookParts {
  readonly stage: Stage;
  scene(): string;
  view(picture?: number): SceneView | null;
  stats(): StudioStats | null;
  step(count: number): void;
  settled(): Promise<void>;
  twin(): Stats | null;
  document: StudioHook['document'];
  kept: StudioHook['kept'];
  state: StudioHook['state'];
  insets(): number;
  picture: StudioHook['picture'];
}

/** How far inside the outline `grabPoint` is [px]. */
const GRAB_INSIDE = 8;

export function installHook(parts: HookParts): void {
  const {
    stage,
    scene,
    view,
    stats,
    step,
    settled,
    twin,
    document: open,
    kept,
    state,
    insets,
    picture,
  } = parts;
  const latest = (): StudioStats => {
    const now = stats();
    if (now === null) throw new Error('There is no scene.');
    return now;
  };
  const positionsOf = (name: string, picture = 0): Float32Array => {
    const body = view(picture)?.bodies.find((one) => one.name === name);
    if (body === undefined) throw new Error(`There is no body "${name}".`);
    return body.positions;
  };
  const nearestVertex = (name: string): number => {
    const positions = positionsOf(name);
    const point = new Vector3();
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < positions.length / 3; i++) {
      const distance = point.fromArray(positions, 3 * i).distanceTo(stage.camera.position);
      if (distance < least) [least, nearest] = [distance, i];
    }
    return nearest;
  };
  const bodyPoint: StudioHook['bodyPoint'] = (name, vertex = nearestVertex(name), picture = 0) => {
    const [x, y, z] = positionsOf(name, picture).subarray(3 * vertex, 3 * vertex + 3);
    return [x, y, z];
  };
  const screenPoint = (name: string, vertex?: number): { x: number; y: number } =>
    stage.toScreen(new Vector3(...bodyPoint(name, vertex)));
  const middleOf = (name: string): { x: number; y: number } =>
    stage.toScreen(bodyBounds([positionsOf(name)]).getCenter(new Vector3()));
  const grabPoint = (name: string, vertex?: number): { x: number; y: number } => {
    const at = screenPoint(name, vertex);
    const middle = middleOf(name);
    const distance = Math.hypot(middle.x - at.x, middle.y - at.y);
    const part = Math.min(1, GRAB_INSIDE / Math.max(1, distance));
    return { x: at.x + part * (middle.x - at.x), y: at.y + part * (middle.y - at.y) };
  };
  window.pliant = {
    get ready() {
      return view() !== null && stats() !== null;
    },
    get scene() {
      return scene();
    },
    async step(count = 1) {
      step(count);
      await settled();
      return latest();
    },
    async settled() {
      await settled();
      await stage.drawn();
      return latest();
    },
    stats,
    twin,
    document: open,
    kept,
    state,
    parts(name, picture) {
      const parts = view(picture)?.parts.find(({ body }) => body === name);
      return [...(parts?.status ?? [])];
    },
    tinted: () => view()?.tinted() ?? 0,
    cut: (name) =>
      view()
        ?.bodies.find((body) => body.name === name)
        ?.cut() ?? 0,
    layersApart: insets,
    contacts: (picture) => view(picture)?.contacts.count ?? 0,
    cells(name, picture) {
      const cells = view(picture)?.cells.find(({ body }) => body === name);
      if (cells === undefined || !cells.group.visible) return [];
      return [...cells.keys.subarray(0, cells.count())];
    },
    bodies: () => view()?.bodies.map((body) => body.name) ?? [],
    bodyPoint,
    bodyScreenPoint: screenPoint,
    grabPoint,
    bodyMiddle: middleOf,
    picture,
    nearestVertex,
    async hash(name, steps, kernels) {
      const source = await loadGalleryScene(name);
      if (source === null) throw new Error(`There is no scene "${name}".`);
      return hashScene(source, steps, kernels);
    },
  };
}
