import { quatToMat3 } from '../../math/quat.ts';
import type { LayerMotion } from '../views.ts';
import type { Hierarchy } from './model.ts';
import type { LayerPoints, LayerState } from './step/compose.ts';

const J = new Float64Array(3);

/**
 * What layer k does to points that are composed for this state: J_k, and Φ_k J_k in the world's axes. Since w_k = J_k +
 * F_k w_{k+1}, the latter of all layers add up to the displacement of the point.
 */
export function drawLayerMotion(
  out: LayerMotion,
  set: LayerPoints,
  hierarchy: Hierarchy,
  state: LayerState,
  mask: Float64Array,
  k: number,
): void {
  const { ptr, fn, value } = set.rows[k];
  const { form } = hierarchy.layers[k];
  const P = set.frame[k];
  for (let i = 0; i < set.count; i++) {
    if (form === 'rigid') rigidMotion(set, hierarchy, state, k, i);
    else linearMotion(set, hierarchy, state, k, i);
    for (let r = 0; r < 3; r++) {
      const p = 9 * i + 3 * r;
      out.alone[3 * i + r] = J[r];
      out.added[3 * i + r] = P[p] * J[0] + P[p + 1] * J[1] + P[p + 2] * J[2];
    }
    let all = 0;
    let painted = 0;
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      const size = Math.abs(form === 'modes' ? 1 : value[e]);
      all += size;
      painted += size * mask[fn[e]];
    }
    out.region[i] = form === 'rigid' ? 1 : all > 0 ? painted / all : 0;
  }
}

function linearMotion(
  set: LayerPoints,
  hierarchy: Hierarchy,
  { q }: LayerState,
  k: number,
  i: number,
): void {
  const { ptr, fn, value } = set.rows[k];
  const shown = set.shown[k];
  const o = hierarchy.offset[k];
  const modes = hierarchy.layers[k].form === 'modes';
  for (let r = 0; r < 3; r++) J[r] = k === 0 ? set.base[3 * i + r] : 0;
  for (let e = ptr[i]; e < ptr[i + 1]; e++) {
    const part = shown[fn[e]];
    for (let r = 0; r < 3; r++) {
      if (modes) J[r] += part * value[3 * e + r] * q[o + fn[e]];
      else J[r] += part * value[e] * q[o + 3 * fn[e] + r];
    }
  }
}

/** c + R(X − X0) − X: what w adds to the arm is the finer layers'. */
function rigidMotion(
  set: LayerPoints,
  hierarchy: Hierarchy,
  { rigid }: LayerState,
  k: number,
  i: number,
): void {
  quatToMat3(R, 0, rigid, 7 * k + 3);
  const { centre } = hierarchy.layers[k];
  const X = set.rest;
  for (let r = 0; r < 3; r++) {
    J[r] = rigid[7 * k + r] - X[3 * i + r];
    for (let c = 0; c < 3; c++) J[r] += R[3 * r + c] * (X[3 * i + c] - centre[c]);
  }
}

const R = new Float64Array(9);
