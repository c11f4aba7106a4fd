import { spreadFollowers } from './front/spread.ts';
import type { TetsRuntime } from './runtime.ts';

/**
 * What second-order steps remember of vertices (`memory.pastOf`) outlives the numbering of the free ones
 * (`memory.past`). Momenta are kept apart from it, so that it may be carried over as velocities of points.
 */

/** By vertex, from the free ones. */
export function unpackPast({ front, memory }: TetsRuntime): void {
  const { vertexOf, past, pastOf } = memory;
  const [mean, change, before] = pastOf;
  for (let i = 0; i < front.free; i++) {
    for (let c = 0; c < 3; c++) {
      const k = 3 * vertexOf[i] + c;
      mean[k] = past.mean[3 * i + c];
      change[k] = past.change[3 * i + c];
      before[k] = past.before[3 * i + c];
    }
  }
}

/** Of the free vertices, from all. */
export function packPast({ front, memory }: TetsRuntime): void {
  const { vertexOf, past, pastOf } = memory;
  const [mean, change, before] = pastOf;
  for (let i = 0; i < front.free; i++) {
    for (let c = 0; c < 3; c++) {
      const k = 3 * vertexOf[i] + c;
      past.mean[3 * i + c] = mean[k];
      past.change[3 * i + c] = change[k];
      past.before[3 * i + c] = before[k];
    }
  }
}

/** Of the vertices that follow: the front is about to change. */
export function spreadPast({ data, front, memory }: TetsRuntime): void {
  for (let k = 0; k < memory.pastOf.length; k++)
    spreadFollowers(memory.pastOf[k], data, front, memory);
}
