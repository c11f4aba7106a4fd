import { inverse3 } from '../../../math/mat3.ts';
import type { Places } from '../../body.ts';
import { WHOLE } from '../../shared/momentum.ts';
import { MOST_PLACES } from '../compliance.ts';
import type { OctreePoints } from '../point-sets.ts';
import type { OctreeRun } from '../runtime.ts';

/** Adds to W what levers do; `pieces` are centre, turn and inertia of each piece. */
export type LeverCompliance = (
  W: Float64Array,
  sets: readonly OctreePoints[],
  places: Places,
  n: number,
  mobility: Float64Array,
  pieces: Float64Array,
) => void;

/**
 * With J = Σ w + [arm]ᵀ I⁻¹ Σ m [r] (the lever's end moves with the turn of its piece) and A diagonal, J A⁻¹ Jᵀ has next to the part of the
 * weights
 *
 *     [ρ_a]ᵀ P_b + P_aᵀ ([ρ_b] + F P_b),    P = I⁻¹ [arm],  ρ = Σ w m r / A,  F = Σ m² (r² − r rᵀ) / A
 *
 * for points of one piece, [r] being the matrix of r ×. Exact, held leaves (1/A = 0) included.
 */
export function createLeverCompliance({ memory, sampler }: OctreeRun): LeverCompliance {
  const { x, mass } = memory;
  const N = WHOLE.length;
  const room = MOST_PLACES;
  /** What the weights of each place do not reach, and the piece it belongs to. */
  const reach = new Float64Array(3 * room);
  const pieceOf = new Int32Array(room);
  /** P and [ρ] + F P of each point, row-major; ρ. */
  const turn = new Float64Array(9 * room);
  const rest = new Float64Array(9 * room);
  const rho = new Float64Array(3 * room);
  const inertia = new Float64Array(9);
  let inverse = new Float64Array(9);
  let free = new Float64Array(9);

  const findPieces = (mobility: Float64Array, pieces: Float64Array): void => {
    const { tree } = sampler.now;
    // Cuts, between two steps, make more pieces.
    if (inverse.length < 9 * tree.pieces) {
      inverse = new Float64Array(9 * tree.pieces);
      free = new Float64Array(9 * tree.pieces);
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
      if (!inverse3(inverse, 9 * p, inertia, 0)) inverse.fill(0, 9 * p, 9 * p + 9);
      free[9 * p + 3] = free[9 * p + 1];
      free[9 * p + 6] = free[9 * p + 2];
      free[9 * p + 7] = free[9 * p + 5];
    }
  };

  const findReach = (
    set: OctreePoints,
    { points, weights }: Places,
    a: number,
    mobility: Float64Array,
    pieces: Float64Array,
  ): void => {
    const { ptr, cols, weights: ties, arm, leaf } = set;
    const piece = sampler.now.tree.piece[leaf[points[4 * a]]];
    pieceOf[a] = piece;
    rho.fill(0, 3 * a, 3 * a + 3);
    reach.fill(0, 3 * a, 3 * a + 3);
    for (let j = 4 * a; j < 4 * a + 4; j++) {
      if (weights[j] === 0) continue;
      const p = points[j];
      for (let c = 0; c < 3; c++) reach[3 * a + c] += weights[j] * arm[3 * p + c];
      for (let k = ptr[p]; k < ptr[p + 1]; k++) {
        const i = cols[k];
        const w = weights[j] * ties[k] * mass[i] * mobility[i];
        for (let c = 0; c < 3; c++) rho[3 * a + c] += w * (x[3 * i + c] - pieces[N * piece + c]);
      }
    }
  };

  return (W, sets, places, n, mobility, pieces) => {
    findPieces(mobility, pieces);
    for (let a = 0; a < n; a++) {
      findReach(sets[places.group[a]], places, a, mobility, pieces);
      const piece = pieceOf[a];
      timesCross(turn, 9 * a, inverse, 9 * piece, reach, 3 * a);
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++) {
          let sum = 0;
          for (let k = 0; k < 3; k++) sum += free[9 * piece + 3 * r + k] * turn[9 * a + 3 * k + c];
          rest[9 * a + 3 * r + c] = sum;
        }
      }
      const x0 = rho[3 * a];
      const y0 = rho[3 * a + 1];
      const z0 = rho[3 * a + 2];
      rest[9 * a + 1] -= z0;
      rest[9 * a + 2] += y0;
      rest[9 * a + 3] += z0;
      rest[9 * a + 5] -= x0;
      rest[9 * a + 6] -= y0;
      rest[9 * a + 7] += x0;
    }
    const stride = 3 * n;
    for (let a = 0; a < n; a++) {
      const ax = rho[3 * a];
      const ay = rho[3 * a + 1];
      const az = rho[3 * a + 2];
      const A = 9 * a;
      for (let b = 0; b <= a; b++) {
        if (pieceOf[a] !== pieceOf[b]) continue;
        const B = 9 * b;
        for (let c = 0; c < 3; c++) {
          const px = turn[B + c];
          const py = turn[B + 3 + c];
          const pz = turn[B + 6 + c];
          // [ρ]ᵀ p = −ρ × p
          const sx = az * py - ay * pz;
          const sy = ax * pz - az * px;
          const sz = ay * px - ax * py;
          for (let r = 0; r < 3; r++) {
            const own = r === 0 ? sx : r === 1 ? sy : sz;
            const value =
              own +
              turn[A + r] * rest[B + c] +
              turn[A + 3 + r] * rest[B + 3 + c] +
              turn[A + 6 + r] * rest[B + 6 + c];
            W[(3 * a + r) * stride + 3 * b + c] += value;
            if (b < a) W[(3 * b + c) * stride + 3 * a + r] += value;
          }
        }
      }
    }
  };
}

/** out = M [v], [v] being the matrix of v ×. */
function timesCross(
  out: Float64Array,
  o: number,
  M: Float64Array,
  m: number,
  v: Float64Array,
  k: number,
): void {
  const x = v[k];
  const y = v[k + 1];
  const z = v[k + 2];
  for (let r = 0; r < 3; r++) {
    const a = M[m + 3 * r];
    const b = M[m + 3 * r + 1];
    const c = M[m + 3 * r + 2];
    out[o + 3 * r] = b * z - c * y;
    out[o + 3 * r + 1] = c * x - a * z;
    out[o + 3 * r + 2] = a * y - b * x;
  }
}
