import { InputError } from 'pliant/core';
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, type Vector3 } from 'three';

/** What of a user's geometry a soft body needs, as plain arrays. */
export interface UserGeometry {
  /** Vertices, their normals and, if there are some, tangents; scale applied, shape [vertices, 3]. */
  readonly positions: Float64Array;
  readonly normals: Float64Array;
  readonly tangents: Float64Array | null;
  /** Shape [triangles, 3], in the user's order, and which of the mesh's materials each is drawn with. */
  readonly triangles: Int32Array;
  readonly materials: Int32Array;
  /** Everything else there is for each vertex: UVs, colours. */
  readonly others: ReadonlyMap<string, { readonly size: number; readonly values: Float32Array }>;
}

const DRIVEN = new Set(['position', 'normal', 'tangent', 'skinIndex', 'skinWeight']);

/** Reads a geometry, indexed or not, of whatever number format, interleaved or not. */
export function readGeometry(geometry: BufferGeometry, scale: Vector3): UserGeometry {
  const { position, normal, tangent } = geometry.attributes;
  if (position === undefined || position.count === 0)
    throw new InputError('has no vertices. Give it a geometry before it is made soft.', 'mesh');
  const n = position.count;
  const s = scale.toArray();
  const triangles = Int32Array.from({ length: geometry.index?.count ?? n }, (_, i) =>
    geometry.index ? geometry.index.getX(i) : i,
  );
  const positions = new Float64Array(3 * n);
  for (let i = 0; i < n; i++)
    for (let c = 0; c < 3; c++) positions[3 * i + c] = position.getComponent(i, c) * s[c];
  const directions = (from: typeof position, inverse: boolean): Float64Array => {
    const out = new Float64Array(3 * n);
    for (let i = 0; i < n; i++)
      for (let c = 0; c < 3; c++)
        out[3 * i + c] = from.getComponent(i, c) * (inverse ? 1 / s[c] : s[c]);
    return out;
  };
  const others = new Map<string, { size: number; values: Float32Array }>();
  for (const [name, attribute] of Object.entries(geometry.attributes)) {
    if (DRIVEN.has(name)) continue;
    const size = attribute.itemSize;
    const values = new Float32Array(size * n);
    for (let i = 0; i < values.length; i++)
      values[i] = attribute.getComponent(Math.floor(i / size), i % size);
    others.set(name, { size, values });
  }
  return {
    positions,
    normals: normal ? directions(normal, true) : faceNormals(positions, triangles),
    tangents: tangent ? directions(tangent, false) : null,
    triangles,
    materials: materialsOf(geometry, triangles.length / 3),
    others,
  };
}

function materialsOf({ groups }: BufferGeometry, triangles: number): Int32Array {
  const out = new Int32Array(triangles);
  for (const { start, count, materialIndex } of groups)
    out.fill(materialIndex ?? 0, start / 3, Math.min(triangles, (start + count) / 3));
  return out;
}

/** Of vertices whose geometry has no normals: the sum of the triangles around each. */
function faceNormals(x: Float64Array, triangles: Int32Array): Float64Array {
  const out = new Float64Array(x.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [p, q, r] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    for (let c = 0; c < 3; c++) {
      const [d, e] = [(c + 1) % 3, (c + 2) % 3];
      const n =
        (x[q + d] - x[p + d]) * (x[r + e] - x[p + e]) -
        (x[q + e] - x[p + e]) * (x[r + d] - x[p + d]);
      for (const corner of [p, q, r]) out[corner + c] += n;
    }
  }
  return out;
}

/** A geometry with places, normals and tangents of its own, and all else the user's. */
export function drivenGeometry(own: BufferGeometry, user: UserGeometry): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.index = own.index;
  for (const [name, attribute] of Object.entries(own.attributes))
    if (!DRIVEN.has(name)) geometry.setAttribute(name, attribute);
  for (const { start, count, materialIndex } of own.groups)
    geometry.addGroup(start, count, materialIndex);
  geometry.setDrawRange(own.drawRange.start, own.drawRange.count);
  const moving = (values: Float64Array): BufferAttribute =>
    new BufferAttribute(Float32Array.from(values), 3).setUsage(DynamicDrawUsage);
  geometry.setAttribute('position', moving(user.positions));
  geometry.setAttribute('normal', moving(user.normals));
  const { tangent } = own.attributes;
  if (tangent !== undefined) {
    const four = Float32Array.from({ length: 4 * tangent.count }, (_, i) =>
      tangent.getComponent(i >> 2, i & 3),
    );
    geometry.setAttribute('tangent', new BufferAttribute(four, 4).setUsage(DynamicDrawUsage));
  }
  return geometry;
}
