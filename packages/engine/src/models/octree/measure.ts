import { measureInertia } from '../shared/momentum.ts';
import { MEASURE } from '../views.ts';
import { type OctreeRun, placeSkin } from './runtime.ts';

/** Mass, energies of motion and height, momenta, centre, top speed and volume. */
export function measureOctree(out: Float64Array, run: OctreeRun, gravity: Float64Array): void {
  const { x, v, mass } = run.memory;
  const n = run.sampler.now.tree.leaves;
  out.fill(0);
  for (let i = 0; i < n; i++) {
    const m = mass[i];
    const [px, py, pz] = [x[3 * i], x[3 * i + 1], x[3 * i + 2]];
    const [vx, vy, vz] = [v[3 * i], v[3 * i + 1], v[3 * i + 2]];
    const speed2 = vx * vx + vy * vy + vz * vz;
    out[MEASURE.mass] += m;
    out[MEASURE.kinetic] += 0.5 * m * speed2;
    out[MEASURE.potential] -= m * (gravity[0] * px + gravity[1] * py + gravity[2] * pz);
    out[MEASURE.linear] += m * vx;
    out[MEASURE.linear + 1] += m * vy;
    out[MEASURE.linear + 2] += m * vz;
    out[MEASURE.angular] += m * (py * vz - pz * vy);
    out[MEASURE.angular + 1] += m * (pz * vx - px * vz);
    out[MEASURE.angular + 2] += m * (px * vy - py * vx);
    out[MEASURE.centre] += m * px;
    out[MEASURE.centre + 1] += m * py;
    out[MEASURE.centre + 2] += m * pz;
    out[MEASURE.speed] = Math.max(out[MEASURE.speed], speed2);
  }
  out[MEASURE.speed] = Math.sqrt(out[MEASURE.speed]);
  for (let c = 0; c < 3; c++) out[MEASURE.centre + c] /= out[MEASURE.mass];
  measureInertia(out, x, mass, n);
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
