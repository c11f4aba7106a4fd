import type { TetsMemory } from '../state.ts';
import type { Front } from './front.ts';
import { returnForces } from './ten-node.ts';

/** X of slaves from X of the free vertices: they are in the middle of their edges. */
export function spreadSlaves(X: Float64Array, front: Front, memory: TetsMemory): void {
  const { slaveEnds } = memory;
  let o = 3 * front.free;
  for (let s = 0; s < front.slaves; s++, o += 3) {
    const a = 3 * slaveEnds[2 * s];
    const b = 3 * slaveEnds[2 * s + 1];
    X[o] = 0.5 * (X[a] + X[b]);
    X[o + 1] = 0.5 * (X[a + 1] + X[b + 1]);
    X[o + 2] = 0.5 * (X[a + 2] + X[b + 2]);
  }
}

/** The transpose: forces on imagined corners and slaves are added to what they follow. Slaves keep what they had in sum. */
export function gather(f: Float64Array, front: Front, memory: TetsMemory): void {
  returnForces(f, memory.tenTable, front.ten, front.free + front.slaves);
  gatherSlaves(f, front, memory);
}

export function gatherSlaves(f: Float64Array, front: Front, memory: TetsMemory): void {
  const { slaveEnds } = memory;
  for (let s = front.slaves - 1; s >= 0; s--) {
    const o = 3 * (front.free + s);
    const a = 3 * slaveEnds[2 * s];
    const b = 3 * slaveEnds[2 * s + 1];
    for (let c = 0; c < 3; c++) {
      f[a + c] += 0.5 * f[o + c];
      f[b + c] += 0.5 * f[o + c];
    }
  }
}
