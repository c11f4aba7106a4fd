import { identityAffine } from '../../math/affine.ts';
import { logQuat, mulQuat, quatFromMat3 } from '../../math/quat.ts';
import { WHOLE } from '../shared/momentum.ts';
import { fixSleeping } from './adaptive/use.ts';
import { target } from './kinematics.ts';
import { perFunction, ROLE } from './model.ts';
import { polishTurn } from './momentum.ts';
import { createRelative } from './relative.ts';
import type { LayersRuntime } from './runtime.ts';
import { pushVelocities } from './step/transfer.ts';

const R = new Float64Array(9);
const w = new Float64Array(3);
const turn = new Float64Array(4);
const inverse = new Float64Array(4);

/** Attachments and scripts: what is prescribed, and how fast. */
export function createHolds(run: LayersRuntime) {
  const { data, hierarchy, solver, state, system, momentum } = run;
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
  /** How the layer that carries each hold sees its parents; null if it has none. */
  const relatives = Array.from(data.carrier, (k, r) =>
    k > 0 ? createRelative(run, k, data.held[r][k]) : null,
  );
  const own = new Float64Array(12);
  const free = (): boolean => !anyHeld && !scripted;

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
    // A rigid layer whose motion a finer one can do as well is still while that one is held: `ride` moves it between
    // steps.
    for (let k = 0; k < data.riding; k++)
      if (anyHeld && layers[k].form === 'rigid') fixed.fill(1, offset[k], offset[k + 1]);
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
  const linearSpeed = (k: number, f: number, from: Float64Array, pose: number, h: number): void => {
    for (let c = 0; c < 3; c++) {
      const i = offset[k] + 3 * f + c;
      speed[i] = (target(run, k, f, c, from, pose) - state.q[i]) / h;
    }
  };
  /** The first region before r that holds a rigid root, −1 if there is none or another layer carries r. */
  const leader = (r: number): number => {
    if (data.carrier[r] !== 0 || layers[0].form !== 'rigid') return -1;
    for (let l = 0; l < r; l++) if (held[l] === 1 && data.carrier[l] === 0) return l;
    return -1;
  };
  /** Modes move what region r holds to where the rigid root, which follows region `lead`, does not bring it. */
  const gripSpeed = (
    k: number,
    functions: Int32Array,
    r: number,
    lead: number,
    h: number,
  ): void => {
    for (let s = 0; s < functions.length; s++) {
      const c = s % 3;
      const p = (s - c) / 3;
      let wanted = p === c ? -1 : 0;
      for (let d = 0; d < 3; d++) {
        const t = poses[12 * r + 4 * d + p] - (p === 3 ? poses[12 * lead + 4 * d + p] : 0);
        wanted += poses[12 * lead + 4 * d + c] * t;
      }
      const u = offset[k] + functions[s];
      speed[u] = (wanted - state.q[u]) / h;
    }
  };
  /** The carrier brings the matter of region r to its pose, and finer layers leave it there. */
  const holdMatter = (r: number, h: number): void => {
    const carrier = data.carrier[r];
    const relative = relatives[r];
    relative?.update(speed, h);
    const lead = leader(r);
    for (let k = 0; k < layers.length; k++) {
      const functions = data.held[r][k];
      if (layers[k].form === 'modes' && lead >= 0) {
        gripSpeed(k, functions, r, lead, h);
        continue;
      }
      for (let i = 0; i < functions.length; i++) {
        if (k === carrier) {
          if (layers[k].form === 'rigid') {
            // One rigid frame has one pose: that of the first region that holds it.
            if (lead < 0) rigidSpeed(k, 12 * r, h);
          } else if (relative === null) linearSpeed(k, functions[i], poses, 12 * r, h);
          else {
            relative.pose(own, i, poses, 12 * r);
            linearSpeed(k, functions[i], own, 0, h);
          }
          continue;
        }
        const per = perFunction(layers[k].form);
        for (let c = 0; c < per; c++) {
          const u = offset[k] + per * functions[i] + c;
          speed[u] = -state.q[u] / h;
        }
      }
    }
  };

  /**
   * Impulses on a rigid root have their torque about where it is; the equation of a second-order step was made where it
   * will be, and the centre of mass is not at the same place on it then.
   */
  const aboutCentre = (b: Float64Array, solved: Float64Array): void => {
    const { rhs } = run.memory;
    momentum.centreNow(w);
    for (let c = 0; c < 3; c++) w[c] = run.begun[c] - state.rigid[c] - (w[c] - run.start.rigid[c]);
    for (let c = 0; c < 3; c++) {
      const d = (c + 1) % 3;
      const e = (c + 2) % 3;
      b[3 + c] -= w[d] * (solved[e] - rhs[e]) - w[e] * (solved[d] - rhs[d]);
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
    /** Velocities that bring what is held or scripted to its place; finer layers in a held region add nothing to it. */
    findVelocities(h: number): void {
      speed.fill(0);
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
        for (let p = 0; p < 4; p++) linearSpeed(layer, 4 * bone + p, poses, 12 * (regions + d), h);
      }
      for (let r = 0; r < regions; r++) if (held[r] === 1) holdMatter(r, h);
    },
    /** A rigid layer is still, and rides along between steps. */
    riding: (): boolean => anyHeld && data.riding > 0,
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
        if (run.ahead) aboutCentre(b, solved);
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
      polishTurn(u, solved, run, h, whole);
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

export type Holds = ReturnType<typeof createHolds>;
