import { createArena } from './arena.ts';
import { completeKernels, createKernels, type KernelChoice } from './index.ts';
import type { Kernels } from './kernels.ts';

/**
 * Memory in parts that come and go, and the kernels that work on it. What is given back is taken again: nothing is
 * rebuilt while there is room.
 */
export interface Room {
  readonly kernels: Kernels;
  /** Bytes of all parts together, at most. */
  readonly capacity: number;
  /**
   * A part of so many bytes, null if there is none. Zero-filled, unless it is `raw`: for what is always written
   * before it is read.
   */
  take(bytes: number, raw?: boolean): Uint8Array | null;
  give(part: Uint8Array): void;
  /** Hands the memory over to rooms that are made later. Nobody may use any of its parts any more. */
  close(): void;
}

/** A block of memory with its kernels. */
interface Block {
  readonly bytes: Uint8Array;
  readonly kernels: Kernels;
  readonly choice: KernelChoice;
  /** Bytes from its start that may have been written. */
  touched: number;
}

/**
 * Blocks that no room has now, and what they may take together: enough for worlds that follow one another in a few
 * threads' turns.
 */
const spare: Block[] = [];
const MOST_SPARE = 4;
const MOST_SPARE_BYTES = 2 ** 28;
/** A spare block is taken for at least this part of it. */
const SMALLEST_USE = 1 / 16;

/** Multiples of this are handed out, as arenas do. */
const UNIT = 16;

export function createRoom(bytes: number, choice: KernelChoice = 'auto'): Room {
  const block = takeSpare(bytes, choice) ?? createBlock(bytes, choice);
  const capacity = block.bytes.length;
  /** Free stretches in order: start and end of each. */
  const free: [number, number][] = [[0, capacity]];
  let isClosed = false;
  return {
    get kernels() {
      // Models may have come into use since the block was made.
      completeKernels(block.kernels);
      return block.kernels;
    },
    capacity,
    take(wanted, raw = false) {
      const size = Math.ceil(wanted / UNIT) * UNIT;
      if (size === 0) return block.bytes.subarray(0, 0);
      const at = free.findIndex(([from, to]) => to - from >= size);
      if (at < 0) return null;
      const stretch = free[at];
      const from = stretch[0];
      stretch[0] += size;
      if (stretch[0] === stretch[1]) free.splice(at, 1);
      const part = block.bytes.subarray(from, from + size);
      if (!raw) part.fill(0, 0, Math.max(0, Math.min(size, block.touched - from)));
      block.touched = Math.max(block.touched, from + size);
      return part;
    },
    give(part) {
      if (part.length === 0) return;
      const from = part.byteOffset - block.bytes.byteOffset;
      const to = from + part.length;
      let at = free.findIndex(([start]) => start >= to);
      if (at < 0) at = free.length;
      free.splice(at, 0, [from, to]);
      // Neighbours become one.
      for (let i = Math.min(at + 1, free.length - 1); i > 0 && i >= at; i--) {
        if (free[i - 1][1] !== free[i][0]) continue;
        free[i - 1][1] = free[i][1];
        free.splice(i, 1);
      }
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      free.length = 0;
      keepSpare(block);
    },
  };
}

function createBlock(bytes: number, choice: KernelChoice): Block {
  const capacity = Math.ceil(bytes / UNIT) * UNIT;
  const arena = createArena(capacity);
  const kernels = createKernels(arena, choice);
  return { bytes: arena.u8(capacity), kernels, choice, touched: 0 };
}

/** The smallest spare block that is large enough, and not far too large. */
function takeSpare(bytes: number, choice: KernelChoice): Block | null {
  let best = -1;
  spare.forEach((block, i) => {
    const { length } = block.bytes;
    if (block.choice !== choice || length < bytes || bytes < SMALLEST_USE * length) return;
    if (best < 0 || length < spare[best].bytes.length) best = i;
  });
  return best < 0 ? null : spare.splice(best, 1)[0];
}

/** What was kept longest goes first. */
function keepSpare(block: Block): void {
  if (block.bytes.length > MOST_SPARE_BYTES) return;
  spare.push(block);
  let total = spare.reduce((sum, { bytes }) => sum + bytes.length, 0);
  while (spare.length > MOST_SPARE || total > MOST_SPARE_BYTES) {
    total -= spare.shift()!.bytes.length;
  }
}
