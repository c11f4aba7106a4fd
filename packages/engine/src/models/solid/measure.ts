import { MEASURE } from '../contract.ts';
import type { SolidData } from './model.ts';

/** Mass, energy of motion and of height, momenta, centre and top speed from positions and velocities of lumped masses. */
export function measureMotion(
  out: Float64Array,
  data: SolidData,
  x: Float64Array,
  v: Float64Array,
  gravity: Float64Array,
): void {
  const m = data.masses;
  out.fill(0);
  for (let i = 0; i < data.nodes; i++) {
    const px = x[3 * i];
    const py = x[3 * i + 1];
    const pz = x[3 * i + 2];
    const vx = v[3 * i];
    const vy = v[3 * i + 1];
    const vz = v[3 * i + 2];
    const speed2 = vx * vx + vy * vy + vz * vz;
    out[MEASURE.mass] += m[i];
    out[MEASURE.kinetic] += 0.5 * m[i] * speed2;
    out[MEASURE.potential] -= m[i] * (gravity[0] * px + gravity[1] * py + gravity[2] * pz);
    out[MEASURE.linear] += m[i] * vx;
    out[MEASURE.linear + 1] += m[i] * vy;
    out[MEASURE.linear + 2] += m[i] * vz;
    out[MEASURE.angular] += m[i] * (py * vz - pz * vy);
    out[MEASURE.angular + 1] += m[i] * (pz * vx - px * vz);
    out[MEASURE.angular + 2] += m[i] * (px * vy - py * vx);
    out[MEASURE.centre] += m[i] * px;
    out[MEASURE.centre + 1] += m[i] * py;
    out[MEASURE.centre + 2] += m[i] * pz;
    if (speed2 > out[MEASURE.speed]) out[MEASURE.speed] = speed2;
  }
  out[MEASURE.speed] = Math.sqrt(out[MEASURE.speed]);
  for (let c = 0; c < 3; c++) out[MEASURE.centre + c] /= out[MEASURE.mass];
}

/** Volume of the deformed mesh over its volume at rest, from the deformation gradients. */
export function volumeRatio(data: SolidData, F: Float64Array): number {
  let rest = 0;
  let now = 0;
  for (let e = 0; e < data.tets; e++) {
    const o = 9 * e;
    const det =
      F[o] * (F[o + 4] * F[o + 8] - F[o + 5] * F[o + 7]) -
      F[o + 1] * (F[o + 3] * F[o + 8] - F[o + 5] * F[o + 6]) +
      F[o + 2] * (F[o + 3] * F[o + 7] - F[o + 4] * F[o + 6]);
    rest += data.volumes[e];
    now += det * data.volumes[e];
  }
  return now / rest;
}
