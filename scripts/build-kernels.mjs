// Compiles packages/engine/assembly to WebAssembly and inlines it as src/kernels/module.generated.ts.
// Skips the work when the sources have not changed since. Run it alone or call buildKernels().
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const engine = fileURLToPath(new URL('../packages/engine/', import.meta.url));
const assembly = join(engine, 'assembly');
const target = join(engine, 'src', 'kernels', 'module.generated.ts');

// No garbage collector, no abort, memory from outside: the module is loops over memory and nothing else.
const FLAGS = [
  ...['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--use', 'abort='],
  ...['--importMemory', '--noExportMemory', '--initialMemory', '1'],
];

function sources() {
  const names = readdirSync(assembly).filter((name) => name.endsWith('.ts'));
  return names.sort().map((name) => [name, readFileSync(join(assembly, name), 'utf8')]);
}

function hashOf(files) {
  const compiler = createRequire(import.meta.url)('assemblyscript/package.json').version;
  return createHash('sha256')
    .update(JSON.stringify([compiler, FLAGS, files]))
    .digest('hex');
}

/**
 * Brings the generated file up to date.
 * @returns {Promise<{ built: boolean, bytes: number }>} whether it was compiled anew, and the module's size
 */
export async function buildKernels() {
  const files = sources();
  const header = `// Made by scripts/build-kernels.mjs from packages/engine/assembly; do not edit. Sources: ${hashOf(files)}\n`;
  if (existsSync(target)) {
    const old = readFileSync(target, 'utf8');
    if (old.startsWith(header)) return { built: false, bytes: sizeIn(old) };
  }
  const { default: asc } = await import('assemblyscript/asc');
  let module;
  const { error, stderr } = await asc.main(['index.ts', '--outFile', 'kernels.wasm', ...FLAGS], {
    readFile: (name) => files.find(([file]) => file === name)?.[1] ?? null,
    writeFile: (name, contents) => {
      if (name === 'kernels.wasm') module = contents;
    },
    listFiles: () => [],
  });
  if (error || !module) {
    throw new Error(`the kernels do not compile: ${error?.message ?? 'no module'}\n${stderr}`);
  }
  const text = `${header}export const MODULE_BASE64 =\n  '${Buffer.from(module).toString('base64')}';\n`;
  const beside = `${target}.${process.pid}`;
  // Written beside and renamed, so that a test running now never reads half a file.
  writeFileSync(beside, text);
  renameSync(beside, target);
  return { built: true, bytes: module.length };
}

const sizeIn = (text) => Math.floor(((text.split("'")[1]?.length ?? 0) * 3) / 4);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = performance.now();
  const { built, bytes } = await buildKernels();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    built ? `kernels: ${bytes} bytes of WebAssembly in ${seconds} s` : 'kernels: up to date',
  );
}
