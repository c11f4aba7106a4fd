import type { Document, Primitive } from '@gltf-transform/core';
import { vertexNormals } from './morph-normals.ts';

/**
 * Gives a primitive with a normal map the tangents that the map lies in, from its texture coordinates, and normals if
 * it has none: viewers would each make their own otherwise.
 */
export function addTangents(document: Document, primitive: Primitive): void {
  const [positions, uvs] = [
    primitive.getAttribute('POSITION'),
    primitive.getAttribute('TEXCOORD_0'),
  ];
  if (primitive.getMaterial()?.getNormalTexture() == null || !positions || !uvs) return;
  const make = (array: Float32Array, type: 'VEC3' | 'VEC4') =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array as Float32Array<ArrayBuffer>)
      .setBuffer(positions.getBuffer());
  const x = positions.getArray()!;
  const triangles = primitive.getIndices()!.getArray()!;
  const normals = primitive.getAttribute('NORMAL')?.getArray() ?? vertexNormals(x, triangles);
  if (!primitive.getAttribute('NORMAL'))
    primitive.setAttribute('NORMAL', make(Float32Array.from(normals), 'VEC3'));
  primitive.setAttribute(
    'TANGENT',
    make(tangentsOf(x, normals, uvs.getArray()!, triangles), 'VEC4'),
  );
}

/**
 * Unit tangents, shape [vertices, 4]: where u grows, at a right angle to the normal, and the sign with which their
 * cross product points up in the image (v points down in glTF).
 */
export function tangentsOf(
  x: ArrayLike<number>,
  normals: ArrayLike<number>,
  uvs: ArrayLike<number>,
  triangles: ArrayLike<number>,
): Float32Array {
  const n = x.length / 3;
  const along = new Float64Array(3 * n);
  const up = new Float64Array(3 * n);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const [u1, v1] = [uvs[2 * b] - uvs[2 * a], uvs[2 * b + 1] - uvs[2 * a + 1]];
    const [u2, v2] = [uvs[2 * c] - uvs[2 * a], uvs[2 * c + 1] - uvs[2 * a + 1]];
    const sign = Math.sign(u1 * v2 - u2 * v1);
    for (let d = 0; d < 3; d++) {
      const [p, q] = [x[3 * b + d] - x[3 * a + d], x[3 * c + d] - x[3 * a + d]];
      for (const corner of [a, b, c]) {
        along[3 * corner + d] += sign * (v2 * p - v1 * q);
        up[3 * corner + d] -= sign * (u1 * q - u2 * p);
      }
    }
  }
  const out = new Float32Array(4 * n);
  for (let v = 0; v < n; v++) {
    const [nx, ny, nz] = [normals[3 * v], normals[3 * v + 1], normals[3 * v + 2]];
    const flat = nx * along[3 * v] + ny * along[3 * v + 1] + nz * along[3 * v + 2];
    let [tx, ty, tz] = [
      along[3 * v] - flat * nx,
      along[3 * v + 1] - flat * ny,
      along[3 * v + 2] - flat * nz,
    ];
    let size = Math.sqrt(tx * tx + ty * ty + tz * tz);
    if (!(size > 0)) {
      // Where the image is pressed to a line, any direction along the surface does.
      [tx, ty, tz] = Math.abs(nx) < 0.9 ? [0, nz, -ny] : [-nz, 0, nx];
      size = Math.sqrt(tx * tx + ty * ty + tz * tz) || 1;
    }
    const [x1, y1, z1] = [tx / size, ty / size, tz / size];
    const side =
      (ny * z1 - nz * y1) * up[3 * v] +
      (nz * x1 - nx * z1) * up[3 * v + 1] +
      (nx * y1 - ny * x1) * up[3 * v + 2];
    out.set([x1, y1, z1, side < 0 ? -1 : 1], 4 * v);
  }
  return out;
}
