import { remapVertices, weldMap } from '../geometry/mesh/weld.ts';
import { createTripleMap, tripleId } from '../geometry/triple-map.ts';
import type { TriangleMesh } from '../geometry/types.ts';
import { append, createGrowing, toFloats } from './growing.ts';
import {
  createWordReader,
  failAtByte,
  failAtLine,
  isWord,
  nextLine,
  nextWordAnywhere,
  parseNumber,
  type WordReader,
  word,
} from './text.ts';

const HEADER = 84;
const RECORD = 50;

/**
 * Reads an STL file, binary or text. Corners at exactly the same place become one vertex; the file's normals are passed
 * over.
 */
export function readStl(bytes: Uint8Array): TriangleMesh {
  if (isBinaryStl(bytes)) return readBinary(bytes);
  const r = createWordReader(bytes);
  if (nextWordAnywhere(r) && isWord(r, 'solid')) return readText(r);
  if (bytes.length < HEADER) {
    failAtByte(
      bytes.length,
      `the file ends within the header: a binary STL has at least ${HEADER} bytes. Export it again.`,
    );
  }
  const n = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(80, true);
  return failAtByte(
    80,
    `the header promises ${n} triangles (${HEADER + RECORD * n} bytes), the file has ${bytes.length} bytes. It was cut short or is not an STL file.`,
  );
}

/** True if the length fits the number of triangles in the header. Text files practically never do. */
export function isBinaryStl(bytes: Uint8Array): boolean {
  if (bytes.length < HEADER) return false;
  const n = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(80, true);
  return HEADER + RECORD * n === bytes.length;
}

function readBinary(bytes: Uint8Array): TriangleMesh {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const n = (bytes.length - HEADER) / RECORD;
  if (n === 0) failAtByte(80, 'the file has no triangles.');
  const triangles = new Int32Array(3 * n);
  const map = createTripleMap(n / 2);
  const bits = new Int32Array(3);
  for (let c = 0; c < 3 * n; c++) {
    const at = HEADER + RECORD * Math.floor(c / 3) + 12 * ((c % 3) + 1);
    for (let d = 0; d < 3; d++) {
      const value = view.getFloat32(at + 4 * d, true);
      if (!Number.isFinite(value))
        failAtByte(
          at + 4 * d,
          `a coordinate of triangle ${Math.floor(c / 3)} is ${value}. Export the mesh again.`,
        );
      // Same place, same bits; but −0 is 0.
      bits[d] = value === 0 ? 0 : view.getInt32(at + 4 * d, true);
    }
    triangles[c] = tripleId(map, bits[0], bits[1], bits[2]);
  }
  const floats = new Float32Array(map.keys.buffer, 0, 3 * map.count);
  return { positions: Float64Array.from(floats), triangles };
}

function readText(r: WordReader): TriangleMesh {
  const points = createGrowing();
  let corners = 0;
  let facets = 0;
  // The rest of the first line is a free name, which may be anything.
  nextLine(r);
  while (nextWordAnywhere(r)) {
    if (isWord(r, 'solid') || isWord(r, 'endsolid')) nextLine(r);
    if (isWord(r, 'facet')) {
      if (corners !== 3 * facets)
        failAtLine(
          r,
          `a facet begins, but the one before has ${corners - 3 * (facets - 1)} vertices. A facet has three.`,
        );
      facets++;
    }
    if (!isWord(r, 'vertex')) continue;
    for (let d = 0; d < 3; d++) {
      const good = nextWordAnywhere(r) && parseNumber(r);
      if (!good) failAtLine(r, `"${word(r)}" is not a finite number; a corner is "vertex x y z".`);
      append(points, r.value);
    }
    corners++;
    if (corners > 3 * facets)
      failAtLine(r, 'a vertex that belongs to no facet, or a fourth one. A facet has three.');
  }
  if (corners !== 3 * facets)
    failAtLine(r, 'the file ends within a facet. It was cut short: export it again.');
  if (facets === 0) failAtLine(r, 'the file has no facets. Is this an STL file?');
  const soup = {
    positions: toFloats(points),
    triangles: Int32Array.from({ length: corners }, (_, i) => i),
  };
  return remapVertices(soup, weldMap(soup.positions, 0));
}

/** Writes a binary STL. Coordinates are rounded to single precision: that is the format. */
export function writeStl(mesh: TriangleMesh): Uint8Array {
  const { positions: x, triangles } = mesh;
  const n = triangles.length / 3;
  const bytes = new Uint8Array(HEADER + RECORD * n);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, n, true);
  for (let t = 0; t < n; t++) {
    const at = HEADER + RECORD * t;
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[3 * t + k]);
    const u = [0, 1, 2].map((d) => x[b + d] - x[a + d]);
    const v = [0, 1, 2].map((d) => x[c + d] - x[a + d]);
    const normal = [0, 1, 2].map(
      (d) => u[(d + 1) % 3] * v[(d + 2) % 3] - u[(d + 2) % 3] * v[(d + 1) % 3],
    );
    const size = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    for (let d = 0; d < 3; d++) {
      view.setFloat32(at + 4 * d, size > 0 ? normal[d] / size : 0, true);
      for (let k = 0; k < 3; k++) {
        view.setFloat32(at + 12 * (k + 1) + 4 * d, x[3 * triangles[3 * t + k] + d], true);
      }
    }
  }
  return bytes;
}
