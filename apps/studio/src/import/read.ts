import {
  isTetMesh,
  makeSolid,
  meshFormat,
  readMesh,
  readMsh,
  type TriangleMesh,
  tetSurface,
} from 'pliant/core';
import { guessUnit, guessUp, isThin, safeName, type Unit, type Up } from './guess.ts';

/** What a dropped file turned out to be: for a card that asks nothing and shows everything. */
export interface Found {
  readonly file: string;
  readonly name: string;
  readonly format: string;
  /** Edges of the box around it, in the file's units. */
  readonly sides: readonly [number, number, number];
  readonly triangles: number;
  readonly unit: Unit;
  readonly up: Up;
  /** Whether it is a sheet, or made of thin parts. */
  readonly thin: boolean;
  /** What was mended, joined or wrapped, in words. */
  readonly done: readonly string[];
  /** Names of clips that move its bones; null if it has no bones. */
  readonly clips: readonly string[] | null;
}

/** A file that has been read, with all that is needed to make bodies of it. */
export interface ReadFile {
  readonly found: Found;
  readonly bytes: Uint8Array;
  /** Meshes as they stand in the file. */
  readonly parts: readonly { readonly name: string; readonly mesh: TriangleMesh }[];
}

/** The kind of a file, by its contents where they are clear. */
export function formatOf(file: string, bytes: Uint8Array): string | null {
  if (isTetMesh(file)) return 'msh';
  if (/\.(glb|gltf)$/i.test(file) || isGlb(bytes)) return 'glb';
  return meshFormat(bytes, file);
}

export async function readDropped(
  file: string,
  bytes: Uint8Array,
  files: (name: string) => Uint8Array,
): Promise<ReadFile> {
  const format = formatOf(file, bytes);
  if (format === 'glb') return readFigure(file, bytes, files);
  const mesh = format === 'msh' ? tetSurface(readMsh(bytes)).mesh : readMesh(bytes, file);
  return describe(file, bytes, format ?? '', [{ name: safeName(file), mesh }], [], null);
}

/** The parts of a GLB are kept as they lie, so that guesses see them; bones bring their own scene. */
async function readFigure(
  file: string,
  bytes: Uint8Array,
  files: (name: string) => Uint8Array,
): Promise<ReadFile> {
  const { importGltf } = await import('@pliant/gltf');
  const { drawn, rigs, figure, notes } = await importGltf(bytes, { files });
  const parts = drawn.map(({ name, positions, triangles }) => ({
    name,
    mesh: { positions, triangles },
  }));
  const clips = rigs.length > 0 ? figure.clips.map(({ name }, i) => name || String(i)) : null;
  const said = notes.filter((note) => !/^the figure is|--/.test(note));
  return describe(file, bytes, 'glb', parts, said, clips);
}

function describe(
  file: string,
  bytes: Uint8Array,
  format: string,
  parts: ReadFile['parts'],
  said: readonly string[],
  clips: readonly string[] | null,
): ReadFile {
  const done: string[] = [...said];
  const boundaries: TriangleMesh[] = [];
  // The mesh stays what it is, for looking at; the engine makes the same solid of it again.
  const mended = parts.map(({ name, mesh }) => {
    if (clips !== null) return { name, mesh };
    const solid = makeSolid(mesh);
    for (const line of solid.done) done.push(parts.length > 1 ? `${name}: ${line}` : line);
    boundaries.push(solid.boundary);
    return { name, mesh };
  });
  const low = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const high = [0, 1, 2].map(() => Number.NEGATIVE_INFINITY);
  for (const { mesh } of mended) {
    mesh.positions.forEach((x, i) => {
      low[i % 3] = Math.min(low[i % 3], x);
      high[i % 3] = Math.max(high[i % 3], x);
    });
  }
  const sides = high.map((x, d) => x - low[d]) as [number, number, number];
  const first = boundaries[0] ?? mended[0].mesh;
  const found: Found = {
    file,
    name: safeName(file),
    format,
    sides,
    triangles: mended.reduce((sum, { mesh }) => sum + mesh.triangles.length / 3, 0),
    unit: guessUnit(Math.max(...sides), format),
    thin:
      clips === null && boundaries.some(({ positions, triangles }) => isThin(positions, triangles)),
    up: format === 'glb' ? 'y' : guessUp(first.positions, first.triangles, format),
    done,
    clips,
  };
  return { found, bytes, parts: mended };
}

function isGlb(bytes: Uint8Array): boolean {
  return bytes[0] === 0x67 && bytes[1] === 0x6c && bytes[2] === 0x54 && bytes[3] === 0x46;
}
