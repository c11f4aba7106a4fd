import { closestOnTriangle } from '../triangle.ts';

/** How near a triangle's box a cell's middle must be to ask it for its distance at once [cells]; others hear of it from their neighbours. */
const BAND = 1;
/** Ranks of distance in a cell. */
const RANKS = 4;

const place = new Float64Array(3);
const closest = new Float64Array(4);

/**
 * Distances [m] of the centres of a grid's cells, x fastest, to a mesh of `count` triangles, without a sign: exact near it, to a fifth of a cell far
 * from it. Triangles tell the cells around them, and these tell their neighbours which triangle was nearest, the nearest cells first:
 * then most have nothing new to tell after that. (ox, oy, oz) is the grid's lower corner. `nearest` gets the triangle of each cell; `spheres`
 * [triangles, 4], `head` [4 (nx + ny + nz)], `next` and `waits` [cells] are scratch.
 */
export function meshDistances(
  distance: Float64Array,
  nearest: Int32Array,
  positions: Float64Array,
  triangles: Int32Array,
  spheres: Float64Array,
  count: number,
  ox: number,
  oy: number,
  oz: number,
  cell: number,
  nx: number,
  ny: number,
  nz: number,
  head: Int32Array,
  next: Int32Array,
  waits: Uint8Array,
): void {
  const cells = nx * ny * nz;
  const ranks = RANKS * (nx + ny + nz);
  const up = nx * ny;
  distance.fill(Infinity, 0, cells);
  nearest.fill(-1, 0, cells);
  head.fill(-1, 0, ranks);
  waits.fill(0, 0, cells);
  const tell = (x: number, y: number, z: number, t: number): boolean => {
    const k = x + nx * (y + ny * z);
    if (nearest[k] === t) return false;
    const px = ox + cell * (x + 0.5);
    const py = oy + cell * (y + 0.5);
    const pz = oz + cell * (z + 0.5);
    const dx = px - spheres[4 * t];
    const dy = py - spheres[4 * t + 1];
    const dz = pz - spheres[4 * t + 2];
    const reach = distance[k] + spheres[4 * t + 3];
    if (dx * dx + dy * dy + dz * dz > reach * reach) return false;
    place[0] = px;
    place[1] = py;
    place[2] = pz;
    const c = 3 * t;
    closestOnTriangle(
      closest,
      0,
      place,
      0,
      positions,
      triangles[c],
      triangles[c + 1],
      triangles[c + 2],
    );
    const away = Math.sqrt(closest[3]);
    if (away >= distance[k]) return false;
    distance[k] = away;
    nearest[k] = t;
    return true;
  };
  const wait = (k: number, rank: number): void => {
    if (waits[k] === 1) return;
    waits[k] = 1;
    const own = Math.max(rank, Math.min(ranks - 1, Math.floor((distance[k] * RANKS) / cell)));
    next[k] = head[own];
    head[own] = k;
  };
  // A cell that knows something near refuses most of what it hears later.
  for (let t = 0; t < count; t++) {
    surround(spheres, positions, triangles, t);
    const x = Math.floor((spheres[4 * t] - ox) / cell);
    const y = Math.floor((spheres[4 * t + 1] - oy) / cell);
    const z = Math.floor((spheres[4 * t + 2] - oz) / cell);
    if (x >= 0 && y >= 0 && z >= 0 && x < nx && y < ny && z < nz) tell(x, y, z, t);
  }
  for (let t = 0; t < count; t++) {
    const a = 3 * triangles[3 * t];
    const b = 3 * triangles[3 * t + 1];
    const c = 3 * triangles[3 * t + 2];
    const x0 = lowest(positions[a], positions[b], positions[c], ox, cell);
    const y0 = lowest(positions[a + 1], positions[b + 1], positions[c + 1], oy, cell);
    const z0 = lowest(positions[a + 2], positions[b + 2], positions[c + 2], oz, cell);
    const x1 = highest(positions[a], positions[b], positions[c], ox, cell, nx);
    const y1 = highest(positions[a + 1], positions[b + 1], positions[c + 1], oy, cell, ny);
    const z1 = highest(positions[a + 2], positions[b + 2], positions[c + 2], oz, cell, nz);
    for (let z = z0; z <= z1; z++) {
      for (let y = y0; y <= y1; y++) {
        for (let x = x0; x <= x1; x++) tell(x, y, z, t);
      }
    }
  }
  for (let k = 0; k < cells; k++) if (nearest[k] >= 0) wait(k, 0);
  for (let rank = 0; rank < ranks; rank++) {
    while (head[rank] >= 0) {
      const k = head[rank];
      head[rank] = next[k];
      waits[k] = 0;
      const t = nearest[k];
      // What is nearer to something than k has told it already.
      const least = distance[k];
      const x = k % nx;
      const row = (k - x) / nx;
      const y = row % ny;
      const z = (row - y) / ny;
      if (x > 0 && distance[k - 1] > least && tell(x - 1, y, z, t)) wait(k - 1, rank);
      if (x < nx - 1 && distance[k + 1] > least && tell(x + 1, y, z, t)) wait(k + 1, rank);
      if (y > 0 && distance[k - nx] > least && tell(x, y - 1, z, t)) wait(k - nx, rank);
      if (y < ny - 1 && distance[k + nx] > least && tell(x, y + 1, z, t)) wait(k + nx, rank);
      if (z > 0 && distance[k - up] > least && tell(x, y, z - 1, t)) wait(k - up, rank);
      if (z < nz - 1 && distance[k + up] > least && tell(x, y, z + 1, t)) wait(k + up, rank);
    }
  }
}

function lowest(p: number, q: number, r: number, origin: number, cell: number): number {
  return Math.max(0, Math.ceil((Math.min(Math.min(p, q), r) - origin) / cell - BAND - 0.5));
}

function highest(p: number, q: number, r: number, origin: number, cell: number, n: number): number {
  return Math.min(n - 1, Math.floor((Math.max(Math.max(p, q), r) - origin) / cell + BAND - 0.5));
}

/** spheres[4t…] = middle and radius of a sphere around triangle t. */
function surround(s: Float64Array, x: Float64Array, triangles: Int32Array, t: number): void {
  const o = 4 * t;
  const a = 3 * triangles[3 * t];
  const b = 3 * triangles[3 * t + 1];
  const c = 3 * triangles[3 * t + 2];
  s[o] = (x[a] + x[b] + x[c]) / 3;
  s[o + 1] = (x[a + 1] + x[b + 1] + x[c + 1]) / 3;
  s[o + 2] = (x[a + 2] + x[b + 2] + x[c + 2]) / 3;
  const most = Math.max(
    Math.max(fromMiddle(s, o, x, a), fromMiddle(s, o, x, b)),
    fromMiddle(s, o, x, c),
  );
  s[o + 3] = Math.sqrt(most);
}

function fromMiddle(s: Float64Array, o: number, x: Float64Array, a: number): number {
  const dx = x[a] - s[o];
  const dy = x[a + 1] - s[o + 1];
  const dz = x[a + 2] - s[o + 2];
  return dx * dx + dy * dy + dz * dz;
}
