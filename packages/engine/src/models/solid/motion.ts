import type { Motion } from '../body.ts';
import { carryPast, turnQuats } from '../shared/move.ts';
import { pointMotion } from '../shared/point-motion.ts';
import { MEASURE } from '../views.ts';
import type { SolidLive } from './live.ts';
import { volumeRatio } from './measure.ts';

/** That of its nodes; their rotations turn along. */
export function solidMotion({ data, memory, elastic, history }: SolidLive): Motion {
  const { mesh } = data;
  const { x, v, q, masses } = memory;
  const nodes = pointMotion({ x, v, rest: mesh.positions, masses });
  return {
    history,
    advance: nodes.advance,
    place(pose) {
      nodes.place(pose);
      q.fill(0);
      history.forget();
    },
    move(pose, keep) {
      nodes.move(pose, keep);
      turnQuats(q, data.points, pose);
      carryPast(history, pose, keep);
    },
    addVelocity(linear, spin) {
      history.hasten(linear, () => nodes.addVelocity(linear, spin));
    },
    measure(gravity, out) {
      nodes.measure(gravity, out);
      memory.lookQ.set(q);
      out[MEASURE.elastic] = elastic.forces(x, memory.lookQ, memory.f);
      out[MEASURE.volume] = volumeRatio(mesh, x);
    },
  };
}
