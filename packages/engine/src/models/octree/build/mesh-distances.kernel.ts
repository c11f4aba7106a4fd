import {
  type F64s,
  f64,
  type I32s,
  i32,
  imax,
  scratch,
  type U8s,
} from '../../../kernels/prelude.ts';
import { closestOnTriangle } from '../../../kernels/triangle.ts';

/**
 * How near a triangle's box a cell's middle must be to ask it for its distance at once [cells]; others hear of it from
 * their neighbours.
 */
const BAND: f64 = 1;
/** Ranks of distance in a cell. */
const RANKS = 4;

const place = scratch(3);
const closest = scratch(4);

/**
 * Distances [m] of the centres of a grid's cells, x fastest, to a mesh of `count` triangles, without a sign: exact near
 * it, to a fifth of a cell far from it. Triangles tell the cells around them, and these tell their neighbours which
 * triangle was nearest, the nearest cells first: then most have nothing new to tell after that. (ox, oy, oz) is the
 * grid's lower corner. `nearest` gets the triangle of each cell; `spheres` [triangles, 4], `head` [4 (nx + ny + nz)],
 * `next` and `waits` [cells] are scratch.
 */
export function meshDistances(
  distance: F64s,
  nearest: I32s,
  positions: F64s,
  triangles: I32s,
  spheres: F64s,
  count: i32,
  ox: f64,
  oy: f64,
  oz: f64,
  cell: f64,
  nx: i32,
  ny: i32,
  nz: i32,
  head: I32s,
  next: I32s,
  waits: U8s,
): void {
  const cells = nx * ny * nz;
  const ranks = RANKS * (nx + ny + nz);
  distance.fill(Infinity, 0, cells);
  nearest.fill(-1, 0, cells);
  head.fill(-1, 0, ranks);
  waits.fill(0, 0, cells);
  // A cell that knows something near refuses most of what it hears later.
  for (let t = 0; t < count; t++) {
    surround(spheres, positions, triangles, t);
    const x = i32(Math.floor((spheres[4 * t] - ox) / cell));
    const y = i32(Math.floor((spheres[4 * t + 1] - oy) / cell));
    const z = i32(Math.floor((spheres[4 * t + 2] - oz) / cell));
    if (x >= 0 && y >= 0 && z >= 0 && x < nx && y < ny && z < nz)
      tell(distance, nearest, positions, triangles, spheres, ox, oy, oz, cell, nx, ny, x, y, z, t);
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
        for (let x = x0; x <= x1; x++)
          tell(
            distance,
            nearest,
            positions,
            triangles,
            spheres,
            ox,
            oy,
            oz,
            cell,
            nx,
            ny,
            x,
            y,
            z,
            t,
          );
      }
    }
  }
  for (let k = 0; k < cells; k++)
    if (nearest[k] >= 0) wait(distance, head, next, waits, ranks, cell, k, 0);
  for (let rank = 0; rank < ranks; rank++) {
    while (head[rank] >= 0) {
      const k = head[rank];
      head[rank] = next[k];
      waits[k] = 0;
      const t = nearest[k];
      // Points nearer to something than k already have a smaller distance.
      const least = distance[k];
      const x = k % nx;
      const row = i32(f64(k - x) / nx);
      const y = row % ny;
      const z = i32(f64(row - y) / ny);
      for (let side = 0; side < 6; side++) {
        const axis = side >> 1;
        const direction = (side & 1) === 0 ? -1 : 1;
        const X = axis === 0 ? x + direction : x;
        const Y = axis === 1 ? y + direction : y;
        const Z = axis === 2 ? z + direction : z;
        if (X < 0 || Y < 0 || Z < 0 || X === nx || Y === ny || Z === nz) continue;
        const to = X + nx * (Y + ny * Z);
        if (distance[to] <= least) continue;
        if (
          tell(
            distance,
            nearest,
            positions,
            triangles,
            spheres,
            ox,
            oy,
            oz,
            cell,
            nx,
            ny,
            X,
            Y,
            Z,
            t,
          )
        )
          wait(distance, head, next, waits, ranks, cell, to, rank);
      }
    }
  }
}

/** Cell (x, y, z) hears of a triangle; returns whether that is news. */
function tell(
  distance: F64s,
  nearest: I32s,
  positions: F64s,
  triangles: I32s,
  spheres: F64s,
  ox: f64,
  oy: f64,
  oz: f64,
  cell: f64,
  nx: i32,
  ny: i32,
  x: i32,
  y: i32,
  z: i32,
  t: i32,
): boolean {
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
}

/** Cell k waits to tell its neighbours, in the list of its rank or of the present one. */
function wait(
  distance: F64s,
  head: I32s,
  next: I32s,
  waits: U8s,
  ranks: i32,
  cell: f64,
  k: i32,
  rank: i32,
): void {
  if (waits[k] === 1) return;
  waits[k] = 1;
  const by = Math.min(f64(ranks - 1), Math.floor((distance[k] * RANKS) / cell));
  const own = imax(rank, i32(by));
  next[k] = head[own];
  head[own] = k;
}

function lowest(p: f64, q: f64, r: f64, origin: f64, cell: f64): i32 {
  return i32(Math.max(0, Math.ceil((Math.min(Math.min(p, q), r) - origin) / cell - BAND - 0.5)));
}

function highest(p: f64, q: f64, r: f64, origin: f64, cell: f64, n: i32): i32 {
  return i32(
    Math.min(f64(n - 1), Math.floor((Math.max(Math.max(p, q), r) - origin) / cell + BAND - 0.5)),
  );
}

/** spheres[4t…] = middle and radius of a sphere around triangle t. */
function surround(s: F64s, x: F64s, triangles: I32s, t: i32): void {
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

function fromMiddle(s: F64s, o: i32, x: F64s, a: i32): f64 {
  const dx = x[a] - s[o];
  const dy = x[a + 1] - s[o + 1];
  const dz = x[a + 2] - s[o + 2];
  return dx * dx + dy * dy + dz * dz;
}
