import type { TetMesh } from '../../geometry/types.ts';
import { measureInertia } from '../shared/momentum.ts';
import { MEASURE } from '../views.ts';
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
  measureInertia(out, x, m, data.nodes);
}

/** Volume of the deformed mesh over its volume at rest. */
export function volumeRatio({ positions, tets }: TetMesh, x: Float64Array): number {
  return volumeAt(x, tets) / volumeAt(positions, tets);
}

function volumeAt(x: Float64Array, tets: Int32Array): number {
  let sum = 0;
  for (let t = 0; t < tets.length; t += 4) {
    const o = 3 * tets[t];
    const a = 3 * tets[t + 1];
    const b = 3 * tets[t + 2];
    const c = 3 * tets[t + 3];
    const ax = x[a] - x[o];
    const ay = x[a + 1] - x[o + 1];
    const az = x[a + 2] - x[o + 2];
    const bx = x[b] - x[o];
    const by = x[b + 1] - x[o + 1];
    const bz = x[b + 2] - x[o + 2];
    const cx = x[c] - x[o];
    const cy = x[c + 1] - x[o + 1];
    const cz = x[c + 2] - x[o + 2];
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sum / 6;
}
