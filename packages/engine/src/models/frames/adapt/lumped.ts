import { velocityOfImpulse } from '../../shared/wake/energies.ts';
import { applyOffset, blendParents } from '../../shared/wake/offsets.ts';
import type { FramesRuntime } from '../runtime.ts';
import { findForces } from './residual.ts';

/**
 * The paper's own test: residual of a candidate = h M̃⁻¹ f − J Δv, the difference between the velocity
 * that all forces on it would give it by itself in an explicit step, and the one it gets from its parents in the step
 * that was made. M̃ is its block of the lumped mass: what is left of it when its row of the mass matrix is added up.
 * Tournier et al. 2014, eq. 9.
 */
export function findLumped(run: FramesRuntime, h: number): void {
  const { data, memory, wide, residual, startV, fresh, flat, work, block } = run;
  findForces(run, h);
  const change = run.forces;
  for (let i = 0; i < 12 * data.nodes; i++) change[i] = fresh[i] - startV[i];
  for (let i = 0; i < wide.count; i++) {
    const c = wide.candidates[i];
    lumpedMass(run, c, block);
    if (!velocityOfImpulse(work, 0, residual, 12 * c, block, 0, run.chol)) work.fill(0, 0, 12);
    for (let k = 0; k < 12; k++) residual[12 * c + k] = work[k];
    blendParents(flat, 0, data, change, c);
    applyOffset(work, 0, flat, 0, memory.offsets, 12 * c);
    for (let k = 0; k < 12; k++) residual[12 * c + k] -= work[k];
  }
}

/** out = Σ_k W_k (Σ_l M_kl) W_kᵀ over the nodes k that follow candidate c with weights W_k: 4×4. */
function lumpedMass(run: FramesRuntime, c: number, out: Float64Array): void {
  const { data, wide } = run;
  const { ptr, cols, W } = wide.contraction;
  out.fill(0);
  for (let k = c; k < data.nodes; k++) {
    for (let e = ptr[k]; e < ptr[k + 1]; e++) {
      if (cols[e] !== c) continue;
      const row = run.flat;
      row.fill(0, 0, 16);
      for (let f = data.massPtr[k]; f < data.massPtr[k + 1]; f++)
        for (let i = 0; i < 16; i++) row[i] += data.mass[16 * f + i];
      // With scalar weights Σ_l W_l = 1, so one of the two W_k is left: its share of the node, taken from the corner.
      const share = W[16 * e + 15];
      const scale = Math.abs(share) > 1e-12 ? 1 / share : 0;
      addCongruent(out, W, 16 * e, row, scale);
    }
  }
}

/** out += scale·W A Wᵀ, 4×4, made symmetric. */
function addCongruent(
  out: Float64Array,
  W: Float64Array,
  w: number,
  A: Float64Array,
  scale: number,
): void {
  for (let r = 0; r < 4; r++) {
    for (let s = 0; s < 4; s++) {
      let sum = 0;
      for (let p = 0; p < 4; p++) {
        for (let q = 0; q < 4; q++) {
          const mean = 0.5 * (A[4 * p + q] + A[4 * q + p]);
          sum += W[w + 4 * r + p] * mean * W[w + 4 * s + q];
        }
      }
      out[4 * r + s] += scale * sum;
    }
  }
}
