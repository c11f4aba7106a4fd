import type { History } from '../body.ts';
import type { HeldRegions } from '../shared/held-regions.ts';
import { createHistory } from '../shared/history.ts';
import { addRigid, createMomenta, findMomenta } from './adapt/momenta.ts';
import { unpackPast } from './past.ts';
import type { TetsRuntime } from './runtime.ts';

/** What second-order steps remember, on the free vertices of the front. */
export function createTetsHistory(run: TetsRuntime, regions: HeldRegions): History {
  const { front, memory } = run;
  const { x, v, velocity, vertexOf, ownMass, edgeMass } = memory;
  const turned = createMomenta();
  return createHistory(
    {
      unknowns: () => 3 * front.free,
      velocity,
      free: () => regions.count === 0,
      fall(out, gravity, h) {
        for (let k = 0; k < 3 * front.free; k++) out[k] = h * gravity[k % 3];
      },
      move(h, w) {
        for (let i = 0; i < front.free; i++)
          for (let c = 0; c < 3; c++) x[3 * vertexOf[i] + c] += h * w[3 * i + c];
        run.followVisible();
      },
      momenta(out, u) {
        findMomenta(run, turned, u, memory.work, true);
        for (let c = 0; c < 3; c++) {
          out[c] = turned.linear[c];
          out[3 + c] = turned.angular[c];
          out[6 + c] = turned.centre[c];
        }
      },
      addRigid(u, momenta) {
        findMomenta(run, turned, u, memory.work, true);
        for (let c = 0; c < 3; c++) {
          turned.linear[c] = momenta[c];
          turned.angular[c] = momenta[3 + c];
        }
        addRigid(run, u, turned.linear, turned.angular, turned.centre, ownMass, edgeMass);
      },
      moved() {
        unpackPast(run);
        for (let i = 0; i < front.free; i++)
          for (let c = 0; c < 3; c++) v[3 * vertexOf[i] + c] = velocity[3 * i + c];
      },
    },
    memory.past,
  );
}
