// Makes what follows from the kernels' sources (*.kernel.ts): the list of all kernels, and for each group of them its WebAssembly module, inlined as
// text, with the bindings that call it. Skips the work when the sources have not changed. Run it alone or call buildKernels().
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  entryText,
  functionsText,
  GROUPS,
  groupOf,
  groupText,
  listKernels,
  moduleFile,
  moduleSources,
} from './lib/kernel-list.mjs';

const src = fileURLToPath(new URL('../packages/engine/src/', import.meta.url));
const GENERATED = 'kernels/generated';
const ENTRY = 'kernels.ts';
/** Counts up whenever the text of a group changes its form. */
const LAYOUT = 2;
/** The module's own memory: from the optimiser's first address to the arena's (see arena.ts) [bytes]. */
const SCRATCH = 4096 - 1024;
const TRANSLATOR = new URL('./lib/kernel-translate.mjs', import.meta.url);

// No garbage collector, no abort, memory from outside: the module is loops over memory and nothing else.
const FLAGS = [
  ...['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--use', 'abort='],
  ...['--importMemory', '--noExportMemory', '--initialMemory', '1'],
];

/**
 * Brings the generated files up to date.
 * @returns {Promise<{ built: boolean, bytes: number }>} whether a module was compiled anew, and the size of them all
 */
export async function buildKernels() {
  const kernels = listKernels(src);
  const translator = ['translate', 'lanes', 'elements'].map((name) =>
    readFileSync(new URL(`./lib/kernel-${name}.mjs`, import.meta.url), 'utf8'),
  );
  mkdirSync(join(src, GENERATED), { recursive: true });
  // What they were called before.
  for (const name of ['bindings', 'module'])
    rmSync(join(src, GENERATED, `${name}.ts`), { force: true });
  await write('functions', [kernels], () => functionsText(kernels, GENERATED));
  const compiler = createRequire(import.meta.url)('assemblyscript/package.json').version;
  const total = { built: false, bytes: 0 };
  for (const group of GROUPS) {
    const own = kernels.filter(({ file }) => groupOf(file) === group);
    const sources = moduleSources(src, own);
    const entry = entryText(own);
    const from = [compiler, FLAGS, LAYOUT, own, entry, sources, translator];
    const { text, built } = await write(group, from, async () =>
      groupText(group, own, GENERATED, await compileKernels(src, own)),
    );
    total.built ||= built;
    total.bytes += (/'([0-9a-f]{100,})'/.exec(text)?.[1].length ?? 0) / 2;
  }
  return total;
}

/** The WebAssembly module of some kernels below a source folder. */
export async function compileKernels(folder, kernels) {
  const { translate } = await import(TRANSLATOR);
  const fileOf = (path) => moduleFile(folder, path);
  const sources = moduleSources(folder, kernels).map(([path, text]) => [
    path,
    path.endsWith('.as.ts') ? text : translate(text, path, fileOf),
  ]);
  return compile(entryText(kernels), new Map(sources));
}

/** Writes kernels/generated/NAME.ts unless it was made from the same things before. */
async function write(name, from, make) {
  const target = join(src, GENERATED, `${name}.ts`);
  const digest = createHash('sha256').update(JSON.stringify(from)).digest('hex');
  const header = `// Made by scripts/build-kernels.mjs; do not edit. Sources: ${digest}\n`;
  if (existsSync(target)) {
    const old = readFileSync(target, 'utf8');
    if (old.startsWith(header)) return { text: old, built: false };
  }
  const text = `${header}${await make()}`;
  const beside = `${target}.${process.pid}`;
  // Written beside and renamed, so that a test running now never reads half a file.
  writeFileSync(beside, text);
  renameSync(beside, target);
  return { text, built: true };
}

async function compile(entry, sources) {
  const scratch = [...sources.values()].flatMap((text) => [
    ...text.matchAll(/memory\.data\((\d+), 16\)/g),
  ]);
  const bytes = scratch.reduce((sum, [, size]) => sum + 16 * Math.ceil(size / 16), 0);
  if (bytes > SCRATCH)
    throw new Error(`the kernels want ${bytes} bytes of scratch, there are ${SCRATCH}`);
  const { default: asc } = await import('assemblyscript/asc');
  let module;
  let listing = '';
  const { error, stderr } = await asc.main(
    [ENTRY, '--outFile', 'kernels.wasm', '--textFile', 'kernels.wat', ...FLAGS],
    {
      readFile: (name) => (name === ENTRY ? entry : (sources.get(name) ?? null)),
      writeFile: (name, contents) => {
        if (name === 'kernels.wasm') module = contents;
        else listing = contents;
      },
      listFiles: () => [],
    },
  );
  if (error || !module) {
    throw new Error(`the kernels do not compile: ${error?.message ?? 'no module'}\n${stderr}`);
  }
  const divides = wholeDivision(listing);
  if (divides) {
    throw new Error(
      `${divides}: a division between two i32, which drops the rest here and keeps it in TypeScript: write f64(a) / b`,
    );
  }
  return module;
}

/** The function of a module's listing that divides a whole number by another, if there is one; twins know what they do. */
function wholeDivision(listing) {
  const functions = listing.split('\n (func ').slice(1);
  const found = functions.find(
    (text) => /\bi32\.div_[su]\b/.test(text) && !/^\S*\.as\//.test(text),
  );
  return found?.split(' ', 1)[0];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = performance.now();
  const { built, bytes } = await buildKernels();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    built ? `kernels: ${bytes} bytes of WebAssembly in ${seconds} s` : 'kernels: up to date',
  );
}
