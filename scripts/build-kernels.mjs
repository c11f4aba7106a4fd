// Makes what follows from the kernels' sources: the WebAssembly module of packages/engine/assembly, inlined as text, the list of all
// kernels, and the bindings that call the module. Skips the work when the sources have not changed. Run it alone or call buildKernels().
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bindingsText, entryText, functionsText, listKernels } from './lib/kernel-list.mjs';

const engine = fileURLToPath(new URL('../packages/engine/', import.meta.url));
const assembly = join(engine, 'assembly');
const ENTRY = 'kernels.ts';

// No garbage collector, no abort, memory from outside: the module is loops over memory and nothing else.
const FLAGS = [
  ...['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--use', 'abort='],
  ...['--importMemory', '--noExportMemory', '--initialMemory', '1'],
];

function assemblySources() {
  const names = readdirSync(assembly).filter((name) => name.endsWith('.ts'));
  return names.sort().map((name) => [name, readFileSync(join(assembly, name), 'utf8')]);
}

/**
 * Brings the generated files up to date.
 * @returns {Promise<{ built: boolean, bytes: number }>} whether the module was compiled anew, and its size
 */
export async function buildKernels() {
  const kernels = listKernels(engine);
  const sources = assemblySources();
  sources.push([ENTRY, entryText(kernels, sources)]);
  write('functions', [kernels], () => functionsText(kernels));
  write('bindings', [kernels], () => bindingsText(kernels));
  const compiler = createRequire(import.meta.url)('assemblyscript/package.json').version;
  const { text, built } = await write('module', [compiler, FLAGS, sources], () => compile(sources));
  return { built, bytes: Math.floor(((text.split("'")[1]?.length ?? 0) * 3) / 4) };
}

/** Writes src/kernels/NAME.generated.ts unless it was made from the same things before. */
async function write(name, from, make) {
  const target = join(engine, 'src', 'kernels', `${name}.generated.ts`);
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

async function compile(sources) {
  const { default: asc } = await import('assemblyscript/asc');
  let module;
  const { error, stderr } = await asc.main([ENTRY, '--outFile', 'kernels.wasm', ...FLAGS], {
    readFile: (name) => sources.find(([file]) => file === name)?.[1] ?? null,
    writeFile: (name, contents) => {
      if (name === 'kernels.wasm') module = contents;
    },
    listFiles: () => [],
  });
  if (error || !module) {
    throw new Error(`the kernels do not compile: ${error?.message ?? 'no module'}\n${stderr}`);
  }
  return `export const MODULE_BASE64 =\n  '${Buffer.from(module).toString('base64')}';\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = performance.now();
  const { built, bytes } = await buildKernels();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    built ? `kernels: ${bytes} bytes of WebAssembly in ${seconds} s` : 'kernels: up to date',
  );
}
