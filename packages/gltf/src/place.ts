import type { Figure, FigureMesh, Group, Morph } from './figure.ts';
import { determinant3, invertAffine4, type Mat4, transformPoint } from './mat4.ts';
import { type Rig, worldMatrix } from './rig.ts';

/** A mesh in metres, in the coordinates of the scene: what is drawn. */
export interface PlacedMesh {
  readonly name: string;
  readonly positions: Float64Array;
  readonly normals: Float32Array | null;
  readonly uvs: Float32Array | null;
  /** Red, green, blue, opacity, shape [vertices, 4]. */
  readonly colors: Float32Array | null;
  readonly triangles: Int32Array;
  readonly groups: readonly Group[];
  readonly morphs: readonly Morph[];
  /** The file's mesh that it is. */
  readonly source: FigureMesh;
  readonly rig: Rig | null;
}

/**
 * Puts a mesh where it rests: where its node is, or where its bones were bound. A map that mirrors turns the triangles
 * over.
 */
export function placeMesh(
  figure: Figure,
  mesh: FigureMesh,
  name: string,
  unit: Mat4,
  rig: Rig | null,
): PlacedMesh {
  const place = rig?.place ?? worldMatrix(figure, unit, null, mesh.node, 0);
  const n = mesh.positions.length;
  const positions = new Float64Array(n);
  for (let i = 0; i < n; i += 3) transformPoint(positions, i, place, mesh.positions, i);
  const triangles = mesh.triangles.slice();
  if (determinant3(place) < 0) turnOver(triangles);
  return {
    name,
    positions,
    normals: mesh.normals && turnNormals(mesh.normals, place),
    uvs: mesh.uvs,
    colors: mesh.colors,
    triangles,
    groups: mesh.groups,
    morphs: mesh.morphs.map((morph) => ({
      name: morph.name,
      offsets: turnOffsets(morph.offsets, place),
    })),
    source: mesh,
    rig,
  };
}

/** Triangles seen from their other side, in place. */
export function turnOver(triangles: Int32Array): void {
  for (let t = 0; t < triangles.length; t += 3)
    [triangles[t + 1], triangles[t + 2]] = [triangles[t + 2], triangles[t + 1]];
}

/** Normals go with the inverse transpose: what points out still does when the map mirrors. */
export function turnNormals(normals: Float32Array, place: Mat4): Float32Array {
  const inverse = invertAffine4(place);
  const out = Float32Array.from(normals);
  if (inverse === null) return out;
  for (let i = 0; i < out.length; i += 3) {
    const n = [0, 1, 2].map(
      (c) =>
        inverse[4 * c] * normals[i] +
        inverse[4 * c + 1] * normals[i + 1] +
        inverse[4 * c + 2] * normals[i + 2],
    );
    const size = Math.sqrt(n[0] ** 2 + n[1] ** 2 + n[2] ** 2) || 1;
    for (let c = 0; c < 3; c++) out[i + c] = n[c] / size;
  }
  return out;
}

/** Offsets as a map turns and scales them. */
export function turnOffsets(offsets: Float32Array, place: Mat4): Float32Array {
  const out = new Float32Array(offsets.length);
  for (let i = 0; i < out.length; i += 3) {
    for (let r = 0; r < 3; r++) {
      out[i + r] =
        place[r] * offsets[i] + place[4 + r] * offsets[i + 1] + place[8 + r] * offsets[i + 2];
    }
  }
  return out;
}
