import { InputError } from '../core/errors.ts';
import type { TriangleMesh } from '../geometry/types.ts';
import { append, createGrowing, type Growing, toFloats, toInts } from './growing.ts';
import { appendPolygon } from './polygons.ts';
import {
  asciiBytes,
  createWordReader,
  failAtLine,
  isWord,
  nextLine,
  nextWord,
  parseNumber,
  parseNumberAt,
  type WordReader,
  word,
} from './text.ts';

/** Statements that are fine and say nothing about the surface. */
const PASSED_OVER = new Set(
  (
    'vt vn vp o g s l p usemtl mtllib usemap maplib shadow_obj trace_obj bevel c_interp d_interp lod mg ' +
    'cstype deg bmat step curv curv2 surf parm trim hole scrv sp end con call csh ctech stech bsp bzp cdc cdp res'
  ).split(' '),
);

/**
 * Reads a Wavefront OBJ file. Polygons become triangles; texture coordinates, normals, groups and materials are passed
 * over. Vertex colours (`v x y z r g b` on all vertices) become the attributes red, green and blue.
 */
export function readObj(
  bytes: Uint8Array,
  options: { readonly points?: boolean } = {},
): TriangleMesh {
  const r = createWordReader(bytes);
  const coordinates = createGrowing();
  const colours = createGrowing();
  // Corners of all faces, and for each face its number of corners and its line: vertices may come after the faces.
  const corners = createGrowing();
  const faces = createGrowing();
  do {
    if (!nextWord(r)) continue;
    if (isWord(r, 'v')) readVertex(r, coordinates, colours);
    else if (isWord(r, 'f') || isWord(r, 'fo')) readFace(r, coordinates.length / 3, corners, faces);
    else if (!PASSED_OVER.has(word(r).toLowerCase())) {
      failAtLine(r, `"${word(r)}" is not an OBJ statement. Is this an OBJ file?`);
    }
  } while (nextLine(r));
  const positions = toFloats(coordinates);
  if (positions.length === 0)
    throw new InputError('the file has no vertices ("v x y z" lines). Is this an OBJ file?');
  const triangles = cutFaces(positions, corners, faces);
  if (triangles.length === 0 && options.points !== true)
    throw new InputError(
      'the file has no faces ("f a b c" lines). Export the surface, not only points.',
    );
  const mesh: TriangleMesh = { positions, triangles };
  if (colours.length === positions.length) {
    mesh.attributes = {};
    ['red', 'green', 'blue'].forEach((name, d) => {
      mesh.attributes![name] = Float64Array.from(
        { length: positions.length / 3 },
        (_, v) => colours.data[3 * v + d],
      );
    });
  }
  return mesh;
}

function readVertex(r: WordReader, coordinates: Growing, colours: Growing): void {
  let n = 0;
  while (nextWord(r)) {
    if (!parseNumber(r))
      failAtLine(r, `"${word(r)}" is not a finite number; a vertex is "v x y z".`);
    if (n < 3) append(coordinates, r.value);
    else if (n < 6) append(colours, r.value);
    n++;
  }
  if (n < 3) failAtLine(r, `a vertex needs three coordinates, got ${n}.`);
  // A single fourth number is a weight, not a colour.
  if (n < 6) colours.length -= Math.max(0, n - 3);
}

function readFace(r: WordReader, vertices: number, corners: Growing, faces: Growing): void {
  let n = 0;
  const line = r.line;
  while (nextWord(r)) {
    let to = r.from;
    while (to < r.to && r.bytes[to] !== 47) to++;
    const good = parseNumberAt(r, r.from, to) && Number.isInteger(r.value) && r.value !== 0;
    if (!good || Math.abs(r.value) > 2 ** 31) {
      failAtLine(r, `"${word(r)}" is not a vertex number (1, 2, … or −1, −2, … counted back).`);
    }
    const v = r.value > 0 ? r.value - 1 : vertices + r.value;
    if (v < 0)
      failAtLine(r, `vertex ${r.value} counts back before the first of ${vertices} vertices.`);
    append(corners, v);
    n++;
  }
  if (n < 3) failAtLine(r, `a face needs three corners, got ${n}.`);
  append(faces, n);
  append(faces, line);
}

function cutFaces(positions: Float64Array, corners: Growing, faces: Growing): Int32Array {
  const vertices = positions.length / 3;
  const out = createGrowing();
  let at = 0;
  for (let f = 0; f < faces.length; f += 2) {
    const n = faces.data[f];
    const path = `line ${faces.data[f + 1]}`;
    const loop: number[] = [];
    for (let k = 0; k < n; k++) {
      const v = corners.data[at++];
      if (v >= vertices)
        throw new InputError(
          `the face asks for vertex ${v + 1}, but the file has ${vertices}. Export the mesh again.`,
          path,
        );
      loop.push(v);
    }
    if (!appendPolygon(positions, loop, out)) {
      throw new InputError(
        `a polygon of ${n} corners that is not convex is too long. Triangulate it when exporting.`,
        path,
      );
    }
  }
  return toInts(out);
}

/** A mesh of an OBJ file, and how it is drawn. */
export interface ObjPart {
  readonly mesh: TriangleMesh;
  /** Texture coordinates, two numbers each, v upwards; and which of them each corner of the triangles has. */
  readonly uvs?: ArrayLike<number>;
  readonly corners?: ArrayLike<number>;
  /** Materials of ranges of triangles: from, to, counted in triangles. */
  readonly groups?: readonly {
    readonly from: number;
    readonly to: number;
    readonly material: string;
  }[];
}

/** Writes positions and triangles; numbers keep all their digits, so that reading gives the same bits. */
export const writeObj = (mesh: TriangleMesh): Uint8Array => writeObjParts([{ mesh }]);

/** The same of several meshes, with texture coordinates, and materials of a library, whose names are ASCII. */
export function writeObjParts(parts: readonly ObjPart[], library?: string): Uint8Array {
  const lines: string[] = library === undefined ? [] : [`mtllib ${library}`];
  let [vertices, places] = [1, 1];
  for (const { mesh, uvs, corners, groups = [] } of parts) {
    const { positions: x, triangles: t } = mesh;
    for (let i = 0; i < x.length; i += 3) lines.push(`v ${x[i]} ${x[i + 1]} ${x[i + 2]}`);
    for (let i = 0; uvs && i < uvs.length; i += 2) lines.push(`vt ${uvs[i]} ${uvs[i + 1]}`);
    const corner = (i: number): string =>
      uvs && corners ? `${t[i] + vertices}/${corners[i] + places}` : String(t[i] + vertices);
    let group = 0;
    for (let i = 0; i < t.length; i += 3) {
      while (group < groups.length && groups[group].to <= i / 3) group++;
      if (groups[group]?.from === i / 3) lines.push(`usemtl ${groups[group].material}`);
      lines.push(`f ${corner(i)} ${corner(i + 1)} ${corner(i + 2)}`);
    }
    vertices += x.length / 3;
    places += (uvs?.length ?? 0) / 2;
  }
  return asciiBytes(`${lines.join('\n')}\n`);
}
