import './all.ts';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { FIRST_ADDRESS } from '../../src/kernels/arena.ts';
import { createArena, createKernels } from '../../src/kernels/index.ts';
import { typescriptKernels } from '../../src/kernels/kernels.ts';
import type { KernelCase } from './cases/case.ts';
import { kernelCases } from './cases/index.ts';

const BYTES = 4 << 20;

/**
 * Runs a case in an arena of its own; gives what the kernel returned and every byte of the memory from the first array on, out of bounds included.
 */
function runWith(backend: 'typescript' | 'webassembly', test: KernelCase) {
  const arena = createArena(BYTES);
  const kernels = createKernels(arena, backend);
  expect(kernels.name).toBe(backend);
  const returned = test.run(kernels, arena, createRandom(20240229));
  return { returned, memory: arena.buffer };
}

/** Address of the first 8 bytes that differ, or −1. Comparing whole numbers sees −0 and NaN patterns, too. */
function firstDifference(a: ArrayBuffer, b: ArrayBuffer): number {
  const x = new Int32Array(a);
  const y = new Int32Array(b);
  for (let i = FIRST_ADDRESS / 4; i < x.length; i++) if (x[i] !== y[i]) return 4 * (i - (i % 2));
  return -1;
}

describe('TypeScript and WebAssembly kernels give the same bits', () => {
  for (const test of kernelCases) {
    it(`${test.kernel}: ${test.title}`, () => {
      const reference = runWith('typescript', test);
      const fast = runWith('webassembly', test);
      expect(Object.is(fast.returned, reference.returned), `${fast.returned}`).toBe(true);
      const where = firstDifference(reference.memory, fast.memory);
      if (where >= 0) {
        const [want] = new Float64Array(reference.memory, where, 1);
        const [got] = new Float64Array(fast.memory, where, 1);
        expect.fail(`at address ${where}: TypeScript ${want}, WebAssembly ${got}`);
      }
    });
  }

  it('holds for every kernel there is', () => {
    const compared = new Set<string>(kernelCases.map((test) => test.kernel));
    const missing = Object.keys(typescriptKernels).filter((k) => k !== 'name' && !compared.has(k));
    expect(missing).toEqual([]);
  });

  it('covers the same names in both back ends', () => {
    const fast = createKernels(createArena(0), 'webassembly');
    expect(Object.keys(fast).sort()).toEqual(Object.keys(typescriptKernels).sort());
  });
});
