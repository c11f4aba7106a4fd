import { defineConfig } from 'vitest/config';

/** Tests in the browser named by PLIANT_BROWSER, most of them of the built studio. One at a time: they share the machine's cores. */
export default defineConfig({
  resolve: { conditions: ['pliant-source'] },
  ssr: { resolve: { conditions: ['pliant-source'] } },
  test: {
    include: [
      'apps/studio/test/**/*.browser.ts',
      'packages/engine/test/**/*.browser.ts',
      'packages/rapier/test/**/*.browser.ts',
      'packages/gltf/test/**/*.browser.ts',
      'packages/react/test/**/*.browser.ts',
      'packages/three/test/**/*.browser.ts',
    ],
    globalSetup: 'apps/studio/test/browser-setup.ts',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
