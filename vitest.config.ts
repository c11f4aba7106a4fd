import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['pliant-source'] },
  ssr: { resolve: { conditions: ['pliant-source'] } },
  test: {
    include: [
      'packages/*/test/**/*.test.ts',
      'apps/*/test/**/*.test.ts',
      'bench/test/**/*.test.ts',
      'examples/**/*.test.ts',
      'scripts/test/**/*.test.ts',
    ],
    // Against tests that hang, not slow machines: what takes ten seconds alone may take minutes beside others.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    maxWorkers: 2,
    // Files share the modules of their worker, already compiled: a quarter less time in all. So no test may leave a module changed.
    isolate: false,
  },
});
