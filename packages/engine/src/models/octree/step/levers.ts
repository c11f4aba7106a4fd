import type { Subset } from '../../../contact/detect/live.ts';
import { eigen3 } from '../../../math/eigen3.ts';
import type { Sites } from '../../body.ts';
import { findTurn, WHOLE } from '../../shared/momentum.ts';
import { LEAST_LEVER } from '../numbers.ts';
import type { OctreePoints } from '../point-sets.ts';
import type { OctreeRun } from '../runtime.ts';
import { createLeverRecords } from './lever-compliance.ts';

/** Numbers of a piece: centre, torque or turn, inertia. */
const N = WHOLE.length;
/** Inertia of a leaf as a cube, by its mass and the square of its edge. */
const OWN = 1 / 6;

/**
 * Points reach beyond the leaves by levers (`points.ts`), and a force at the end of a lever has a torque. It turns the
 * whole piece that the point belongs to, and the end of a lever moves as that piece turns, ω = I⁻¹ Σ m r × u: one is
 * the transpose of the other. Without this a push at the surface would lose part of its spin. The levers of a held
 * piece do nothing: it has no spin to keep, and pushes on its held part would throw the rest about.
 */
export interface Levers {
  /** The leaves have moved, or are others. */
  stale(): void;
  /** out_p += ω × arm, with the turn that velocities u of the leaves are. */
  push(set: OctreePoints, u: Float64Array, out: Float64Array, subset?: Subset): void;
  /** out += what the torques arm × f do to the leaves. */
  pull(set: OctreePoints, f: Float64Array, out: Float64Array, subset?: Subset): void;
  /**
   * Adds to the records of n sites what their levers do; see `LeverRecords`. `mobility` is the inverse of A's diagonal.
   */
  addRecords(
    records: Float64Array,
    sets: readonly OctreePoints[],
    sites: Sites,
    n: number,
    mobility: Float64Array,
    slots: number,
  ): number;
}

/**
 * Mass of each piece, the inertia of its leaves as cubes, its centre and its inertia about it, of leaves as they are
 * now; all arrays are zero before.
 */
function findPieces(
  pieces: Float64Array,
  masses: Float64Array,
  own: Float64Array,
  { memory: { x, mass }, sampler, data }: OctreeRun,
): void {
  const { tree } = sampler.now;
  for (let i = 0; i < tree.leaves; i++) {
    const o = N * tree.piece[i];
    const edge = data.voxels.cell * (1 << tree.level[i]);
    masses[tree.piece[i]] += mass[i];
    own[tree.piece[i]] += OWN * mass[i] * edge * edge;
    for (let c = 0; c < 3; c++) pieces[o + c] += mass[i] * x[3 * i + c];
  }
  for (let p = 0; p < tree.pieces; p++) {
    for (let c = 0; c < 3; c++) pieces[N * p + c] /= masses[p];
  }
  for (let i = 0; i < tree.leaves; i++) {
    const o = N * tree.piece[i];
    const rx = x[3 * i] - pieces[o];
    const ry = x[3 * i + 1] - pieces[o + 1];
    const rz = x[3 * i + 2] - pieces[o + 2];
    pieces[o + 6] += mass[i] * (ry * ry + rz * rz);
    pieces[o + 7] -= mass[i] * rx * ry;
    pieces[o + 8] -= mass[i] * rx * rz;
    pieces[o + 9] += mass[i] * (rx * rx + rz * rz);
    pieces[o + 10] -= mass[i] * ry * rz;
    pieces[o + 11] += mass[i] * (rx * rx + ry * ry);
  }
}

/**
 * Leaves nearly in a row have next to no inertia about their line, but levers as long as any: the smallest push at
 * their surface would spin them as fast as anything. A principal inertia I below that of the leaves as cubes, I₀,
 * becomes I₀²/I instead: a force then turns the row as little as its leaves can tell that it turns. The inertia begins
 * at `o`.
 */
export function stiffenRow(inertia: Float64Array, o: number, own: number): void {
  const xx = inertia[o];
  const xy = inertia[o + 1];
  const xz = inertia[o + 2];
  const yy = inertia[o + 3];
  const yz = inertia[o + 4];
  const zz = inertia[o + 5];
  const trace = xx + yy + zz;
  const det = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
  // The least of three numbers is not below their product over the square of half their sum.
  if (4 * det >= own * trace * trace) return;
  matrix[0] = xx;
  matrix[1] = matrix[3] = xy;
  matrix[2] = matrix[6] = xz;
  matrix[4] = yy;
  matrix[5] = matrix[7] = yz;
  matrix[8] = zz;
  eigen3(values, 0, vectors, 0, matrix, 0);
  for (let a = 0; a < 3; a++) {
    const least = Math.max(values[a], LEAST_LEVER * own);
    if (least < own) values[a] = (own * own) / least;
  }
  for (let row = 0, k = o; row < 3; row++) {
    for (let col = row; col < 3; col++) {
      let sum = 0;
      for (let a = 0; a < 3; a++) sum += values[a] * vectors[3 * row + a] * vectors[3 * col + a];
      inertia[k++] = sum;
    }
  }
}
const matrix = new Float64Array(9);
const values = new Float64Array(3);
const vectors = new Float64Array(9);

export function createLevers(run: OctreeRun): Levers {
  const { memory, sampler } = run;
  const { x, mass, held } = memory;
  let masses = new Float64Array(1);
  let own = new Float64Array(1);
  let isHeld = new Uint8Array(1);
  /** Centre, torque or turn, and inertia of each piece. */
  let pieces = new Float64Array(N);
  let ready = false;
  /** One piece, and held: nothing turns as a whole. */
  let idle = false;
  const addRecords = createLeverRecords(run);

  const refresh = (): void => {
    if (ready) return;
    ready = true;
    const { tree } = sampler.now;
    // Cuts, between two steps, make more pieces.
    if (masses.length < tree.pieces) {
      masses = new Float64Array(tree.pieces);
      own = new Float64Array(tree.pieces);
      isHeld = new Uint8Array(tree.pieces);
      pieces = new Float64Array(N * tree.pieces);
    }
    masses.fill(0);
    own.fill(0);
    pieces.fill(0);
    idle = tree.pieces === 1 && run.heldCount > 0;
    if (idle) return;
    findPieces(pieces, masses, own, run);
    isHeld.fill(0);
    for (let i = 0; i < tree.leaves; i++) if (held[i] > 0) isHeld[tree.piece[i]] = 1;
    for (let p = 0; p < tree.pieces; p++) {
      // Without inertia there is no turn (`findTurns`, `createLeverRecords`).
      if (isHeld[p] === 1) pieces.fill(0, N * p + 6, N * p + 12);
      else stiffenRow(pieces, N * p + 6, own[p]);
    }
  };
  const clearTurns = (): void => {
    for (let p = 0; p < sampler.now.tree.pieces; p++) pieces.fill(0, N * p + 3, N * p + 6);
  };
  const findTurns = (): void => {
    for (let p = 0; p < sampler.now.tree.pieces; p++) {
      if (!findTurn(pieces, N * p)) pieces.fill(0, N * p + 3, N * p + 6);
    }
  };

  return {
    stale() {
      ready = false;
    },
    push(set, u, out, subset) {
      refresh();
      if (idle) return;
      clearTurns();
      const { tree } = sampler.now;
      for (let i = 0; i < tree.leaves; i++) {
        const o = N * tree.piece[i];
        const k = 3 * i;
        const rx = mass[i] * (x[k] - pieces[o]);
        const ry = mass[i] * (x[k + 1] - pieces[o + 1]);
        const rz = mass[i] * (x[k + 2] - pieces[o + 2]);
        pieces[o + 3] += ry * u[k + 2] - rz * u[k + 1];
        pieces[o + 4] += rz * u[k] - rx * u[k + 2];
        pieces[o + 5] += rx * u[k + 1] - ry * u[k];
      }
      findTurns();
      const { arm, leaf } = set;
      const count = subset === undefined ? set.count : subset.count;
      for (let j = 0; j < count; j++) {
        const p = subset === undefined ? j : subset.list[j];
        const o = N * tree.piece[leaf[p]];
        const k = 3 * p;
        out[k] += pieces[o + 4] * arm[k + 2] - pieces[o + 5] * arm[k + 1];
        out[k + 1] += pieces[o + 5] * arm[k] - pieces[o + 3] * arm[k + 2];
        out[k + 2] += pieces[o + 3] * arm[k + 1] - pieces[o + 4] * arm[k];
      }
    },
    pull(set, f, out, subset) {
      refresh();
      if (idle) return;
      clearTurns();
      const { tree } = sampler.now;
      const { arm, leaf } = set;
      const count = subset === undefined ? set.count : subset.count;
      for (let j = 0; j < count; j++) {
        const p = subset === undefined ? j : subset.list[j];
        const o = N * tree.piece[leaf[p]];
        const k = 3 * p;
        pieces[o + 3] += arm[k + 1] * f[k + 2] - arm[k + 2] * f[k + 1];
        pieces[o + 4] += arm[k + 2] * f[k] - arm[k] * f[k + 2];
        pieces[o + 5] += arm[k] * f[k + 1] - arm[k + 1] * f[k];
      }
      findTurns();
      for (let i = 0; i < tree.leaves; i++) {
        const o = N * tree.piece[i];
        const k = 3 * i;
        const rx = mass[i] * (x[k] - pieces[o]);
        const ry = mass[i] * (x[k + 1] - pieces[o + 1]);
        const rz = mass[i] * (x[k + 2] - pieces[o + 2]);
        out[k] += pieces[o + 4] * rz - pieces[o + 5] * ry;
        out[k + 1] += pieces[o + 5] * rx - pieces[o + 3] * rz;
        out[k + 2] += pieces[o + 3] * ry - pieces[o + 4] * rx;
      }
    },
    addRecords(records, sets, sites, n, mobility, slots) {
      refresh();
      return addRecords(records, sets, sites, n, mobility, pieces, slots);
    },
  };
}
