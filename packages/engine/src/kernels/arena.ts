import { check } from '../core/errors.ts';
import { type Memory, webAssembly } from './webassembly.ts';

/** Hands out zero-filled arrays, each starting on a multiple of 16 bytes. Counts are in elements. */
export interface Allocator {
  f64(n: number): Float64Array;
  f32(n: number): Float32Array;
  i32(n: number): Int32Array;
  u8(n: number): Uint8Array;
}

/** One block of memory of fixed size, shared by the arrays of a world and by its kernels. */
export interface Arena extends Allocator {
  readonly buffer: ArrayBuffer;
  /** The memory a WebAssembly module imports; undefined where WebAssembly is missing. */
  readonly memory: Memory | undefined;
  /** Bytes handed out so far, alignment included. */
  readonly used: number;
  /** Bytes that can be handed out in all. */
  readonly capacity: number;
}

const ALIGNMENT = 16;
const PAGE = 65536;
/**
 * Where the first array starts. Below it the module has its scratch, from 1024 on (the optimiser takes lower addresses
 * as never used), and a kernel can tell by it an array that is not from an arena.
 */
export const FIRST_ADDRESS = 4096;
/** Room behind the last array, so that a kernel may read a whole vector at its end. */
const PADDING = 64;

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/**
 * Bytes that `allocate` takes from an arena. It runs once against an allocator that counts and returns empty arrays,
 * so it may only allocate: filling the arrays comes after.
 */
export function measure(allocate: (allocator: Allocator) => unknown): number {
  let bytes = 0;
  allocate({
    f64: (n) => {
      bytes += aligned(8 * n);
      return new Float64Array(0);
    },
    f32: (n) => {
      bytes += aligned(4 * n);
      return new Float32Array(0);
    },
    i32: (n) => {
      bytes += aligned(4 * n);
      return new Int32Array(0);
    },
    u8: (n) => {
      bytes += aligned(n);
      return new Uint8Array(0);
    },
  });
  return bytes;
}

/**
 * An arena for `bytes` bytes of arrays (see `measure`). It never grows: growing a WebAssembly memory would silently
 * detach every array made before. A given `memory` is used from its start and must be large enough and zero-filled.
 */
export function createArena(bytes: number, memory?: Memory): Arena {
  check(
    Number.isInteger(bytes) && bytes >= 0,
    () => `an arena's size must be a whole number of bytes, got ${bytes}. Use measure().`,
  );
  const capacity = aligned(bytes);
  const pages = Math.ceil((FIRST_ADDRESS + capacity + PADDING) / PAGE);
  check(
    pages <= 65536,
    () => `an arena of ${bytes} bytes does not fit into the 4 GiB of a WebAssembly memory.`,
  );
  const api = webAssembly();
  const owned = memory ?? (api && new api.Memory({ initial: pages, maximum: pages }));
  const buffer = owned ? owned.buffer : new ArrayBuffer(pages * PAGE);
  check(
    buffer.byteLength >= FIRST_ADDRESS + capacity + PADDING,
    () =>
      `the given memory has ${buffer.byteLength} bytes; ${bytes} bytes of arrays need ${pages} pages of ${PAGE}.`,
  );

  let used = 0;
  const take = (n: number, width: number): number => {
    check(
      Number.isInteger(n) && n >= 0,
      () => `an array's length must be a whole number, got ${n}.`,
    );
    const start = used;
    const end = start + aligned(width * n);
    check(
      end <= capacity,
      () =>
        `the arena of ${capacity} bytes is full: ${used} used, ${width * n} more wanted. ` +
        'Make it larger: measure() gives the bytes an allocation needs.',
    );
    used = end;
    return FIRST_ADDRESS + start;
  };
  return {
    buffer,
    memory: owned,
    capacity,
    get used() {
      return used;
    },
    f64: (n) => new Float64Array(buffer, take(n, 8), n),
    f32: (n) => new Float32Array(buffer, take(n, 4), n),
    i32: (n) => new Int32Array(buffer, take(n, 4), n),
    u8: (n) => new Uint8Array(buffer, take(n, 1), n),
  };
}

/** Hands out arrays from a part of an arena again: zero-filled, from its start. */
export function allocateWithin(block: Uint8Array): Allocator {
  block.fill(0);
  return allocateOver(block);
}

/** The same with whatever is in the part. */
export function allocateOver(block: Uint8Array): Allocator {
  let used = 0;
  const take = (n: number, width: number): number => {
    const start = used;
    used += aligned(width * n);
    check(
      used <= block.length,
      () => `a part of ${block.length} bytes is full, ${used} are wanted. Use measure().`,
    );
    return block.byteOffset + start;
  };
  const { buffer } = block;
  return {
    f64: (n) => new Float64Array(buffer, take(n, 8), n),
    f32: (n) => new Float32Array(buffer, take(n, 4), n),
    i32: (n) => new Int32Array(buffer, take(n, 4), n),
    u8: (n) => new Uint8Array(buffer, take(n, 1), n),
  };
}

/** Arrays of an allocator, zero-filled. */
export function zeroFilled({ f64, f32, i32, u8 }: Allocator): Allocator {
  return {
    f64: (n) => f64(n).fill(0),
    f32: (n) => f32(n).fill(0),
    i32: (n) => i32(n).fill(0),
    u8: (n) => u8(n).fill(0),
  };
}
