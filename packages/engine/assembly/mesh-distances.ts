const BAND: f64 = 1;
const RANKS: i32 = 4;

export function meshDistances(
  distance: usize, nearest: usize, positions: usize, triangles: usize, spheres: usize, count: i32,
  ox: f64, oy: f64, oz: f64, cell: f64, nx: i32, ny: i32, nz: i32, head: usize, next: usize, waits: usize,
): void {
  const cells = nx * ny * nz;
  const ranks = RANKS * (nx + ny + nz);
  for (let k: i32 = 0; k < cells; k++) {
    store<f64>(distance + (<usize>k << 3), f64.POSITIVE_INFINITY);
    store<i32>(nearest + (<usize>k << 2), -1);
  }
  memory.fill(head, 0xff, <usize>ranks << 2);
  memory.fill(waits, 0, <usize>cells);
  for (let t: i32 = 0; t < count; t++) {
    surround(spheres, positions, triangles, t);
    const s = spheres + (<usize>t << 5);
    const x = <i32>Math.floor((load<f64>(s) - ox) / cell);
    const y = <i32>Math.floor((load<f64>(s, 8) - oy) / cell);
    const z = <i32>Math.floor((load<f64>(s, 16) - oz) / cell);
    if (x >= 0 && y >= 0 && z >= 0 && x < nx && y < ny && z < nz) {
      tell(distance, nearest, positions, triangles, spheres, ox, oy, oz, cell, nx, ny, x, y, z, t);
    }
  }
  for (let t: i32 = 0; t < count; t++) {
    const a = positions + corner(triangles, t, 0);
    const b = positions + corner(triangles, t, 1);
    const c = positions + corner(triangles, t, 2);
    const x0 = lowest(load<f64>(a), load<f64>(b), load<f64>(c), ox, cell);
    const y0 = lowest(load<f64>(a, 8), load<f64>(b, 8), load<f64>(c, 8), oy, cell);
    const z0 = lowest(load<f64>(a, 16), load<f64>(b, 16), load<f64>(c, 16), oz, cell);
    const x1 = highest(load<f64>(a), load<f64>(b), load<f64>(c), ox, cell, nx);
    const y1 = highest(load<f64>(a, 8), load<f64>(b, 8), load<f64>(c, 8), oy, cell, ny);
    const z1 = highest(load<f64>(a, 16), load<f64>(b, 16), load<f64>(c, 16), oz, cell, nz);
    for (let z = z0; z <= z1; z++) {
      for (let y = y0; y <= y1; y++) {
        for (let x = x0; x <= x1; x++) {
          tell(distance, nearest, positions, triangles, spheres, ox, oy, oz, cell, nx, ny, x, y, z, t);
        }
      }
    }
  }
  for (let k: i32 = 0; k < cells; k++) {
    if (load<i32>(nearest + (<usize>k << 2)) >= 0) wait(distance, head, next, waits, ranks, cell, k, 0);
  }
  for (let rank: i32 = 0; rank < ranks; rank++) {
    const list = head + (<usize>rank << 2);
    while (load<i32>(list) >= 0) {
      const k = load<i32>(list);
      store<i32>(list, load<i32>(next + (<usize>k << 2)));
      store<u8>(waits + <usize>k, 0);
      const t = load<i32>(nearest + (<usize>k << 2));
      const least = load<f64>(distance + (<usize>k << 3));
      const x = k % nx;
      const row = (k - x) / nx;
      const y = row % ny;
      const z = (row - y) / ny;
      for (let side: i32 = 0; side < 6; side++) {
        const axis = side >> 1;
        const way: i32 = (side & 1) == 0 ? -1 : 1;
        const X = axis == 0 ? x + way : x;
        const Y = axis == 1 ? y + way : y;
        const Z = axis == 2 ? z + way : z;
        if (X < 0 || Y < 0 || Z < 0 || X == nx || Y == ny || Z == nz) continue;
        const to = X + nx * (Y + ny * Z);
        if (load<f64>(distance + (<usize>to << 3)) <= least) continue;
        if (tell(distance, nearest, positions, triangles, spheres, ox, oy, oz, cell, nx, ny, X, Y, Z, t)) {
          wait(distance, head, next, waits, ranks, cell, to, rank);
        }
      }
    }
  }
}

/** Cell (x, y, z) hears of a triangle; gives whether that is news. */
function tell(
  distance: usize, nearest: usize, positions: usize, triangles: usize, spheres: usize, ox: f64, oy: f64, oz: f64, cell: f64,
  nx: i32, ny: i32, x: i32, y: i32, z: i32, t: i32,
): bool {
  const k = x + nx * (y + ny * z);
  const own = distance + (<usize>k << 3);
  const known = nearest + (<usize>k << 2);
  if (load<i32>(known) == t) return false;
  const px = ox + cell * (<f64>x + 0.5);
  const py = oy + cell * (<f64>y + 0.5);
  const pz = oz + cell * (<f64>z + 0.5);
  const s = spheres + (<usize>t << 5);
  const dx = px - load<f64>(s);
  const dy = py - load<f64>(s, 8);
  const dz = pz - load<f64>(s, 16);
  const reach = load<f64>(own) + load<f64>(s, 24);
  if (dx * dx + dy * dy + dz * dz > reach * reach) return false;
  const away = sqrt(triangleDistance(positions, triangles, t, px, py, pz));
  if (away >= load<f64>(own)) return false;
  store<f64>(own, away);
  store<i32>(known, t);
  return true;
}

function wait(
  distance: usize, head: usize, next: usize, waits: usize, ranks: i32, cell: f64, k: i32, rank: i32,
): void {
  if (load<u8>(waits + <usize>k) == 1) return;
  store<u8>(waits + <usize>k, 1);
  const by = Math.floor((load<f64>(distance + (<usize>k << 3)) * <f64>RANKS) / cell);
  const own = max<i32>(rank, <i32>min<f64>(<f64>(ranks - 1), by));
  const list = head + (<usize>own << 2);
  store<i32>(next + (<usize>k << 2), load<i32>(list));
  store<i32>(list, k);
}

/** Offset of a corner of triangle t in the positions. */
// @ts-ignore: decorator
@inline
function corner(triangles: usize, t: i32, c: i32): usize {
  return <usize>load<i32>(triangles + (<usize>(3 * t + c) << 2)) * 24;
}

function lowest(p: f64, q: f64, r: f64, origin: f64, cell: f64): i32 {
  return <i32>max<f64>(0, Math.ceil((min<f64>(min<f64>(p, q), r) - origin) / cell - BAND - 0.5));
}

function highest(p: f64, q: f64, r: f64, origin: f64, cell: f64, n: i32): i32 {
  return <i32>min<f64>(<f64>(n - 1), Math.floor((max<f64>(max<f64>(p, q), r) - origin) / cell + BAND - 0.5));
}

function surround(spheres: usize, positions: usize, triangles: usize, t: i32): void {
  const s = spheres + (<usize>t << 5);
  const a = positions + corner(triangles, t, 0);
  const b = positions + corner(triangles, t, 1);
  const c = positions + corner(triangles, t, 2);
  store<f64>(s, (load<f64>(a) + load<f64>(b) + load<f64>(c)) / 3.0);
  store<f64>(s, (load<f64>(a, 8) + load<f64>(b, 8) + load<f64>(c, 8)) / 3.0, 8);
  store<f64>(s, (load<f64>(a, 16) + load<f64>(b, 16) + load<f64>(c, 16)) / 3.0, 16);
  store<f64>(s, sqrt(max<f64>(max<f64>(fromMiddle(s, a), fromMiddle(s, b)), fromMiddle(s, c))), 24);
}

function fromMiddle(s: usize, a: usize): f64 {
  const dx = load<f64>(a) - load<f64>(s);
  const dy = load<f64>(a, 8) - load<f64>(s, 8);
  const dz = load<f64>(a, 16) - load<f64>(s, 16);
  return dx * dx + dy * dy + dz * dz;
}

function triangleDistance(positions: usize, triangles: usize, t: i32, px: f64, py: f64, pz: f64): f64 {
  const a = positions + corner(triangles, t, 0);
  const b = positions + corner(triangles, t, 1);
  const c = positions + corner(triangles, t, 2);
  const ax = load<f64>(a);
  const ay = load<f64>(a, 8);
  const az = load<f64>(a, 16);
  const ux = load<f64>(b) - ax;
  const uy = load<f64>(b, 8) - ay;
  const uz = load<f64>(b, 16) - az;
  const vx = load<f64>(c) - ax;
  const vy = load<f64>(c, 8) - ay;
  const vz = load<f64>(c, 16) - az;
  const wx = px - ax;
  const wy = py - ay;
  const wz = pz - az;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  const det = uu * vv - uv * uv;
  let s = vv * uw - uv * vw;
  let r = uu * vw - uv * uw;
  if (det > 1e-14 * uu * vv && s >= 0 && r >= 0 && s + r <= det) {
    s /= det;
    r /= det;
  } else {
    const s1: f64 = uu > 0 ? min<f64>(1, max<f64>(0, uw / uu)) : 0;
    const r2: f64 = vv > 0 ? min<f64>(1, max<f64>(0, vw / vv)) : 0;
    const ee = uu - 2.0 * uv + vv;
    const r3: f64 = ee > 0 ? min<f64>(1, max<f64>(0, (uu - uv - uw + vw) / ee)) : 0;
    const d1 = s1 * (s1 * uu - 2.0 * uw);
    const d2 = r2 * (r2 * vv - 2.0 * vw);
    const s3 = 1.0 - r3;
    const d3 = s3 * s3 * uu + 2.0 * s3 * r3 * uv + r3 * r3 * vv - 2.0 * (s3 * uw + r3 * vw);
    if (d1 <= d2 && d1 <= d3) {
      s = s1;
      r = 0;
    } else if (d2 <= d3) {
      s = 0;
      r = r2;
    } else {
      s = s3;
      r = r3;
    }
  }
  const dx = s * ux + r * vx - wx;
  const dy = s * uy + r * vy - wy;
  const dz = s * uz + r * vz - wz;
  return dx * dx + dy * dy + dz * dz;
}
