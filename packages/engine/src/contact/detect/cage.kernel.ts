import type { F64s, f64, I32s, i32, U8s } from '../../kernels/prelude.ts';
/**
 * Boxes around the deformed cubes of a cage: boxes[6i..] = [min, −max] of box i, from the corners' positions x [m]:
 * with the sign all six are lower bounds, and are processed two at a time. nodes, shape [n, 3]: [index after the
 * subtree, first cube, cubes]; cubes, shape [cubes, 8].
 * @pairs
 */
export function refitCage(boxes: F64s, nodes: I32s, cubes: I32s, x: F64s, n: i32): void {
  // Children come after their parents.
  for (let i = n - 1; i >= 0; i--) {
    let ax = Infinity;
    let ay = Infinity;
    let az = Infinity;
    let bx = Infinity;
    let by = Infinity;
    let bz = Infinity;
    const first = 8 * nodes[3 * i + 1];
    const end = first + 8 * nodes[3 * i + 2];
    for (let c = first; c < end; c++) {
      const p = 3 * cubes[c];
      ax = Math.min(ax, x[p]);
      ay = Math.min(ay, x[p + 1]);
      az = Math.min(az, x[p + 2]);
      bx = Math.min(bx, -x[p]);
      by = Math.min(by, -x[p + 1]);
      bz = Math.min(bz, -x[p + 2]);
    }
    if (end === first) {
      const l = 6 * (i + 1);
      const r = 6 * nodes[3 * (i + 1)];
      ax = Math.min(boxes[l], boxes[r]);
      ay = Math.min(boxes[l + 1], boxes[r + 1]);
      az = Math.min(boxes[l + 2], boxes[r + 2]);
      bx = Math.min(boxes[l + 3], boxes[r + 3]);
      by = Math.min(boxes[l + 4], boxes[r + 4]);
      bz = Math.min(boxes[l + 5], boxes[r + 5]);
    }
    const o = 6 * i;
    boxes[o] = ax;
    boxes[o + 1] = ay;
    boxes[o + 2] = az;
    boxes[o + 3] = bx;
    boxes[o + 4] = by;
    boxes[o + 5] = bz;
  }
}

/**
 * Locates points in a deformed cage. For each of the m points y, shape [m, 3]: found[4i..] = cube and the axes (0, 1,
 * 2) that lead from its first corner to its last through the tetrahedron that holds the place, cube −1 where there is
 * none; weights[4i..] = the place in that tetrahedron. Cubes less than `least` steps through the material away from the
 * place's own are left out: apart, shape [cubes, cubes], and own, shape [m]; with `least` 0 neither is read. Cubes are
 * within `margin` [m] of their boxes. Boxes that are clear of the surface by `reach` [m] or more are left out.
 */
export function locateInCage(
  found: I32s,
  weights: F64s,
  y: F64s,
  m: i32,
  boxes: F64s,
  nodes: I32s,
  n: i32,
  cubes: I32s,
  x: F64s,
  clearance: F64s,
  apart: U8s,
  count: i32,
  own: I32s,
  least: i32,
  margin: f64,
  reach: f64,
): void {
  for (let i = 0; i < m; i++) {
    const px = y[3 * i];
    const py = y[3 * i + 1];
    const pz = y[3 * i + 2];
    const o = 4 * i;
    found[o] = -1;
    let node = 0;
    while (node < n) {
      const b = 6 * node;
      if (isOutside(boxes, b, px, py, pz, margin) || clearance[node] >= reach) {
        node = nodes[3 * node];
        continue;
      }
      const first = nodes[3 * node + 1];
      const end = first + nodes[3 * node + 2];
      for (let c = first; c < end && found[o] < 0; c++) {
        if (least > 0 && apart[own[i] * count + c] < least) continue;
        const k = 8 * c;
        const a = 3 * cubes[k];
        const d = 3 * cubes[k + 7];
        // Six tetrahedra around the diagonal, one for each order of the axes.
        for (let t = 0; t < 6 && found[o] < 0; t++) {
          const i0 = t >> 1;
          const i1 = (i0 + 1 + (t & 1)) % 3;
          const e = 3 * cubes[k + (1 << i0)];
          const f = 3 * cubes[k + (1 << i0) + (1 << i1)];
          // Edges along the path, a → e → f → d.
          const ux = x[e] - x[a];
          const uy = x[e + 1] - x[a + 1];
          const uz = x[e + 2] - x[a + 2];
          const vx = x[f] - x[e];
          const vy = x[f + 1] - x[e + 1];
          const vz = x[f + 2] - x[e + 2];
          const wx = x[d] - x[f];
          const wy = x[d + 1] - x[f + 1];
          const wz = x[d + 2] - x[f + 2];
          const rx = px - x[a];
          const ry = py - x[a + 1];
          const rz = pz - x[a + 2];
          const cx = vy * wz - vz * wy;
          const cy = vz * wx - vx * wz;
          const cz = vx * wy - vy * wx;
          const det = ux * cx + uy * cy + uz * cz;
          // Odd orders of the axes turn the other way round.
          const sign = (t & 1) === 0 ? det : -det;
          if (!(sign > 0)) continue;
          const inverse = 1 / det;
          const s = (rx * cx + ry * cy + rz * cz) * inverse;
          if (s < -1e-9 || s > 1 + 1e-9) continue;
          const qx = ry * uz - rz * uy;
          const qy = rz * ux - rx * uz;
          const qz = rx * uy - ry * ux;
          // r = s u + t v + q w, with 1 ≥ s ≥ t ≥ q ≥ 0 inside.
          const along = -(qx * wx + qy * wy + qz * wz) * inverse;
          if (along > s + 1e-9) continue;
          const last = (qx * vx + qy * vy + qz * vz) * inverse;
          if (last > along + 1e-9 || last < -1e-9) continue;
          found[o] = c;
          found[o + 1] = i0;
          found[o + 2] = i1;
          found[o + 3] = 3 - i0 - i1;
          weights[o] = 1 - s;
          weights[o + 1] = s - along;
          weights[o + 2] = along - last;
          weights[o + 3] = last;
        }
      }
      if (found[o] >= 0) break;
      node++;
    }
  }
}

/** All boxes [min, −max] moved by (sx, sy, sz) [m]. */
export function moveBoxes(boxes: F64s, n: i32, sx: f64, sy: f64, sz: f64): void {
  for (let b = 0; b < 6 * n; b += 6) {
    boxes[b] += sx;
    boxes[b + 1] += sy;
    boxes[b + 2] += sz;
    boxes[b + 3] -= sx;
    boxes[b + 4] -= sy;
    boxes[b + 5] -= sz;
  }
}

/**
 * near[i] = 1 for each of the m points y, shape [m, 3], that comes within `margin` [m] along every axis to the box of a
 * cube at least `least` steps through the material away from the place's own (see `locateInCage`), 0 for the others.
 * Boxes of the tree that are clear of the surface by `reach` [m] or more are left out.
 */
export function nearCage(
  near: U8s,
  y: F64s,
  m: i32,
  boxes: F64s,
  nodes: I32s,
  n: i32,
  cubes: I32s,
  x: F64s,
  clearance: F64s,
  apart: U8s,
  count: i32,
  own: I32s,
  least: i32,
  margin: f64,
  reach: f64,
): void {
  for (let i = 0; i < m; i++) {
    const px = y[3 * i];
    const py = y[3 * i + 1];
    const pz = y[3 * i + 2];
    near[i] = 0;
    let node = 0;
    while (node < n && near[i] === 0) {
      const b = 6 * node;
      if (isOutside(boxes, b, px, py, pz, margin) || clearance[node] >= reach) {
        node = nodes[3 * node];
        continue;
      }
      const first = nodes[3 * node + 1];
      const end = first + nodes[3 * node + 2];
      for (let c = first; c < end; c++) {
        if (apart[own[i] * count + c] < least) continue;
        let ax = Infinity;
        let ay = Infinity;
        let az = Infinity;
        let bx = -Infinity;
        let by = -Infinity;
        let bz = -Infinity;
        for (let k = 8 * c; k < 8 * c + 8; k++) {
          const p = 3 * cubes[k];
          ax = Math.min(ax, x[p]);
          ay = Math.min(ay, x[p + 1]);
          az = Math.min(az, x[p + 2]);
          bx = Math.max(bx, x[p]);
          by = Math.max(by, x[p + 1]);
          bz = Math.max(bz, x[p + 2]);
        }
        const far =
          px < ax - margin ||
          py < ay - margin ||
          pz < az - margin ||
          px > bx + margin ||
          py > by + margin ||
          pz > bz + margin;
        if (!far) near[i] = 1;
      }
      node++;
    }
  }
}

/** The largest distance [m] between n points x and y, shape [n, 3], once all of y are moved by (sx, sy, sz). */
export function largestMove(x: F64s, y: F64s, n: i32, sx: f64, sy: f64, sz: f64): f64 {
  let most: f64 = 0;
  for (let i = 0; i < n; i++) {
    const dx = x[3 * i] - y[3 * i] - sx;
    const dy = x[3 * i + 1] - y[3 * i + 1] - sy;
    const dz = x[3 * i + 2] - y[3 * i + 2] - sz;
    most = Math.max(most, dx * dx + dy * dy + dz * dz);
  }
  return Math.sqrt(most);
}

/** Whether a place is farther than `margin` outside the box [min, −max] at boxes[b..]. */
function isOutside(boxes: F64s, b: i32, px: f64, py: f64, pz: f64, margin: f64): boolean {
  return (
    px + margin < boxes[b] ||
    py + margin < boxes[b + 1] ||
    pz + margin < boxes[b + 2] ||
    margin - px < boxes[b + 3] ||
    margin - py < boxes[b + 4] ||
    margin - pz < boxes[b + 5]
  );
}
