import { createArena, createKernels, createRandom, type KernelChoice } from 'pliant';
import { digits, markdownTable } from '../lib/table.ts';
import { interleave } from '../lib/timing.ts';
import { algebraCases } from './algebra-cases.ts';
import { cageCases } from './cage-cases.ts';
import type { KernelCase } from './case.ts';
import { elementCases } from './element-cases.ts';
import { frameCases } from './frame-cases.ts';
import { solverCases } from './solver-cases.ts';
import { surfaceCases } from './surface-cases.ts';

/** Memory for one case [bytes]; pages that stay untouched cost nothing. */
const ARENA = 64 * 1024 * 1024;
const SEED = 7;

const CASES: readonly KernelCase[] = [
  ...elementCases,
  ...frameCases,
  ...algebraCases,
  ...solverCases,
  ...surfaceCases,
  ...cageCases,
];

/** Both back ends on the same data, taking turns; prints a markdown table. */
export function compareKernels(): void {
  const rows = CASES.map((one) => {
    const [typescript, webassembly] = interleave([
      prepare(one, 'typescript'),
      prepare(one, 'webassembly'),
    ]);
    return [
      one.kernel,
      digits(1000 * typescript),
      digits(1000 * webassembly),
      digits(typescript / webassembly, 2),
      one.size,
    ];
  });
  console.log('Median CPU time of a call; gain: TypeScript over WebAssembly, in one run.\n');
  console.log(markdownTable(['kernel', 'TypeScript µs', 'WebAssembly µs', 'gain', 'size'], rows));
  const missing = unmeasured();
  if (missing.length > 0) console.log(`\nNot measured: ${missing.join(', ')}.`);
}

function prepare(one: KernelCase, choice: KernelChoice): () => void {
  const arena = createArena(ARENA);
  const kernels = createKernels(arena, choice);
  if (kernels.name !== choice) throw new Error(`this host has no ${choice} kernels to measure`);
  return one.prepare(kernels, arena, createRandom(SEED));
}

/** Kernels without a case: said in the open, so that a new one is not forgotten. */
function unmeasured(): string[] {
  const measured = new Set<string>(CASES.map(({ kernel }) => kernel));
  const all = Object.keys(createKernels(createArena(0), 'typescript'));
  return all.filter((name) => name !== 'name' && !measured.has(name));
}
