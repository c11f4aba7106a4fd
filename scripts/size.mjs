// What a web page downloads for the engine: one bundle of each of its doors, minified, then compressed.
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { fromRoot } from './lib/paths.mjs';

/** Largest sizes allowed [bytes]. Raise them on purpose only: the CHANGELOG then says what the bytes buy. */
const WHOLE = { minified: 1_400_000, gzip: 476_000 };
/** With one model. */
const ONE = { gzip: 300_000 };
export const SIZE_LIMITS = {
  index: WHOLE,
  solid: ONE,
  frames: ONE,
  octree: ONE,
  tets: ONE,
  layers: ONE,
  rigid: ONE,
};

/**
 * @param {string} door a file of the engine's src
 * @returns {Promise<{ minified: number, gzip: number, brotli: number }>} sizes of a bundle of all it has [bytes]
 */
export async function measureSize(door = 'index') {
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
        input: fromRoot(`packages/engine/src/${door}.ts`),
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
export async function checkSize(doors = Object.keys(SIZE_LIMITS)) {
  let isFine = true;
  for (const door of doors) {
    const sizes = await measureSize(door);
    const words = Object.entries(sizes).map(([name, bytes]) => {
      const limit = SIZE_LIMITS[door][name];
      const isOver = limit !== undefined && bytes > limit;
      if (isOver) isFine = false;
      const note = limit ? ` (limit ${limit / 1000}${isOver ? ': too large' : ''})` : '';
      return `${name} ${(bytes / 1000).toFixed(1)} kB${note}`;
    });
    console.log(`${(door === 'index' ? 'engine' : door).padEnd(7)} ${words.join(', ')}`);
  }
  return isFine;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!(await checkSize())) process.exitCode = 1;
}
