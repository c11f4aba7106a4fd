import { measurePoints } from '../shared/point-masses.ts';
import { MEASURE } from '../views.ts';
import { type OctreeRun, placeSkin } from './runtime.ts';

/** Mass, energies of motion and height, momenta, centre, top speed and volume. */
export function measureOctree(out: Float64Array, run: OctreeRun, gravity: Float64Array): void {
  const { x, v, mass } = run.memory;
  const n = run.sampler.now.tree.leaves;
  measurePoints(out, x, v, mass, n, gravity);
  out[MEASURE.volume] = volumeNow(run);
}

/** Volume inside the surface now over what it is at rest. */
function volumeNow(run: OctreeRun): number {
  const now = new Float64Array(run.skin.positions.length);
  placeSkin(run, now);
  return enclosed(now, run.skin.triangles) / enclosed(run.skin.positions, run.skin.triangles);
}

/** Volume inside a closed surface [m³]. */
function enclosed(x: Float64Array, triangles: Int32Array): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    sum += x[a] * (x[b + 1] * x[c + 2] - x[b + 2] * x[c + 1]);
    sum += x[a + 1] * (x[b + 2] * x[c] - x[b] * x[c + 2]);
    sum += x[a + 2] * (x[b] * x[c + 1] - x[b + 1] * x[c]);
  }
  return sum / 6;
}
