import { InputError, type SceneInput, writePly } from 'pliant/core';
import { type BodyMesh, bodyMesh } from './body.ts';
import { boneHolds } from './bone-holds.ts';
import { boneTrack } from './bone-tracks.ts';
import type { Clip, Figure, FigureMesh } from './figure.ts';
import { checkFleshNames, type FleshOptions, fleshFields } from './flesh.ts';
import type { Mat4 } from './mat4.ts';
import { createFileNames, createNames } from './names.ts';
import { type PlacedMesh, placeMesh } from './place.ts';
import { type ReadOptions, readGltf } from './read.ts';
import { createRig, type Rig } from './rig.ts';
import { withCarriers } from './rigid.ts';
import { type BoneLine, boneLines } from './tails.ts';
import { extentOf, type UpAxis, unitMatrix, unitNotes } from './units.ts';

export const MODELS = ['solid', 'frames', 'tets', 'octree', 'layers', 'rigid'] as const;
export type ImportModel = (typeof MODELS)[number];

export interface ImportOptions extends ReadOptions, FleshOptions {
  /** Name of the scene; letters, digits, - and _. */
  readonly name?: string;
  /** Metres of a unit of the file. */
  readonly scale?: number;
  /** The axis of the file that points up. */
  readonly up?: UpAxis;
  /** Name or number of the clip that moves the bones; the first if missing, none with `null`. */
  readonly clip?: string | number | null;
  /**
   * How bodies are computed. If missing, `layers` over the bones where there are bones, `frames` where the mesh bounds no
   * solid (elements of a sheet are many, and all of them touch the floor), else `solid`.
   */
  readonly model?: ImportModel;
}

export const IMPORT_DEFAULTS = { name: 'figure', scale: 1, up: 'y' } as const;

/** How a body of the scene is drawn: the file's vertices, each going with a vertex of the body. */
export interface Drawn extends PlacedMesh {
  /** The body's vertex for each drawn vertex, −1 for none: it is at `body.positions[source[v]]`. */
  readonly vertexOf: Int32Array;
}

export interface Imported {
  readonly scene: SceneInput;
  /** Mesh files that the scene names. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** What is drawn, a mesh for each body. */
  readonly drawn: readonly Drawn[];
  readonly rigs: readonly Rig[];
  readonly figure: Figure;
  /** Sizes, units, what was mended and what was left out. */
  readonly notes: readonly string[];
}

/** Makes a scene of a GLB or glTF file: a body for each mesh, a skeleton for each skin, moved by a clip. */
export async function importGltf(
  bytes: Uint8Array,
  options: ImportOptions = {},
): Promise<Imported> {
  const figure = await readGltf(bytes, options);
  return sceneOf(figure, options);
}

export function sceneOf(file: Figure, options: ImportOptions = {}): Imported {
  const {
    name = IMPORT_DEFAULTS.name,
    scale = IMPORT_DEFAULTS.scale,
    up = IMPORT_DEFAULTS.up,
  } = options;
  const notes = [...file.notes];
  if (file.meshes.length === 0)
    throw new InputError('the file shows no triangles. Export a mesh.', 'meshes');
  const clip = chooseClip(file, options.clip);
  const figure = withCarriers(file, clip);
  const unit = unitMatrix(scale, up);
  const takeName = createNames();
  const takeBody = createNames();
  const rigs = figure.skins.map((_, s) =>
    figure.meshes.some((mesh) => mesh.skin === s) ? createRig(figure, s, unit, takeName) : null,
  );
  const placed = figure.meshes.map((mesh) =>
    placeMesh(
      figure,
      mesh,
      takeBody(mesh.name, 'body'),
      unit,
      mesh.skin < 0 ? null : rigs[mesh.skin],
    ),
  );
  const { sides, size, lowest } = extentOf(placed);
  if (!(size > 0))
    throw new InputError(
      'all vertices lie at one place. Export a mesh that has an extent.',
      'meshes',
    );
  for (const note of unitNotes(sides, scale)) notes.push(note);
  const bodies = placed.map((mesh, i) => bodyMesh(mesh, `meshes[${i}]`));
  bodies.forEach(({ done }, i) => {
    if (done.length > 0) notes.push(`${placed[i].name}: ${done.join(', ')}.`);
    const { morphs } = placed[i];
    if (morphs.length > 0)
      notes.push(`${placed[i].name}: ${morphs.length} morph targets are kept for drawing.`);
  });
  const used = rigs.filter((rig) => rig !== null);
  if (used.length > 0 && clip !== null && options.clip === undefined && file.clips.length > 1)
    notes.push(
      `the clip "${clip.name || 0}" is played; there are: ${namesOf(file.clips)}. Choose with --clip.`,
    );
  checkFleshNames(options, figure, used);
  const lines = new Map(
    used.map((rig) => [
      rig,
      boneLines(
        rig,
        placed.filter((mesh) => mesh.rig === rig),
        size,
      ),
    ]),
  );
  const takeFile = createFileNames();
  const fileNames = placed.map((mesh) => `${takeFile(mesh.name, 'body')}.ply`);
  const scene: SceneInput = {
    format: 'pliant/1',
    name: createNames()(name, 'figure'),
    title: name.slice(0, 200),
    duration: clip && used.length > 0 ? Math.min(3600, Math.max(1, 2 * clip.duration)) : 5,
    bodies: placed.map((mesh, i) =>
      sceneBody(figure, mesh, lines, options, notes, bodies[i], fileNames[i]),
    ),
    skeletons: used.map((rig) => sceneSkeleton(figure, rig, unit, clip, size, notes)),
    obstacles:
      used.length > 0
        ? []
        : [
            {
              name: 'floor',
              shape: { type: 'plane', normal: [0, 1, 0], offset: lowest - 0.2 * size },
            },
          ],
  };
  const files: Record<string, Uint8Array> = {};
  bodies.forEach(({ mesh }, i) => {
    files[fileNames[i]] = writePly(mesh);
  });
  const drawn = placed.map((mesh, i): Drawn => ({ ...mesh, vertexOf: bodies[i].source }));
  return { scene, files, drawn, rigs: used, figure, notes };
}

const namesOf = (clips: readonly Clip[]): string =>
  clips.map(({ name }, i) => name || String(i)).join(', ');

function chooseClip(figure: Figure, wanted: string | number | null | undefined): Clip | null {
  const { clips } = figure;
  if (wanted === null) return null;
  if (wanted !== undefined) {
    const found = clips.find(({ name }) => name === wanted) ?? clips[Number(wanted)];
    if (found === undefined) {
      throw new InputError(
        `there is no clip "${wanted}". ${clips.length > 0 ? `There are: ${namesOf(clips)}.` : 'The file has none.'}`,
        'clip',
      );
    }
    return found;
  }
  return clips[0] ?? null;
}

type SceneBodyInput = NonNullable<SceneInput['bodies']>[number];

/** Bones that a layer of bones takes at most. */
const MOST_BONES = 64;

function sceneBody(
  figure: Figure,
  mesh: PlacedMesh,
  lines: ReadonlyMap<Rig, readonly BoneLine[]>,
  options: ImportOptions,
  notes: string[],
  solid: BodyMesh,
  file: string,
): SceneBodyInput {
  const body: SceneBodyInput = {
    name: mesh.name,
    shape: { type: 'mesh', file },
    ...(solid.closed ? {} : { surface: { file } }),
    material: { young: 3e4 },
  };
  const { rig } = mesh;
  const kind = options.model ?? (rig !== null ? 'layers' : solid.closed ? 'solid' : 'frames');
  if (kind !== 'layers') {
    const attachments = rig === null ? [] : boneHolds(mesh, lines.get(rig)!);
    return { ...body, model: { type: kind } as SceneBodyInput['model'], attachments };
  }
  if (rig === null) {
    return {
      ...body,
      model: { type: 'layers', layers: [{ kind: 'affine', name: 'shape', frames: 8 }] },
    };
  }
  const moving = rig.bones.map((_, b) => b).filter((b) => lines.get(rig)![b].owns > 0);
  if (moving.length > MOST_BONES) {
    throw new InputError(
      `${moving.length} joints move vertices; a layer of bones takes ${MOST_BONES}. Say --model frames, or join bones.`,
      `skins[${rig.skin}].joints`,
    );
  }
  if (rig.posed > 1e-4) {
    notes.push(
      `${mesh.name}: the pose in the file is not the one its skin was bound in (off by ${(100 * rig.posed).toPrecision(2)} % of its size); the body rests in the bound one.`,
    );
  }
  const soft = fleshFields(options, figure, rig, moving, mesh.source.flesh !== null);
  return {
    ...body,
    model: {
      type: 'layers',
      ...(Object.keys(soft).length === 0 ? {} : { solve: 'prefactored' as const }),
      layers: [
        {
          kind: 'skeleton',
          name: 'bones',
          bones: moving.map((b) => ({
            name: rig.bones[b].name,
            from: lines.get(rig)![b].from,
            to: lines.get(rig)![b].to,
            bone: `${rig.name}.${rig.bones[b].name}`,
          })),
          weights: layerWeights(
            { source: mesh.source, vertexOf: solid.source },
            rig,
            moving,
            solid,
          ),
          ...soft,
        },
      ],
    },
  };
}

/** Weights of the body's vertices, by the layer's bones: of each, those of the first drawn vertex that goes with it. */
function layerWeights(
  { source, vertexOf }: { source: FigureMesh; vertexOf: Int32Array },
  rig: Rig,
  moving: readonly number[],
  { mesh }: BodyMesh,
): { places: number[]; bones: number[]; weights: number[] } {
  const { influences } = source;
  const n = mesh.positions.length / 3;
  const bones = new Array<number>(influences * n).fill(0);
  const weights = new Array<number>(influences * n).fill(0);
  const isDone = new Uint8Array(n);
  vertexOf.forEach((kept, v) => {
    if (kept < 0 || isDone[kept] === 1) return;
    isDone[kept] = 1;
    for (let k = 0; k < influences; k++) {
      const weight = source.weights[influences * v + k];
      if (weight === 0) continue;
      bones[influences * kept + k] = moving.indexOf(rig.boneOf[source.joints[influences * v + k]]);
      weights[influences * kept + k] = Number(weight.toPrecision(9));
    }
  });
  return { places: [...mesh.positions], bones, weights };
}

type SceneSkeletonInput = NonNullable<SceneInput['skeletons']>[number];

/** Stretch of a bone that is rounding and no motion. */
const STILL = 1e-4;

function sceneSkeleton(
  figure: Figure,
  rig: Rig,
  unit: Mat4,
  clip: Clip | null,
  size: number,
  notes: string[],
): SceneSkeletonInput {
  let stretch = 0;
  const bones = rig.bones.map((bone, b) => {
    const { track, stretch: left } = boneTrack(figure, rig, unit, clip, b, size);
    stretch = Math.max(stretch, left);
    return {
      name: bone.name,
      ...(bone.parent < 0 ? {} : { parent: rig.bones[bone.parent].name }),
      joint: [...bone.rest.subarray(12, 15)] as [number, number, number],
      ...(track === null ? {} : { track }),
    };
  });
  if (stretch > STILL) {
    notes.push(
      `${rig.name}: bones do not stretch here; scale of up to ${(100 * stretch).toPrecision(2)} % is left out.`,
    );
  }
  if (bones.length > 256) {
    throw new InputError(
      `has ${bones.length} joints; a skeleton takes 256. Join bones.`,
      `skins[${rig.skin}].joints`,
    );
  }
  return {
    name: rig.name,
    bones,
    ease: false,
    ...(clip && clip.duration > 0 ? { repeat: clip.duration } : {}),
  };
}
