import { PAIRS, RHO, SPIN, TURN } from '../../../contact/solve/forms.ts';
import { inverse3 } from '../../../math/mat3.ts';
import type { Sites } from '../../body.ts';
import { WHOLE } from '../../shared/momentum.ts';
import { RECORD } from '../memory.ts';
import type { OctreePoints } from '../point-sets.ts';
import type { OctreeRun } from '../runtime.ts';

/** Numbers of a piece in `pieces`: centre, turn and inertia. */
const N = WHOLE.length;

/**
 * Adds to the records of n sites what levers do; `pieces` are centre, turn and inertia of each piece, `slots` the
 * length of the state so far, in threes. Returns its length with the turns of pieces.
 */
export type LeverRecords = (
  records: Float64Array,
  sets: readonly OctreePoints[],
  sites: Sites,
  n: number,
  mobility: Float64Array,
  pieces: Float64Array,
  slots: number,
) => number;

/**
 * With J = Σ w + [arm]ᵀ I⁻¹ Σ m [r] (the lever's end moves with the turn of its piece) and A diagonal, J A⁻¹ Jᵀ has
 * next to the part of the weights
 *
 *     [ρ_a]ᵀ P_b + P_aᵀ Q_b,    P = I⁻¹ [arm],  Q = [ρ] + F P,  ρ = Σ w m r / A,  F = Σ m² (r² − r rᵀ) / A
 *
 * for points of one piece, [r] being the matrix of r ×. Exact, held leaves (1/A = 0) included.
 */
export function createLeverRecords(run: OctreeRun): LeverRecords {
  const { memory, sampler } = run;
  const { x, mass } = memory;
  const inertia = new Float64Array(9);
  const arm = new Float64Array(3);
  /**
   * I⁻¹ and F of each piece; its number among those that turn and that sites are in, plus one, −1 for those that do not
   * turn.
   */
  let inverse = new Float64Array(9);
  let free = new Float64Array(9);
  let numberOf = new Int32Array(1);

  const findPieces = (mobility: Float64Array, pieces: Float64Array): void => {
    const { tree } = sampler.now;
    // Cuts, between two steps, make more pieces.
    if (numberOf.length < tree.pieces) {
      inverse = new Float64Array(9 * tree.pieces);
      free = new Float64Array(9 * tree.pieces);
      numberOf = new Int32Array(tree.pieces);
    }
    free.fill(0);
    for (let i = 0; i < tree.leaves; i++) {
      const p = tree.piece[i];
      const w = mass[i] * mass[i] * mobility[i];
      const rx = x[3 * i] - pieces[N * p];
      const ry = x[3 * i + 1] - pieces[N * p + 1];
      const rz = x[3 * i + 2] - pieces[N * p + 2];
      free[9 * p] += w * (ry * ry + rz * rz);
      free[9 * p + 1] -= w * rx * ry;
      free[9 * p + 2] -= w * rx * rz;
      free[9 * p + 4] += w * (rx * rx + rz * rz);
      free[9 * p + 5] -= w * ry * rz;
      free[9 * p + 8] += w * (rx * rx + ry * ry);
    }
    for (let p = 0; p < tree.pieces; p++) {
      const o = N * p + 6;
      inertia[0] = pieces[o];
      inertia[1] = inertia[3] = pieces[o + 1];
      inertia[2] = inertia[6] = pieces[o + 2];
      inertia[4] = pieces[o + 3];
      inertia[5] = inertia[7] = pieces[o + 4];
      inertia[8] = pieces[o + 5];
      numberOf[p] = inverse3(inverse, 9 * p, inertia, 0) ? 0 : -1;
      free[9 * p + 3] = free[9 * p + 1];
      free[9 * p + 6] = free[9 * p + 2];
      free[9 * p + 7] = free[9 * p + 5];
    }
  };

  /** ρ of a place, into its record, and its arm. */
  const findReach = (
    records: Float64Array,
    o: number,
    set: OctreePoints,
    { points, weights }: Sites,
    a: number,
    mobility: Float64Array,
    pieces: Float64Array,
    piece: number,
  ): void => {
    const { ptr, cols, weights: ties } = set;
    records.fill(0, o, o + 3);
    arm.fill(0);
    for (let j = 4 * a; j < 4 * a + 4; j++) {
      if (weights[j] === 0) continue;
      const p = points[j];
      for (let c = 0; c < 3; c++) arm[c] += weights[j] * set.arm[3 * p + c];
      for (let k = ptr[p]; k < ptr[p + 1]; k++) {
        const i = cols[k];
        const w = weights[j] * ties[k] * mass[i] * mobility[i];
        for (let c = 0; c < 3; c++) records[o + c] += w * (x[3 * i + c] - pieces[N * piece + c]);
      }
    }
  };

  return (records, sets, sites, n, mobility, pieces, slots) => {
    findPieces(mobility, pieces);
    let next = slots;
    for (let a = 0; a < n; a++) {
      const record = a * RECORD;
      const set = sets[sites.group[a]];
      const piece = sampler.now.tree.piece[set.leaf[sites.points[4 * a]]];
      records.fill(0, record + 1, record + PAIRS);
      records[record + 1] = -1;
      if (numberOf[piece] < 0) continue;
      if (numberOf[piece] === 0) {
        numberOf[piece] = next + 1;
        next += 2;
      }
      records[record + 1] = numberOf[piece] - 1;
      findReach(records, record + RHO, set, sites, a, mobility, pieces, piece);
      timesCross(records, record + TURN, inverse, 9 * piece, arm);
      addSpin(records, record, free, 9 * piece);
    }
    return next;
  };
}

/** Q = [ρ] + F P of a record. */
function addSpin(records: Float64Array, record: number, F: Float64Array, f: number): void {
  const P = record + TURN;
  const Q = record + SPIN;
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += F[f + 3 * r + k] * records[P + 3 * k + c];
      records[Q + 3 * r + c] = sum;
    }
  }
  const x = records[record + RHO];
  const y = records[record + RHO + 1];
  const z = records[record + RHO + 2];
  records[Q + 1] -= z;
  records[Q + 2] += y;
  records[Q + 3] += z;
  records[Q + 5] -= x;
  records[Q + 6] -= y;
  records[Q + 7] += x;
}

/** out = M [v], [v] being the matrix of v ×. */
function timesCross(
  out: Float64Array,
  o: number,
  M: Float64Array,
  m: number,
  v: Float64Array,
): void {
  const x = v[0];
  const y = v[1];
  const z = v[2];
  for (let r = 0; r < 3; r++) {
    const a = M[m + 3 * r];
    const b = M[m + 3 * r + 1];
    const c = M[m + 3 * r + 2];
    out[o + 3 * r] = b * z - c * y;
    out[o + 3 * r + 1] = c * x - a * z;
    out[o + 3 * r + 2] = a * y - b * x;
  }
}
