import type { Motion } from '../body.ts';
import { carryPast, movePlaces, turnQuats, turnVectors } from '../shared/move.ts';
import { addRigidVelocity, centreOfMass, placePoints } from '../shared/point-masses.ts';
import { packVelocity, type TetsLive } from './live.ts';
import { measureTets } from './measure.ts';

/** Free vertices go by h u, slaves follow; hidden vertices wait until they are asked for. */
export function tetsMotion(run: TetsLive, restored: () => void): Motion {
  const { data, model, memory, front, history, operators } = run;
  const { x, v, velocity, vertexOf } = memory;
  return {
    history,
    advance(h, u) {
      run.fresh = true;
      for (let i = 0; i < front.free; i++) {
        const k = 3 * vertexOf[i];
        for (let c = 0; c < 3; c++) {
          velocity[3 * i + c] = u[3 * i + c];
          v[k + c] = u[3 * i + c];
          x[k + c] += h * u[3 * i + c];
        }
      }
      run.followVisible();
    },
    place(pose) {
      placePoints(x, data.tree.positions, data.vertices, pose);
      memory.q.fill(0);
      memory.allQ.fill(0);
      memory.frozen.fill(0);
      memory.mass.set(data.parentMass);
      memory.ownerTet.fill(-1);
      run.rebuild(false);
      history.forget();
    },
    move(pose, keep) {
      movePlaces(x, data.vertices, pose);
      turnVectors(v, data.vertices, pose, keep);
      turnVectors(memory.offset, data.vertices, pose, 1);
      turnQuats(memory.q, memory.q.length / 4, pose);
      turnQuats(memory.allQ, memory.allQ.length / 4, pose);
      restored();
      carryPast(history, pose, keep);
    },
    addVelocity(linear, spin) {
      const centre = centreOfMass(x, memory.rowMass, front.free, vertexOf, model.mass);
      history.hasten(linear, () => {
        addRigidVelocity(v, x, data.vertices, centre, linear, spin);
        packVelocity(run);
      });
    },
    measure(gravity, out) {
      run.copyRotations();
      const elastic = operators.evaluate(0, null, 'lookQ');
      measureTets(run, gravity, elastic, out);
    },
  };
}
