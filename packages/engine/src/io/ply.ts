import { InputError } from '../core/errors.ts';
import type { TriangleMesh } from '../geometry/types.ts';
import { append, createGrowing, type Growing, toInts } from './growing.ts';
import { type PlyElement, readPlyHeader, sizeOf } from './ply-header.ts';
import { createPlySource, type PlySource } from './ply-source.ts';
import { appendPolygon } from './polygons.ts';
import { asciiBytes } from './text.ts';

/**
 * Reads a PLY file: text, or binary of either byte order. Polygons become triangles. All numbers of a vertex besides x,
 * y and z become attributes under their names, as they are in the file (colours 0 to 255, say).
 */
export function readPly(
  bytes: Uint8Array,
  options: { readonly points?: boolean } = {},
): TriangleMesh {
  const header = readPlyHeader(bytes);
  const source = createPlySource(bytes, header);
  let mesh: TriangleMesh | null = null;
  // Faces may come before the vertices they use: kept as loops until the end.
  const corners = createGrowing();
  const lengths = createGrowing();
  for (const element of header.elements) {
    if (element.properties.length === 0) continue;
    refuseLies(element, header.format === 'ascii', bytes.length - source.position());
    if (element.name === 'vertex') mesh = readVertices(element, source);
    else if (element.name === 'face') readFaces(element, source, corners, lengths);
    else if (element.name === 'tristrips')
      throw new InputError('triangle strips are not read. Export plain faces.', source.place());
    else skip(element, source);
  }
  if (mesh === null) throw new InputError('the file has no "vertex" element. Is this a mesh?');
  mesh.triangles = cutFaces(mesh.positions, corners, lengths);
  if (mesh.triangles.length === 0 && options.points !== true)
    throw new InputError('the file has no faces. Export the surface, not only points.');
  return mesh;
}

/** A count that the rest of the file cannot hold is refused before anything is allocated. */
function refuseLies(element: PlyElement, text: boolean, left: number): void {
  let least = 0;
  for (const p of element.properties) least += text ? 2 : sizeOf(p.lengthType ?? p.type);
  // The last number of a text file needs no space after it.
  if (element.count * least <= left + 1) return;
  throw new InputError(
    `the header promises ${element.count} items of "${element.name}", at least ${element.count * least} bytes, but only ${left} are left. The file was cut short or its header is wrong.`,
    'header',
  );
}

function readVertices(element: PlyElement, source: PlySource): TriangleMesh {
  const { count, properties } = element;
  const positions = new Float64Array(3 * count);
  const axes = properties.map((p) =>
    p.lengthType === null ? ['x', 'y', 'z'].indexOf(p.name) : -1,
  );
  for (let d = 0; d < 3; d++) {
    if (!axes.includes(d))
      throw new InputError(
        `the vertices have no property "${'xyz'[d]}". Export the mesh again.`,
        'header',
      );
  }
  const extra = properties.map((p, i) =>
    p.lengthType === null && axes[i] < 0 ? new Float64Array(count) : null,
  );
  for (let v = 0; v < count; v++) {
    for (let i = 0; i < properties.length; i++) {
      const p = properties[i];
      if (p.lengthType !== null) {
        skipList(source, p.lengthType, p.type);
        continue;
      }
      const value = source.read(p.type);
      if (axes[i] < 0) extra[i]![v] = value;
      else {
        if (!Number.isFinite(value))
          throw new InputError(
            `the coordinate ${p.name} of vertex ${v} is ${value}. Export the mesh again.`,
            source.place(),
          );
        positions[3 * v + axes[i]] = value;
      }
    }
  }
  const mesh: TriangleMesh = { positions, triangles: new Int32Array(0) };
  properties.forEach((p, i) => {
    if (extra[i] === null) return;
    mesh.attributes ??= {};
    mesh.attributes[p.name] = extra[i]!;
  });
  return mesh;
}

function readFaces(
  element: PlyElement,
  source: PlySource,
  corners: Growing,
  lengths: Growing,
): void {
  const isLoop = element.properties.map(
    (p) => p.lengthType !== null && /^vertex_ind(ex|ices)$/.test(p.name),
  );
  if (!isLoop.includes(true))
    throw new InputError(
      'the faces have no list "vertex_indices". Export the mesh again.',
      'header',
    );
  for (let f = 0; f < element.count; f++) {
    for (let i = 0; i < isLoop.length; i++) {
      const p = element.properties[i];
      if (!isLoop[i]) {
        if (p.lengthType === null) source.read(p.type);
        else skipList(source, p.lengthType, p.type);
        continue;
      }
      const n = source.listLength(p.lengthType!, p.type);
      if (n < 3)
        throw new InputError(
          `face ${f} has ${n} corners; a face needs three. Export the mesh again.`,
          source.place(),
        );
      append(lengths, n);
      for (let k = 0; k < n; k++) {
        const v = source.read(p.type);
        if (!Number.isInteger(v) || v < 0)
          throw new InputError(
            `face ${f} asks for vertex ${v}; vertices are numbered from 0. Export the mesh again.`,
            source.place(),
          );
        append(corners, v);
      }
    }
  }
}

function cutFaces(positions: Float64Array, corners: Growing, lengths: Growing): Int32Array {
  const vertices = positions.length / 3;
  const out = createGrowing();
  let at = 0;
  for (let f = 0; f < lengths.length; f++) {
    const loop: number[] = [];
    for (let k = 0; k < lengths.data[f]; k++) {
      const v = corners.data[at++];
      if (v >= vertices)
        throw new InputError(
          `it asks for vertex ${v}, but the file has ${vertices} (0 to ${vertices - 1}). Export the mesh again.`,
          `face ${f}`,
        );
      loop.push(v);
    }
    if (!appendPolygon(positions, loop, out)) {
      throw new InputError(
        `a polygon of ${loop.length} corners that is not convex is too long. Triangulate it when exporting.`,
        `face ${f}`,
      );
    }
  }
  return toInts(out);
}

function skip(element: PlyElement, source: PlySource): void {
  for (let i = 0; i < element.count; i++) {
    for (const p of element.properties) {
      if (p.lengthType === null) source.read(p.type);
      else skipList(source, p.lengthType, p.type);
    }
  }
}

function skipList(
  source: PlySource,
  lengthType: PlyElement['properties'][0]['type'],
  type: PlyElement['properties'][0]['type'],
): void {
  const n = source.listLength(lengthType, type);
  for (let k = 0; k < n; k++) source.read(type);
}

/** Names of colours, which others expect as bytes. */
const COLOURS = ['red', 'green', 'blue', 'alpha'];

/**
 * Writes a binary PLY (little endian) in double precision, attributes included: reading it gives the same bits. Colours
 * (red, green, blue, alpha) that are whole numbers from 0 to 255 become bytes.
 */
export function writePly(mesh: TriangleMesh): Uint8Array {
  const { positions, triangles, attributes = {} } = mesh;
  const names = Object.keys(attributes);
  for (const name of names) {
    if (!/^[!-~]{1,40}$/.test(name))
      throw new InputError(
        'a PLY name has 1 to 40 ASCII characters and no spaces. Rename it.',
        `attributes.${name}`,
      );
  }
  const isByte = names.map(
    (name) =>
      COLOURS.includes(name) &&
      attributes[name].every((c) => Number.isInteger(c) && c >= 0 && c <= 255 && !Object.is(c, -0)),
  );
  const n = positions.length / 3;
  const header = asciiBytes(
    ['ply', 'format binary_little_endian 1.0', `element vertex ${n}`]
      .concat(['x', 'y', 'z'].map((name) => `property double ${name}`))
      .concat(names.map((name, i) => `property ${isByte[i] ? 'uchar' : 'double'} ${name}`))
      .concat([
        `element face ${triangles.length / 3}`,
        'property list uchar int vertex_indices',
        'end_header\n',
      ])
      .join('\n'),
  );
  const row = isByte.reduce((sum, byte) => sum + (byte ? 1 : 8), 24);
  const bytes = new Uint8Array(header.length + n * row + (triangles.length / 3) * 13);
  bytes.set(header);
  const view = new DataView(bytes.buffer);
  let at = header.length;
  for (let v = 0; v < n; v++) {
    for (let d = 0; d < 3; d++, at += 8) view.setFloat64(at, positions[3 * v + d], true);
    for (let i = 0; i < names.length; i++) {
      if (isByte[i]) view.setUint8(at, attributes[names[i]][v]);
      else view.setFloat64(at, attributes[names[i]][v], true);
      at += isByte[i] ? 1 : 8;
    }
  }
  for (let t = 0; t < triangles.length; t += 3) {
    view.setUint8(at, 3);
    for (let k = 0; k < 3; k++) view.setInt32(at + 1 + 4 * k, triangles[t + k], true);
    at += 13;
  }
  return bytes;
}
