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

  const vertices = positions.length / 3;
  const { first, corners } = cornersOf(triangles, vertices);
  for (let corner = 0; corner < triangles.length; corner++) {
    const next = following(corner);
    const a = triangles[corner];
    const b = triangles[next];
    // The last triangle before this one that runs along the edge the other way, from b to a.
    let other = -1;
    for (let k = first[b]; k < first[b + 1] && corners[k] < corner; k++) {
      if (triangles[following(corners[k])] === a) other = corners[k];
    }
    if (other < 0) continue;
    const p = corner - (corner % 3);
    const q = other - (other % 3);
    const cosine =
      normals[p] * normals[q] + normals[p + 1] * normals[q + 1] + normals[p + 2] * normals[q + 2];
    if (cosine < smooth) continue;
    join(parent, corner, following(other));
    join(parent, next, other);
  }
  return number(triangles, parent, vertices);
}

/** The next corner of the same triangle. */
const following = (corner: number): number => (corner % 3 === 2 ? corner - 2 : corner + 1);

/** The corner that stands for the set of this one. */
function root(parent: Int32Array, corner: number): number {
  let at = corner;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at]];
    at = parent[at];
  }
  return at;
}

function join(parent: Int32Array, a: number, b: number): void {
  parent[root(parent, b)] = root(parent, a);
}

/** Unit normals of drawn vertices, from the triangles around each, weighted by area. Shapes [vertices, 3]. */
export function creaseNormals(
  out: Float32Array,
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
): void {
  out.fill(0);
  const n = new Float64Array(3);
  for (let t = 0; t < triangles.length; t += 3) {
    areaNormal(n, 0, positions, triangles, t);
    for (let k = 0; k < 3; k++) {
      const at = 3 * triangles[t + k];
      out[at] += n[0];
      out[at + 1] += n[1];
      out[at + 2] += n[2];
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
  parent: Int32Array,
  vertices: number,
): Creases | null {
  /** The drawn vertex of each set, by its root; −1 for none yet. */
  const drawn = new Int32Array(triangles.length).fill(-1);
  const source = new Int32Array(triangles.length);
  let count = 0;
  const corners = new Uint32Array(triangles.length);
  for (let corner = 0; corner < triangles.length; corner++) {
    const set = root(parent, corner);
    if (drawn[set] < 0) {
      source[count] = triangles[corner];
      drawn[set] = count++;
    }
    corners[corner] = drawn[set];
  }
  return count > vertices ? { source: source.slice(0, count), triangles: corners } : null;
}

function faceNormals(positions: ArrayLike<number>, triangles: ArrayLike<number>): Float32Array {
  const normals = new Float32Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    areaNormal(normals, t, positions, triangles, t);
    normalize(normals, t);
  }
  return normals;
}

/** out = (b − a) × (c − a) of the triangle at `t`, from `o` on. */
function areaNormal(
  out: Float32Array | Float64Array,
  o: number,
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  t: number,
): void {
  const a = 3 * triangles[t];
  const b = 3 * triangles[t + 1];
  const c = 3 * triangles[t + 2];
  const ux = positions[b] - positions[a];
  const uy = positions[b + 1] - positions[a + 1];
  const uz = positions[b + 2] - positions[a + 2];
  const vx = positions[c] - positions[a];
  const vy = positions[c + 1] - positions[a + 1];
  const vz = positions[c + 2] - positions[a + 2];
  out[o] = uy * vz - uz * vy;
  out[o + 1] = uz * vx - ux * vz;
  out[o + 2] = ux * vy - uy * vx;
}

function normalize(out: Float32Array, at: number): void {
  const x = out[at];
  const y = out[at + 1];
  const z = out[at + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length === 0) return;
  out[at] = x / length;
  out[at + 1] = y / length;
  out[at + 2] = z / length;
}
