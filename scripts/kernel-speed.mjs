// node scripts/kernel-speed.mjs [name …] [--against REVISION] [--case TITLE] [--print]: speed of kernels written once, relative to their hand-written twins.
// Compiles each kernel's file twice: without its twin, and with the twin of the working tree or of a revision. Runs both on the bit-equality cases, in
// turns, and compares every byte. A name is part of a file's path or of a kernel's; --print shows the AssemblyScript that the translator makes.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { compileKernels } from './build-kernels.mjs';
import { functionsText, listKernels, moduleFile } from './lib/kernel-list.mjs';
import { translate } from './lib/kernel-translate.mjs';
import { fromRoot } from './lib/paths.mjs';

const SOURCES = 'packages/engine/src';
const BYTES = 4 << 20;
const FIRST_ADDRESS = 4096;
/** Wall time of one batch of calls, and batches; the fastest batch counts, since a busy machine only ever adds. */
const BATCH_MS = 0.4;
const BATCHES = 250;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    case: { type: 'string' },
    print: { type: 'boolean', default: false },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'kernel-speed-'));
try {
  await main();
} finally {
  rmSync(folder, { recursive: true });
}

async function main() {
  const { kernelCases, functions, createRandom } = await loadCases();
  const [shared, twins] = [join(folder, 'shared'), join(folder, 'twins')];
  cpSync(fromRoot(SOURCES), shared, { recursive: true });
  for (const path of readdirSync(shared, { recursive: true }))
    if (path.endsWith('.as.ts') && !/kernels.(prelude|single)\.as\.ts$/.test(path))
      rmSync(join(shared, path));
  if (values.against === undefined) cpSync(fromRoot(SOURCES), twins, { recursive: true });
  else {
    const files = [
      'archive',
      '--format=tar',
      `--output=${folder}/old.tar`,
      values.against,
      SOURCES,
    ];
    execFileSync('git', files, { cwd: fromRoot('.') });
    execFileSync('tar', ['-xf', `${folder}/old.tar`, '-C', folder]);
    cpSync(join(folder, SOURCES), twins, { recursive: true });
  }
  const wanted = ({ file, name, twin }) =>
    positionals.length > 0
      ? positionals.some((word) => file.includes(word) || name === word)
      : twin;
  const old = listKernels(twins);
  for (const file of new Set(old.filter(wanted).map((kernel) => kernel.file))) {
    const own = listKernels(shared).filter((kernel) => kernel.file === file);
    if (values.print) {
      const text = readFileSync(join(shared, file), 'utf8');
      console.log(translate(text, file, (path) => moduleFile(shared, path)));
    }
    const fast = await compileKernels(
      twins,
      old.filter((kernel) => kernel.file === file),
    );
    const once = await compileKernels(shared, own);
    console.log(`${file}: ${fast.length} → ${once.length} bytes`);
    const ratios = [];
    for (const { name, parameters } of own) {
      const cases = kernelCases.filter(({ kernel }) => kernel === name);
      let differ = 0;
      for (const one of cases)
        for (const module of [fast, once])
          differ += differs(one, own, module, functions, createRandom);
      const { title, calls } = largest(cases, functions, createRandom);
      const [a, b] = timesOf(calls, name, parameters, fast, once);
      ratios.push(a / b);
      const figures = `${(1000 * a).toFixed(2)} → ${(1000 * b).toFixed(2)} µs`;
      console.log(
        `  ${name.padEnd(24)} ${(a / b).toFixed(2)}  ${figures} (${title})${differ > 0 ? `  ${differ} of ${2 * cases.length} DIFFER` : ''}`,
      );
    }
    const mean = Math.exp(ratios.reduce((sum, r) => sum + Math.log(r), 0) / ratios.length);
    console.log(`  geometric mean ${mean.toFixed(2)}`);
  }
}

async function loadCases() {
  const entry = `
    export { kernelCases } from './packages/engine/test/kernels/cases/index.ts';
    export { createRandom } from './packages/engine/src/core/random.ts';
    export * as functions from 'functions';`;
  const outfile = join(folder, 'cases.mjs');
  const stdin = { contents: entry, resolveDir: fromRoot('.'), loader: 'ts' };
  const kernels = functionsText(listKernels(fromRoot(SOURCES)), '.');
  const list = {
    name: 'list',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^functions$/ }, ({ path }) => ({ path, namespace: 'list' }));
      onLoad({ filter: /./, namespace: 'list' }, () => ({
        contents: kernels.replaceAll("from '", "from './"),
        resolveDir: fromRoot(SOURCES),
        loader: 'ts',
      }));
    },
  };
  const options = { bundle: true, format: 'esm', platform: 'node', plugins: [list] };
  await build({ stdin, outfile, ...options });
  return import(outfile);
}

function bound(module, memory, own) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), { env: { memory } });
  return Object.fromEntries(
    own.map(({ name, parameters }) => [
      name,
      (...args) =>
        exports[name](...args.map((one, i) => (parameters[i].isArray ? one.byteOffset : one))),
    ]),
  );
}

function arenaOf() {
  const memory = new WebAssembly.Memory({ initial: BYTES / 65536 + 2 });
  let used = FIRST_ADDRESS;
  const take = (Type) => (n) => {
    const array = new Type(memory.buffer, used, n);
    used += 16 * Math.ceil((n * Type.BYTES_PER_ELEMENT) / 16);
    return array;
  };
  return {
    memory,
    used: () => used,
    allocator: {
      ...{ f64: take(Float64Array), f32: take(Float32Array) },
      ...{ i32: take(Int32Array), u8: take(Uint8Array) },
    },
  };
}

/** Whether a case ends with other bytes than in TypeScript: 1, else 0. */
function differs(one, own, module, functions, createRandom) {
  const [a, b] = [arenaOf(), arenaOf()];
  const first = one.run({ ...functions }, a.allocator, createRandom(20240229));
  const second = one.run(
    { ...functions, ...bound(module, b.memory, own) },
    b.allocator,
    createRandom(20240229),
  );
  const from = (arena) => Buffer.from(arena.memory.buffer, FIRST_ADDRESS);
  return Object.is(first, second) && from(a).equals(from(b)) ? 0 : 1;
}

/** The calls of a kernel in the case whose call takes longest, with the memory before each. */
function largest(cases, functions, createRandom) {
  let best;
  const wanted = cases.filter(({ title }) => title === values.case);
  for (const one of wanted.length > 0 ? wanted : cases) {
    const arena = arenaOf();
    const calls = [];
    const watch = {
      ...functions,
      [one.kernel]: (...args) => {
        const before = new Uint8Array(
          arena.memory.buffer,
          FIRST_ADDRESS,
          arena.used() - FIRST_ADDRESS,
        );
        const saved = before.slice();
        const started = performance.now();
        const result = functions[one.kernel](...args);
        const took = performance.now() - started;
        calls.push({ arena, before, saved, args, took });
        return result;
      },
    };
    one.run(watch, arena.allocator, createRandom(20240229));
    const last = calls.at(-1);
    if (last && (!best || last.saved.length >= best.calls.saved.length))
      best = { title: one.title, calls: last };
  }
  return best;
}

/** Milliseconds of a call: twin, shared source. */
function timesOf({ arena, before, saved, args }, name, parameters, ...modules) {
  const given = args.map((one, i) => (parameters[i].isArray ? one.byteOffset : one));
  const runs = modules.map((module) => {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), {
      env: { memory: arena.memory },
    });
    return () => exports[name](...given);
  });
  const timed = (run, count) => {
    const started = performance.now();
    for (let i = 0; i < count; i++) {
      before.set(saved);
      run();
    }
    return (performance.now() - started) / count;
  };
  const all = [...runs, () => {}];
  const counts = all.map((run) => {
    for (let i = 0; i < 3; i++) timed(run, 300);
    return Math.max(1, Math.round(BATCH_MS / timed(run, 100)));
  });
  const least = all.map(() => Infinity);
  for (let round = 0; round < BATCHES; round++)
    all.forEach((run, i) => {
      least[i] = Math.min(least[i], timed(run, counts[i]));
    });
  return [least[0] - least[2], least[1] - least[2]];
}
