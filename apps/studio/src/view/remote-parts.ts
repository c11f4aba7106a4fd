import { createPartsView } from '@pliant/three';
import type { Group } from 'three';
import { PART_SIZE, type PartsInfo } from '../protocol.ts';
import { partColors } from './theme.ts';

/** Frames of a body that is simulated elsewhere and shown here. */
export interface RemoteParts {
  readonly body: string;
  readonly group: Group;
  /** 0 passive, 1 active, 2 driven, as last received. */
  readonly status: Uint8Array;
  /** Takes poses and statuses out of a frame from `at` on, and gives where they end. */
  read(numbers: Float32Array, at: number): number;
  /** Shows what was read, with lights faded by some seconds; true while they still fade. */
  animate(seconds: number): boolean;
  dispose(): void;
}

/** Arms of the coarsest frames, in sizes of the body: of so many frames, and less of more, or they would hide it. */
const ARM = 0.062;
const MANY = 24;

/** `size`: the longest side of the body [m]. */
export function createRemoteParts(body: string, info: PartsInfo, size: number): RemoteParts {
  const { level, parents } = info;
  const count = level.length;
  const poses = new Float32Array(12 * count);
  const status = new Uint8Array(count);
  const arm = ARM * Math.min(1, Math.cbrt(MANY / Math.max(1, count)));
  const view = createPartsView(
    { count, poses, status, level, parents },
    { size: arm * size, colors: partColors(), over: false, links: true },
  );
  return {
    body,
    group: view.group,
    status,
    read(numbers, at) {
      for (let k = 0; k < count; k++) {
        const o = at + PART_SIZE * k;
        for (let c = 0; c < 12; c++) poses[12 * k + c] = numbers[o + c];
        status[k] = numbers[o + 12];
      }
      return at + PART_SIZE * count;
    },
    animate: view.update,
    dispose: view.dispose,
  };
}
