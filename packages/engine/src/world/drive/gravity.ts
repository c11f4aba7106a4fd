import type { WorldCore } from '../types.ts';

const scaled = new Float64Array(3);

/** Gravity of body b [m/s²]; valid until the next call. */
export function gravityOf({ gravity, bodies }: WorldCore, b: number): Float64Array {
  const scale = bodies[b].gravityScale;
  if (scale === 1) return gravity;
  for (let c = 0; c < 3; c++) scaled[c] = scale * gravity[c];
  return scaled;
}
