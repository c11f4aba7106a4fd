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
  const parent = new Int32Array(triangles.length);
  for (let corner = 0; corner < parent.length; corner++) parent[corner] = corner;
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

  const vertices = positions.length / 3;
  const { first, corners } = cornersOf(triangles, vertices);
  for (let corner = 0; corner < triangles.length; corner++) {
    const next = corner % 3 === 2 ? corner - 2 : corner + 1;
    const [a, b] = [triangles[corner], triangles[next]];
    // The last triangle before this one that runs along the edge the other way, from b to a.
    let other = -1;
    for (let k = first[b]; k < first[b + 1] && corners[k] < corner; k++) {
      const from = corners[k];
      if (triangles[from % 3 === 2 ? from - 2 : from + 1] === a) other = from;
    }
    if (other < 0) continue;
    const [p, q] = [3 * Math.floor(corner / 3), 3 * Math.floor(other / 3)];
    let cosine = 0;
    for (let c = 0; c < 3; c++) cosine += normals[p + c] * normals[q + c];
    if (cosine < smooth) continue;
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

/** The corners at each vertex v, in order: from `first[v]` to `first[v + 1]`. */
function cornersOf(
  triangles: ArrayLike<number>,
  vertices: number,
): { first: Int32Array; corners: Int32Array } {
  const first = new Int32Array(vertices + 1);
  for (let corner = 0; corner < triangles.length; corner++) first[triangles[corner] + 1]++;
  for (let v = 0; v < vertices; v++) first[v + 1] += first[v];
  const at = first.slice();
  const corners = new Int32Array(triangles.length);
  for (let corner = 0; corner < triangles.length; corner++)
    corners[at[triangles[corner]]++] = corner;
  return { first, corners };
}

/** One drawn vertex a set of corners. */
function number(
  triangles: ArrayLike<number>,
  root: (corner: number) => number,
  vertices: number,
): Creases | null {
  /** The drawn vertex of each set, by its root; −1 for none yet. */
  const drawn = new Int32Array(triangles.length).fill(-1);
  const source: number[] = [];
  const corners = new Uint32Array(triangles.length);
  for (let corner = 0; corner < triangles.length; corner++) {
    const set = root(corner);
    if (drawn[set] < 0) drawn[set] = source.push(triangles[corner]) - 1;
    corners[corner] = drawn[set];
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
