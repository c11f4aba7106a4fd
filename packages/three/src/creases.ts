/**
 * Surfaces share their vertices, and shared vertices have one normal: the edges of a box would look round. Where an edge is
 * sharp at rest, its vertices are drawn once for each side.
 */
export interface Creases {
  /** For each drawn vertex, the surface's vertex it is a copy of. */
  readonly source: Int32Array;
  /** Drawn vertices of each triangle, in the surface's order, shape [triangles, 3]. */
  readonly triangles: Uint32Array;
}

/** Which vertices to draw more than once, if any; null for a surface without edges sharper than `angle` [rad]. */
export function findCreases(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  angle: number,
): Creases | null {
  const normals = faceNormals(positions, triangles);
  const smooth = Math.cos(angle);
  // Corners (3·triangle + 0, 1, 2) that look alike end up in one set.
  const parent = Int32Array.from({ length: triangles.length }, (_, corner) => corner);
  const root = (corner: number): number => {
    let at = corner;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  };
  const join = (a: number, b: number): void => {
    parent[root(b)] = root(a);
  };

  const edges = new Map<number, number>();
  const vertices = positions.length / 3;
  for (let corner = 0; corner < triangles.length; corner++) {
    const next = corner % 3 === 2 ? corner - 2 : corner + 1;
    const [a, b] = [triangles[corner], triangles[next]];
    const other = edges.get(b * vertices + a);
    edges.set(a * vertices + b, corner);
    if (other === undefined) continue;
    const [p, q] = [3 * Math.floor(corner / 3), 3 * Math.floor(other / 3)];
    let cosine = 0;
    for (let c = 0; c < 3; c++) cosine += normals[p + c] * normals[q + c];
    if (cosine < smooth) continue;
    // The neighbour runs along the edge the other way.
    join(corner, other % 3 === 2 ? other - 2 : other + 1);
    join(next, other);
  }
  return number(triangles, root, vertices);
}

/** Unit normals of drawn vertices, from the triangles around each, weighted by area. Shapes [vertices, 3]. */
export function creaseNormals(
  out: Float32Array,
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
): void {
  out.fill(0);
  const n = [0, 0, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    areaNormal(n, positions, triangles, t);
    for (let k = 0; k < 3; k++) {
      for (let c = 0; c < 3; c++) out[3 * triangles[t + k] + c] += n[c];
    }
  }
  for (let v = 0; v < out.length; v += 3) normalize(out, v);
}

/** One drawn vertex a set of corners. */
function number(
  triangles: ArrayLike<number>,
  root: (corner: number) => number,
  vertices: number,
): Creases | null {
  const drawn = new Map<number, number>();
  const source: number[] = [];
  const corners = new Uint32Array(triangles.length);
  for (let corner = 0; corner < triangles.length; corner++) {
    const set = root(corner);
    let index = drawn.get(set);
    if (index === undefined) {
      index = source.push(triangles[corner]) - 1;
      drawn.set(set, index);
    }
    corners[corner] = index;
  }
  return source.length > vertices ? { source: Int32Array.from(source), triangles: corners } : null;
}

function faceNormals(positions: ArrayLike<number>, triangles: ArrayLike<number>): Float32Array {
  const normals = new Float32Array(triangles.length);
  const n = [0, 0, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    areaNormal(n, positions, triangles, t);
    normals.set(n, t);
    normalize(normals, t);
  }
  return normals;
}

/** out = (b − a) × (c − a) of the triangle at `t`. */
function areaNormal(
  out: number[],
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  t: number,
): void {
  const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
  const ux = positions[b] - positions[a];
  const uy = positions[b + 1] - positions[a + 1];
  const uz = positions[b + 2] - positions[a + 2];
  const vx = positions[c] - positions[a];
  const vy = positions[c + 1] - positions[a + 1];
  const vz = positions[c + 2] - positions[a + 2];
  out[0] = uy * vz - uz * vy;
  out[1] = uz * vx - ux * vz;
  out[2] = ux * vy - uy * vx;
}

function normalize(out: Float32Array, at: number): void {
  const [x, y, z] = [out[at], out[at + 1], out[at + 2]];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length === 0) return;
  for (let c = 0; c < 3; c++) out[at + c] /= length;
}
