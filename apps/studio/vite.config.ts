import { defaultClientConditions, defineConfig } from 'vite';
import { poster } from './poster.ts';
import { sceneList } from './scene-list.ts';

/**
 * The built studio goes where `pliant studio` serves it from; workspace packages are bundled from their sources. `pliant-viewer.js` has a name of
 * its own, for other people's pages.
 */
export default defineConfig({
  base: './',
  resolve: { conditions: ['pliant-source', ...defaultClientConditions] },
  plugins: [poster(), sceneList()],
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: 'assets/worker-[hash].js' } },
  },
  build: {
    outDir: '../../packages/cli/studio',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      input: { index: 'index.html', viewer: 'viewer.html', element: 'src/viewer/element.ts' },
      output: {
        entryFileNames: ({ name }) =>
          name === 'element' ? 'pliant-viewer.js' : 'assets/[name]-[hash].js',
      },
    },
  },
});
