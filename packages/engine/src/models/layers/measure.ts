import { det3 } from '../../math/mat3.ts';
import { measureInertia } from '../shared/momentum.ts';
import { MEASURE } from '../views.ts';
import type { LayerSystem } from './step/system.ts';

/** Mass, energies of motion and height, momenta, centre and top speed from the mass points; they must be composed. */
export function measureLayers(
  out: Float64Array,
  { mass: { x, count }, weight }: LayerSystem,
  v: Float64Array,
  gravity: Float64Array,
): void {
  out.fill(0);
  for (let i = 0; i < count; i++) {
    const m = weight[i];
    let speed = 0;
    for (let c = 0; c < 3; c++) {
      const a = 3 * i + ((c + 1) % 3);
      const b = 3 * i + ((c + 2) % 3);
      const o = 3 * i + c;
      speed += v[o] * v[o];
      out[MEASURE.potential] -= m * gravity[c] * x[o];
      out[MEASURE.linear + c] += m * v[o];
      out[MEASURE.angular + c] += m * (x[a] * v[b] - x[b] * v[a]);
      out[MEASURE.centre + c] += m * x[o];
    }
    out[MEASURE.mass] += m;
    out[MEASURE.kinetic] += 0.5 * m * speed;
    if (speed > out[MEASURE.speed]) out[MEASURE.speed] = speed;
  }
  out[MEASURE.speed] = Math.sqrt(out[MEASURE.speed]);
  for (let c = 0; c < 3; c++) out[MEASURE.centre + c] /= out[MEASURE.mass];
  measureInertia(out, x, weight, count);
}

/** Volume now over volume at rest, as far as integration points see it; 1 for a body that has none. */
export function volumeRatio({ stress, fine }: LayerSystem): number {
  let rest = 0;
  let now = 0;
  for (const { F, data } of [stress, fine]) {
    for (let i = 0; i < data.count; i++) {
      // Points that resist pressure alone share the matter of others.
      if (data.mu[i] === 0) continue;
      rest += data.volume[i];
      now += data.volume[i] * det3(F, 9 * i);
    }
  }
  return rest > 0 ? now / rest : 1;
}
