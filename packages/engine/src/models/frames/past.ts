import type { History } from '../body.ts';
import { createHistory } from '../shared/history.ts';
import { findTurn, WHOLE } from '../shared/momentum.ts';
import { turnRows } from '../shared/move.ts';
import { type FramesRuntime, pack, unpack } from './runtime.ts';
import { expand } from './step/contraction.ts';

/**
 * What second-order steps remember of a body of frames. Nodes that follow others have it of those, so that what wakes
 * goes on as it went.
 */
export function createFramesHistory(run: FramesRuntime, free: () => boolean): History {
  const { data, memory, set, kernels } = run;
  const { D, V, velocity, past, pastOf, work, trial } = memory;
  const whole = new Float64Array(WHOLE.length);
  const solved = new Float64Array(12 * data.nodes);

  /** trial = positions of the active nodes about the centre of mass; whole = that centre. */
  const findArms = (): void => {
    whole.fill(0);
    const { list, massVector, count } = set;
    for (let r = 0; r < 3; r++) {
      for (let i = 0; i < count; i++) {
        for (let p = 0; p < 4; p++)
          whole[r] += (D[12 * list[i] + 4 * r + p] * massVector[4 * i + p]) / data.totalMass;
      }
    }
    for (let i = 0; i < count; i++) {
      for (let c = 0; c < 12; c++) trial[12 * i + c] = D[12 * list[i] + c];
      for (let r = 0; r < 3; r++) trial[12 * i + 4 * r + 3] -= whole[r];
    }
  };
  const weigh = (x: Float64Array): void => {
    const { pattern } = set;
    kernels.frameMomentum(work, set.mass, x, pattern.size, pattern.ptr, pattern.cols);
  };

  const history = createHistory(
    {
      unknowns: () => 12 * set.count,
      velocity,
      free,
      fall(out, gravity, h) {
        for (let k = 0; k < 12 * set.count; k++)
          out[k] = k % 4 === 3 ? h * gravity[(k % 12) >> 2] : 0;
      },
      turn: (u, pose) => turnRows(u, set.count, 4, pose, 1),
      move(h, w) {
        for (let i = 0; i < set.count; i++)
          for (let c = 0; c < 12; c++) D[12 * set.list[i] + c] += h * w[12 * i + c];
        expand(D, D, set.contraction, data.nodes, kernels);
      },
      momenta(out, u) {
        out.fill(0, 0, 6);
        findArms();
        for (let c = 0; c < 3; c++) out[6 + c] = whole[c];
        weigh(u);
        const { massVector } = set;
        for (let i = 0; i < set.count; i++) {
          for (let p = 0; p < 4; p++) {
            const k = 12 * i + p;
            for (let r = 0; r < 3; r++) out[r] += u[k + 4 * r] * massVector[4 * i + p];
            out[3] += trial[k + 4] * work[k + 8] - trial[k + 8] * work[k + 4];
            out[4] += trial[k + 8] * work[k] - trial[k] * work[k + 8];
            out[5] += trial[k] * work[k + 4] - trial[k + 4] * work[k];
          }
        }
      },
      addRigid(u, momenta) {
        findArms();
        weigh(trial);
        for (let c = 0; c < 3; c++) whole[3 + c] = momenta[3 + c];
        for (let i = 0; i < set.count; i++) {
          for (let p = 12 * i; p < 12 * i + 4; p++) {
            const xx = trial[p] * work[p];
            const yy = trial[p + 4] * work[p + 4];
            const zz = trial[p + 8] * work[p + 8];
            whole[6] += yy + zz;
            whole[7] -= trial[p] * work[p + 4];
            whole[8] -= trial[p] * work[p + 8];
            whole[9] += xx + zz;
            whole[10] -= trial[p + 4] * work[p + 8];
            whole[11] += xx + yy;
          }
          for (let r = 0; r < 3; r++) u[12 * i + 4 * r + 3] += momenta[r] / data.totalMass;
        }
        if (!findTurn(whole)) return;
        for (let i = 0; i < set.count; i++) {
          for (let p = 12 * i; p < 12 * i + 4; p++) {
            u[p] += whole[4] * trial[p + 8] - whole[5] * trial[p + 4];
            u[p + 4] += whole[5] * trial[p] - whole[3] * trial[p + 8];
            u[p + 8] += whole[3] * trial[p + 4] - whole[4] * trial[p];
          }
        }
      },
      moved() {
        unpack(V, velocity, set);
        expand(V, V, set.contraction, data.nodes, kernels);
        unpackPast(run);
      },
    },
    past,
  );
  return {
    ...history,
    get predicted() {
      return history.predicted;
    },
    learn(h, u, jump, lag) {
      for (let k = 0; k < 12 * set.count; k++) solved[k] = u[k];
      history.learn(h, u, jump, lag);
      if (jump === null) return;
      for (let k = 0; k < 12 * set.count; k++) solved[k] -= u[k];
      unpack(run.taken, solved, set);
      expand(run.taken, run.taken, set.contraction, data.nodes, kernels);
    },
  };

  function unpackPast(of: FramesRuntime): void {
    unpack(pastOf[0], past.mean, of.set);
    unpack(pastOf[1], past.change, of.set);
    unpack(pastOf[2], past.before, of.set);
    for (let k = 0; k < 3; k++)
      expand(pastOf[k], pastOf[k], of.set.contraction, data.nodes, kernels);
  }
}

/** Of the active nodes, from all: others may be active now. */
export function packPast({ memory, set }: FramesRuntime): void {
  pack(memory.past.mean, memory.pastOf[0], set);
  pack(memory.past.change, memory.pastOf[1], set);
  pack(memory.past.before, memory.pastOf[2], set);
}
