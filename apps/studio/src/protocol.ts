import type {
  Action,
  CellRegion,
  Cells,
  KernelChoice,
  LayerInfo,
  PartParents,
  Shape,
  TriangleMesh,
} from 'pliant';
import type { Clothing } from './share/dressed.ts';
import type { RunFile, StepRange } from './share/run-files.ts';

/**
 * Everything that passes between the page and the worker that simulates. A worker lives for one scene: it is started, told to
 * load, played with, and terminated when another scene has been built.
 */

/** A scene as it was found, with the bytes of the mesh files it may name. */
export interface SceneSource {
  /** Parsed JSON, or its text. */
  readonly scene: unknown;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** From the page to the worker. */
export type Request =
  /** `resume`: a state to go on from. */
  | { type: 'load'; source: SceneSource; kernels?: KernelChoice; resume?: Uint8Array }
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'step'; count: number }
  /** Back to the start of the scene; `first` is done before its first step. */
  | { type: 'reset'; first: readonly Action[] }
  /** A line to the worker of another run of the same scene: the two stay together. Null lets it run alone again. */
  | { type: 'pair'; line: MessagePort | null }
  /** Seconds of the scene in a second of the clock. */
  | { type: 'speed'; value: number }
  | { type: 'apply'; action: Action }
  /** Whether frames bring the cells along. */
  | { type: 'cells'; on: boolean }
  /** What the values of cells show, where there is a choice. */
  | { type: 'shade'; what: string }
  /** Whether frames bring the contacts along. */
  | { type: 'contacts'; on: boolean }
  /** Which layer is looked at apart; null for none. */
  | { type: 'look'; at: Look | null }
  /** Whether frames bring all layers of a body along, each by itself. */
  | { type: 'apart'; on: boolean }
  /** Asks what a cell of a body looks at, if its model knows. */
  | { type: 'region'; body: number; cell: number }
  /** Asks for a frame. It and all after it carry the mark: whatever was sent before has been done. */
  | { type: 'show'; mark: number }
  /** Pauses, and shows a step of the past again. */
  | { type: 'seek'; step: number }
  /** Whether it starts over at the end of the scene. */
  | { type: 'loop'; on: boolean }
  /** Pauses, and asks for a file of the run. */
  | { type: 'file'; what: RunFile; range?: StepRange; clothing: Clothing }
  /** Asks for the JSON schema of scenes. */
  | { type: 'schema' }
  /** Asks for the state as it is now. */
  | { type: 'snapshot' }
  /** Back to the last state that was kept while all bodies were well. */
  | { type: 'rewind' }
  /** Gives the buffer of a frame back, to be filled again. */
  | { type: 'return'; buffer: ArrayBuffer }
  /** Runs a scene for some steps, as fast as it goes, and answers with the hash of its state. */
  | { type: 'hash'; source: SceneSource; kernels?: KernelChoice; steps: number };

/** From the worker to the page. */
export type Reply =
  | { type: 'progress'; body: string; done: number; total: number }
  | { type: 'built'; scene: SceneInfo }
  /** New triangles of a body, before the first frame that uses them. */
  | { type: 'surface'; body: number; surface: SurfaceInfo }
  /** Bodies from an index on, in place of those there were from there on: one fell apart, or the scene started again. */
  | { type: 'bodies'; from: number; bodies: readonly BodyInfo[] }
  /** Obstacles that came while the scene ran, in place of those there were; they come last in frames. */
  | { type: 'obstacles'; obstacles: readonly ObstacleInfo[] }
  | { type: 'frame'; frame: Frame }
  | { type: 'region'; body: number; cell: number; region: CellRegion }
  /** Sent first: the worker holds the lock that has its name. */
  | { type: 'alive' }
  /** `isLost`: the browser has ended the worker; what it was doing was not at fault. */
  | { type: 'failed'; messages: string[]; isLost?: boolean }
  | { type: 'file'; bytes: Uint8Array | null; fault: string }
  | { type: 'schema'; schema: unknown }
  | { type: 'snapshot'; bytes: Uint8Array; step: number; hash: string }
  | { type: 'hash'; hash: string; kernels: string };

export interface SurfaceInfo {
  /** Vertex positions at rest [m], shape [vertices, 3]. */
  readonly positions: Float64Array;
  readonly triangles: Int32Array;
}

export interface BodyInfo {
  readonly name: string;
  /** The scene's body that it is, or came off, by index. */
  readonly origin: number;
  readonly color: string | undefined;
  readonly surface: SurfaceInfo;
  /** Longest side at rest [m], and mass [kg]. */
  readonly size: number;
  readonly mass: number;
  /** What it is made of, if it is adaptive. */
  readonly parts: PartsInfo | null;
  /** The cells it is computed with, if it has some to show. */
  readonly cells: CellsInfo | null;
  /** True if it can be cut and its cells divided by hand. */
  readonly cuttable: boolean;
  /** Its layers at the start, coarsest first; null if it has none. */
  readonly layers: readonly LayerState[] | null;
}

/** A layer of a layered body, as it is now. */
export type LayerState = Readonly<LayerInfo>;

/**
 * A layer that is looked at apart. `motion`: its body shows this layer's own motion alone, from its shape at rest, coloured by how far
 * it goes. `region`: the body as it is, coloured where the layer may move.
 */
export interface Look {
  /** Places among the scene's bodies and among the body's layers. */
  readonly body: number;
  readonly layer: number;
  readonly what: 'motion' | 'region';
}

/** Layers of a body, each by itself, coarsest first. */
export interface LayersApart {
  readonly body: number;
  /** Positions, then normals, of the shape at rest moved by the layer alone; and how strongly each vertex is tinted, 0 to 1. */
  readonly layers: readonly { readonly shape: Float32Array; readonly tint: Float32Array }[];
}

/** What stays the same about a body's cells. */
export type CellsInfo = Pick<Cells, 'shape' | 'capacity' | 'label' | 'valueLabel' | 'choices'> & {
  /** Whether every cell looks at others around it. */
  readonly hasRegions: boolean;
  /** Of the numbers that values stand for; missing if there are none. */
  readonly unit?: string;
};

/** The frames of an adaptive body, and how it is set at the start. */
export interface PartsInfo {
  /** Level of each in the hierarchy, 0 the coarsest. */
  readonly level: Uint8Array;
  /** Whom each follows while it sleeps. */
  readonly parents?: PartParents;
  readonly adaptive: boolean;
  readonly tolerance: number;
  /** True if motion counts by how large it looks. */
  readonly camera: boolean;
}

export interface ObstacleInfo {
  readonly name: string;
  readonly color: string | undefined;
  readonly shape: Shape;
  /** For shapes that are neither planes nor plain. */
  readonly surface: TriangleMesh | null;
}

/** What stays the same while a scene runs. */
export interface SceneInfo {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly dt: number;
  /** How long its story lasts [s]. */
  readonly duration: number;
  readonly camera: { eye: Triple; target: Triple; fov: number } | undefined;
  readonly bodies: readonly BodyInfo[];
  readonly obstacles: readonly ObstacleInfo[];
  readonly kernels: string;
  /** What building took [ms]. */
  readonly buildTime: number;
  /** Number of bodies whose preparation was kept from an earlier visit. */
  readonly prepared: number;
}

type Triple = readonly [number, number, number];

/** One picture of the running world. */
export interface Frame {
  /**
   * Float32, body by body: positions, normals, then `PART_SIZE` numbers a part, its 3×4 pose and its status, then the cells if
   * they were asked for: how many, what the values 0 and 1 stand for, whether in equal ratios, and room for all, `CELL_SIZE` numbers each, 3×4 pose, key and value. Then
   * `OBSTACLE_SIZE` numbers an obstacle, its 3×4 pose and whether it is there. Goes back to the worker when read.
   */
  readonly buffer: ArrayBuffer;
  /** Whether the cells are in it. */
  readonly hasCells: boolean;
  readonly stats: Stats;
  /** Six numbers a contact, its place [m] and its force [N]; null unless asked for. */
  readonly contacts: Float32Array | null;
  /** The body whose layer is looked at, and how strongly each of its vertices is tinted, 0 to 1; null for none. */
  readonly look: { readonly body: number; readonly tint: Float32Array } | null;
  /** Null unless asked for. */
  readonly apart: LayersApart | null;
  /** Rows of `SAMPLE_SIZE` numbers, one for each step since the last frame. */
  readonly samples: Float64Array;
}

/** Numbers a part of an adaptive body takes in a frame. */
export const PART_SIZE = 13;
/** Numbers before the first cell, and numbers a cell takes in a frame. */
export const CELLS_HEAD = 4;
export const CELL_SIZE = 14;
/** Numbers an obstacle takes in a frame. */
export const OBSTACLE_SIZE = 13;

/** What is used now, of all there is. */
export interface Share {
  readonly active: number;
  readonly total: number;
}

/** How the run goes, as of a frame. */
export interface Stats {
  /** Of the last request to show that was heard before this frame; 0 if there was none. */
  readonly mark: number;
  readonly time: number;
  readonly steps: number;
  readonly playing: boolean;
  /** Steps in the last second of the clock. */
  readonly rate: number;
  /** True while the steps take longer than the clock allows. */
  readonly late: boolean;
  /** Seconds of the scene in a second of the clock, as achieved. */
  readonly pace: number;
  /** Mean over recent steps [ms], and of all steps since the start together. */
  readonly stepTime: number;
  readonly spent: number;
  readonly contacts: number;
  readonly iterations: number;
  readonly dofs: readonly Share[];
  /** Frames of all adaptive bodies by their status; null if no body is adaptive. */
  readonly parts: {
    readonly passive: number;
    readonly active: number;
    readonly driven: number;
  } | null;
  /** Integration points. */
  readonly points: Share;
  /** Steps that can be shown again. */
  readonly range: { readonly first: number; readonly last: number };
  /** Frames switched on or off since the start. */
  readonly switches: number;
  /** What the scene asks for and does not get. */
  readonly notes: readonly string[];
  readonly issues: readonly string[];
  /** Bodies that are held because their numbers made no sense. */
  readonly broken: readonly string[];
  /** Layers of each body, coarsest first; null for a body that has none. */
  readonly layers: readonly (readonly LayerState[] | null)[];
}

/** Columns of a sample: time [s], energies [J], unknowns, then milliseconds per phase. */
export const SAMPLE = {
  time: 0,
  kinetic: 1,
  elastic: 2,
  potential: 3,
  active: 4,
  total: 5,
  phases: 6,
} as const;
export const PHASE_COUNT = 5;
export const SAMPLE_SIZE = SAMPLE.phases + PHASE_COUNT;
