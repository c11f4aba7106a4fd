import type { Imported } from '@pliant/gltf';
import { type SceneInput, type TriangleMesh, writePly } from 'pliant/core';
import { CLOTHES } from '../document/document.ts';
import type { Up } from './guess.ts';
import type { ReadFile } from './read.ts';

/** How it is to stand. */
export interface Placement {
  readonly metres: number;
  readonly up: Up;
  /** How its bodies are computed. */
  readonly model: string;
  /** Where its middle goes on the floor, x and z [m]. */
  readonly at: readonly [number, number];
  /** Names that bodies have already. */
  readonly taken: readonly string[];
  /** Name or number of the clip that moves its bones. */
  readonly clip?: string;
  /** Of a figure with bones: part of the way from them to its skin that is soft. */
  readonly flesh?: number;
}

/** Bodies that stand on the floor, and the files that they name. */
export interface Placed {
  readonly scene: SceneInput;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** How far above the floor it begins, in its own heights: far enough to see it land, and near enough to stay upright. */
const DROP = 0.02;
const DENSITY = 1000;
const GRAVITY = 9.81;

/** Makes a scene of a file that was read: its bodies upright on a floor. */
export async function placeDropped(read: ReadFile, placement: Placement): Promise<Placed> {
  if (read.found.clips !== null) return placeFigure(read, placement);
  if (read.found.format === 'glb') return placeDrawn(read, placement);
  const turned = read.parts.map(({ name, mesh }) => ({ name, mesh: turn(mesh, placement) }));
  const { shift, young } = standing(
    turned.map(({ mesh }) => mesh),
    placement,
  );
  for (const { mesh } of turned)
    for (let i = 0; i < mesh.positions.length; i++) mesh.positions[i] += shift[i % 3];
  const taken = new Set(placement.taken);
  const named = turned.map(({ name, mesh }) => ({ name: unused(name, taken), mesh }));
  const scene: SceneInput = {
    format: 'pliant/1',
    name: read.found.name,
    title: read.found.name,
    bodies: named.map(({ name }) => ({
      name,
      shape: { type: 'mesh', file: `${name}.ply` },
      material: { young, poisson: 0.45, density: DENSITY },
      model: { type: placement.model } as { type: 'solid' },
    })),
    obstacles: [FLOOR],
  };
  const files = Object.fromEntries(named.map(({ name, mesh }) => [`${name}.ply`, writePly(mesh)]));
  return { scene, files };
}

/** Where things go to stand on the floor, and how stiff they are to be. */
function standing(
  meshes: readonly { readonly positions: ArrayLike<number> }[],
  { at }: Placement,
): { readonly shift: [number, number, number]; readonly young: number } {
  const { low, high } = boundsOf(meshes);
  return {
    shift: [
      at[0] - (low[0] + high[0]) / 2,
      DROP * (high[1] - low[1]) - low[1],
      at[1] - (low[2] + high[2]) / 2,
    ],
    young: stiffEnough([0, 1, 2].map((d) => high[d] - low[d])),
  };
}

/** A GLB without bones: its bodies, and how they are drawn. */
async function placeDrawn({ found, bytes }: ReadFile, placement: Placement): Promise<Placed> {
  const { importGltf } = await import('@pliant/gltf');
  const { metres: scale, up, model } = placement;
  const imported = await importGltf(bytes, {
    ...{ name: found.name, scale, up },
    model: model as 'solid',
  });
  const { shift, young } = standing(imported.drawn, placement);
  const taken = new Set(placement.taken);
  const bodies = (imported.scene.bodies ?? []).map((body) => {
    const name = unused(String(body.name), taken);
    const shape = { type: 'mesh' as const, file: `${name}.ply` };
    const surface = body.surface && { surface: { file: shape.file } };
    const material = { young, poisson: 0.45, density: DENSITY };
    return { ...body, name, shape, ...surface, position: shift, material };
  });
  const files: Record<string, Uint8Array> = {};
  const given = meshFiles(imported);
  bodies.forEach(({ shape }, i) => {
    files[shape.file] = imported.files[given[i]];
  });
  return {
    scene: { ...imported.scene, title: found.name, bodies, obstacles: [FLOOR] },
    files: {
      ...files,
      ...(await clothesOf(
        imported,
        bodies.map(({ shape }) => shape.file),
      )),
    },
  };
}

/** How bodies are drawn, a file for each that has a texture or a material of its own, named after its mesh file. */
async function clothesOf(
  { drawn, figure }: Pick<Imported, 'drawn' | 'figure'>,
  meshes: readonly string[],
): Promise<Record<string, Uint8Array>> {
  const { writeDrawn } = await import('@pliant/gltf');
  const files: Record<string, Uint8Array> = {};
  for (const [i, one] of drawn.entries())
    if (one.groups.some(({ material }) => material >= 0))
      files[meshes[i] + CLOTHES] = await writeDrawn([one], figure);
  return files;
}

/** The mesh file of each body. */
const meshFiles = ({ scene }: Pick<Imported, 'scene'>): string[] =>
  (scene.bodies ?? []).map(({ shape }) => (shape as { readonly file: string }).file);

const FLOOR = {
  name: 'floor',
  shape: { type: 'plane' as const, normal: [0, 1, 0] as [number, number, number] },
};

async function placeFigure({ found, bytes }: ReadFile, placement: Placement): Promise<Placed> {
  const { importGltf } = await import('@pliant/gltf');
  const { metres, up, clip, flesh } = placement;
  const imported = await importGltf(bytes, {
    name: found.name,
    scale: metres,
    up,
    clip,
    flesh,
  });
  const { scene, files, drawn } = imported;
  const { low } = boundsOf(drawn);
  const floor = { ...FLOOR, shape: { ...FLOOR.shape, offset: low[1] } };
  const clothes = await clothesOf(imported, meshFiles(imported));
  return { scene: { ...scene, obstacles: [floor] }, files: { ...files, ...clothes } };
}

/** Metres, and y up. */
function turn({ positions, triangles }: TriangleMesh, { metres, up }: Placement): TriangleMesh {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]];
    const [a, b, c] = up === 'y' ? [x, y, z] : up === 'z' ? [x, z, -y] : [-y, x, z];
    out[i] = metres * a;
    out[i + 1] = metres * b;
    out[i + 2] = metres * c;
  }
  return { positions: out, triangles };
}

function boundsOf(meshes: readonly { readonly positions: ArrayLike<number> }[]) {
  const low = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const high = [0, 1, 2].map(() => Number.NEGATIVE_INFINITY);
  for (const { positions } of meshes) {
    for (let i = 0; i < positions.length; i++) {
      low[i % 3] = Math.min(low[i % 3], positions[i]);
      high[i % 3] = Math.max(high[i % 3], positions[i]);
    }
  }
  return { low, high };
}

/**
 * Young's modulus [Pa] with which a thing of this size stands and still wobbles, in two digits: E = 20 ρ g L² / d, with its longest and its
 * shortest side.
 */
function stiffEnough(sides: readonly number[]): number {
  const [longest, shortest] = [Math.max(...sides), Math.min(...sides)];
  const young = (20 * DENSITY * GRAVITY * longest ** 2) / Math.max(shortest, 0.02 * longest);
  return Number(Math.max(3e3, young).toPrecision(2));
}

function unused(name: string, taken: Set<string>): string {
  let free = name;
  for (let k = 2; taken.has(free); k++) free = `${name}-${k}`;
  taken.add(free);
  return free;
}
