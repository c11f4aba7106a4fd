import { addInertiaOf } from '../shared/momentum.ts';
import { MEASURE } from '../views.ts';
import type { TetsRuntime } from './runtime.ts';

/** Mass, energies, momenta, centre, top speed and volume of the front, deformed as `evaluate` left it. */
export function measureTets(
  run: TetsRuntime,
  gravity: Float64Array,
  elastic: number,
  out: Float64Array,
): void {
  const { data, memory, front } = run;
  const { x, velocity, rowMass, vertexOf, work } = memory;
  run.massProduct(work, velocity);
  out.fill(0);
  let fastest = 0;
  for (let i = 0; i < front.free; i++) {
    const k = 3 * vertexOf[i];
    const m = rowMass[i];
    const [px, py, pz] = [work[3 * i], work[3 * i + 1], work[3 * i + 2]];
    let speed = 0;
    for (let c = 0; c < 3; c++) {
      const u = velocity[3 * i + c];
      speed += u * u;
      out[MEASURE.kinetic] += 0.5 * u * work[3 * i + c];
      out[MEASURE.linear + c] += work[3 * i + c];
      out[MEASURE.centre + c] += m * x[k + c];
      out[MEASURE.potential] -= m * gravity[c] * x[k + c];
    }
    out[MEASURE.mass] += m;
    out[MEASURE.angular] += x[k + 1] * pz - x[k + 2] * py;
    out[MEASURE.angular + 1] += x[k + 2] * px - x[k] * pz;
    out[MEASURE.angular + 2] += x[k] * py - x[k + 1] * px;
    fastest = Math.max(fastest, speed);
  }
  out[MEASURE.elastic] = elastic;
  out[MEASURE.speed] = Math.sqrt(fastest);
  for (let c = 0; c < 3; c++) out[MEASURE.centre + c] /= out[MEASURE.mass];
  const arms = memory.all;
  for (let i = 0; i < front.free; i++)
    for (let c = 0; c < 3; c++) arms[3 * i + c] = x[3 * vertexOf[i] + c] - out[MEASURE.centre + c];
  run.massProduct(work, arms);
  for (let i = 0; i < front.free; i++) addInertiaOf(out, arms, work, 3 * i, 1);
  let rest = 0;
  let now = 0;
  for (const g of front.groups) {
    for (let i = 0; i < g.count; i++) {
      const { F } = g;
      const o = 9 * i;
      const det =
        F[o] * (F[o + 4] * F[o + 8] - F[o + 5] * F[o + 7]) -
        F[o + 1] * (F[o + 3] * F[o + 8] - F[o + 5] * F[o + 6]) +
        F[o + 2] * (F[o + 3] * F[o + 7] - F[o + 4] * F[o + 6]);
      const V = run.elastic.volume(g, i);
      rest += V;
      now += det * V;
    }
  }
  out[MEASURE.volume] = data.volumes.length > 0 ? now / rest : 1;
}
