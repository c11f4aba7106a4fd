import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/core/errors.ts';
import {
  type Allocator,
  allocateWithin,
  createArena,
  createKernels,
  measure,
} from '../../src/kernels/index.ts';

const allocate = (a: Allocator) => ({
  flags: a.u8(5),
  positions: a.f64(7),
  colours: a.f32(3),
  none: a.f64(0),
  indices: a.i32(9),
});

describe('an arena', () => {
  it('hands out aligned, zero-filled arrays that do not overlap', () => {
    const arena = createArena(measure(allocate));
    const arrays = Object.values(allocate(arena));
    let end = 0;
    for (const array of arrays) {
      expect(array.byteOffset % 16).toBe(0);
      expect(array.byteOffset).toBeGreaterThanOrEqual(end);
      expect(array.every((value) => value === 0)).toBe(true);
      expect(array.buffer).toBe(arena.buffer);
      end = array.byteOffset + array.byteLength;
    }
    expect(arrays.map((array) => array.length)).toEqual([5, 7, 3, 0, 9]);
    expect(arena.buffer.byteLength - end).toBeGreaterThanOrEqual(64);
  });

  it('uses exactly what was measured', () => {
    const bytes = measure(allocate);
    const arena = createArena(bytes);
    allocate(arena);
    expect(arena.used).toBe(bytes);
    expect(() => arena.u8(1)).toThrow(InputError);
  });

  it('gives a part of itself out again, emptied', () => {
    const arena = createArena(1000);
    const block = arena.u8(200);
    const after = arena.u8(8).fill(7);
    allocateWithin(block).f64(20).fill(3);
    const second = allocateWithin(block);
    const numbers = second.f64(10);
    expect(numbers.every((value) => value === 0)).toBe(true);
    expect(numbers.byteOffset).toBe(block.byteOffset);
    expect(() => second.f64(20)).toThrow(/part of 200 bytes is full/);
    expect(after.every((value) => value === 7)).toBe(true);
  });

  it('says how much is missing when it is full', () => {
    const arena = createArena(100);
    arena.f64(10);
    expect(() => arena.f64(5)).toThrow(/112 bytes is full: 80 used, 40 more wanted.*measure\(\)/);
    expect(arena.f64(4).length).toBe(4);
  });

  it('refuses sizes that are not whole numbers', () => {
    expect(() => createArena(Number.NaN)).toThrow(InputError);
    expect(() => createArena(10).f64(-1)).toThrow(InputError);
  });

  it('has the pages it needs and no more', () => {
    const page = 65536;
    expect(createArena(0).buffer.byteLength).toBe(page);
    expect(createArena(page).buffer.byteLength).toBe(2 * page);
  });

  it('takes a given memory if that is large enough', () => {
    const memory = createArena(1000).memory!;
    expect(createArena(60000, memory).buffer).toBe(memory.buffer);
    expect(() => createArena(70000, memory)).toThrow(/65536 bytes/);
  });
});

describe('the choice of kernels', () => {
  it('is WebAssembly unless told otherwise', () => {
    const arena = createArena(64);
    expect(createKernels(arena).name).toBe('webassembly');
    expect(createKernels(arena, 'typescript').name).toBe('typescript');
  });

  it('falls back to TypeScript where there is no WebAssembly', () => {
    const host = globalThis as { WebAssembly?: unknown };
    const kept = host.WebAssembly;
    host.WebAssembly = undefined;
    try {
      const arena = createArena(64);
      expect(arena.memory).toBeUndefined();
      expect(createKernels(arena, 'webassembly').name).toBe('typescript');
    } finally {
      host.WebAssembly = kept;
    }
  });

  it('refuses arrays from outside the arena', () => {
    const arena = createArena(64);
    const outside = new Float64Array(2);
    expect(() => createKernels(arena).dot(arena.f64(2), outside, 2)).toThrow(/outside its arena/);
  });
});
