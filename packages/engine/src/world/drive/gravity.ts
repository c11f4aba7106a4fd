import type { WorldCore } from '../types.ts';

const scaled = new Float64Array(3);

/** Gravity as body b feels it [m/s²]; good until the next call. */
export function gravityOf({ gravity, bodies }: WorldCore, b: number): Float64Array {
  const scale = bodies[b].gravityScale;
  if (scale === 1) return gravity;
  for (let c = 0; c < 3; c++) scaled[c] = scale * gravity[c];
  return scaled;
}
