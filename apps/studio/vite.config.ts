import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { poster } from './poster.ts';
import { sceneList } from './scene-list.ts';

/**
 * The built studio goes where `pliant studio` serves it from; workspace packages are bundled from their sources. `pliant-viewer.js` has a name of
 * its own, for other people's pages.
 */
export default defineConfig({
  base: './',
  resolve: { conditions: ['pliant-source', ...defaultClientConditions] },
  plugins: [poster(), sceneList(), preloads()],
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        entryFileNames: ({ name }) => `assets/${name === 'thread' ? name : 'worker'}-[hash].js`,
      },
    },
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

/** Asks for all of the page at once: it is imported by what starts the worker, and would be found only when that runs. */
function preloads(): Plugin {
  return {
    name: 'preloads',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, path }) {
        if (path !== '/index.html') return html;
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const found = new Set<string>();
        const add = (file: string): void => {
          if (found.has(file)) return;
          found.add(file);
          for (const chunk of chunks) if (chunk.fileName === file) chunk.imports.forEach(add);
        };
        for (const { name, fileName } of chunks) if (name === 'main') add(fileName);
        return [...found]
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
          }));
      },
    },
  };
}
