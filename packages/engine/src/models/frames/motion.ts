import type { Motion } from '../body.ts';
import { carryPast, turnQuats, turnRows } from '../shared/move.ts';
import { MEASURE } from '../views.ts';
import { followSolids } from './constraints.ts';
import { type FramesLive, packVelocity, takeVelocities } from './live.ts';
import { measureFrames } from './measure.ts';
import { type FramesRuntime, unpack } from './runtime.ts';
import { expand } from './step/contraction.ts';
import { evaluatePoints } from './step/dynamics.ts';

/** Active frames go by h u, and all others follow them. */
export function framesMotion(run: FramesLive): Motion {
  const { data, memory, history } = run;
  const { D, V, q } = memory;
  return {
    history,
    advance: (h, u) => advance(run, h, u),
    place(pose) {
      for (let i = 0; i < 12 * data.nodes; i++) D[i] = pose[i % 12];
      q.fill(0);
      history.forget();
    },
    move(pose, keep) {
      turnRows(D, data.nodes, 4, pose, 1);
      for (let k = 0; k < data.nodes; k++)
        for (let r = 0; r < 3; r++) D[12 * k + 4 * r + 3] += pose[4 * r + 3];
      turnRows(V, data.nodes, 4, pose, keep);
      turnRows(memory.kept, memory.kept.length / 12, 4, pose, 1);
      turnRows(memory.keptTurn, memory.keptTurn.length / 9, 3, pose, 1);
      turnQuats(q, q.length / 4, pose);
      packVelocity(run);
      carryPast(history, pose, keep);
    },
    addVelocity(linear, spin) {
      history.hasten(linear, () => {
        addRigid(run, linear, spin);
        packVelocity(run);
      });
    },
    stop: () => void V.fill(0),
    measure(gravity, out) {
      const elastic = restingEnergy(run);
      measureFrames(out, run, gravity);
      out[MEASURE.elastic] = elastic;
    },
  };
}

function advance(run: FramesLive, h: number, u: Float64Array): void {
  const { data, memory, set, fixed, fresh, gravity: g, kernels } = run;
  const { D, settings } = memory;
  run.startV.set(memory.V);
  unpack(fresh, u, set);
  expand(fresh, fresh, set.contraction, data.nodes, kernels);
  for (let i = 0; i < set.count; i++) {
    const k = 12 * set.list[i];
    for (let c = 0; c < 12; c++) D[k + c] += h * u[12 * i + c];
  }
  expand(D, D, set.contraction, data.nodes, kernels);
  // Solids are compared with what they do together now, not before this step's gravity.
  if (fixed.idle) followSolids(fixed, run, fresh);
  settings[2] = Math.max(settings[2], Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]));
  takeVelocities(run);
}

/** Elastic energy now [J]. All points, not the groups: what is measured does not depend on what is merged. */
function restingEnergy(run: FramesLive): number {
  const { data, memory, wide, points, material, kernels } = run;
  memory.lookQ.fill(0);
  return evaluatePoints(
    points,
    memory,
    wide.fine,
    data.points.count,
    points.fineMu,
    points.fineLambda,
    material.order,
    memory.D,
    memory.lookQ,
    kernels,
    points.volume.fine,
  );
}

/** V += linear + spin × (x − centre) for every node. */
function addRigid(run: FramesRuntime, linear: readonly number[], spin: readonly number[]): void {
  const { data, memory } = run;
  const centre = [0, 0, 0];
  for (let k = 0; k < data.nodes; k++) {
    for (let r = 0; r < 3; r++) {
      for (let p = 0; p < 4; p++) {
        centre[r] += (memory.D[12 * k + 4 * r + p] * data.massVector[4 * k + p]) / data.totalMass;
      }
    }
  }
  const [x, y, z] = spin;
  const B = [0, -z, y, z, 0, -x, -y, x, 0];
  for (let k = 0; k < data.nodes; k++) {
    for (let r = 0; r < 3; r++) {
      for (let p = 0; p < 4; p++) {
        let sum = p === 3 ? linear[r] : 0;
        for (let c = 0; c < 3; c++) {
          sum += B[3 * r + c] * (memory.D[12 * k + 4 * c + p] - (p === 3 ? centre[c] : 0));
        }
        memory.V[12 * k + 4 * r + p] += sum;
      }
    }
  }
}
