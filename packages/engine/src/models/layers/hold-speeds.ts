import { logQuat, mulQuat, quatFromMat3 } from '../../math/quat.ts';
import { target } from './kinematics.ts';
import { perFunction } from './model.ts';
import { createRelative } from './relative.ts';
import type { LayersRuntime } from './runtime.ts';

const R = new Float64Array(9);
const w = new Float64Array(3);
const turn = new Float64Array(4);
const inverse = new Float64Array(4);

/** What is held: 1 for each region that is, and the poses of regions and scripts, 3×4 each. */
export interface HeldPoses {
  readonly held: Uint8Array;
  readonly poses: Float64Array;
}

/** Velocities that bring unknowns to where poses want them at the end of a step; they are written to `speed`. */
export function createHoldSpeeds(
  run: LayersRuntime,
  { held, poses }: HeldPoses,
  speed: Float64Array,
) {
  const { data, hierarchy, state } = run;
  const { layers, offset } = hierarchy;
  /** How the layer that carries each hold sees its parents; null if it has none. */
  const relatives = Array.from(data.carrier, (k, r) =>
    k > 0 ? createRelative(run, k, data.held[r][k]) : null,
  );
  const own = new Float64Array(12);

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
  /** What fades out goes to zero in the time it has left. */
  const fadeOut = (h: number): void => {
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
  };
  return { linearSpeed, holdMatter, fadeOut };
}
