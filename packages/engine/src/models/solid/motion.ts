import type { Motion } from '../body.ts';
import { movePlaces, turnQuats, turnVectors } from '../shared/move.ts';
import {
  addRigidVelocity,
  centreOfMass,
  measurePoints,
  placePoints,
} from '../shared/point-masses.ts';
import { MEASURE } from '../views.ts';
import type { SolidLive } from './live.ts';
import { volumeRatio } from './measure.ts';

export function solidMotion({ data, model, memory, elastic, history }: SolidLive): Motion {
  const { nodes, mesh } = data;
  const { x, v, q, masses } = memory;
  return {
    history,
    advance(h, u) {
      for (let k = 0; k < 3 * nodes; k++) {
        v[k] = u[k];
        x[k] += h * u[k];
      }
    },
    place(pose) {
      placePoints(x, mesh.positions, nodes, pose);
      q.fill(0);
      history.forget();
    },
    move(pose, keep) {
      movePlaces(x, nodes, pose);
      turnVectors(v, nodes, pose, keep);
      turnQuats(q, data.points, pose);
      history.forget();
    },
    addVelocity(linear, spin) {
      history.forget();
      const centre = centreOfMass(x, masses, nodes, null, model.mass);
      addRigidVelocity(v, x, nodes, centre, linear, spin);
    },
    measure(gravity, out) {
      measurePoints(out, x, v, data.masses, nodes, gravity);
      memory.lookQ.set(q);
      out[MEASURE.elastic] = elastic.forces(x, memory.lookQ, memory.f);
      out[MEASURE.volume] = volumeRatio(mesh, x);
    },
  };
}
