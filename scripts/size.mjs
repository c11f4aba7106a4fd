// What a web page downloads for the engine: one bundle of its public door, minified, then compressed.
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { fromRoot } from './lib/paths.mjs';

/** Largest sizes allowed [bytes]. Raise them on purpose only: the CHANGELOG then says what the bytes buy. */
export const SIZE_LIMITS = { minified: 1_210_000, gzip: 433_000 };

/** @returns {Promise<{ minified: number, gzip: number, brotli: number }>} sizes of the engine's bundle [bytes] */
export async function measureSize() {
  const { build } = await import('vite');
  const output = await build({
    configFile: false,
    root: fromRoot('packages/engine'),
    logLevel: 'error',
    resolve: { conditions: ['pliant-source'] },
    build: {
      write: false,
      // Minified as in an application; library mode would keep whitespace.
      minify: 'oxc',
      target: 'es2022',
      rollupOptions: {
        input: fromRoot('packages/engine/src/index.ts'),
        preserveEntrySignatures: 'strict',
        output: { format: 'es' },
      },
    },
  });
  const parts = [output].flat().flatMap((bundle) => bundle.output);
  const code = Buffer.from(parts.map((part) => part.code ?? part.source).join('\n'));
  return {
    minified: code.length,
    gzip: gzipSync(code, { level: 9 }).length,
    brotli: brotliCompressSync(code).length,
  };
}

/** Prints the sizes; true if all are within their limits. */
export async function checkSize() {
  const sizes = await measureSize();
  let isFine = true;
  for (const [name, bytes] of Object.entries(sizes)) {
    const limit = SIZE_LIMITS[name];
    const isOver = limit !== undefined && bytes > limit;
    if (isOver) isFine = false;
    const kilobytes = (bytes / 1000).toFixed(1).padStart(8);
    const note = limit ? `(limit ${limit / 1000} kB)${isOver ? ': too large' : ''}` : '';
    console.log(`engine, ${name.padEnd(8)} ${kilobytes} kB ${note}`.trimEnd());
  }
  return isFine;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!(await checkSize())) process.exitCode = 1;
}
