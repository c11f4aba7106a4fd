import { splat } from '../lanes.as';

// @ts-ignore: decorator
@inline
function at(array: usize, i: i32): f64 {
  return load<f64>(array + (<usize>i << 3));
}
// @ts-ignore: decorator
@inline
function whole(array: usize, i: i32): i32 {
  return load<i32>(array + (<usize>i << 2));
}

export function refitCage(boxes: usize, nodes: usize, cubes: usize, x: usize, n: i32): void {
  const far = splat(Infinity);
  for (let i: i32 = n - 1; i >= 0; i--) {
    const first = 8 * whole(nodes, 3 * i + 1);
    const end = first + 8 * whole(nodes, 3 * i + 2);
    // [min x, min y], [min z, −max z], [−max x, −max y] while corners are looked at.
    let low = far;
    let high = far;
    let lowZ: f64 = Infinity;
    let highZ: f64 = Infinity;
    for (let c = first; c < end; c++) {
      const p = x + (<usize>(3 * whole(cubes, c)) << 3);
      const xy = v128.load(p);
      const z = load<f64>(p, 16);
      low = f64x2.min(low, xy);
      high = f64x2.min(high, f64x2.neg(xy));
      lowZ = min<f64>(lowZ, z);
      highZ = min<f64>(highZ, -z);
    }
    const o = boxes + (<usize>(6 * i) << 3);
    if (end == first) {
      const l = o + 48;
      const r = boxes + (<usize>(6 * whole(nodes, 3 * (i + 1))) << 3);
      v128.store(o, f64x2.min(v128.load(l), v128.load(r)));
      v128.store(o, f64x2.min(v128.load(l, 16), v128.load(r, 16)), 16);
      v128.store(o, f64x2.min(v128.load(l, 32), v128.load(r, 32)), 32);
    } else {
      v128.store(o, low);
      store<f64>(o, lowZ, 16);
      v128.store(o, high, 24);
      store<f64>(o, highZ, 40);
    }
  }
}

// @ts-ignore: decorator
@inline
function both(a: f64, b: f64): v128 {
  return f64x2.replace_lane(splat(a), 1, b);
}

// True if a place, (x, y), (z, −x), (−y, −z) with the margin added to each, is outside box b.
// @ts-ignore: decorator
@inline
function outside(b: usize, xy: v128, zx: v128, yz: v128): bool {
  const below = v128.or(
    v128.or(f64x2.lt(xy, v128.load(b)), f64x2.lt(zx, v128.load(b, 16))),
    f64x2.lt(yz, v128.load(b, 32)),
  );
  return v128.any_true(below);
}

export function locateInCage(
  found: usize, weights: usize, y: usize, m: i32, boxes: usize, nodes: usize, n: i32, cubes: usize, x: usize,
  clearance: usize, apart: usize, count: i32, own: usize, least: i32, margin: f64, reach: f64,
): void {
  for (let i: i32 = 0; i < m; i++) {
    const px = at(y, 3 * i);
    const py = at(y, 3 * i + 1);
    const pz = at(y, 3 * i + 2);
    const xy = both(px + margin, py + margin);
    const zx = both(pz + margin, margin - px);
    const yz = both(margin - py, margin - pz);
    const o = found + (<usize>(4 * i) << 2);
    const w = weights + (<usize>(4 * i) << 3);
    store<i32>(o, -1);
    let node: i32 = 0;
    let open = true;
    while (open && node < n) {
      const b = boxes + (<usize>(6 * node) << 3);
      if (outside(b, xy, zx, yz) || at(clearance, node) >= reach) {
        node = whole(nodes, 3 * node);
        continue;
      }
      const first = whole(nodes, 3 * node + 1);
      const end = first + whole(nodes, 3 * node + 2);
      for (let c = first; open && c < end; c++) {
        if (least > 0 && <i32>load<u8>(apart + <usize>(whole(own, i) * count + c)) < least) continue;
        if (findInCube(o, w, px, py, pz, cubes, x, c)) open = false;
      }
      node++;
    }
  }
}

export function moveBoxes(boxes: usize, n: i32, sx: f64, sy: f64, sz: f64): void {
  for (const end = boxes + (<usize>(6 * n) << 3); boxes < end; boxes += 48) {
    store<f64>(boxes, load<f64>(boxes) + sx);
    store<f64>(boxes, load<f64>(boxes, 8) + sy, 8);
    store<f64>(boxes, load<f64>(boxes, 16) + sz, 16);
    store<f64>(boxes, load<f64>(boxes, 24) - sx, 24);
    store<f64>(boxes, load<f64>(boxes, 32) - sy, 32);
    store<f64>(boxes, load<f64>(boxes, 40) - sz, 40);
  }
}

export function nearCage(
  near: usize, y: usize, m: i32, boxes: usize, nodes: usize, n: i32, cubes: usize, x: usize,
  clearance: usize, apart: usize, count: i32, own: usize, least: i32, margin: f64, reach: f64,
): void {
  for (let i: i32 = 0; i < m; i++) {
    const px = at(y, 3 * i);
    const py = at(y, 3 * i + 1);
    const pz = at(y, 3 * i + 2);
    const xy = both(px + margin, py + margin);
    const zx = both(pz + margin, margin - px);
    const yz = both(margin - py, margin - pz);
    let found: u8 = 0;
    let node: i32 = 0;
    while (node < n && found == 0) {
      const b = boxes + (<usize>(6 * node) << 3);
      if (outside(b, xy, zx, yz) || at(clearance, node) >= reach) {
        node = whole(nodes, 3 * node);
        continue;
      }
      const first = whole(nodes, 3 * node + 1);
      const end = first + whole(nodes, 3 * node + 2);
      for (let c = first; c < end; c++) {
        if (<i32>load<u8>(apart + <usize>(whole(own, i) * count + c)) < least) continue;
        let ax: f64 = Infinity;
        let ay: f64 = Infinity;
        let az: f64 = Infinity;
        let bx: f64 = -Infinity;
        let by: f64 = -Infinity;
        let bz: f64 = -Infinity;
        for (let k = 8 * c; k < 8 * c + 8; k++) {
          const p = 3 * whole(cubes, k);
          ax = min<f64>(ax, at(x, p));
          ay = min<f64>(ay, at(x, p + 1));
          az = min<f64>(az, at(x, p + 2));
          bx = max<f64>(bx, at(x, p));
          by = max<f64>(by, at(x, p + 1));
          bz = max<f64>(bz, at(x, p + 2));
        }
        const far =
          px < ax - margin || py < ay - margin || pz < az - margin ||
          px > bx + margin || py > by + margin || pz > bz + margin;
        if (!far) found = 1;
      }
      node++;
    }
    store<u8>(near + <usize>i, found);
  }
}

export function largestMove(x: usize, y: usize, n: i32, sx: f64, sy: f64, sz: f64): f64 {
  let most: f64 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const dx = at(x, 3 * i) - at(y, 3 * i) - sx;
    const dy = at(x, 3 * i + 1) - at(y, 3 * i + 1) - sy;
    const dz = at(x, 3 * i + 2) - at(y, 3 * i + 2) - sz;
    most = max<f64>(most, dx * dx + dy * dy + dz * dz);
  }
  return sqrt(most);
}

function findInCube(
  o: usize, out: usize, px: f64, py: f64, pz: f64, cubes: usize, x: usize, c: i32,
): bool {
  const k = 8 * c;
  const a = 3 * whole(cubes, k);
  const d = 3 * whole(cubes, k + 7);
  for (let t: i32 = 0; t < 6; t++) {
    const i0 = t >> 1;
    const i1 = (i0 + 1 + (t & 1)) % 3;
    const e = 3 * whole(cubes, k + (1 << i0));
    const f = 3 * whole(cubes, k + (1 << i0) + (1 << i1));
    const ux = at(x, e) - at(x, a);
    const uy = at(x, e + 1) - at(x, a + 1);
    const uz = at(x, e + 2) - at(x, a + 2);
    const vx = at(x, f) - at(x, e);
    const vy = at(x, f + 1) - at(x, e + 1);
    const vz = at(x, f + 2) - at(x, e + 2);
    const wx = at(x, d) - at(x, f);
    const wy = at(x, d + 1) - at(x, f + 1);
    const wz = at(x, d + 2) - at(x, f + 2);
    const rx = px - at(x, a);
    const ry = py - at(x, a + 1);
    const rz = pz - at(x, a + 2);
    const cx = vy * wz - vz * wy;
    const cy = vz * wx - vx * wz;
    const cz = vx * wy - vy * wx;
    const det = ux * cx + uy * cy + uz * cz;
    const sign = (t & 1) == 0 ? det : -det;
    if (!(sign > 0)) continue;
    const inverse = 1 / det;
    const s = (rx * cx + ry * cy + rz * cz) * inverse;
    if (s < -1e-9 || s > 1 + 1e-9) continue;
    const qx = ry * uz - rz * uy;
    const qy = rz * ux - rx * uz;
    const qz = rx * uy - ry * ux;
    const along = -(qx * wx + qy * wy + qz * wz) * inverse;
    if (along > s + 1e-9) continue;
    const last = (qx * vx + qy * vy + qz * vz) * inverse;
    if (last > along + 1e-9 || last < -1e-9) continue;
    store<i32>(o, c);
    store<i32>(o, i0, 4);
    store<i32>(o, i1, 8);
    store<i32>(o, 3 - i0 - i1, 12);
    store<f64>(out, 1 - s);
    store<f64>(out, s - along, 8);
    store<f64>(out, along - last, 16);
    store<f64>(out, last, 24);
    return true;
  }
  return false;
}
