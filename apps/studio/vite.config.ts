import { defaultClientConditions, defineConfig } from 'vite';

/** The built studio goes where `pliant studio` serves it from; workspace packages are bundled from their sources. */
export default defineConfig({
  base: './',
  resolve: { conditions: ['pliant-source', ...defaultClientConditions] },
  worker: { format: 'es' },
  build: {
    outDir: '../../packages/cli/studio',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1500,
  },
});
