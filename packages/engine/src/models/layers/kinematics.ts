import { expQuat, mulQuat, normaliseQuat, quatFromMat3 } from '../../math/quat.ts';
import { movePlaces, turnOf, turnVectors } from '../shared/move.ts';
import { type Hierarchy, ROLE } from './model.ts';
import type { LayersRuntime } from './runtime.ts';
import type { LayerState } from './step/compose.ts';

const w = new Float64Array(3);
const d = new Float64Array(3);
const turn = new Float64Array(4);
const R = new Float64Array(9);

/** q += h u; rigid layers move by h u and turn by exp(h ω). */
export function advance(hierarchy: Hierarchy, state: LayerState, h: number, u: Float64Array): void {
  const { layers, offset } = hierarchy;
  for (let k = 0; k < layers.length; k++) {
    const o = offset[k];
    if (layers[k].form !== 'rigid') {
      for (let i = o; i < offset[k + 1]; i++) state.q[i] += h * u[i];
      continue;
    }
    for (let c = 0; c < 3; c++) {
      state.rigid[7 * k + c] += h * u[o + c];
      w[c] = h * u[o + 3 + c];
    }
    expQuat(turn, 0, w, 0);
    mulQuat(state.rigid, 7 * k + 3, turn, 0, state.rigid, 7 * k + 3);
    normaliseQuat(state.rigid, 7 * k + 3);
  }
}

/** Coefficient c of a function of a layer that moves everything by pose (3×4): its target. */
export function target(
  run: LayersRuntime,
  k: number,
  f: number,
  c: number,
  pose: Float64Array,
  o: number,
): number {
  const { role, places } = run.hierarchy.layers[k];
  const r = role[f];
  if (r < ROLE.translation) return pose[o + 4 * c + r] - (r === c ? 1 : 0);
  let sum = pose[o + 4 * c + 3];
  for (let d = 0; d < 3; d++) sum += pose[o + 4 * c + d] * places[3 * f + d];
  // pose·X − X: the displacement of the place, or the translation of a frame that sits there.
  return sum - places[3 * f + c];
}

/** Puts the undeformed body at pose·(rest point): the coarsest layer takes it. */
export function placeLayers(run: LayersRuntime, pose: Float64Array): void {
  const { hierarchy, state, memory } = run;
  state.q.fill(0);
  state.rigid.set(run.rest.rigid);
  const layer = hierarchy.layers[0];
  if (layer.form === 'rigid') {
    for (let c = 0; c < 3; c++) {
      state.rigid[c] = pose[4 * c + 3];
      for (let d = 0; d < 3; d++) {
        R[3 * c + d] = pose[4 * c + d];
        state.rigid[c] += pose[4 * c + d] * layer.centre[d];
      }
    }
    quatFromMat3(state.rigid, 3, R, 0);
  } else {
    // Bones of a skeleton share the placement, since their weights add up to one.
    for (let f = 0; f < layer.functions; f++)
      for (let c = 0; c < 3; c++) state.q[3 * f + c] = target(run, 0, f, c, pose, 0);
  }
  memory.stress.q.fill(0);
  memory.fine.q.fill(0);
}

/**
 * The body as it is, moved by a rigid map: the coarsest layer takes it, and all others go along. Of all velocities
 * `keep` is left, turned with the body.
 */
export function moveLayers(run: LayersRuntime, pose: Float64Array, keep: number): void {
  const { hierarchy, state, memory, data } = run;
  const layer = hierarchy.layers[0];
  const u = memory.velocity;
  for (let i = 0; i < u.length; i++) u[i] *= keep;
  if (layer.form === 'rigid') {
    movePlaces(state.rigid.subarray(0, 3), 1, pose);
    mulQuat(state.rigid, 3, turnOf(pose), 0, state.rigid, 3);
    normaliseQuat(state.rigid, 3);
    turnVectors(u, 2, pose, 1);
  } else {
    const { functions, role, places } = layer;
    for (let f = 0; f < functions; f++) {
      // A column of a map, or the place that a coefficient moves.
      const column = role[f] < ROLE.translation;
      for (let c = 0; c < 3; c++) w[c] = column ? (role[f] === c ? 1 : 0) : places[3 * f + c];
      const at = state.q.subarray(3 * f, 3 * f + 3);
      for (let c = 0; c < 3; c++) at[c] += w[c];
      if (column) turnVectors(at, 1, pose, 1);
      else movePlaces(at, 1, pose);
      for (let c = 0; c < 3; c++) at[c] -= w[c];
    }
    turnVectors(u, functions, pose, 1);
  }
  turnVectors(memory.v, data.points.weight.length, pose, keep);
  memory.stress.q.fill(0);
  memory.fine.q.fill(0);
  // The block of the step was made for the old orientation.
  memory.age.fill(0);
}

/** v += linear + spin × (x − centre) for every mass point. */
export function addRigidMotion(
  run: LayersRuntime,
  v: Float64Array,
  linear: readonly number[],
  spin: readonly number[],
): void {
  const { mass, weight } = run.system;
  const centre = [0, 0, 0];
  for (let i = 0; i < mass.count; i++)
    for (let c = 0; c < 3; c++) centre[c] += (weight[i] * mass.x[3 * i + c]) / run.data.totalMass;
  for (let i = 0; i < mass.count; i++) {
    const d = [0, 1, 2].map((c) => mass.x[3 * i + c] - centre[c]);
    for (let c = 0; c < 3; c++) {
      const a = (c + 1) % 3;
      const b = (c + 2) % 3;
      v[3 * i + c] += linear[c] + spin[a] * d[b] - spin[b] * d[a];
    }
  }
}

/** Velocity of the coarsest layer that a rigid motion of the mass points amounts to: a start for the first solve. */
export function rigidStart(
  run: LayersRuntime,
  linear: readonly number[],
  spin: readonly number[],
): void {
  const { memory, hierarchy, state } = run;
  const layer = hierarchy.layers[0];
  const u = memory.velocity;
  if (layer.scripted) return;
  if (layer.form === 'rigid') {
    for (let c = 0; c < 3; c++) {
      u[c] += linear[c];
      u[3 + c] += spin[c];
    }
    return;
  }
  for (let c = 0; c < 3; c++) w[c] = middle(run, c);
  for (let f = 0; f < layer.functions; f++) {
    // Where the function's own motion takes place, seen from the middle; a column of an affine map has no place.
    const r = layer.role[f];
    const isColumn = r < ROLE.translation;
    for (let c = 0; c < 3; c++) {
      const own = state.q[3 * f + c];
      d[c] = isColumn ? own + (r === c ? 1 : 0) : layer.places[3 * f + c] + own - w[c];
    }
    for (let c = 0; c < 3; c++) {
      const a = (c + 1) % 3;
      const b = (c + 2) % 3;
      u[3 * f + c] += (isColumn ? 0 : linear[c]) + spin[a] * d[b] - spin[b] * d[a];
    }
  }
}

/** Coordinate c of the centre of mass. */
function middle({ system, data }: LayersRuntime, c: number): number {
  let sum = 0;
  for (let i = 0; i < system.mass.count; i++) sum += system.weight[i] * system.mass.x[3 * i + c];
  return sum / data.totalMass;
}
