import type { Walls } from '../../../contact/detect/slits.ts';
import { ABOVE, MEETING, NEAR_SLIT, SLIT_SITES, SLOW_TO_WALL, WALL_REACH } from '../numbers.ts';
import {
  bindPoint,
  createPoints,
  type OctreePoints,
  POINT_USE,
  placePoints,
} from '../point-sets.ts';
import { bound, type OctreeRun } from '../runtime.ts';
import { findFaces, type WallFaces } from '../surface/wall-faces.ts';
import { FACE, spanFace } from './face.ts';
import { bucketOf, createBuckets, fillBuckets } from './face-hash.ts';

/**
 * The sides of the slits for other bodies' points: faces of the surface near slits, where they are now. A point touches
 * the nearest face that faces it, from outside or from a little behind, within the material behind the face: so it
 * finds its own side of a slit, closed or open.
 */
export function createWalls(run: OctreeRun, cage: OctreePoints, cageCell: number): Walls {
  const { memory, sampler } = run;
  const { cell } = run.data.voxels;
  const fixed = cage.count;
  const near = NEAR_SLIT * cell;
  let topology = -1;
  let faces: WallFaces | null = null;
  let points: OctreePoints | null = null;
  let x = new Float64Array(0);
  /** Middle and outward unit normal of each face now, shape [faces, 6]. */
  let planes = new Float64Array(0);
  let buckets = createBuckets(0);
  let ready = false;

  const update = (): void => {
    if (topology === run.topology) return;
    topology = run.topology;
    faces = findFaces(run, cageCell + near + WALL_REACH * cell);
    points = createPoints(faces.rest, faces.home, POINT_USE.drawn);
    x = new Float64Array(faces.rest.length);
    planes = new Float64Array(6 * faces.room.length);
    buckets = createBuckets(faces.room.length);
  };

  /** Where the faces are, once a step, when somebody asks. */
  const refresh = (): void => {
    if (ready) return;
    ready = true;
    update();
    if (faces === null || points === null) return;
    placePoints(bound(run, points), memory.x, memory.q, x);
    const { corners, room } = faces;
    for (let f = 0; f < room.length; f++) placeFace(planes, f, x, corners);
    fillBuckets(buckets, planes, room.length, WALL_REACH * cell);
  };

  return {
    get any() {
      return run.skin.slits;
    },
    near,
    edges() {
      const { cut, positions } = run.skin;
      const places: number[] = [];
      for (let i = 0; i < cut.length; i++) {
        if (cut[i] === 1) places.push(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
      }
      return Float64Array.from(places);
    },
    begin() {
      ready = false;
      cage.count = fixed;
    },
    meet(look, within, out, w) {
      refresh();
      if (faces === null) return -1;
      const { place: y, normal: m, displacement } = look;
      const { corners, room, voxel } = faces;
      const length = Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
      let met = -1;
      let isInside = false;
      let least = Number.POSITIVE_INFINITY;
      for (let b = 0; b < 8; b++) {
        const bucket = bucketOf(buckets, y, b, WALL_REACH * cell);
        for (let f = buckets.head[bucket]; f >= 0; f = buckets.next[f]) {
          const p = 6 * f;
          const nx = planes[p + 3];
          const ny = planes[p + 4];
          const nz = planes[p + 5];
          if (nx * m[0] + ny * m[1] + nz * m[2] > MEETING * length) continue;
          const dx = y[0] - planes[p];
          const dy = y[1] - planes[p + 1];
          const dz = y[2] - planes[p + 2];
          const gap = nx * dx + ny * dy + nz * dz;
          const inside = gap <= 0;
          if (inside ? gap < -room[f] * cell : gap > within || isInside) continue;
          // From inside the nearest; from outside the one that is met first.
          const speed =
            Math.max(0, -(nx * displacement[0] + ny * displacement[1] + nz * displacement[2])) +
            SLOW_TO_WALL * within;
          const rank = inside ? -gap : gap / speed;
          if (isInside === inside && rank >= least) continue;
          if (!isAbove(x, corners, 4 * f, dx - gap * nx, dy - gap * ny, dz - gap * nz)) continue;
          if (inside && !isBehind(planes, voxel, f, y)) continue;
          isInside = inside;
          least = rank;
          met = f;
          out[w] = gap;
          out[w + 1] = nx;
          out[w + 2] = ny;
          out[w + 3] = nz;
        }
      }
      return met < 0 ? -1 : voxel[met];
    },
    hold(y, o, side) {
      const p = cage.count;
      if (p === fixed + SLIT_SITES) return -1;
      for (let c = 0; c < 3; c++) cage.rest[3 * p + c] = y[o + c];
      cage.home[p] = side;
      cage.leaf[p] = sampler.now.tree.leafOf[side];
      // Weights that lead to the very place, from where the leaves are now.
      bindPoint(cage, p, cage.ptr[p], memory.x, run.bind);
      for (let c = 3 * p; c < 3 * p + 3; c++) cage.arm[c] = cage.lever[c];
      cage.count = p + 1;
      return p;
    },
  };
}

const face = new Float64Array(FACE.size);

/** planes[6f..] = middle and outward unit normal of face f; no normal where it has no area. */
function placeFace(planes: Float64Array, f: number, x: Float64Array, corners: Int32Array): void {
  const a = 3 * corners[4 * f];
  const b = 3 * corners[4 * f + 1];
  const c = 3 * corners[4 * f + 2];
  const d = 3 * corners[4 * f + 3];
  spanFace(face, x, a, b, c, d);
  const o = 6 * f;
  const length = face[FACE.length];
  for (let k = 0; k < 3; k++) {
    planes[o + k] = face[FACE.x + k];
    planes[o + 3 + k] = length > 0 ? face[FACE.nx + k] / length : 0;
  }
}

/**
 * Whether a place is behind all faces of the voxel of face f: beside an edge it is behind one and not in the matter.
 */
function isBehind(planes: Float64Array, voxel: Int32Array, f: number, y: Float64Array): boolean {
  let g = f;
  while (g > 0 && voxel[g - 1] === voxel[f]) g--;
  for (; g < voxel.length && voxel[g] === voxel[f]; g++) {
    const p = 6 * g;
    const dx = y[0] - planes[p];
    const dy = y[1] - planes[p + 1];
    const dz = y[2] - planes[p + 2];
    if (planes[p + 3] * dx + planes[p + 4] * dy + planes[p + 5] * dz > 0) return false;
  }
  return true;
}

/**
 * Whether an offset r from the middle of the face with corners[q..q+4), along it, stays on it: parts of the two half
 * diagonals add up to one.
 */
function isAbove(
  x: Float64Array,
  corners: Int32Array,
  q: number,
  rx: number,
  ry: number,
  rz: number,
): boolean {
  let sum = 0;
  for (let s = 0; s < 2; s++) {
    const a = 3 * corners[q + s];
    const c = 3 * corners[q + s + 2];
    const ux = x[c] - x[a];
    const uy = x[c + 1] - x[a + 1];
    const uz = x[c + 2] - x[a + 2];
    const square = ux * ux + uy * uy + uz * uz;
    sum += (2 * Math.abs(rx * ux + ry * uy + rz * uz)) / square;
  }
  return sum <= ABOVE;
}
