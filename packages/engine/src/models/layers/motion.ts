import { identityAffine } from '../../math/affine.ts';
import { expQuat, logQuat, mulQuat, normaliseQuat, quatFromMat3 } from '../../math/quat.ts';
import { WHOLE } from '../polish.ts';
import { fixSleeping } from './adaptive/use.ts';
import { type Hierarchy, perFunction, ROLE } from './model.ts';
import { type Momentum, polishTurn } from './momentum.ts';
import type { LayersRuntime } from './runtime.ts';
import type { LayerState } from './step/compose.ts';
import { pushVelocities } from './step/transfer.ts';

const w = new Float64Array(3);
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
function target(
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

/** Attachments and scripts: what is prescribed, and how fast. */
export function createHolds(run: LayersRuntime, momentum: Momentum) {
  const { data, hierarchy, solver, state, system } = run;
  const { layers, offset } = hierarchy;
  const regions = data.held.length;
  const held = new Uint8Array(regions);
  /** Which layer and bone each track after the regions drives. */
  const drives: { layer: number; bone: number }[] = [];
  layers.forEach((layer, k) => {
    for (let b = 0; b < layer.tracks; b++) drives.push({ layer: k, bone: b });
  });
  const poses = new Float64Array(12 * (regions + drives.length));
  for (let i = 0; i < regions + drives.length; i++) identityAffine(poses, 12 * i);
  const speed = new Float64Array(hierarchy.unknowns);
  let dirty = true;
  let anyHeld = false;
  const scripted = layers.some((l) => l.scripted);
  const whole = new Float64Array(WHOLE.length);
  const free = (): boolean => !anyHeld && !scripted && data.root === 0;

  /** Fixed unknowns: pinned, scripted, held and switched off. */
  const markFixed = (): void => {
    const { fixed } = solver;
    fixed.fill(0);
    let first = 0;
    layers.forEach((layer, k) => {
      const per = perFunction(layer.form);
      for (let f = 0; f < layer.functions; f++) {
        const gone = run.off[first + f] === 1 || run.memory.fading[first + f] > 0;
        if (!layer.scripted && layer.pinned[f] === 0 && !gone) continue;
        for (let c = 0; c < per; c++) fixed[offset[k] + per * f + c] = 1;
      }
      first += layer.functions;
    });
    for (let r = 0; r < regions; r++) {
      if (held[r] === 0) continue;
      data.held[r].forEach((functions, k) => {
        const per = perFunction(layers[k].form);
        for (const f of functions) for (let c = 0; c < per; c++) fixed[offset[k] + per * f + c] = 1;
      });
    }
    run.heldFirm.set(fixed);
    if (run.adaptive !== null) fixSleeping(fixed, run.heldFirm, run.adaptive);
  };
  /** A rigid layer reaches its pose at the end of the step. */
  const rigidSpeed = (k: number, pose: number, h: number): void => {
    const { centre } = layers[k];
    for (let c = 0; c < 3; c++) {
      let at = poses[pose + 4 * c + 3];
      for (let d = 0; d < 3; d++) {
        R[3 * c + d] = poses[pose + 4 * c + d];
        at += poses[pose + 4 * c + d] * centre[d];
      }
      speed[offset[k] + c] = (at - state.rigid[7 * k + c]) / h;
    }
    quatFromMat3(turn, 0, R, 0);
    // turn · now⁻¹
    for (let c = 0; c < 3; c++) inverse[c] = -state.rigid[7 * k + 3 + c];
    inverse[3] = state.rigid[7 * k + 6];
    mulQuat(turn, 0, turn, 0, inverse, 0);
    logQuat(w, 0, turn, 0);
    for (let c = 0; c < 3; c++) speed[offset[k] + 3 + c] = w[c] / h;
  };
  const linearSpeed = (k: number, f: number, pose: number, h: number): void => {
    for (let c = 0; c < 3; c++) {
      const i = offset[k] + 3 * f + c;
      speed[i] = (target(run, k, f, c, poses, pose) - state.q[i]) / h;
    }
  };

  return {
    hold(index: number, pose: Float64Array): void {
      for (let c = 0; c < 12; c++) poses[12 * index + c] = pose[c];
      if (index >= regions || held[index] === 1) return;
      held[index] = 1;
      dirty = true;
    },
    release(index: number): void {
      if (index >= regions || held[index] === 0) return;
      held[index] = 0;
      dirty = true;
    },
    invalidate(): void {
      dirty = true;
    },
    /** Marks what is fixed; true if that has changed. */
    mark(): boolean {
      if (!dirty) return false;
      dirty = false;
      anyHeld = held.includes(1);
      markFixed();
      return true;
    },
    /** Velocities that bring what is held or scripted to its place; details in a held region stay as they are. */
    findVelocities(h: number): void {
      speed.fill(0);
      for (let r = 0; r < regions; r++) {
        if (held[r] === 0 || data.root < 0) continue;
        const functions = data.held[r][data.root];
        if (layers[data.root].form === 'rigid') {
          if (functions.length > 0) rigidSpeed(data.root, 12 * r, h);
        } else
          for (let i = 0; i < functions.length; i++)
            linearSpeed(data.root, functions[i], 12 * r, h);
      }
      for (let k = 0, first = 0; k < layers.length; k++) {
        const per = perFunction(layers[k].form);
        for (let f = 0; f < layers[k].functions; f++) {
          const left = run.memory.fading[first + f];
          if (left === 0) continue;
          for (let c = 0; c < per; c++) {
            const i = offset[k] + per * f + c;
            speed[i] = -state.q[i] / Math.max(left, h);
          }
        }
        first += layers[k].functions;
      }
      for (let d = 0; d < drives.length; d++) {
        const { layer, bone } = drives[d];
        for (let p = 0; p < 4; p++) linearSpeed(layer, 4 * bone + p, 12 * (regions + d), h);
      }
    },
    prescribe(u: Float64Array): void {
      const { fixed } = solver;
      for (let i = 0; i < speed.length; i++) if (fixed[i] === 1) u[i] = speed[i];
    },
    /** True if nothing is held or moved by a script. */
    free,
    /** Total momentum of a free body with right side b, to rounding; `solved` is the one that was solved for. */
    polish(u: Float64Array, b: Float64Array, solved: Float64Array, h: number): void {
      if (!free()) return;
      const { mass, weight, alpha, v } = system;
      pushVelocities(v, mass, hierarchy, u, system.all);
      const layer = layers[0];
      if (layer.form === 'rigid') {
        momentum.polishRoot(u, b, v, run.start.rigid, h);
        return;
      }
      for (let c = 0; c < 3; c++) {
        let missing = 0;
        let total = 0;
        for (let f = 0; f < layer.functions; f++)
          if (layer.role[f] >= ROLE.translation) missing += b[3 * f + c];
        for (let i = 0; i < mass.count; i++) {
          const m = weight[i] * (1 + alpha[i] * h);
          missing -= m * v[3 * i + c];
          total += m;
        }
        const t = missing / total;
        for (let f = 0; f < layer.functions; f++)
          if (layer.role[f] >= ROLE.translation && solver.fixed[3 * f + c] === 0) u[3 * f + c] += t;
      }
      polishTurn(u, solved, run.memory.rhs, run.memory.v, system, state, solver.fixed, h, whole);
    },
    /** Leaves the mean motion of the mass of a free body, and `part` of the motion about it. */
    ease(u: Float64Array, part: number): void {
      if (!free()) return;
      const { mass, weight, v } = system;
      pushVelocities(v, mass, hierarchy, u, system.all);
      for (let i = 0; i < solver.fixed.length; i++) if (solver.fixed[i] === 0) u[i] *= part;
      const layer = layers[0];
      for (let c = 0; c < 3; c++) {
        let moved = 0;
        let total = 0;
        for (let i = 0; i < mass.count; i++) {
          moved += weight[i] * v[3 * i + c];
          total += weight[i];
        }
        const t = ((1 - part) * moved) / total;
        if (layer.form === 'rigid') u[c] += t;
        else
          for (let f = 0; f < layer.functions; f++)
            if (layer.role[f] >= ROLE.translation && solver.fixed[3 * f + c] === 0)
              u[3 * f + c] += t;
      }
    },
  };
}

const inverse = new Float64Array(4);

export type Holds = ReturnType<typeof createHolds>;

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
  for (let f = 0; f < layer.functions; f++) {
    const r = layer.role[f];
    // Where the function's own motion takes place, seen from the middle; a column of an affine map has no place.
    const d = [0, 1, 2].map((c) => {
      const own = state.q[3 * f + c];
      return r < ROLE.translation
        ? own + (r === c ? 1 : 0)
        : layer.places[3 * f + c] + own - middle(run, c);
    });
    for (let c = 0; c < 3; c++) {
      const a = (c + 1) % 3;
      const b = (c + 2) % 3;
      u[3 * f + c] += (r < ROLE.translation ? 0 : linear[c]) + spin[a] * d[b] - spin[b] * d[a];
    }
  }
}

function middle({ system, data }: LayersRuntime, c: number): number {
  let sum = 0;
  for (let i = 0; i < system.mass.count; i++) sum += system.weight[i] * system.mass.x[3 * i + c];
  return sum / data.totalMass;
}
