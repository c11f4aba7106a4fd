import { BOX, CAPSULE, CYLINDER, SPHERE } from '../../../geometry/primitive.ts';
import { LEANS } from '../numbers.ts';
import type { Placed } from './placed.ts';

/** Corners of a cap, as far as contact sees it. */
const CAP = 8;
const EIGHTH = Math.SQRT1_2;
const COS = [1, EIGHTH, 0, -EIGHTH, -1, -EIGHTH, 0, EIGHTH];
/** A cylinder touches with its cap if the direction is this much along its axis. */
const ON_CAP = Math.SQRT1_2;

/** The face, edge or corner of a solid that looks along a direction. */
export interface Feature {
  /** Corners in turn, shape [8, 3]; 1, 2 or more of them. */
  readonly corners: Float64Array;
  count: number;
  /** Normal of a face. */
  readonly normal: Float64Array;
}

export function createFeature(): Feature {
  return { corners: new Float64Array(3 * CAP), count: 0, normal: new Float64Array(3) };
}

const s = new Float64Array(3);
const u = new Float64Array(3);
const w = new Float64Array(3);

/**
 * The feature of p that looks along `sign` times n[o..]; caps that lie flat take their directions from the axes of
 * `other`.
 */
export function findFeature(
  out: Feature,
  p: Placed,
  n: Float64Array,
  o: number,
  sign: number,
  other: Placed,
): void {
  const { kind, half, radius, axes, centre } = p;
  for (let c = 0; c < 3; c++) s[c] = sign * n[o + c];
  const { corners, normal } = out;
  if (kind === SPHERE) {
    out.count = 1;
    for (let c = 0; c < 3; c++) corners[c] = centre[c] + radius * s[c];
    return;
  }
  if (kind === BOX) {
    findFace(out, p);
    return;
  }
  const along = s[0] * axes[1] + s[1] * axes[4] + s[2] * axes[7];
  let across = 0;
  for (let c = 0; c < 3; c++) {
    u[c] = s[c] - along * axes[3 * c + 1];
    across += u[c] * u[c];
  }
  across = Math.sqrt(across);
  if (kind === CYLINDER && Math.abs(along) > ON_CAP) {
    if (across < LEANS) awayFrom(p, other);
    else for (let c = 0; c < 3; c++) u[c] /= across;
    for (let c = 0; c < 3; c++) {
      const e = (c + 1) % 3;
      const f = (c + 2) % 3;
      w[c] = axes[3 * e + 1] * u[f] - axes[3 * f + 1] * u[e];
      normal[c] = (along < 0 ? -1 : 1) * axes[3 * c + 1];
    }
    out.count = CAP;
    for (let k = 0; k < CAP; k++) {
      const x = half[0] * COS[k];
      const z = half[0] * COS[(k + 6) % 8];
      for (let c = 0; c < 3; c++) {
        corners[3 * k + c] = centre[c] + half[1] * normal[c] + x * u[c] + z * w[c];
      }
    }
    return;
  }
  // The line along the side that looks there, from end to end.
  const r = kind === CAPSULE ? radius : half[0] / across;
  out.count = 2;
  for (let c = 0; c < 3; c++) {
    const side = centre[c] + r * (kind === CAPSULE ? s[c] : u[c]);
    corners[c] = side - half[1] * axes[3 * c + 1];
    corners[3 + c] = side + half[1] * axes[3 * c + 1];
  }
}

/** u = the direction square to the axis of p that lies along one of the axes of another thing. */
function awayFrom(p: Placed, other: Placed): void {
  let most = 0;
  for (let k = 0; k < 3; k++) {
    let along = 0;
    for (let c = 0; c < 3; c++) along += other.axes[3 * c + k] * p.axes[3 * c + 1];
    const square = 1 - along * along;
    // The first that will do: none is better than another, and the choice must not change.
    if (square <= most + 0.25) continue;
    most = square;
    const length = Math.sqrt(square);
    for (let c = 0; c < 3; c++) {
      u[c] = (other.axes[3 * c + k] - along * p.axes[3 * c + 1]) / length;
    }
  }
}

/** The face of a box that looks most along s. */
function findFace(out: Feature, { half, radius, axes, centre }: Placed): void {
  let face = 0;
  let most = -1;
  let towards = 1;
  for (let k = 0; k < 3; k++) {
    const along = axes[k] * s[0] + axes[3 + k] * s[1] + axes[6 + k] * s[2];
    if (Math.abs(along) <= most + 1e-9) continue;
    most = Math.abs(along);
    face = k;
    towards = along < 0 ? -1 : 1;
  }
  const i = (face + 1) % 3;
  const j = (face + 2) % 3;
  out.count = 4;
  for (let c = 0; c < 3; c++) {
    out.normal[c] = towards * axes[3 * c + face];
    const middle = centre[c] + half[face] * out.normal[c] + radius * s[c];
    const x = half[i] * axes[3 * c + i];
    const y = half[j] * axes[3 * c + j];
    out.corners[c] = middle - x - y;
    out.corners[3 + c] = middle + x - y;
    out.corners[6 + c] = middle + x + y;
    out.corners[9 + c] = middle - x + y;
  }
}
